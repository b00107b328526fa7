import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/**
 * The parcel that a shipment is part of: orders of one checkout travel together, so it holds those whose shipment is not
 * cancelled and carries no other number. Rejects when it is not there.
 */
export async function findMailedParcel(db: Kysely<Database>, shipmentId: string) {
  const shipment = await db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select(['shipments.id', 'orders.checkout_id', 'orders.user_id', 'orders.email', 'shipments.tracking_number'])
    .where('shipments.id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  const siblings = await db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select(['orders.id as order_id', 'shipments.id', 'shipments.status', 'shipments.tracking_number'])
    .where('orders.checkout_id', '=', shipment.checkout_id)
    .execute()
  const travels = ({ id, status, tracking_number }: (typeof siblings)[number]) =>
    id === shipment.id ||
    (status !== 'cancelled' && (tracking_number ?? shipment.tracking_number) === shipment.tracking_number)
  return { ...shipment, orderIds: siblings.filter(travels).map(({ order_id }) => order_id) }
}
