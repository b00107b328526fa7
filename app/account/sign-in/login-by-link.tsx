import { useState } from 'react'
import { sessionChanged } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { firstPasswordSchema } from '#domain/accounts/account.ts'
import { describeApiFailure } from './link-request-form.tsx'
import {
  FocusedNote,
  isLinkProblem,
  MAILED_LINK_HEADERS,
  MailedSignInPage,
  readLinkToken,
  type SignInStep,
  useLinkToken,
} from './mailed-link-page.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export const headers = () => MAILED_LINK_HEADERS

/** Signs in by a mailed link. It waits for a press, so that mail scanners do not use up the link. */
export default function LoginByLink() {
  const token = useLinkToken()
  const [step, setStep] = useState<SignInStep>('own')
  const [asksForPassword, setAsksForPassword] = useState(false)

  const [busy, enter] = useAct(async () => {
    const answer = await callApi('post', '/api/sign-in-by-link', { json: { token: readLinkToken() } })
    if (answer.ok) {
      await sessionChanged('SIGNED_IN')
      await goOn()
    } else if (answer.failure.reason === 'refused' && answer.failure.code === 'second_factor_required') setStep('code')
    else if (answer.failure.reason === 'refused' && isLinkProblem(answer.failure.code)) {
      setStep({ problem: answer.failure.message })
    } else toast({ title: 'Błąd logowania', description: describeApiFailure(answer.failure), tone: 'error' })
  })

  /** The first link that proves the account's address removes its password. */
  async function goOn() {
    const account = await callApi('get', '/api/me/account')
    const isWithout = account.ok && !account.value.has_password
    setAsksForPassword(isWithout)
    setStep(isWithout ? 'own' : 'done')
  }

  return (
    <MailedSignInPage
      token={token}
      step={step}
      onStep={setStep}
      purpose="login-link"
      title={step === 'done' || asksForPassword ? 'Zalogowano' : 'Logowanie'}
      done="Zalogowaliśmy Cię na Twoje konto."
      onCode={() => void goOn()}
    >
      {asksForPassword ? (
        <FirstPassword onDone={() => setStep('done')} />
      ) : (
        <div className="space-y-5">
          <p>Naciśnij przycisk, aby zalogować się w tej przeglądarce. Link działa raz.</p>
          <Button size="lg" className="w-full" busy={busy} onClick={() => void enter()}>
            Zaloguj się
          </Button>
        </div>
      )}
    </MailedSignInPage>
  )
}

function FirstPassword({ onDone }: { onDone(): void }) {
  const form = useForm({
    schema: firstPasswordSchema,
    initial: { newPassword: '' },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/me/password', { json })
      if (!answer.ok) {
        const fields = answer.failure.reason === 'refused' ? answer.failure.fields : {}
        return { fields, toast: { title: 'Błąd', description: describeApiFailure(answer.failure) } }
      }
      toast({ title: 'Hasło ustawione', tone: 'success' })
      onDone()
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <FocusedNote>
        Zalogowaliśmy Cię, a Twój adres jest potwierdzony. Dla bezpieczeństwa wcześniejsze hasło tego konta przestało
        działać. Ustaw nowe.
      </FocusedNote>
      <NewPasswordField {...form.text('newPassword')} />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        Ustaw hasło
      </Button>
      <Button variant="quiet" className="w-full" disabled={form.busy} onClick={onDone}>
        Nie teraz
      </Button>
    </form>
  )
}
