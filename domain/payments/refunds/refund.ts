import type { Grosze } from '#domain/kernel/money.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** A bank may send back what counted as refunded already. */
export const REFUND_TRANSITIONS: Transitions<RefundStatus> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
}

/** The status of a payment that was paid and has these refunds: one given back in part stays paid. */
export function decideRefundedStatus(
  amountGrosze: Grosze,
  refunds: readonly { status: RefundStatus; amountGrosze: Grosze }[],
): Extract<PaymentStatus, 'paid' | 'refund_pending' | 'refunded'> {
  const sumOf = (...statuses: RefundStatus[]) =>
    refunds.reduce((sum, refund) => sum + (statuses.includes(refund.status) ? refund.amountGrosze : 0), 0)
  if (sumOf('succeeded') >= amountGrosze) return 'refunded'
  return sumOf('succeeded', 'pending') >= amountGrosze ? 'refund_pending' : 'paid'
}

/** In which money has come and may still be here. */
const PAID_STATUSES: readonly PaymentStatus[] = ['paid', 'refund_pending', 'refunded']

/** How much of a payment may still go back: what was paid without what is going or has gone back. */
export function findRefundable(
  payment: { status: PaymentStatus; amountGrosze: Grosze },
  refunds: readonly { status: RefundStatus; amountGrosze: Grosze }[],
): Grosze {
  if (!PAID_STATUSES.includes(payment.status)) return 0
  const gone = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amountGrosze), 0)
  return Math.max(0, payment.amountGrosze - gone)
}

/** The steps from one status of a paid payment to another, as its table of transitions has them; none where it is there. */
export function listRefundSteps(from: PaymentStatus, to: PaymentStatus): PaymentStatus[] {
  if (from === to) return []
  if (from === 'paid' && to === 'refunded') return ['refund_pending', 'refunded']
  return from === 'refunded' && to === 'refund_pending' ? ['paid', 'refund_pending'] : [to]
}
