import { useState } from 'react'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS, emailSchema, passwordSchema } from '#domain/accounts/account.ts'
import { type Credentials, type SignInProblem, signIn, signUp } from './sign-in.ts'

export type LoginMode = 'login' | 'register'
export type LoginErrors = Partial<Record<keyof Credentials, string>>

type Steps = { mode: LoginMode; onModeChange(mode: LoginMode): void; onSecondFactor(): void; onSuccess(): void }

const FAILED = { title: 'Błąd', description: 'Wystąpił błąd podczas logowania/rejestracji', tone: 'error' } as const

/** Sentence for one field as typed; undefined when it is fine. An old password is not judged, only required. */
export function fieldError(mode: LoginMode, name: keyof Credentials, typed: string): string | undefined {
  if (name === 'password' && mode === 'login') return typed === '' ? ACCOUNT_TEXTS.passwordRequired : undefined
  const checked = (name === 'email' ? emailSchema : passwordSchema).safeParse(typed)
  return checked.error?.issues[0]?.message
}

/** Sending the login dialog's form, and what each answer leads to (spec 1 §4, §8). */
export function useLogin({ mode, onModeChange, onSecondFactor, onSuccess }: Steps) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<LoginErrors>({})
  /** How often sending failed on a field: each time the first wrong one gets the focus. */
  const [refusals, setRefusals] = useState(0)
  /** The last login failed: registration is offered in the form. */
  const [offerRegistration, setOfferRegistration] = useState(false)

  function succeed(title: string, description?: string) {
    toast({ title, description, tone: 'success' })
    onSuccess()
  }

  function refuse(wrong: LoginErrors) {
    setErrors(wrong)
    setRefusals((count) => count + 1)
  }

  function explain(problem: SignInProblem) {
    if (problem.reason === 'unknown_credentials') setOfferRegistration(true)
    else if (problem.reason === 'refused') {
      refuse(problem.fields)
      toast({ title: 'Błąd logowania', description: problem.message, tone: 'error' })
    } else toast(FAILED)
  }

  async function login(credentials: Credentials) {
    const outcome = await signIn(credentials)
    if (outcome.step === 'signed_in') succeed('Zalogowano')
    else if (outcome.step === 'second_factor') onSecondFactor()
    else explain(outcome.problem)
  }

  async function register(credentials: Credentials) {
    const outcome = await signUp(credentials)
    if (outcome.step === 'signed_in') return succeed('Konto utworzone', 'Zalogowano automatycznie.')
    if (outcome.step !== 'problem') return
    if (outcome.problem.reason === 'account_exists') await loginInstead(credentials)
    else explain(outcome.problem)
  }

  async function loginInstead(credentials: Credentials) {
    toast({ title: ACCOUNT_TEXTS.accountExists, description: 'Logujemy Cię automatycznie.' })
    onModeChange('login')
    const outcome = await signIn(credentials)
    if (outcome.step === 'signed_in') succeed('Zalogowano')
    else if (outcome.step === 'second_factor') onSecondFactor()
    else if (outcome.problem.reason === 'unknown_credentials') {
      refuse({ password: ACCOUNT_TEXTS.wrongPassword })
      toast({ title: 'Błąd logowania', description: ACCOUNT_TEXTS.wrongPassword, tone: 'error' })
    } else explain(outcome.problem)
  }

  return {
    busy,
    errors,
    refusals,
    offerRegistration,
    setError: (name: keyof Credentials, error: string | undefined) => setErrors((now) => ({ ...now, [name]: error })),
    forget: () => {
      setErrors({})
      setOfferRegistration(false)
    },
    async submit(credentials: Credentials): Promise<void> {
      const email = fieldError(mode, 'email', credentials.email)
      const password = fieldError(mode, 'password', credentials.password)
      setOfferRegistration(false)
      if (email || password) return refuse({ email, password })
      setErrors({})
      setBusy(true)
      await (mode === 'login' ? login : register)(credentials)
      setBusy(false)
    },
  }
}
