import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'

export const PAYMENT_STATUSES = ['open', 'paid', 'expired', 'failed', 'refund_pending', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * One payment attempt. Money may arrive after its time is over, so an expired or failed attempt may still become paid.
 * Paid money can only be refunded. A failed refund leaves it paid, and banks may report that days after the refund
 * succeeded.
 */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  open: ['paid', 'expired', 'failed'],
  paid: ['refund_pending'],
  expired: ['paid'],
  failed: ['paid'],
  refund_pending: ['refunded', 'paid'],
  refunded: ['paid'],
}

/** The smallest payment that the provider accepts, grosze. */
const LEAST_PAYMENT: Grosze = 2_00
const MOST_PAYMENT: Grosze = 999_999_99

export type AmountNotPayable = { reason: 'amount_not_payable'; least: Grosze; most: Grosze }

/** Whether the provider accepts a payment of this amount. */
export function checkAmount(grosze: Grosze): Result<void, AmountNotPayable> {
  if (grosze >= LEAST_PAYMENT && grosze <= MOST_PAYMENT) return ok(undefined)
  return fail({ reason: 'amount_not_payable', least: LEAST_PAYMENT, most: MOST_PAYMENT })
}

/**
 * How long a payment attempt holds the pieces of its order, ms: from its beginning, and again from when its page
 * exists.
 */
const PAYMENT_TIME_MS = 30 * 60 * 1000

/** The end of an attempt, or of a page, that begins now. */
export function findPaymentEnd(now: Date): Date {
  return new Date(now.getTime() + PAYMENT_TIME_MS)
}

/** Events of payments that pay the difference of a change, an addition, have this reason. */
export const ADDITION_REASON = 'addition'

/** The reason of a refund of an addition's money that came when its change could not be made any more. */
export const ADDITION_REFUSED = 'addition_refused'

/** The line of the payment page of an addition. */
export const labelAddition = (number: string): string => `Dopłata do zamówienia #${number}`

/** The first of these statuses that an attempt has is the status of the order's payment. */
export const PAYMENT_STATUSES_BY_WEIGHT = [
  'paid',
  'refund_pending',
  'refunded',
  'open',
  'expired',
  'failed',
] as const satisfies readonly PaymentStatus[]
