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
 * Cancels an order in a transaction of its own, which also does what `also` does, or nothing of it. One that waits for its payment first loses its page at the provider, so that
 * nobody pays for it any more; what was paid a moment ago is not cancelled. A provider that cannot be asked holds nothing up:
 * a job asks it again, and money that arrives meanwhile is given back.
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
 * Cancels an order that is pending or paid with its shipment, unless that was handed over already, and gives its pieces
 * back to counted stock, exactly once however often and from wherever it is called: an order that is cancelled already is
 * refused. Money that was paid is not touched.
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
