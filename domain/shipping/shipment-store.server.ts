import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeStatus, toEventRow } from '#domain/kernel/status-store.server.ts'
import type { Actor, StatusChange } from '#domain/kernel/transitions.ts'
import { announceShipment } from './announce-shipment.server.ts'
import { SHIPMENT_TRANSITIONS, type ShipmentStatus } from './shipment.ts'

/**
 * Changes the status of a shipment, archived or not, and writes the order event and the customer's mail. Refuses the
 * present status.
 */
export async function changeShipmentStatus(
  trx: Transaction<Database>,
  shipmentId: string,
  change: StatusChange<ShipmentStatus>,
) {
  const changed = await changeStatus(trx, 'shipment', SHIPMENT_TRANSITIONS, shipmentId, change)
  if (changed.ok) await announceShipment(trx, shipmentId, change.to)
  return changed
}

/** Locks the shipment of an order until the transaction ends, if it was not handed over. */
export function lockUnsentShipment(trx: Transaction<Database>, orderId: string) {
  return trx
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['created', 'processing'])
    .forUpdate()
    .executeTakeFirst()
}

/** Puts a packed parcel back among those to pack, because what lies in it changed: its other orders, and this one. */
export async function unpackParcel(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<void> {
  const unpacked = await trx
    .updateTable('shipments')
    .set({ packed_at: null })
    .where('packed_at', 'is not', null)
    .where('status', 'in', ['created', 'processing'])
    .where(
      'order_id',
      'in',
      sql<string>`(select id from orders where checkout_id = (select checkout_id from orders where id = ${orderId}))`,
    )
    .returning(['order_id', 'status'])
    .execute()
  const events = unpacked.map(({ order_id, status }) =>
    toEventRow({ orderId: order_id, subject: 'shipment', from: status, to: 'unpacked', ...by }),
  )
  if (events.length > 0) await trx.insertInto('order_events').values(events).execute()
}

/** Inserts the shipment of an order with the recipient given in the order. */
export async function insertShipment(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<void> {
  await sql`
    insert into shipments
      (order_id, receiver_name, receiver_phone, receiver_email, parcel_locker_id, parcel_locker_name)
    select id, first_name || ' ' || last_name, phone, coalesce(receiver_email, email), parcel_locker_id, parcel_locker_name
    from orders where id = ${orderId}`.execute(trx)
  await trx
    .insertInto('order_events')
    .values(toEventRow({ orderId, subject: 'shipment', from: null, to: 'created', ...by }))
    .execute()
}
