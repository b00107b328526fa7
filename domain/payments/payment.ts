import type { Grosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'

export const PAYMENT_STATUSES = ['open', 'paid', 'expired', 'failed', 'refund_pending', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * One attempt to pay for an order. Money may arrive after its time ran out, so what expired or failed may still become
 * paid; what was paid can only go back. A refund that fails leaves it paid, and banks may say so days after it succeeded.
 */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  open: ['paid', 'expired', 'failed'],
  paid: ['refund_pending'],
  expired: ['paid'],
  failed: ['paid'],
  refund_pending: ['refunded', 'paid'],
  refunded: ['paid'],
}

/** What the provider takes at once, grosze. */
const LEAST_PAYMENT: Grosze = 2_00
const MOST_PAYMENT: Grosze = 999_999_99

export type AmountNotPayable = { reason: 'amount_not_payable'; least: Grosze; most: Grosze }

/** Whether the provider takes a payment of this amount. */
export function checkAmount(grosze: Grosze): Result<void, AmountNotPayable> {
  if (grosze >= LEAST_PAYMENT && grosze <= MOST_PAYMENT) return ok(undefined)
  return fail({ reason: 'amount_not_payable', least: LEAST_PAYMENT, most: MOST_PAYMENT })
}

/** How long an attempt to pay holds the pieces of its order, ms: from its beginning, and again from when its page is there. */
const PAYMENT_TIME_MS = 30 * 60 * 1000

/** When an attempt, or its page, that begins now is over. */
export function findPaymentEnd(now: Date): Date {
  return new Date(now.getTime() + PAYMENT_TIME_MS)
}

/** What one of several attempts says about the order as a whole: the first of these that there is. */
export const PAYMENT_STATUSES_BY_WEIGHT = [
  'paid',
  'refund_pending',
  'refunded',
  'open',
  'expired',
  'failed',
] as const satisfies readonly PaymentStatus[]

/** How people say what was paid with, by the provider's word for it. */
export const PAID_WITH: Readonly<Record<string, string>> = {
  blik: 'BLIK-iem',
  card: 'kartą',
  p24: 'przez Przelewy24',
}
