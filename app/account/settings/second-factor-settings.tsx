import { useId, useState } from 'react'
import { z } from 'zod'
import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { PasswordField, TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS, passwordConfirmationSchema } from '#domain/accounts/account.ts'
import { AppSetup, BackupCodes } from './second-factor-setup.tsx'

type SecondFactorSettingsProps = {
  enabled: boolean
  emailVerified: boolean
  /** Called after the second factor was switched on or off: the loaded account data are out of date. */
  onChanged(): void
}

type Step =
  | { name: 'idle' }
  | { name: 'password'; action: keyof typeof PROOFS }
  | { name: 'code'; totpURI: string; backupCodes: string[] }
  | { name: 'backup-codes'; backupCodes: string[] }

/** Switches the second factor on and off, and makes new backup codes. */
export function SecondFactorSettings({ enabled, emailVerified, onChanged }: SecondFactorSettingsProps) {
  const heading = useId()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  return (
    <section aria-labelledby={heading} className="card px-5 py-5">
      <h2 id={heading} className="flex flex-wrap items-center gap-x-3 font-display text-xl">
        Logowanie dwuetapowe
        <span className={`rounded-full px-3 py-0.5 font-sans text-xs font-semibold ${enabled ? 'bg-sage' : 'bg-sand'}`}>
          {enabled ? 'Włączone' : 'Wyłączone'}
        </span>
      </h2>
      <p className="mt-1 mb-4 text-sm text-oud">
        Oprócz hasła zapytamy o kod z aplikacji w telefonie, na przykład Google Authenticator, Aegis albo 1Password.
      </p>
      {step.name === 'idle' && !enabled && !emailVerified && (
        <p className="text-sm">Najpierw potwierdź swój adres e-mail.</p>
      )}
      {step.name === 'idle' && !enabled && emailVerified && (
        <Button variant="secondary" onClick={() => setStep({ name: 'password', action: 'enable' })}>
          Włącz logowanie dwuetapowe
        </Button>
      )}
      {step.name === 'idle' && enabled && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setStep({ name: 'password', action: 'renew' })}>
            Nowe kody zapasowe
          </Button>
          <Button variant="quiet" onClick={() => setStep({ name: 'password', action: 'disable' })}>
            Wyłącz logowanie dwuetapowe
          </Button>
        </div>
      )}
      {step.name === 'password' && (
        <PasswordProof key={step.action} action={step.action} onStep={setStep} onChanged={onChanged} />
      )}
      {step.name === 'code' && (
        <AppSetup
          totpURI={step.totpURI}
          onCancel={() => setStep({ name: 'idle' })}
          onVerified={() => {
            toast({ title: 'Logowanie dwuetapowe włączone', tone: 'success' })
            setStep({ name: 'backup-codes', backupCodes: step.backupCodes })
            onChanged()
          }}
        />
      )}
      {step.name === 'backup-codes' && (
        <BackupCodes codes={step.backupCodes} onClose={() => setStep({ name: 'idle' })} />
      )}
    </section>
  )
}

const PROOFS = { enable: 'Dalej', renew: 'Utwórz nowe kody', disable: 'Wyłącz logowanie dwuetapowe' } as const

type PasswordProofProps = { action: keyof typeof PROOFS; onStep(step: Step): void; onChanged(): void }

/** Setting up the second factor asks for the password only; there is no code yet. */
const enablingSchema = z.object({ ...passwordConfirmationSchema.shape, code: z.string() })
const changeSchema = z.object({
  ...passwordConfirmationSchema.shape,
  code: z.string().trim().min(1, ACCOUNT_TEXTS.secondFactorRequired),
})

/** Asks for the password before anything changes, and for a code when the second factor is on. */
function PasswordProof({ action, onStep, onChanged }: PasswordProofProps) {
  const form = useForm({
    schema: action === 'enable' ? enablingSchema : changeSchema,
    initial: { password: '', code: '' },
    async onSubmit(json): Promise<FormProblem | undefined> {
      if (action === 'disable') {
        const disabled = await callApi('post', '/api/auth/two-factor/disable', { json })
        if (!disabled.ok) return toProblem(disabled.failure)
        toast({ title: 'Logowanie dwuetapowe wyłączone', tone: 'success' })
        onStep({ name: 'idle' })
        onChanged()
      } else if (action === 'renew') {
        const renewed = await callApi('post', '/api/auth/two-factor/generate-backup-codes', { json })
        if (!renewed.ok) return toProblem(renewed.failure)
        onStep({ name: 'backup-codes', backupCodes: renewed.value.backupCodes })
      } else {
        const { password } = json
        const enabled = await callApi('post', '/api/auth/two-factor/enable', { json: { password } })
        if (!enabled.ok) return toProblem(enabled.failure)
        onStep({ name: 'code', ...enabled.value })
      }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid max-w-sm gap-4">
      {action === 'renew' && <p className="text-sm">Dotychczasowe kody zapasowe przestaną działać.</p>}
      <PasswordField {...form.text('password')} label="Hasło" autoComplete="current-password" required autoFocus />
      {action !== 'enable' && (
        <TextField
          {...form.text('code')}
          label="Kod z aplikacji lub kod zapasowy"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {PROOFS[action]}
        </Button>
        <Button variant="quiet" disabled={form.busy} onClick={() => onStep({ name: 'idle' })}>
          Anuluj
        </Button>
      </div>
    </form>
  )
}

function toProblem(failure: ApiFailure): FormProblem {
  if (failure.reason === 'refused' && failure.code === 'invalid_password')
    return { fields: { password: failure.message } }
  return failure.reason === 'refused' && failure.code === 'invalid_code'
    ? { fields: { code: failure.message } }
    : { toast: { title: 'Błąd', description: describeApiFailure(failure) } }
}
