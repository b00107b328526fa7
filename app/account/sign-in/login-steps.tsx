import { useState } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { EmailField, PasswordField } from '#app/ui/form/text-field.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  ACCOUNT_TEXTS,
  type Credentials,
  credentialsSchema,
  MIN_PASSWORD_LENGTH,
  signUpSchema,
} from '#domain/accounts/account.ts'
import { LinkRequestForm, type RequestedLink } from './link-request-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { callSignIn, callSignUp, type SignInOutcome, type SignInProblem } from './sign-in-calls.ts'

type Mode = 'login' | 'register'
export type LoginStep = Mode | 'code' | RequestedLink

export const LOGIN_TITLES = {
  login: 'Zaloguj się',
  register: 'Zarejestruj się',
  code: 'Potwierdź logowanie',
  'password-reset': 'Nowe hasło',
  'login-link': 'Link do logowania',
} as const satisfies Record<LoginStep, string>

type LoginStepsProps = { step: LoginStep; onStep(step: LoginStep): void; onSuccess(): void }

/** The steps from e-mail and password to a session: registration, second factor or a mailed link. */
export function LoginSteps({ step, onStep, onSuccess }: LoginStepsProps) {
  /** The typed address, for the next step. */
  const [email, setEmail] = useState('')
  switch (step) {
    case 'code':
      return (
        <SecondFactorForm
          onCancel={() => onStep('login')}
          onSuccess={() => {
            toast({ title: 'Zalogowano', tone: 'success' })
            onSuccess()
          }}
        />
      )
    case 'password-reset':
    case 'login-link':
      return <LinkRequestForm key={step} purpose={step} email={email} onBack={() => onStep('login')} />
    default:
      return (
        <LoginForm
          mode={step}
          email={email}
          onModeChange={onStep}
          onSecondFactor={() => onStep('code')}
          onLinkWanted={(purpose, typed) => {
            setEmail(typed)
            onStep(purpose)
          }}
          onSuccess={onSuccess}
        />
      )
  }
}

type LoginFormProps = {
  mode: Mode
  email: string
  onModeChange(mode: Mode): void
  onSecondFactor(): void
  onLinkWanted(purpose: RequestedLink, email: string): void
  onSuccess(): void
}

function LoginForm({ mode, email, onModeChange, onSecondFactor, onLinkWanted, onSuccess }: LoginFormProps) {
  const registering = mode === 'register'
  /** After a failed login the form offers to register. */
  const [offersRegistration, setOffersRegistration] = useState(false)
  const form = useForm({
    schema: registering ? signUpSchema : credentialsSchema,
    initial: { email, password: '' },
    async onSubmit(credentials) {
      setOffersRegistration(false)
      return registering ? register(credentials) : actOn(await callSignIn(credentials), 'Zalogowano')
    },
  })

  function actOn(outcome: SignInOutcome, title: string, description?: string): FormProblem | undefined {
    if (outcome.step === 'problem') return explain(outcome.problem)
    if (outcome.step === 'second_factor') onSecondFactor()
    else {
      toast({ title, description, tone: 'success' })
      onSuccess()
    }
  }

  function explain(problem: SignInProblem): FormProblem | undefined {
    if (problem.reason === 'refused') {
      return { fields: problem.fields, toast: { title: 'Błąd logowania', description: problem.message } }
    }
    if (problem.reason !== 'unknown_credentials')
      return { toast: { title: 'Błąd', description: ACCOUNT_TEXTS.signInFailed } }
    setOffersRegistration(true)
  }

  async function register(credentials: Credentials): Promise<FormProblem | undefined> {
    const outcome = await callSignUp(credentials)
    if (outcome.step !== 'problem' || outcome.problem.reason !== 'account_exists') {
      return actOn(outcome, 'Konto utworzone', 'Zalogowano automatycznie.')
    }
    toast({ title: ACCOUNT_TEXTS.accountExists, description: 'Logujemy Cię automatycznie.' })
    onModeChange('login')
    const login = await callSignIn(credentials)
    if (login.step !== 'problem' || login.problem.reason !== 'unknown_credentials') return actOn(login, 'Zalogowano')
    const sentence = ACCOUNT_TEXTS.wrongPassword
    return { fields: { password: sentence }, toast: { title: 'Błąd logowania', description: sentence } }
  }

  function switchTo(next: Mode) {
    form.clearErrors()
    setOffersRegistration(false)
    onModeChange(next)
  }

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      {offersRegistration && <RegistrationOffer onAccept={() => switchTo('register')} />}
      <EmailField {...form.text('email')} label="E-mail" autoComplete="username" required />
      <PasswordField
        {...form.text('password')}
        label="Hasło"
        required
        autoComplete={registering ? 'new-password' : 'current-password'}
        placeholder={registering ? `Minimum ${MIN_PASSWORD_LENGTH} znaków` : undefined}
      />
      {registering ? (
        <TermsNote />
      ) : (
        <div className="flex flex-wrap justify-between gap-x-6">
          <LinkButton onClick={() => onLinkWanted('password-reset', form.values.email)}>
            Nie pamiętasz hasła?
          </LinkButton>
          <LinkButton onClick={() => onLinkWanted('login-link', form.values.email)}>
            Wyślij mi link do logowania
          </LinkButton>
        </div>
      )}
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        {registering ? 'Zarejestruj się' : 'Zaloguj się'}
      </Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm">
        {registering ? 'Masz już konto?' : 'Nie masz konta?'}
        <button
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4"
          onClick={() => switchTo(registering ? 'login' : 'register')}
        >
          {registering ? 'Zaloguj się' : 'Zarejestruj się'}
        </button>
      </p>
    </form>
  )
}

/** A button that looks like a link, to another step. */
function LinkButton(props: { onClick(): void; children: string }) {
  return <button type="button" className="min-h-11 text-sm font-semibold underline underline-offset-4" {...props} />
}

function RegistrationOffer({ onAccept }: { onAccept(): void }) {
  return (
    <div role="alert" className="rounded-xl bg-wine-tint px-4 py-3 text-sm">
      <p className="font-semibold">Nie znaleziono konta</p>
      <p>Nie ma konta z takim adresem i hasłem. Jeśli masz już konto, sprawdź hasło.</p>
      <p>Czy chcesz się zarejestrować?</p>
      <button type="button" className="min-h-11 font-semibold underline underline-offset-4" onClick={onAccept}>
        Zarejestruj się z tym adresem
      </button>
    </div>
  )
}

/** The terms that the customer accepts with a new account. */
export function TermsNote() {
  return (
    <p className="text-xs">
      Zakładając konto, akceptujesz{' '}
      <NewTabLink href={href('/regulamin')} className="underline underline-offset-4">
        regulamin
      </NewTabLink>{' '}
      i{' '}
      <NewTabLink href={href('/polityka-prywatnosci')} className="underline underline-offset-4">
        politykę prywatności
      </NewTabLink>
      .
    </p>
  )
}
