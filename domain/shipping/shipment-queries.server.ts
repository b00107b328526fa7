import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import type { ShipmentStatus } from './shipment.ts'

export type CustomerShipment = {
  id: string
  order_id: string
  status: ShipmentStatus
  tracking_number: string | null
  receiver_name: string
  receiver_phone: string
  receiver_email: string
  parcel_locker_id: string | null
  parcel_locker_name: string | null
  /** Only where the owner set one for the customer. */
  label_url: string | null
  created_at: Date
  order: { id: string; total_grosze: Grosze; created_at: Date }
}

/** The shipments of these own checkouts with their orders, newest first. */
export async function customerShipments(
  db: Kysely<Database>,
  userId: string,
  checkoutIds: readonly string[],
): Promise<CustomerShipment[]> {
  const rows = await ownShipments(db, userId)
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .execute()
  return rows.map(withOrder)
}

/** The customer's own newest shipments, in the same order. */
export async function newestCustomerShipments(
  db: Kysely<Database>,
  userId: string,
  limit: number,
): Promise<CustomerShipment[]> {
  const rows = await ownShipments(db, userId).limit(limit).execute()
  return rows.map(withOrder)
}

function ownShipments(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select([
      'shipments.id',
      'shipments.order_id',
      'shipments.status',
      'shipments.tracking_number',
      'shipments.receiver_name',
      'shipments.receiver_phone',
      'shipments.receiver_email',
      'shipments.parcel_locker_id',
      'shipments.parcel_locker_name',
      'shipments.label_url',
      'shipments.created_at',
      'orders.total_grosze',
      'orders.created_at as ordered_at',
    ])
    .where('orders.user_id', '=', userId)
    .orderBy('shipments.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
}

type Row = Omit<CustomerShipment, 'order'> & { total_grosze: Grosze; ordered_at: Date }

function withOrder({ total_grosze, ordered_at, ...shipment }: Row): CustomerShipment {
  return { ...shipment, order: { id: shipment.order_id, total_grosze, created_at: ordered_at } }
}
