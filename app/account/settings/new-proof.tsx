import { useState } from 'react'
import { describeApiFailure, LinkSent } from '#app/account/sign-in/link-request-form.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'

/**
 * Says that the sign-in is too long ago for an act that an account without a password proves by a mailed link, and
 * sends a new one at once.
 */
export function NewProof({ email, message }: { email: string; message: string }) {
  const [isSent, setSent] = useState(false)
  const [busy, send] = useAct(async () => {
    const answer = await callApi('post', '/api/login-link', { json: { email } })
    if (answer.ok) setSent(true)
    else toast({ title: 'Nie wysłaliśmy linku', description: describeApiFailure(answer.failure), tone: 'error' })
  })
  if (isSent) return <LinkSent to={email} />
  return (
    <div className="grid justify-items-start gap-3">
      <Alert>{message}</Alert>
      <Button variant="secondary" busy={busy} onClick={() => void send()}>
        Wyślij nowy link
      </Button>
    </div>
  )
}
