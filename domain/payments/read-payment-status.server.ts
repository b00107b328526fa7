import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { limitAttempts, type TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { findPaymentOfSession } from './order-payment-queries.server.ts'
import { describePaymentState, type PaymentStatusAnswer } from './payment-status.ts'
import { claimAsking } from './settlement/settlement-store.server.ts'

type StatusServices = Pick<Services, 'db' | 'jobs' | 'now' | 'limitFactor' | 'orderLinks'>

type Question = {
  sessionId: string
  /** The signed-in user who asks; null: nobody is signed in. */
  buyer: { user: { id: string }; isGuest: boolean } | null
  clientAddress: string
}

/** A waiting buyer causes a check at the provider at most this often, ms. */
const ASKED_EVERY_MS = 5_000

/**
 * The state of a session's payment. Only reads, and has a job check an open payment at the provider, because its
 * webhook may be late.
 */
export async function readPaymentStatus(
  services: StatusServices,
  { sessionId, buyer, clientAddress }: Question,
): Promise<Result<PaymentStatusAnswer, TooManyAttempts | Busy>> {
  const { db, now, orderLinks } = services
  const counted = await limitAttempts(services, 'payment_status', { account: null, clientAddress })
  if (!counted.ok) return counted
  const payment = await findPaymentOfSession(db, sessionId)
  if (!payment) {
    const nothing = { orderNumber: null, totalGrosze: null, shippingMethod: null, signedIn: false, orderLink: null }
    return ok({ state: 'unknown', ...nothing })
  }
  const since = new Date(now().getTime() - ASKED_EVERY_MS)
  if (payment.status === 'open' && (payment.askedAt === null || payment.askedAt <= since)) {
    const asked = await askProvider(services, payment.id, since)
    if (!asked.ok) return asked
  }
  const isBuyer = buyer?.user.id === payment.userId
  return ok({
    state: describePaymentState(payment.status, payment.orderStatus, payment),
    ...(payment.isAddition && { isAddition: true as const }),
    orderNumber: payment.orderNumber,
    totalGrosze: payment.totalGrosze,
    shippingMethod: payment.shippingMethod,
    signedIn: isBuyer && !buyer.isGuest,
    orderLink: isBuyer ? orderLinks.create(payment.checkoutId) : null,
  })
}

/** Of all buyers who wait for a payment at one moment, only the first causes a check. */
function askProvider({ db, jobs, now }: StatusServices, paymentId: string, since: Date): Promise<Result<null, Busy>> {
  return transact<null, Busy>(db, async (trx) => {
    if (await claimAsking(trx, paymentId, { now: now(), since }))
      await jobs.enqueue(trx, 'check-payment', { paymentId })
    return ok(null)
  })
}
