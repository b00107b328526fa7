import type { OrderLimitReached } from '#domain/checkout/order-limits.ts'
import { readNewBuyerHoldings } from '#domain/checkout/order-limits-queries.server.ts'
import type { OwnOrderInTheWay } from '#domain/checkout/own-order.ts'
import { limitReopenedStock, limitReopening } from '#domain/flows/ordering/limit-reopening.server.ts'
import { type ReopenRefusal, reopenOrder } from '#domain/flows/ordering/reopen-order.server.ts'
import type { StatusFailure } from '#domain/kernel/database/status-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { limitAttempts, type TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findOpenAddition, findPayableAddition } from '#domain/orders/changes/addition-queries.server.ts'
import { readParcelState } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { findCurrentProvider } from '#domain/payments/mode/payment-means-queries.server.ts'
import { insertAttempt } from '#domain/payments/payment-store.server.ts'
import { type StartedPayment, type StartFailure, startPayment } from '#domain/payments/start-payment.server.ts'
import { findOpenAttempt, findOrderToPay } from '#domain/payments/start-payment-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { checkPayment } from './check-payment.server.ts'
import { freeOwnOrders } from './free-own-orders.server.ts'
import { listUnpaidInTheWay } from './own-unpaid-queries.server.ts'

export type ResumeFailure =
  | { reason: 'order_not_found' }
  | { reason: 'order_already_paid' }
  /** Its addition was paid, given up or overtaken. */
  | { reason: 'addition_over' }
  /** Money for the order is on its way, or has just arrived. */
  | { reason: 'payment_under_way' }
  /** Refunded, cancelled by the shop, too old, or not paid ahead. */
  | { reason: 'order_not_payable' }
  | ReopenRefusal
  | OrderLimitReached
  /** Accounts with unproven addresses together hold too many of its products. */
  | { reason: 'address_unproven' }
  | TooManyAttempts
  | Extract<StartFailure, { reason: 'payment_session_failed' | 'payments_off' }>
  | OwnOrderInTheWay
  | Busy

export type PayServices = Pick<Services, 'db' | 'payments' | 'profile' | 'now' | 'limitFactor' | 'jobs'>

type Payer = {
  orderId: string
  /** The user whose order it must be. Undefined: the caller has proven in another way that it may pay. */
  userId?: string | undefined
  /** The IP address of the payer, under which attempts are counted. */
  clientAddress: string
}

/**
 * Leads to the payment page of an unpaid order: of the open attempt, or of a new one, for which the order becomes
 * pending again and retakes its pieces, all or none. The order costs the same as when it was placed. Two attempts of
 * one order are never open at once. Another unpaid order of the same signed-in buyer that holds what this one needs is
 * given up. A refusal changes nothing else. Of a paid order it is the page of its open addition.
 */
export async function payAgain(services: PayServices, payer: Payer): Promise<Result<StartedPayment, ResumeFailure>> {
  const counted = await limitAttempts(services, 'payment', {
    account: payer.userId ?? payer.orderId,
    clientAddress: payer.clientAddress,
  })
  if (!counted.ok) return counted
  const resumed = await resumePayment(services, payer)
  if (resumed.ok || payer.userId === undefined) return resumed
  const freed = await freeForPaying(services, { ...payer, userId: payer.userId }, resumed.failure)
  if (!freed.ok) return freed
  return freed.value ? resumePayment(services, payer) : resumed
}

const BY_OTHERS: ReadonlySet<string> = new Set(['out_of_stock', 'code_used_up', 'code_used_already'])

/** Frees what other unpaid orders of the buyer hold. Returns whether another try may succeed. */
async function freeForPaying(
  services: PayServices,
  { orderId, userId }: Payer & { userId: string },
  { reason }: ResumeFailure,
): Promise<Result<boolean, OwnOrderInTheWay | Busy>> {
  const order = BY_OTHERS.has(reason) ? await findOrderToPay(services.db, orderId) : undefined
  if (!order) return ok(false)
  const { email, discount_code: code, items } = order
  const pieces = items.map(({ product, quantity }) => ({ productId: product.id, quantity }))
  const things = { pieces, code, gifts: 0, withSample: false }
  const others = await listUnpaidInTheWay(services.db, { userId, email }, things, null)
  const freed = await freeOwnOrders(services, userId, others)
  return freed.ok ? ok(others.length > 0) : freed
}

/** Each round means that another call was faster, or that the provider reported a change. */
const MOST_ROUNDS = 5

/** As `payAgain`, for a caller that has counted the attempt. */
export async function resumePayment(
  services: PayServices,
  { orderId, userId, clientAddress }: Payer,
): Promise<Result<StartedPayment, ResumeFailure>> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const order = await findOrderToPay(services.db, orderId)
    if (!order || (userId !== undefined && order.user_id !== userId)) return fail({ reason: 'order_not_found' })
    if (order.payment_status === 'paid') return payAddition(services, order)
    if (!isPayable(order, services.now())) return fail({ reason: 'order_not_payable' })
    if (order.payment_status === 'open') {
      // Just cancelled; its session is about to end.
      if (order.status === 'cancelled') return fail({ reason: 'payment_under_way' })
      const started = await startPayment(services, orderId)
      if (started.ok) return started
      const { failure } = started
      if (failure.reason === 'payment_session_failed' || failure.reason === 'payments_off') return fail(failure)
      if (failure.reason === 'payment_unsettled') {
        // The session has ended, and the shop was not notified yet.
        const checked = await checkPayment(services, failure.paymentId)
        if (!checked.ok) return fail({ reason: 'payment_session_failed' })
        if ((await findOpenAttempt(services.db, orderId))?.id === failure.paymentId) {
          return fail({ reason: 'payment_under_way' })
        }
      }
    } else {
      const opened = await openAttempt(services, order, clientAddress)
      if (opened.ok) continue
      const { failure } = opened
      if (failure.reason !== 'transition_not_allowed' && failure.reason !== 'not_found') return fail(failure)
    }
  }
  return fail({ reason: 'busy' })
}

/** Leads to the payment page of an open addition of a paid order. */
async function payAddition(
  services: PayServices,
  { id: orderId, checkout_id: checkoutId }: OrderToPay,
): Promise<Result<StartedPayment, ResumeFailure>> {
  const open = await findOpenAddition(services.db, orderId)
  if (!open) return fail({ reason: 'order_already_paid' })
  const state = await readParcelState(services.db, checkoutId)
  if (!state || !(await findPayableAddition(services.db, state, services.now())))
    return fail({ reason: 'addition_over' })
  const started = await startPayment(services, orderId)
  if (started.ok) return started
  const { failure } = started
  if (failure.reason === 'payment_not_open') return fail({ reason: 'addition_over' })
  if (failure.reason !== 'payment_unsettled') return fail(failure)
  const checked = await checkPayment(services, failure.paymentId)
  if (!checked.ok) return fail({ reason: 'payment_session_failed' })
  const isWaiting = (await findOpenAttempt(services.db, orderId))?.id === failure.paymentId
  return fail({ reason: isWaiting ? 'payment_under_way' : 'addition_over' })
}

type OrderToPay = NonNullable<Awaited<ReturnType<typeof findOrderToPay>>>

async function openAttempt(
  services: PayServices,
  order: OrderToPay,
  clientAddress: string,
): Promise<Result<null, ResumeFailure | StatusFailure<OrderStatus>>> {
  const { db, now, limitFactor } = services
  const provider = await findCurrentProvider(services)
  if (!provider) return fail({ reason: 'payments_off' })
  const holdings = await readNewBuyerHoldings(db, { userId: order.user_id, network: '', productIds: [] })
  if (holdings?.networks) {
    const counted = await limitAttempts(services, 'unproven_payment', { account: null, clientAddress })
    if (!counted.ok) return counted
  }
  const by = { actor: 'customer', actorId: order.user_id, reason: 'pays again' } as const
  return transact<
    null,
    ReopenRefusal | OrderLimitReached | { reason: 'address_unproven' } | StatusFailure<OrderStatus>
  >(db, async (trx) => {
    // Locks in the same order as placing an order does: the buyer, the order, its products.
    const allowed = await limitReopening(trx, order, limitFactor)
    if (!allowed.ok) return allowed
    const reopened = await reopenOrder(trx, order.id, { ...by, now: now() })
    if (!reopened.ok) return reopened
    const shared = await limitReopenedStock(trx, order, limitFactor)
    if (!shared.ok) return shared
    await insertAttempt(trx, order.id, provider, now(), by)
    return ok(null)
  })
}
