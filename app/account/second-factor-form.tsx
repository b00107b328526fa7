import { z } from 'zod'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { verifySecondFactor } from './sign-in.ts'

const codeSchema = z.object({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().min(1, ACCOUNT_TEXTS.secondFactorRequired)),
})

type SecondFactorFormProps = {
  onSuccess(): void
  /** Back to e-mail and password, where there is a way back. */
  onCancel?(): void
}

/** The code of the authenticator app, for accounts that have switched it on. Takes the focus: it is what comes next. */
export function SecondFactorForm({ onSuccess, onCancel }: SecondFactorFormProps) {
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    async onSubmit({ code }) {
      const outcome = await verifySecondFactor(code)
      if (outcome.step === 'signed_in') onSuccess()
      if (outcome.step !== 'problem') return undefined
      const { problem } = outcome
      if (problem.reason === 'failed') return { toast: { title: 'Błąd', description: ACCOUNT_TEXTS.signInFailed } }
      return { fields: { code: problem.reason === 'refused' ? problem.message : ACCOUNT_TEXTS.wrongCode } }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>{ACCOUNT_TEXTS.secondFactorRequired}</p>
      <TextField
        {...form.text('code')}
        label="Kod"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
        autoFocus
      />
      <Button type="submit" size="lg" className="w-full" busy={form.busy} disabled={form.values.code.trim() === ''}>
        Potwierdź
      </Button>
      {onCancel && (
        <Button variant="quiet" className="w-full" disabled={form.busy} onClick={onCancel}>
          Wróć do logowania
        </Button>
      )}
    </form>
  )
}
