import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isAsSeen } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { lockOrderWithShipment } from '#domain/orders/order-store.server.ts'

/** What the admin saw of an order: its status, and the version of order and parcel together. */
export type SeenOrder = { seen: OrderStatus; version?: string | undefined }

export type SeenRefusal = { reason: 'order_not_found' } | { reason: 'changed_meanwhile' }

export const lockOrder = lockOrderWithShipment
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/**
 * Locks an order and its shipment until the transaction ends, if both are still as the admin saw them. Every act of the
 * admin on an order begins with it.
 */
export async function lockOrderAsSeen(
  trx: Transaction<Database>,
  orderId: string,
  { seen, version }: Partial<SeenOrder>,
): Promise<Result<LockedOrder, SeenRefusal>> {
  const order = await lockOrder(trx, orderId)
  if (!order) return fail({ reason: 'order_not_found' })
  const isSeen = (seen === undefined || order.status === seen) && isAsSeen(order, version)
  return isSeen ? ok(order) : fail({ reason: 'changed_meanwhile' })
}
