import { useEffect, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { SecondFactorForm } from '#app/account/second-factor-form.tsx'
import { type SignInProblem, signInAdmin } from '#app/account/sign-in.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form.tsx'
import { EmailField, PasswordField } from '#app/ui/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS, credentialsSchema } from '#domain/accounts/account.ts'

/** 'Panel Administracyjny' without a session. */
export function LoginScreen() {
  const [problem, setProblem] = useState<string>()
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { revalidate } = useRevalidator()
  const checking = useSessionCheck()
  const form = useForm({
    schema: credentialsSchema,
    initial: { email: '', password: '' },
    async onSubmit(credentials) {
      setProblem(undefined)
      const outcome = await signInAdmin(credentials)
      if (outcome.step === 'signed_in') await enter()
      if (outcome.step === 'second_factor') setStep('code')
      if (outcome.step !== 'problem') return undefined
      const sentence = describeProblem(outcome.problem)
      setProblem(sentence)
      return { toast: { title: 'Błąd logowania', description: sentence } }
    },
  })

  async function enter() {
    toast({ title: 'Zalogowano pomyślnie', description: 'Witaj w panelu administracyjnym.', tone: 'success' })
    await revalidate()
  }

  if (checking) {
    return (
      <main className="grid min-h-[calc(100dvh-4rem)] place-items-center">
        <h1 className="sr-only">Panel Administracyjny</h1>
        <p role="status" className="grid place-items-center gap-3 text-sm text-oud">
          <span
            aria-hidden="true"
            className="size-9 animate-spin rounded-full border-3 border-gold border-t-transparent"
          />
          Sprawdzanie dostępu…
        </p>
      </main>
    )
  }

  return (
    <main className="mx-auto flex min-h-[calc(100dvh-4rem)] max-w-md flex-col justify-center px-5 py-10">
      <div className="rounded-3xl border border-night/10 bg-white px-6 py-8 shadow-lift sm:px-8">
        <h1 className="mb-1 font-display text-2xl">Panel Administracyjny</h1>
        <p className="mb-6 text-sm text-oud">Tylko dla właściciela sklepu.</p>
        {step === 'code' ? (
          <SecondFactorForm onSuccess={() => void enter()} onCancel={() => setStep('password')} />
        ) : (
          <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
            {problem !== undefined && (
              <p role="alert" className="rounded-xl bg-wine-tint px-4 py-3 text-sm font-medium text-wine">
                {problem}
              </p>
            )}
            <EmailField {...form.text('email')} label="Email" autoComplete="username" required />
            <PasswordField {...form.text('password')} label="Hasło" autoComplete="current-password" required />
            <Button
              type="submit"
              size="lg"
              className="w-full"
              busy={form.busy}
              disabled={form.values.email.trim() === '' || form.values.password === ''}
            >
              {form.busy ? 'Logowanie...' : 'Zaloguj się'}
            </Button>
          </form>
        )}
        <p className="mt-4 text-center text-sm">
          <a href={href('/')} className="inline-flex min-h-11 items-center underline underline-offset-4">
            Powrót do sklepu
          </a>
        </p>
      </div>
    </main>
  )
}

/** Whether it is still looked up if the admin is signed in already, perhaps in another window since; then the panel opens. */
function useSessionCheck(): boolean {
  const { revalidate } = useRevalidator()
  const [checking, setChecking] = useState(true)
  useEffect(() => {
    let left = false
    async function check() {
      const answer = await callApi('get', '/api/me')
      if (left) return
      if (!answer.ok) toast({ title: 'Failed to verify admin access', tone: 'error' })
      else if (answer.value.user?.role === 'admin') await revalidate()
      if (!left) setChecking(false)
    }
    void check()
    return () => {
      left = true
    }
  }, [revalidate])
  return checking
}

function describeProblem(problem: SignInProblem): string {
  if (problem.reason === 'refused') return problem.message
  return problem.reason === 'failed' ? 'Failed to verify admin access' : ACCOUNT_TEXTS.wrongCredentials
}
