import { useState } from 'react'
import { accountDeleted } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { PasswordField } from '#app/ui/form/text-field.tsx'
import { SUCCESS_MS, toast } from '#app/ui/toast.ts'
import { accountDeletionSchema, passwordConfirmationSchema } from '#domain/accounts/account.ts'
import { NewProof } from './new-proof.tsx'
import { SettingsSection, toSettingsProblem } from './settings-section.tsx'

type DeleteAccountProps = { email: string; hasPassword: boolean }

/** Deletes the account, after a confirmation and the password; without a password a new sign-in by a link proves it. */
export function DeleteAccount({ email, hasPassword }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false)
  return (
    <SettingsSection
      title="Usunięcie konta"
      text={
        'Usuniemy konto, Twoje dane i opinie. ' +
        'Dane zamówień przechowujemy tak długo, jak wymagają tego przepisy podatkowe.'
      }
    >
      {!asking && (
        <Button variant="secondary" className="border-wine text-wine" onClick={() => setAsking(true)}>
          Usuń konto
        </Button>
      )}
      {asking && <DeletionForm email={email} hasPassword={hasPassword} onCancel={() => setAsking(false)} />}
    </SettingsSection>
  )
}

function DeletionForm({ email, hasPassword, onCancel }: DeleteAccountProps & { onCancel: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    schema: hasPassword ? passwordConfirmationSchema : accountDeletionSchema,
    initial: { password: '' },
    async onSubmit({ password }) {
      const deleted = await callApi('post', '/api/me/delete-account', { json: hasPassword ? { password } : {} })
      if (!deleted.ok) {
        const { failure } = deleted
        if (failure.reason === 'refused' && failure.code === 'sign_in_again') {
          setRefusal(failure.message)
          return undefined
        }
        return failure.reason === 'refused' && failure.code === 'invalid_password'
          ? { fields: { password: failure.message } }
          : toSettingsProblem(failure)
      }
      const sentence = { title: 'Konto usunięte', description: 'Potwierdzenie wysłaliśmy e-mailem.' }
      toast({ ...sentence, tone: 'success', durationMs: SUCCESS_MS.private })
      accountDeleted()
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid max-w-md gap-4">
      <h3 className="font-semibold">Usunąć konto na zawsze?</h3>
      <p className="text-sm">Tej operacji nie można cofnąć. Paczki, które są w drodze, dotrą do Ciebie jak zwykle.</p>
      {hasPassword && (
        <PasswordField {...form.text('password')} label="Hasło" autoComplete="current-password" required autoFocus />
      )}
      {refusal !== null && <NewProof email={email} message={refusal} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={form.busy} onClick={onCancel}>
          Anuluj
        </Button>
        <Button type="submit" busy={form.busy} className="bg-wine hover:bg-wine/90">
          Usuń konto na zawsze
        </Button>
      </div>
    </form>
  )
}
