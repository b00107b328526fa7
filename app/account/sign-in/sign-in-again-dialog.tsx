import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { PasswordField } from '#app/ui/form/text-field.tsx'
import { ACCOUNT_TEXTS, type Credentials, credentialsSchema } from '#domain/accounts/account.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { type SignInOutcome, type SignInProblem, callSignIn as signInCustomer } from './sign-in-calls.ts'

type SignInAgainProps = {
  email: string
  open: boolean
  onClose(): void
  onSignedIn(): void
  signIn?: (credentials: Credentials) => Promise<SignInOutcome>
}

/** Asks for the password over the page after the session has ended. */
export default function SignInAgain({ open, onClose, ...form }: SignInAgainProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Minęła sesja" size="sm">
      <SignInForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

type SignInFormProps = Omit<SignInAgainProps, 'open' | 'onClose'> & { onCancel(): void }

function SignInForm({ email, signIn = signInCustomer, onSignedIn, onCancel }: SignInFormProps) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const form = useForm({
    schema: credentialsSchema,
    initial: { email, password: '' },
    async onSubmit(credentials) {
      const outcome = await signIn(credentials)
      if (outcome.step === 'signed_in') onSignedIn()
      if (outcome.step === 'second_factor') setStep('code')
      return outcome.step === 'problem' ? { fields: { password: describeProblem(outcome.problem) } } : undefined
    },
  })
  if (step === 'code') {
    return (
      <div className="px-5 py-4 sm:px-7">
        <SecondFactorForm onSuccess={onSignedIn} onCancel={() => setStep('password')} />
      </div>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4 px-5 py-4 sm:px-7">
      <p className="text-sm wrap-anywhere">
        Podaj jeszcze raz hasło konta <strong>{email}</strong>. Nic z tego, co wpisano, nie zginęło.
      </p>
      <input type="hidden" autoComplete="username" value={email} />
      <PasswordField {...form.text('password')} label="Hasło" autoComplete="current-password" required autoFocus />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Anuluj
        </Button>
        <Button type="submit" busy={form.busy} disabled={form.values.password === ''}>
          Zaloguj się
        </Button>
      </div>
    </form>
  )
}

function describeProblem(problem: SignInProblem): string {
  if (problem.reason === 'refused') return problem.message
  return problem.reason === 'failed' ? ACCOUNT_TEXTS.noConnection : ACCOUNT_TEXTS.wrongCredentials
}
