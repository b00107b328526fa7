import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { SecondFactorForm } from '#app/account/second-factor-form.tsx'
import { type SignInProblem, signInAdmin } from '#app/account/sign-in.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { toast } from '#app/ui/toast.ts'

/** 'Panel Administracyjny' without a session (spec 2 §2). */
export function LoginScreen() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { revalidate } = useRevalidator()

  async function enter() {
    toast({ title: 'Zalogowano pomyślnie', description: 'Witaj w panelu administracyjnym.', tone: 'success' })
    await revalidate()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    const outcome = await signInAdmin({ email, password })
    setBusy(false)
    if (outcome.step === 'signed_in') return enter()
    if (outcome.step === 'second_factor') return setStep('code')
    const message = wording(outcome.problem)
    setProblem(message)
    toast({ title: 'Błąd logowania', description: message, tone: 'error' })
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10">
      <div className="rounded-3xl border border-night/10 bg-white px-6 py-8 shadow-lift sm:px-8">
        <h1 className="mb-1 font-display text-2xl">Panel Administracyjny</h1>
        <p className="mb-6 text-sm text-oud">Dostęp mają wyłącznie konta z rolą „admin”.</p>
        {step === 'code' ? (
          <SecondFactorForm onSuccess={() => void enter()} />
        ) : (
          <form noValidate onSubmit={submit} className="space-y-4">
            {problem !== undefined && (
              <p role="alert" className="rounded-xl bg-wine-tint px-4 py-3 text-sm font-medium text-wine">
                {problem}
              </p>
            )}
            <TextField
              label="Email"
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label="Hasło"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button
              type="submit"
              size="lg"
              className="w-full"
              busy={busy}
              disabled={email.trim() === '' || password === ''}
            >
              {busy ? 'Logowanie...' : 'Zaloguj się'}
            </Button>
          </form>
        )}
        <p className="mt-4 text-center text-sm">
          <a href="/" className="inline-flex min-h-11 items-center underline underline-offset-4">
            Powrót do sklepu
          </a>
        </p>
      </div>
    </main>
  )
}

/** spec 2 §8 */
function wording(problem: SignInProblem): string {
  if (problem.reason === 'refused') return problem.message
  return problem.reason === 'failed' ? 'Failed to verify admin access' : 'Nieprawidłowy email lub hasło.'
}
