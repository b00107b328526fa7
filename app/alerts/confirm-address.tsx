import { useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import { FocusedNote, readLinkToken } from '#app/account/sign-in/mailed-link-page.tsx'
import type { ApiFailure } from '#app/api-client.ts'
import { isObject } from '#app/browser-storage.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import type { Result } from '#domain/kernel/result.ts'

type ConfirmAddressProps = {
  question: string
  /** The button that confirms, and the sentence after it; null: nothing can be confirmed any more. */
  confirm: readonly [button: string, done: string] | null
  /** The button that removes the address, and the sentence after it. */
  refuse: readonly [button: string, done: string]
  send: (wanted: boolean, json: { token: string }) => Promise<Result<unknown, ApiFailure>>
}

type Step = { at: 'question' } | { at: 'over' | 'failed'; message: string }

/**
 * The buttons behind a mailed link, so that programs that open the links of mails confirm nothing. What was chosen stays
 * in the history entry, so that a reload does not ask again.
 */
export function ConfirmAddress({ question, confirm, refuse, send }: ConfirmAddressProps) {
  const [step, setStep] = useState<Step>({ at: 'question' })
  const { state, ...location } = useLocation()
  const navigate = useNavigate()
  const done = isObject(state) && (state.chosen === 'confirm' || state.chosen === 'refuse') ? state.chosen : null
  const [busy, run] = useAct(async (wanted: boolean) => {
    const answer = await send(wanted, { token: readLinkToken() })
    if (answer.ok) {
      setStep({ at: 'question' })
      const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
      return void navigate(location, { ...options, state: { chosen: wanted ? 'confirm' : 'refuse' } })
    }
    const { failure } = answer
    const isOver = failure.reason === 'refused' && failure.status === 404
    setStep({ at: isOver ? 'over' : 'failed', message: describeApiFailure(failure) })
  })
  const isOver = step.at === 'over'
  const note = done === null ? undefined : { confirm, refuse }[done]?.[1]
  return (
    <div className="space-y-4">
      {note !== undefined && <FocusedNote key={done}>{note}</FocusedNote>}
      {step.at !== 'question' && <Alert title="Nie udało się">{step.message}</Alert>}
      {step.at === 'question' && done === null && <p>{question}</p>}
      <div className="grid gap-3">
        {done === null && !isOver && confirm && (
          <Button size="lg" busy={busy} onClick={() => void run(true)}>
            {confirm[0]}
          </Button>
        )}
        {done !== null && (
          <Link to={href('/sklep')} className={buttonClass('primary', 'lg', 'w-full')}>
            Zobacz perfumy
          </Link>
        )}
        {done !== 'refuse' && !isOver && (
          <Button variant="quiet" disabled={busy} onClick={() => void run(false)}>
            {refuse[0]}
          </Button>
        )}
      </div>
    </div>
  )
}
