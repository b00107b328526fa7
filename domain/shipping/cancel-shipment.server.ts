import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { changeShipmentStatus, lockUnsentShipment, unpackParcel } from './shipment-store.server.ts'

/**
 * Cancels the shipment of an order while the parcel is still in the shop, so that it is not packed and sent. A parcel of
 * several orders that was packed has to be packed again. False when the parcel had left the shop.
 */
export async function cancelUnsentShipment(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<boolean> {
  const unsent = await lockUnsentShipment(trx, orderId)
  if (!unsent) return false
  await changeShipmentStatus(trx, unsent.id, { ...by, to: 'cancelled' })
  await unpackParcel(trx, orderId, by)
  return true
}

/** Whether the parcel of an order is still in the shop. Locks its shipment until the transaction ends. */
export async function isUnsent(trx: Transaction<Database>, orderId: string): Promise<boolean> {
  return (await lockUnsentShipment(trx, orderId)) !== undefined
}
