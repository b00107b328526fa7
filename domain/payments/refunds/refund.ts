import type { Grosze } from '#domain/kernel/money.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** A bank may return a refund that had succeeded. */
export const REFUND_TRANSITIONS: Transitions<RefundStatus> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
}

/** The status of a paid payment with these refunds. A payment that is refunded in part stays paid. */
export function decideRefundedStatus(
  amountGrosze: Grosze,
  refunds: readonly { status: RefundStatus; amountGrosze: Grosze }[],
): Extract<PaymentStatus, 'paid' | 'refund_pending' | 'refunded'> {
  const sumOf = (...statuses: RefundStatus[]) =>
    refunds.reduce((sum, refund) => sum + (statuses.includes(refund.status) ? refund.amountGrosze : 0), 0)
  if (sumOf('succeeded') >= amountGrosze) return 'refunded'
  return sumOf('succeeded', 'pending') >= amountGrosze ? 'refund_pending' : 'paid'
}

/** Statuses in which money has arrived and may still be with the shop. */
const PAID_STATUSES: readonly PaymentStatus[] = ['paid', 'refund_pending', 'refunded']

/** The refundable amount of a payment: what was paid minus pending and completed refunds. */
export function findRefundable(
  payment: { status: PaymentStatus; amountGrosze: Grosze },
  refunds: readonly { status: RefundStatus; amountGrosze: Grosze }[],
): Grosze {
  if (!PAID_STATUSES.includes(payment.status)) return 0
  const gone = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amountGrosze), 0)
  return Math.max(0, payment.amountGrosze - gone)
}

/** The steps from one status of a paid payment to another by its transition table. None when both are equal. */
export function listRefundSteps(from: PaymentStatus, to: PaymentStatus): PaymentStatus[] {
  if (from === to) return []
  if (from === 'paid' && to === 'refunded') return ['refund_pending', 'refunded']
  return from === 'refunded' && to === 'refund_pending' ? ['paid', 'refund_pending'] : [to]
}
