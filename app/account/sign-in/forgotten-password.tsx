import { useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { LinkSent, wordLinkFailure } from './link-request-form.tsx'

/**
 * Requests a new password from a form that already has an e-mail field. `readEmail` answers the typed address, or
 * null after showing its error.
 */
export function ForgottenPassword({ readEmail }: { readEmail(): string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null)

  const [busy, send] = useAct(async () => {
    const email = readEmail()
    if (email === null) return
    const answer = await callApi('post', '/api/recover', { json: { email } })
    if (answer.ok) setSentTo(email)
    else toast({ title: 'Nie wysłaliśmy linku', description: wordLinkFailure(answer.failure), tone: 'error' })
  })

  if (sentTo !== null) return <LinkSent to={sentTo} />
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className="-my-2 min-h-11 justify-self-start text-left text-sm font-semibold underline underline-offset-4"
      onClick={() => void send()}
    >
      Nie pamiętasz hasła? Wyślij link do nowego
    </button>
  )
}
