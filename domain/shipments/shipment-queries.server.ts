import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import type { ShipmentStatus } from '#domain/shipments/shipment.ts'

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

/** The customer's own shipments with their orders, newest first. */
export async function customerShipments(db: Kysely<Database>, userId: string): Promise<CustomerShipment[]> {
  const rows = await db
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
    .execute()
  return rows.map(({ total_grosze, ordered_at, ...shipment }) => ({
    ...shipment,
    order: { id: shipment.order_id, total_grosze, created_at: ordered_at },
  }))
}
