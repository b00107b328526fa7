import type { Grosze } from '#domain/kernel/money.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentMode, PaymentSession } from '#domain/payments/payment-provider.ts'

/** What the shop stored of an attempt to pay, as far as its session must agree with it. */
export type Attempt = {
  id: string
  orderId: string
  mode: PaymentMode
  /** Null: the shop did not live to store it. */
  providerSessionId: string | null
  status: PaymentStatus
  amountGrosze: Grosze
  currency: string
}

/** What a session means for its payment. `mismatch`: it is not what was asked for, and changes nothing. */
export type Verdict =
  | { kind: 'paid'; providerPaymentId: string }
  | { kind: 'ended'; as: 'expired' | 'failed' }
  /** Nothing is decided yet, or nothing is new. */
  | { kind: 'unchanged' }
  | { kind: 'mismatch'; differs: string[] }

/**
 * Decides from a session, as it was just read at the provider, what becomes of its payment. Events and their order play no
 * part, so the same session always decides the same.
 */
export function decideSettlement(attempt: Attempt, session: PaymentSession): Verdict {
  const differs = findDifferences(attempt, session)
  if (differs.length > 0) return { kind: 'mismatch', differs }
  // Money goes back by refunds alone: a session that says it is not paid was read before it was.
  if (!UNPAID_STATUSES.has(attempt.status)) return { kind: 'unchanged' }
  if (session.paid) {
    if (session.providerPaymentId === null) return { kind: 'mismatch', differs: ['providerPaymentId'] }
    return { kind: 'paid', providerPaymentId: session.providerPaymentId }
  }
  if (attempt.status !== 'open' || session.status === 'open' || session.underWay) return { kind: 'unchanged' }
  return { kind: 'ended', as: session.status === 'expired' ? 'expired' : 'failed' }
}

/** In which no money has come yet. */
export const UNPAID_STATUSES: ReadonlySet<PaymentStatus> = new Set(['open', 'expired', 'failed'])

/** Names of what is not as it was asked for. */
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

/** While a payment has time it is asked about after 1, 2, 4 minutes and then every 5, and once when its time is over. */
const LONGEST_WAIT_MS = 5 * MINUTE
/** Money that comes although the time was over is looked for after 1, 2, 4 hours and so on, for about three days. */
const LATE_CHECKS = 6

/**
 * When the provider is asked next about a payment of this status; null: no more.
 * @param checks how often it was asked and answered since the payment has this status
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
      // Once it is over only a transfer under way is waited for, or somebody has to look into what does not agree.
      return after(now, left > 0 ? Math.min(later(MINUTE, LONGEST_WAIT_MS), left) : later(MINUTE, HOUR))
    case 'expired':
    case 'failed':
      return checks < LATE_CHECKS ? after(now, later(HOUR, 24 * HOUR)) : null
    case 'refund_pending':
      return after(now, later(HOUR, 24 * HOUR))
    case 'paid':
    case 'refunded':
      return null
  }
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
