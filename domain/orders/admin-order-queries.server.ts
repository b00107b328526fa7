import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type CustomerOrder, ordersWithItems } from '#domain/orders/order-queries.server.ts'

/** An order as the owner sees it: with its receiver and where it goes. */
export type AdminOrder = CustomerOrder & {
  first_name: string
  last_name: string
  phone: string
  receiver_email: string | null
  street: string | null
  house_number: string | null
  city: string | null
  postal_code: string | null
  parcel_locker_id: string | null
  parcel_locker_name: string | null
  parcel_locker_address: string | null
  tracking_number: string | null
  /** How many orders were placed together with this one, itself included. */
  checkout_orders: number
}

export type AdminOrderPage = { items: AdminOrder[]; total: number; page: number; pageSize: number }

/** All orders, newest first; those of one checkout stand together. `page` counts from 1. */
export async function listOrders(
  db: Kysely<Database>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<AdminOrderPage> {
  const items = await ordersWithItems(db)
    .select((order) => [
      'orders.first_name',
      'orders.last_name',
      'orders.phone',
      'orders.receiver_email',
      'orders.street',
      'orders.house_number',
      'orders.city',
      'orders.postal_code',
      'orders.parcel_locker_id',
      'orders.parcel_locker_name',
      'orders.parcel_locker_address',
      'shipments.tracking_number',
      order
        .selectFrom('orders as sibling')
        .whereRef('sibling.checkout_id', '=', 'orders.checkout_id')
        .select((sibling) => sibling.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('checkout_orders'),
    ])
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('orders')
    .select((order) => order.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total, page, pageSize }
}
