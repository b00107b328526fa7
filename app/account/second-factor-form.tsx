import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { verifySecondFactor } from './sign-in.ts'

/** The code of the authenticator app, for accounts that have switched it on. */
export function SecondFactorForm({ onSuccess }: { onSuccess(): void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const outcome = await verifySecondFactor(code.replaceAll(/\s/g, ''))
    setBusy(false)
    if (outcome.step === 'signed_in') onSuccess()
    else if (outcome.step === 'problem') {
      setError(outcome.problem.reason === 'refused' ? outcome.problem.message : ACCOUNT_TEXTS.wrongCode)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p>{ACCOUNT_TEXTS.secondFactorRequired}</p>
      <TextField
        label="Kod"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" size="lg" className="w-full" busy={busy} disabled={code.trim() === ''}>
        Potwierdź
      </Button>
    </form>
  )
}
