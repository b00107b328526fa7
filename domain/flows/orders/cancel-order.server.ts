import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { StatusFailure } from '#domain/kernel/database/status-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { queueMailOfMany } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Restock } from '#domain/kernel/order-words/order-act-fields.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { findCancelledOrder } from '#domain/orders/mailed-order-queries.server.ts'
import { changeOrderStatus, insertOrderEvent } from '#domain/orders/order-store.server.ts'
import { findOpenAttempt } from '#domain/payments/start-payment-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { cancelUnsentShipment } from '#domain/shipping/shipment-store.server.ts'
import { dropAddition } from './addition-store.server.ts'
import { formatPieces, returnStock } from './stock-store.server.ts'

type CancelFailure = StatusFailure<OrderStatus>

type Cancelling = Actor & { reason: string | null; restock?: Restock }
type Within<Refusal extends { reason: string }> = (trx: Transaction<Database>) => Promise<Result<null, Refusal>>

const NOTHING = async () => ok(null)

/**
 * Cancels an order and runs `also` in one transaction, both or neither. Before that, it ends the payment page of an
 * order that waits for its payment, so that nobody pays for it any more. An order that was just paid is not cancelled.
 * If the provider is unavailable, the order is cancelled anyway: a job asks the provider later and refunds money that
 * arrived.
 * @param before runs first in the transaction and may refuse
 */
export async function cancelOrder<Refusal extends { reason: string } = never>(
  { db, payments, jobs }: Pick<Services, 'db' | 'payments' | 'jobs'>,
  orderId: string,
  by: Cancelling,
  { before = NOTHING, also = NOTHING }: { before?: Within<Refusal>; also?: Within<Refusal> } = {},
): Promise<Result<null, CancelFailure | { reason: 'order_already_paid' } | Refusal | Busy>> {
  const open = await endOpenPayment({ db, payments }, orderId)
  if (!open.ok) return open
  const attempt = open.value
  return transact<null, CancelFailure | Refusal>(db, async (trx) => {
    const allowed = await before(trx)
    if (!allowed.ok) return allowed
    const cancelled = await cancelOrderWithin(trx, orderId, by)
    if (!cancelled.ok) return cancelled
    if (attempt) await jobs.enqueue(trx, 'check-payment', { paymentId: attempt.id })
    return also(trx)
  })
}

/**
 * Ends the payment page of an order, so that nobody pays for it any more, and returns the attempt, which a job has to
 * check after the order is cancelled; null when none is open. An order that was just paid is refused. A provider that is
 * unavailable is only logged.
 */
export async function endOpenPayment(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  orderId: string,
): Promise<Result<{ id: string } | null, { reason: 'order_already_paid' }>> {
  const attempt = await findOpenAttempt(db, orderId)
  if (!attempt?.provider_session_id) return ok(attempt ?? null)
  const ended = await payments[attempt.mode]?.expireSession(attempt.provider_session_id)
  // What was just paid for a change of the order goes back by itself.
  if (ended?.ok && ended.value.paid && !attempt.is_addition) return fail({ reason: 'order_already_paid' })
  if (ended?.ok === false) log.warn('A payment session could not be ended', { why: ended.failure.why })
  return ok(attempt)
}

/**
 * Cancels an order with its shipment, unless the parcel was handed over, and returns its pieces to
 * counted stock exactly once, with those that an addition holds: all, or as many as `restock` says. The buyer gets a mail. An order that is already
 * cancelled is refused. Does not touch money that was paid.
 */
export async function cancelOrderWithin(
  trx: Transaction<Database>,
  orderId: string,
  { restock, ...by }: Cancelling,
): Promise<Result<null, CancelFailure>> {
  const cancelled = await changeOrderStatus(trx, orderId, { ...by, to: 'cancelled' })
  if (!cancelled.ok) return cancelled
  await dropAddition(trx, orderId)
  const wasInShop = await cancelUnsentShipment(trx, orderId, by)
  const lost = await returnStock(trx, orderId, { restock, mayArrive: !wasInShop, by })
  if (lost.length > 0) {
    await insertOrderEvent(trx, orderId, { ...by, from: null, to: 'not_restocked', reason: formatPieces(lost) })
  }
  await tellCancelled(trx, orderId, by)
  return ok(null)
}

/**
 * Mails the buyer that an order was cancelled. Orders of one checkout that one transaction cancels share one mail. The
 * shop itself cancels only orders that were not paid in time; the mail `payment-not-received` says that.
 */
async function tellCancelled(trx: Transaction<Database>, orderId: string, { actor }: Actor): Promise<void> {
  if (actor === 'system') return
  const order = await findCancelledOrder(trx, orderId)
  if (!order) return
  const { email: to, checkout_id: checkoutId, act } = order
  const key = `order-cancelled:${checkoutId}:${act}`
  await queueMailOfMany(
    trx,
    { key, to, template: 'order-cancelled', ids: { checkoutId, orderIds: [orderId] } },
    { list: 'orderIds', id: orderId },
  )
}
