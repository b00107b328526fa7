import { useEffect, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { SecondFactorForm } from '#app/account/sign-in/second-factor-form.tsx'
import { callAdminSignIn, type SignInProblem } from '#app/account/sign-in/sign-in-calls.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField, PasswordField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS, credentialsSchema } from '#domain/accounts/account.ts'

export const NEEDS_SCRIPTS = 'Panel działa tylko z JavaScriptem: włącz go w przeglądarce i odśwież stronę.'

/** 'Panel Administracyjny' without a session. */
export function LoginScreen() {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { revalidate } = useRevalidator()
  const checking = useSessionCheck()
  const form = useForm({
    schema: credentialsSchema,
    initial: { email: '', password: '' },
    async onSubmit(credentials) {
      const outcome = await callAdminSignIn(credentials)
      if (outcome.step === 'signed_in') await enter()
      if (outcome.step === 'second_factor') setStep('code')
      if (outcome.step !== 'problem') return undefined
      return { toast: { title: 'Błąd logowania', description: describeProblem(outcome.problem) } }
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
        <p className="hidden px-5 noscript:block">{NEEDS_SCRIPTS}</p>
        <p role="status" className="grid place-items-center gap-3 text-sm text-oud noscript:hidden">
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
        <p className="mb-6 text-sm text-oud">
          Wejdą tu tylko konta z rolą „admin”, czyli właściciel sklepu, i osoby przez niego zaproszone.
        </p>
        {step === 'code' ? (
          <SecondFactorForm onSuccess={() => void enter()} onCancel={() => setStep('password')} />
        ) : (
          <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
            <EmailField {...form.text('email')} label="E-mail" autoComplete="username" required />
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

/**
 * True while it checks whether somebody with access is signed in, perhaps in another window. The panel then opens.
 */
function useSessionCheck(): boolean {
  const { revalidate } = useRevalidator()
  const [checking, setChecking] = useState(true)
  useEffect(() => {
    let left = false
    async function check() {
      const answer = await callApi('get', '/api/me')
      if (left) return
      if (!answer.ok) toast({ title: 'Failed to verify admin access', tone: 'error' })
      else if (answer.value.user && answer.value.user.role !== 'customer') await revalidate()
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
