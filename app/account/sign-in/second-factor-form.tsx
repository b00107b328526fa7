import { useState } from 'react'
import { z } from 'zod'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { verifySecondFactor } from './sign-in-calls.ts'

const codeSchema = z.object({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().min(1, ACCOUNT_TEXTS.secondFactorRequired)),
})

type SecondFactorFormProps = {
  onSuccess(): void
  /** Leads back to e-mail and password. */
  onCancel?(): void
}

/** Asks for the code of the authenticator app, or for a backup code. Takes the focus. */
export function SecondFactorForm({ onSuccess, onCancel }: SecondFactorFormProps) {
  const [kind, setKind] = useState<'totp' | 'backup-code'>('totp')
  const withApp = kind === 'totp'
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    async onSubmit({ code }) {
      const outcome = await verifySecondFactor(code, kind)
      if (outcome.step === 'signed_in') onSuccess()
      if (outcome.step !== 'problem') return undefined
      const { problem } = outcome
      if (problem.reason === 'failed') return { toast: { title: 'Błąd', description: ACCOUNT_TEXTS.signInFailed } }
      return { fields: { code: problem.reason === 'refused' ? problem.message : ACCOUNT_TEXTS.wrongCode } }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>
        {withApp ? ACCOUNT_TEXTS.secondFactorRequired : 'Podaj jeden z zapisanych kodów zapasowych. Każdy działa raz.'}
      </p>
      <TextField
        key={kind}
        {...form.text('code')}
        label={withApp ? 'Kod' : 'Kod zapasowy'}
        inputMode={withApp ? 'numeric' : 'text'}
        autoComplete={withApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={withApp ? 7 : 20}
        required
        autoFocus
      />
      <Button type="submit" size="lg" className="w-full" busy={form.busy} disabled={form.values.code.trim() === ''}>
        Potwierdź
      </Button>
      <Button
        variant="quiet"
        className="w-full"
        disabled={form.busy}
        onClick={() => {
          form.replace({ code: '' })
          setKind(withApp ? 'backup-code' : 'totp')
        }}
      >
        {withApp ? 'Nie masz telefonu? Użyj kodu zapasowego' : 'Wróć do kodu z aplikacji'}
      </Button>
      {onCancel && (
        <Button variant="quiet" className="w-full" disabled={form.busy} onClick={onCancel}>
          Wróć do logowania
        </Button>
      )}
    </form>
  )
}
