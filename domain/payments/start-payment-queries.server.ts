import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import { CANCELLED_BY, PAYMENT_STATUS } from './order-payment-queries.server.ts'

/** The newest payment attempt of an order, with all data of its session. */
export type PaymentAttempt = NonNullable<Awaited<ReturnType<typeof findNewestAttempt>>>

export function findNewestAttempt(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('payments.order_id', '=', orderId)
    .orderBy('payments.attempt', 'desc')
    .limit(1)
    .select((payment) => [
      'payments.id',
      'payments.order_id',
      'payments.provider',
      'payments.mode',
      'payments.provider_session_id',
      'payments.status',
      'payments.amount_grosze',
      'payments.expires_at',
      'payments.is_addition',
      'payments.means',
      'orders.number',
      'orders.email',
      'orders.delivery',
      'orders.shipping_grosze',
      jsonArrayFrom(
        payment
          .selectFrom('order_items')
          .innerJoin('products', 'products.id', 'order_items.product_id')
          .select([
            'product_name',
            'brand_name',
            'facts',
            'quantity',
            'unit_price_grosze',
            'discount_grosze',
            'products.image_key',
          ])
          .whereRef('order_items.order_id', '=', 'payments.order_id')
          // Free gifts and samples are left out.
          .where('unit_price_grosze', '>', 0)
          .orderBy('order_items.id'),
      ).as('items'),
    ])
    .executeTakeFirst()
}

/** The attempt by which an order can be paid now. Undefined when there is none. */
export function findOpenAttempt(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'mode', 'provider_session_id', 'is_addition'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** The columns that decide whether an order can be paid (`isPayable`), and its owner. */
export function findOrderToPay(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select((row) => [
      'id',
      'checkout_id',
      'user_id',
      'email',
      'payment',
      'status',
      'total_grosze',
      'discount_code',
      'created_at',
      PAYMENT_STATUS,
      row
        .selectFrom('checkouts')
        .select('client_network')
        .whereRef('checkouts.id', '=', 'orders.checkout_id')
        .as('client_network'),
      row
        .selectFrom('order_events')
        .select(CANCELLED_BY)
        .where('subject', '=', 'order')
        .where('to_status', '=', 'cancelled')
        .whereRef('order_events.order_id', '=', 'orders.id')
        .orderBy('order_events.id', 'desc')
        .limit(1)
        .as('cancelled_by'),
      jsonArrayFrom(
        row
          .selectFrom('order_items')
          .select([
            'quantity',
            jsonBuildObject({
              id: sql<string>`product_id`,
              product_name: sql<string>`product_name`,
              facts: sql<string>`facts`,
            }).as('product'),
          ])
          .whereRef('order_items.order_id', '=', 'orders.id'),
      ).as('items'),
    ])
    .executeTakeFirst()
}
