import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import { orFail } from '#domain/kernel/result.ts'
import { IS_MONEY_BACK } from '#domain/payments/order-payment-queries.server.ts'

/** For orders: paid or to be paid on delivery, and the money does not go back. */
export const READY = sql<boolean>`
  orders.status <> 'cancelled' and (orders.payment = 'cash_on_delivery' or orders.status <> 'pending')
  and not ${IS_MONEY_BACK}`

/** The shipments of the customer's own checkouts with their orders, newest first. */
export function listCustomerShipments(db: Kysely<Database>, userId: string, checkoutIds: readonly string[]) {
  const shipments = ownShipments(db, userId).where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
  return orFail('Failed to fetch shipments', shipments.execute())
}

/** The customer's own newest shipments, in the same order. Twice as many orders as asked for are examined. */
export function listNewestCustomerShipments(db: Kysely<Database>, userId: string, limit: number) {
  const newest = db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(2 * limit)
  const shipments = ownShipments(db, userId).where('orders.id', '=', sql<string>`any(array(${newest}))`).limit(limit)
  return orFail('Failed to fetch shipments', shipments.execute())
}

export type CustomerShipment = Awaited<ReturnType<typeof listCustomerShipments>>[number]

function ownShipments(db: Kysely<Database>, userId: string) {
  return (
    db
      .selectFrom('shipments')
      .innerJoin('orders', 'orders.id', 'shipments.order_id')
      .select(({ ref }) => [
        'shipments.id',
        'shipments.order_id',
        'shipments.status',
        'shipments.tracking_number',
        'shipments.receiver_name',
        'shipments.receiver_phone',
        'shipments.receiver_email',
        'shipments.parcel_locker_id',
        'shipments.parcel_locker_name',
        // Addresses inside the admin pages are left out.
        sql<string | null>`case when shipments.label_url like 'http%' then shipments.label_url end`.as('label_url'),
        'shipments.created_at',
        'orders.created_at as ordered_at',
        jsonBuildObject({
          id: ref('orders.id'),
          checkout_id: ref('orders.checkout_id'),
          total_grosze: ref('orders.total_grosze'),
        }).as('order'),
      ])
      // A condition that no index supports. Otherwise PostgreSQL would read all orders of the customer.
      .where('orders.user_id', 'is not distinct from', userId)
      .orderBy('shipments.created_at', 'desc')
      .orderBy('orders.checkout_id')
      .orderBy('orders.id')
  )
}

/**
 * The parcel of a shipment. Orders of one checkout are sent together, so it contains those whose shipment is not
 * cancelled and has no other number. Rejects when there is none.
 */
export async function findMailedParcel(db: Kysely<Database>, shipmentId: string) {
  const shipment = await db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select(['shipments.id', 'orders.checkout_id', 'orders.user_id', 'orders.email', 'shipments.tracking_number'])
    .select('orders.payment')
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
