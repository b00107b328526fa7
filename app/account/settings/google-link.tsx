import { useState } from 'react'
import { GoogleButton } from '#app/account/sign-in/google-button.tsx'
import { wordFailure } from '#app/account/sign-in/link-request-form.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { SUCCESS_MS, toast } from '#app/ui/toast.ts'
import { SettingsSection } from './settings-section.tsx'

type GoogleSettingsProps = {
  email: string
  linked: boolean
  /** Without one, Google stays: it is the last way in. */
  hasPassword: boolean
  onChanged(): void
}

/** Links the account to the one at Google with the same address, and unlinks it. */
export function GoogleSettings({ email, linked, hasPassword, onChanged }: GoogleSettingsProps) {
  const [busy, setBusy] = useState(false)

  async function unlink() {
    setBusy(true)
    const unlinked = await callApi('post', '/api/auth/unlink-google', { json: {} })
    if (unlinked.ok) {
      toast({ title: 'Odłączono Google', tone: 'success', durationMs: SUCCESS_MS.private })
      onChanged()
    } else toast({ title: 'Błąd', description: wordFailure(unlinked.failure), tone: 'error' })
    setBusy(false)
  }

  if (!linked) {
    return (
      <SettingsSection
        title="Logowanie przez Google"
        text={`Połącz konto Google z adresem ${email}, aby logować się bez wpisywania hasła.`}
      >
        <GoogleButton purpose="link">Połącz z Google</GoogleButton>
      </SettingsSection>
    )
  }
  return (
    <SettingsSection title="Logowanie przez Google" text={`Połączone z kontem Google o adresie ${email}.`}>
      {hasPassword ? (
        <Button variant="secondary" busy={busy} onClick={() => void unlink()}>
          Odłącz Google
        </Button>
      ) : (
        <p className="text-sm">Aby odłączyć Google, najpierw ustaw hasło: inaczej nie da się zalogować.</p>
      )}
    </SettingsSection>
  )
}
