import { useState } from 'react'
import { wordApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import { FocusedNote, readLinkToken } from '#app/account/sign-in/mailed-link-page.tsx'
import type { ApiFailure } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import type { Result } from '#domain/kernel/result.ts'

type ConfirmAddressProps = {
  question: string
  /** The button that confirms, and the sentence after it. */
  confirm: readonly [button: string, done: string]
  /** The button that removes the address, and the sentence after it. */
  refuse: readonly [button: string, done: string]
  send: (wanted: boolean, json: { token: string }) => Promise<Result<unknown, ApiFailure>>
}

type Step = { at: 'question' } | { at: 'over' | 'failed' | 'done'; message: string }

/** The buttons behind a mailed link, so that programs that open the links of mails confirm nothing. */
export function ConfirmAddress({ question, confirm, refuse, send }: ConfirmAddressProps) {
  const [step, setStep] = useState<Step>({ at: 'question' })
  const [busy, run] = useAct(async (wanted: boolean) => {
    const answer = await send(wanted, { token: readLinkToken() })
    if (answer.ok) return setStep({ at: 'done', message: (wanted ? confirm : refuse)[1] })
    const { failure } = answer
    const isOver = failure.reason === 'refused' && failure.status === 404
    setStep({ at: isOver ? 'over' : 'failed', message: wordApiFailure(failure) })
  })
  if (step.at === 'done') return <FocusedNote>{step.message}</FocusedNote>
  return (
    <div className="space-y-4">
      {step.at === 'question' ? <p>{question}</p> : <Alert title="Nie udało się">{step.message}</Alert>}
      {step.at !== 'over' && (
        <div className="grid gap-3">
          <Button size="lg" busy={busy} onClick={() => void run(true)}>
            {confirm[0]}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={() => void run(false)}>
            {refuse[0]}
          </Button>
        </div>
      )}
    </div>
  )
}
