import { useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { z } from 'zod'
import { sessionChanged } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { PasswordField } from '#app/ui/form/text-field.tsx'
import { ACCOUNT_TEXTS, acceptanceSchema, MIN_ADMIN_PASSWORD_LENGTH, passwordSchema } from '#domain/accounts/account.ts'
import { describeApiFailure } from './link-request-form.tsx'
import {
  FocusedNote,
  isLinkProblem,
  MAILED_LINK_HEADERS,
  MailedLinkPage,
  MailedSignInPage,
  type SignInStep,
  useLinkToken,
} from './mailed-link-page.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export const headers = () => MAILED_LINK_HEADERS

/** Sets a password by a mailed link and signs in: a new one, or the first one of an invited person. */
export default function NewPassword() {
  const [params] = useSearchParams()
  const token = useLinkToken()
  return params.has('zaproszenie') ? <AcceptInvitation token={token} /> : <ReplacePassword token={token} />
}

function ReplacePassword({ token }: { token: string | null }) {
  const [step, setStep] = useState<SignInStep>('own')
  return (
    <MailedSignInPage
      token={token}
      step={step}
      onStep={setStep}
      purpose="password-reset"
      title={step === 'done' ? 'Hasło zmienione' : 'Nowe hasło'}
      codeIntro="Nowe hasło jest ustawione. Twoje konto ma też logowanie dwuetapowe."
      done="Zalogowaliśmy Cię. Wszystkie inne urządzenia zostały wylogowane."
    >
      <NewPasswordForm token={token ?? ''} onStep={setStep} />
    </MailedSignInPage>
  )
}

const formSchema = z.object({ newPassword: passwordSchema })

function NewPasswordForm({ token, onStep }: { token: string; onStep(step: SignInStep): void }) {
  const form = useForm({
    schema: formSchema,
    initial: { newPassword: '' },
    async onSubmit({ newPassword }) {
      const answer = await callApi('post', '/api/reset-password', { json: { token, newPassword } })
      if (answer.ok) {
        await sessionChanged('PASSWORD_RECOVERY')
        onStep('done')
        return undefined
      }
      const { failure } = answer
      if (failure.reason === 'refused' && failure.fields.newPassword !== undefined) return { fields: failure.fields }
      if (failure.reason === 'refused' && failure.code === 'second_factor_required') onStep('code')
      else if (failure.reason === 'refused' && isLinkProblem(failure.code)) onStep({ problem: failure.message })
      else return { toast: { title: 'Błąd', description: describeApiFailure(failure) } }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>Ustaw hasło, którym będziesz się logować. Wylogujemy Cię ze wszystkich innych urządzeń.</p>
      <NewPasswordField {...form.text('newPassword')} />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        Ustaw nowe hasło
      </Button>
    </form>
  )
}

/** Sets the password of a person whom the owner has invited, and signs in. */
function AcceptInvitation({ token }: { token: string | null }) {
  const [refused, setRefused] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const problem = refused ?? (token === '' ? ACCOUNT_TEXTS.linkInvalid : null)
  if (isDone) {
    return (
      <MailedLinkPage title="Hasło ustawione">
        <div className="grid gap-5">
          <FocusedNote>Zalogowaliśmy Cię. Następnym razem wejdziesz adresem e-mail i tym hasłem.</FocusedNote>
          <a href={href('/admin')} className={buttonClass('primary', 'lg')}>
            Przejdź do panelu
          </a>
        </div>
      </MailedLinkPage>
    )
  }
  return (
    <MailedLinkPage title="Zaproszenie do panelu sklepu">
      {problem === null ? (
        <FirstPasswordForm token={token ?? ''} onDone={() => setDone(true)} onProblem={setRefused} />
      ) : (
        <div className="space-y-5">
          <Alert title="Nie udało się otworzyć zaproszenia">{problem}</Alert>
          <p className="text-sm">
            Nowe zaproszenie wyśle właściciel sklepu. Masz już hasło?{' '}
            <a href={href('/admin')} className="underline underline-offset-4">
              Zaloguj się
            </a>
          </p>
        </div>
      )}
    </MailedLinkPage>
  )
}

const firstPasswordFormSchema = acceptanceSchema.omit({ token: true })

type FirstPasswordFormProps = { token: string; onDone: () => void; onProblem: (sentence: string) => void }

function FirstPasswordForm({ token, onDone, onProblem }: FirstPasswordFormProps) {
  const form = useForm({
    schema: firstPasswordFormSchema,
    initial: { password: '' },
    async onSubmit(typed) {
      const answer = await callApi('post', '/api/accept-invitation', { json: { token, ...typed } })
      if (answer.ok) {
        await sessionChanged('SIGNED_IN')
        onDone()
        return undefined
      }
      const { failure } = answer
      if (failure.reason === 'refused' && isLinkProblem(failure.code)) {
        onProblem(failure.message)
        return undefined
      }
      const fields = failure.reason === 'refused' ? failure.fields : {}
      return { fields, toast: { title: 'Błąd', description: describeApiFailure(failure) } }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>Ustaw hasło, którym będziesz się logować do panelu.</p>
      <PasswordField
        {...form.text('password')}
        label="Hasło"
        hint={`Co najmniej ${MIN_ADMIN_PASSWORD_LENGTH} znaków.`}
        autoComplete="new-password"
        required
      />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        Ustaw hasło
      </Button>
    </form>
  )
}
