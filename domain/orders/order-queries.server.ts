import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { ShipmentStatus } from '#domain/shipments/shipment.ts'
import type { ShippingMethod } from '#domain/shipping/shipping-method.ts'

export type OrderItem = {
  product_id: string
  /** Name and brand as they were when ordered. */
  product_name: string
  brand_name: string
  quantity: number
  unit_price_grosze: Grosze
}

export type CustomerOrder = {
  id: string
  /** Orders placed by one press of the button share it. */
  checkout_id: string
  email: string
  status: OrderStatus
  /** null as long as there is no shipment (prepaid and not yet paid). */
  shipping_status: ShipmentStatus | null
  shipping_method: ShippingMethod
  items_grosze: Grosze
  shipping_grosze: Grosze
  total_grosze: Grosze
  created_at: Date
  items: OrderItem[]
}

/** The customer's own orders, newest first; those of one checkout stand together, as its cart stood. */
export function customerOrders(db: Kysely<Database>, userId: string): Promise<CustomerOrder[]> {
  return db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select((order) => [
      'orders.id',
      'orders.checkout_id',
      'orders.email',
      'orders.status',
      'shipments.status as shipping_status',
      'orders.shipping_method',
      'orders.items_grosze',
      'orders.shipping_grosze',
      'orders.total_grosze',
      'orders.created_at',
      jsonArrayFrom(
        order
          .selectFrom('order_items')
          .select(['product_id', 'product_name', 'brand_name', 'quantity', 'unit_price_grosze'])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
    .where('orders.user_id', '=', userId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
    .execute()
}
