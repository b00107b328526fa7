import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentMode, PaymentSession } from '#domain/payments/payment-provider.ts'

/** The stored data of a payment attempt that its session must match. */
export type Attempt = {
  id: string
  orderId: string
  mode: PaymentMode
  /** Null: the process died before it stored the id. */
  providerSessionId: string | null
  status: PaymentStatus
  amountGrosze: Grosze
  currency: string
}

/** The meaning of a session for its payment. `mismatch`: it differs from the request and changes nothing. */
export type Verdict =
  | { kind: 'paid'; providerPaymentId: string }
  | { kind: 'ended'; as: 'expired' | 'failed' }
  /** Undecided, or nothing new. */
  | { kind: 'unchanged' }
  | { kind: 'mismatch'; differs: string[] }

/**
 * Decides from a session that was just read at the provider what happens to its payment. Events and their order are
 * irrelevant, so the same session always gives the same result.
 */
export function decideSettlement(attempt: Attempt, session: PaymentSession): Verdict {
  const differs = findDifferences(attempt, session)
  if (differs.length > 0) return { kind: 'mismatch', differs }
  // Only refunds return money. An unpaid session was read before it was paid.
  if (!UNPAID_STATUSES.has(attempt.status)) return { kind: 'unchanged' }
  if (session.paid) {
    if (session.providerPaymentId === null) return { kind: 'mismatch', differs: ['providerPaymentId'] }
    return { kind: 'paid', providerPaymentId: session.providerPaymentId }
  }
  if (attempt.status !== 'open' || session.status === 'open' || session.underWay) return { kind: 'unchanged' }
  return { kind: 'ended', as: session.status === 'expired' ? 'expired' : 'failed' }
}

/** Statuses in which no money has arrived. */
export const UNPAID_STATUSES: ReadonlySet<PaymentStatus> = new Set(['open', 'expired', 'failed'])

/** Names of the values that differ from the request. */
function findDifferences(attempt: Attempt, session: PaymentSession): string[] {
  const same = {
    paymentId: session.paymentId === attempt.id,
    orderId: session.orderId === attempt.orderId,
    sessionId: attempt.providerSessionId === null || attempt.providerSessionId === session.id,
    mode: session.mode === attempt.mode,
    amount: session.amountGrosze === attempt.amountGrosze,
    currency: session.currency.toLowerCase() === attempt.currency,
  }
  return Object.entries(same).flatMap(([name, isSame]) => (isSame ? [] : [name]))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** While a payment is open it is checked after 1, 2, 4 minutes, then every 5, and once at its end. */
const LONGEST_WAIT_MS = 5 * MINUTE
/** After its end, the provider is asked for late money after 1, 2, 4 hours and so on, for about three days. */
const LATE_CHECKS = 6
/**
 * After 1, 2, 4, 8 and 16 days a paid one is asked for refunds that its owner made at the provider itself, and a refunded
 * one for those that a bank returned since.
 */
const PAID_CHECKS = 5

/**
 * When the provider is asked next about a payment with this status; null: not again.
 * @param checks how many times it was asked and answered in this status
 * @param expiresAt when the payment's time is over
 */
export function findNextCheck(
  { status, checks, expiresAt }: { status: PaymentStatus; checks: number; expiresAt: Date },
  now: Date,
): Date | null {
  const later = (wait: number, longest: number) => Math.min(wait * 2 ** Math.min(checks, 20), longest)
  const left = expiresAt.getTime() - now.getTime()
  switch (status) {
    case 'open':
      // After its end, only a transfer in progress is waited for, or a person has to look into a mismatch.
      return after(now, left > 0 ? Math.min(later(MINUTE, LONGEST_WAIT_MS), left) : later(MINUTE, HOUR))
    case 'expired':
    case 'failed':
      return checks < LATE_CHECKS ? after(now, later(HOUR, DAY)) : null
    case 'refund_pending':
      return after(now, later(HOUR, DAY))
    case 'paid':
    case 'refunded':
      return checks < PAID_CHECKS ? after(now, later(DAY, 16 * DAY)) : null
  }
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
