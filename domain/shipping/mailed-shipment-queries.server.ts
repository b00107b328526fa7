import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/**
 * The parcel of a shipment. Orders of one checkout are sent together, so it contains those whose shipment is not
 * cancelled and has no other number. Rejects when there is none.
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
