import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form.tsx'
import { PasswordField } from '#app/ui/text-field.tsx'
import { ACCOUNT_TEXTS, MIN_PASSWORD_LENGTH, passwordSchema } from '#domain/accounts/account.ts'
import { wordFailure } from './link-request-form.tsx'
import {
  isLinkProblem,
  LinkProblem,
  MAILED_LINK_HEADERS,
  MailedLinkPage,
  useLinkToken,
  WaysOn,
} from './mailed-link-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { sessionChanged } from './session.ts'

export function headers() {
  return MAILED_LINK_HEADERS
}

type Step = { name: 'form' } | { name: 'code' } | { name: 'done' } | { name: 'problem'; message: string }

/** Sets a new password by the link of a mail; whoever sets it is signed in. */
export default function NewPassword() {
  const token = useLinkToken()
  const [step, setStep] = useState<Step>({ name: 'form' })
  const problem = token === '' && step.name === 'form' ? ACCOUNT_TEXTS.linkInvalid : null
  return (
    <MailedLinkPage title={step.name === 'done' ? 'Hasło zmienione' : 'Nowe hasło'}>
      {problem !== null && <LinkProblem message={problem} purpose="password-reset" />}
      {problem === null && step.name === 'form' && <NewPasswordForm token={token ?? ''} onStep={setStep} />}
      {step.name === 'problem' && <LinkProblem message={step.message} purpose="password-reset" />}
      {step.name === 'code' && (
        <div className="space-y-4">
          <p>Nowe hasło jest ustawione. Twoje konto ma też drugi składnik logowania.</p>
          <SecondFactorForm onSuccess={() => setStep({ name: 'done' })} />
        </div>
      )}
      {step.name === 'done' && <Done />}
    </MailedLinkPage>
  )
}

const formSchema = z.object({ newPassword: passwordSchema })

function NewPasswordForm({ token, onStep }: { token: string; onStep(step: Step): void }) {
  const form = useForm({
    schema: formSchema,
    initial: { newPassword: '' },
    async onSubmit({ newPassword }) {
      const answer = await callApi('post', '/api/reset-password', { json: { token, newPassword } })
      if (answer.ok) {
        await sessionChanged('PASSWORD_RECOVERY')
        onStep({ name: 'done' })
        return undefined
      }
      const { failure } = answer
      if (failure.reason === 'refused') {
        if (failure.code === 'second_factor_required') onStep({ name: 'code' })
        else if (isLinkProblem(failure.code)) onStep({ name: 'problem', message: failure.message })
        else if (failure.fields.newPassword !== undefined) return { fields: failure.fields }
        else return { toast: { title: 'Błąd', description: failure.message } }
        return undefined
      }
      return { toast: { title: 'Błąd', description: wordFailure(failure) } }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>Ustaw hasło, którym będziesz się logować. Wylogujemy Cię ze wszystkich innych urządzeń.</p>
      <PasswordField
        {...form.text('newPassword')}
        label="Nowe hasło"
        autoComplete="new-password"
        placeholder={`Minimum ${MIN_PASSWORD_LENGTH} znaków`}
        required
      />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        Ustaw nowe hasło
      </Button>
    </form>
  )
}

function Done() {
  return (
    <div className="space-y-5">
      <FocusedNote>Jesteś już zalogowany. Wszystkie inne urządzenia zostały wylogowane.</FocusedNote>
      <WaysOn />
    </div>
  )
}

/** What has just happened; takes the focus, since what was pressed is gone. */
export function FocusedNote({ children }: { children: string }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p ref={note} tabIndex={-1} role="status" className="outline-none">
      {children}
    </p>
  )
}
