import { useState } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { CHECKOUT_TEXTS } from '#domain/checkout/checkout-form.ts'
import type { Result } from '#domain/kernel/result.ts'
import { LeavingToPay, useLeavingToPay } from './leave-to-pay.tsx'
import type { BegunPayment } from './unpaid-order-store.ts'
import { holdAgain } from './unpaid-orders.ts'

type PayAgainProps = {
  /** Asks the shop for the payment page of the order. */
  start: () => Promise<Result<BegunPayment, ApiFailure>>
  /** The secret of the order's link, when `start` uses it. */
  link?: string
  label?: string
  /** It pays the difference of a change: the order itself is paid, and its cart is gone. */
  isAddition?: boolean
  /** Nobody is signed in who could pay for it. */
  onSignInRequired?: () => void
  /** The order is paid or no longer payable: the screen is outdated. */
  onOver?: () => void
}

const { paymentFailed } = CHECKOUT_TEXTS

/** Refusals after which nothing can be paid any more. */
const OVER: ReadonlySet<string> = new Set(['order_already_paid', 'order_not_payable', 'addition_over'])

/** 'Zapłać jeszcze raz': opens the payment page of an unpaid order or an addition, or says why it cannot. */
export function PayAgain({
  start,
  link,
  label = 'Zapłać jeszcze raz',
  isAddition = false,
  onSignInRequired,
  onOver,
}: PayAgainProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { leavingTo, leave } = useLeavingToPay()
  const [busy, pay] = useAct(async () => {
    setProblem(null)
    const started = await start()
    if (started.ok) {
      await leave(started.value, (payment) => {
        if (!isAddition) holdAgain(payment, link ?? null)
      })
    }
    if (!started.ok) showProblem(started.failure)
  })

  function showProblem(failure: ApiFailure) {
    const message = failure.reason === 'refused' ? failure.message : paymentFailed.description
    toast({ title: paymentFailed.title, description: message, tone: 'error' })
    setProblem(message)
    if (failure.reason !== 'refused') return
    if (failure.code === 'sign_in_required') onSignInRequired?.()
    if (OVER.has(failure.code)) onOver?.()
  }

  if (leavingTo !== null) return <LeavingToPay url={leavingTo} isAddition={isAddition} />
  return (
    <div className="grid w-full gap-3 sm:w-auto">
      <Button size="lg" busy={busy} onClick={() => void pay()}>
        {label}
      </Button>
      {problem !== null && <Alert className="text-left">{problem}</Alert>}
    </div>
  )
}
