import { useState } from 'react'
import { z } from 'zod'
import { sessionChanged } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { passwordSchema } from '#domain/accounts/account.ts'
import { wordLinkFailure } from './link-request-form.tsx'
import {
  isLinkProblem,
  MAILED_LINK_HEADERS,
  MailedSignInPage,
  type SignInStep,
  useLinkToken,
} from './mailed-link-page.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export function headers() {
  return MAILED_LINK_HEADERS
}

/** Sets a new password by a mailed link and signs in. */
export default function NewPassword() {
  const token = useLinkToken()
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
      if (failure.reason === 'refused') {
        if (failure.code === 'second_factor_required') onStep('code')
        else if (isLinkProblem(failure.code)) onStep({ problem: failure.message })
        else if (failure.fields.newPassword !== undefined) return { fields: failure.fields }
        else return { toast: { title: 'Błąd', description: failure.message } }
        return undefined
      }
      return { toast: { title: 'Błąd', description: wordLinkFailure(failure) } }
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
