import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/accounts/account.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import type { Credentials } from './sign-in.ts'
import { fieldError, type LoginMode, useLogin } from './use-login.ts'

type LoginDialogProps = { open: boolean; onClose: () => void; onSuccess: () => void }

const TITLES = { login: 'Zaloguj się', register: 'Zarejestruj się', code: 'Potwierdź logowanie' } as const

/** Login and registration in one dialog (spec 1 §2, §4). Closing it forgets what was typed. */
export default function LoginDialog({ open, onClose, onSuccess }: LoginDialogProps) {
  const [step, setStep] = useState<LoginMode | 'code'>('login')
  return (
    <Dialog open={open} onClose={onClose} title={TITLES[step]} size="sm">
      <div className="px-5 pt-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7">
        {step === 'code' ? (
          <SecondFactorForm
            onSuccess={() => {
              toast({ title: 'Zalogowano', tone: 'success' })
              onSuccess()
            }}
          />
        ) : (
          <LoginForm mode={step} onModeChange={setStep} onSecondFactor={() => setStep('code')} onSuccess={onSuccess} />
        )}
      </div>
    </Dialog>
  )
}

type LoginFormProps = {
  mode: LoginMode
  onModeChange(mode: LoginMode): void
  onSecondFactor(): void
  onSuccess(): void
}

export function LoginForm(props: LoginFormProps) {
  const { mode, onModeChange } = props
  const [typed, setTyped] = useState<Credentials>({ email: '', password: '' })
  const login = useLogin(props)
  const form = useRef<HTMLFormElement>(null)
  const registering = mode === 'register'

  useEffect(() => {
    if (login.refusals > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
  }, [login.refusals])

  function field(name: keyof Credentials) {
    return {
      name,
      value: typed[name],
      error: login.errors[name],
      required: true,
      onChange: (event: { target: { value: string } }) => {
        setTyped({ ...typed, [name]: event.target.value })
        if (login.errors[name]) login.setError(name, undefined)
      },
      // Empty as it is left: the visitor may be on the way to something else, so only what was typed is judged.
      onBlur: () => typed[name] !== '' && login.setError(name, fieldError(mode, name, typed[name])),
    }
  }

  function switchTo(next: LoginMode) {
    login.forget()
    onModeChange(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void login.submit(typed)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      {login.offerRegistration && <RegistrationOffer onAccept={() => switchTo('register')} />}
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <PasswordField
        {...field('password')}
        label="Hasło"
        autoComplete={registering ? 'new-password' : 'current-password'}
        placeholder={registering ? `Minimum ${MIN_PASSWORD_LENGTH} znaków` : undefined}
      />
      {registering && <TermsNote />}
      <Button type="submit" size="lg" className="w-full" busy={login.busy}>
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

function TermsNote() {
  const link = 'underline underline-offset-4'
  return (
    <p className="text-xs">
      Zakładając konto, akceptujesz{' '}
      <a href="/regulamin" target="_blank" rel="noopener" className={link}>
        regulamin<span className="sr-only"> (nowa karta)</span>
      </a>{' '}
      i{' '}
      <a href="/polityka-prywatnosci" target="_blank" rel="noopener" className={link}>
        politykę prywatności<span className="sr-only"> (nowa karta)</span>
      </a>
      .
    </p>
  )
}
