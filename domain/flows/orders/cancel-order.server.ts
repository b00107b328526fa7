import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { StatusFailure } from '#domain/kernel/status-store.server.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { changeOrderStatus } from '#domain/orders/order-store.server.ts'
import { findOpenAttempt } from '#domain/payments/start-payment-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { cancelUnsentShipment } from '#domain/shipping/cancel-shipment.server.ts'
import { returnStock } from './stock-store.server.ts'

type CancelFailure = StatusFailure<OrderStatus>

const NOTHING = async () => ok(null)

/**
 * Cancels an order and runs `also` in one transaction, both or neither. Before that, it ends the payment page of an
 * order that waits for its payment, so that nobody pays for it any more. An order that was just paid is not cancelled.
 * If the provider is unavailable, the order is cancelled anyway: a job asks the provider later and refunds money that
 * arrived.
 */
export async function cancelOrder<Refusal extends { reason: string } = never>(
  { db, payments, jobs }: Pick<Services, 'db' | 'payments' | 'jobs'>,
  orderId: string,
  by: Actor & { reason: string | null },
  also: (trx: Transaction<Database>) => Promise<Result<null, Refusal>> = NOTHING,
): Promise<Result<null, CancelFailure | { reason: 'order_already_paid' } | Refusal | Busy>> {
  const attempt = await findOpenAttempt(db, orderId)
  if (attempt?.provider_session_id) {
    const ended = await payments[attempt.mode]?.expireSession(attempt.provider_session_id)
    if (ended?.ok && ended.value.paid) return fail({ reason: 'order_already_paid' })
    if (ended?.ok === false) log.warn('A payment session could not be ended', { why: ended.failure.why })
  }
  return transact<null, CancelFailure | Refusal>(db, async (trx) => {
    const cancelled = await cancelOrderWithin(trx, orderId, by)
    if (!cancelled.ok) return cancelled
    if (attempt) await jobs.enqueue(trx, 'check-payment', { paymentId: attempt.id })
    return also(trx)
  })
}

/**
 * Cancels a pending or paid order with its shipment, unless the parcel was handed over, and returns its pieces to
 * counted stock exactly once. An order that is already cancelled is refused. Does not touch money that was paid.
 */
export async function cancelOrderWithin(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<Result<null, CancelFailure>> {
  const cancelled = await changeOrderStatus(trx, orderId, { ...by, to: 'cancelled' })
  if (!cancelled.ok) return cancelled
  await cancelUnsentShipment(trx, orderId, by)
  await returnStock(trx, orderId)
  return ok(null)
}
