import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** A bank may return a refund that had succeeded. */
export const REFUND_TRANSITIONS: Transitions<RefundStatus> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
}

/** Money that left a payment, or is leaving it. */
type Leaving = {
  refunds: readonly { status: RefundStatus; amountGrosze: Grosze }[]
  /** What the bank took in disputes that the shop lost. */
  lostGrosze: Grosze
}

/**
 * The status of a paid payment whose money left in part or in whole. A payment that is refunded in part stays paid.
 * Money that the bank took is refunded money.
 */
export function decideRefundedStatus(
  amountGrosze: Grosze,
  { refunds, lostGrosze }: Leaving,
): Extract<PaymentStatus, 'paid' | 'refund_pending' | 'refunded'> {
  const sumOf = (...statuses: RefundStatus[]) =>
    refunds.reduce((sum, refund) => sum + (statuses.includes(refund.status) ? refund.amountGrosze : 0), lostGrosze)
  if (sumOf('succeeded') >= amountGrosze) return 'refunded'
  return sumOf('succeeded', 'pending') >= amountGrosze ? 'refund_pending' : 'paid'
}

/**
 * Whether the provider has not confirmed the refund yet. Until then two refunds of the same amount cannot be told apart
 * at the provider.
 */
export function isUnmade({ status, providerRefundId }: { status: string; providerRefundId: string | null }): boolean {
  return status === 'pending' && providerRefundId === null
}

/** Statuses in which money has arrived and may still be with the shop. */
const PAID_STATUSES: readonly PaymentStatus[] = ['paid', 'refund_pending', 'refunded']

/** How much of a payment can still go back: the paid amount less all that left the shop or is leaving it. */
export function findRefundable(
  { status, amountGrosze, lostGrosze }: { status: PaymentStatus; amountGrosze: Grosze; lostGrosze: Grosze },
  refunds: Leaving['refunds'],
): Grosze {
  if (!PAID_STATUSES.includes(status)) return 0
  const gone = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amountGrosze), lostGrosze)
  return Math.max(0, amountGrosze - gone)
}

/** The provider's statuses of disputes in which the bank holds the money, or has taken it. */
const HELD = new Set(['needs_response', 'under_review', 'lost'])

/** What disputes mean for the money of their payment. While a bank only asks, the money can still go back. */
export function describeDisputes(disputes: readonly { status: string; amountGrosze: Grosze }[]) {
  return {
    /** What the bank took because the shop lost. */
    lostGrosze: disputes.reduce((sum, { status, amountGrosze }) => sum + (status === 'lost' ? amountGrosze : 0), 0),
    /** Whether the provider refuses refunds. */
    isDisputed: disputes.some(({ status }) => HELD.has(status)),
  }
}

/** The steps from one status of a paid payment to another by its transition table. None when both are equal. */
export function listRefundSteps(from: PaymentStatus, to: PaymentStatus): PaymentStatus[] {
  if (from === to) return []
  if (from === 'paid' && to === 'refunded') return ['refund_pending', 'refunded']
  return from === 'refunded' && to === 'refund_pending' ? ['paid', 'refund_pending'] : [to]
}
