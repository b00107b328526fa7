import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { cancelUnsentShipment } from '#domain/shipping/cancel-shipment.server.ts'
import type { StatusFailure } from '#domain/status-store.server.ts'
import { type Busy, transact } from '#domain/transaction.server.ts'
import type { Actor } from '#domain/transitions.ts'
import type { OrderStatus } from './order.ts'
import { changeOrderStatus, returnStock } from './order-store.server.ts'

type CancelFailure = StatusFailure<OrderStatus>

/** Cancels an order in a transaction of its own. */
export function cancelOrder(
  services: Pick<Services, 'db'>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<Result<null, CancelFailure | Busy>> {
  return transact(services.db, (trx) => cancelOrderWithin(trx, orderId, by))
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
