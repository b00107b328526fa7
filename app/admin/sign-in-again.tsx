import { useEffect, useRef, useState } from 'react'
import { SecondFactorForm } from '#app/account/second-factor-form.tsx'
import { type SignInProblem, signInAdmin } from '#app/account/sign-in.ts'
import { setSignInAgain } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useForm } from '#app/ui/form.tsx'
import { PasswordField } from '#app/ui/text-field.tsx'
import { ACCOUNT_TEXTS, credentialsSchema } from '#domain/accounts/account.ts'

/**
 * The session of the panel is over while something is being read or saved: asks for the password over what stands there, and what
 * was asked for is asked once more. Nothing that was typed is lost.
 */
export function SignInAgain({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<((signedIn: boolean) => void)[]>([])
  useEffect(() => {
    setSignInAgain(() => {
      setOpen(true)
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return () => setSignInAgain(null)
  }, [])
  function settle(signedIn: boolean) {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(signedIn)
  }
  if (!open) return null
  return (
    <Dialog open onClose={() => settle(false)} title="Minęła sesja" size="sm">
      <SignInForm email={email} onSignedIn={() => settle(true)} onCancel={() => settle(false)} />
    </Dialog>
  )
}

function SignInForm({ email, onSignedIn, onCancel }: { email: string; onSignedIn: () => void; onCancel: () => void }) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const form = useForm({
    schema: credentialsSchema,
    initial: { email, password: '' },
    async onSubmit(credentials) {
      const outcome = await signInAdmin(credentials)
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
