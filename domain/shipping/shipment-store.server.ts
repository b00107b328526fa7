import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeStatus } from '#domain/status-store.server.ts'
import type { StatusChange } from '#domain/transitions.ts'
import { SHIPMENT_TRANSITIONS, type ShipmentStatus } from './shipment.ts'

/** Changes the status of a shipment, archived or not, and writes the event of its order; refuses what it is already. */
export function changeShipmentStatus(
  trx: Transaction<Database>,
  shipmentId: string,
  change: StatusChange<ShipmentStatus>,
) {
  return changeStatus(trx, 'shipment', SHIPMENT_TRANSITIONS, shipmentId, change)
}

/** The shipment of an order as long as nobody has handed it over, locked until the transaction ends. */
export function lockUnsentShipment(trx: Transaction<Database>, orderId: string) {
  return trx
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['created', 'processing'])
    .forUpdate()
    .executeTakeFirst()
}
