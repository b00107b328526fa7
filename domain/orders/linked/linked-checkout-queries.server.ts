import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { listCheckoutOrders } from '#domain/orders/order-queries.server.ts'

/** The first order of a checkout. A checkout paid ahead has only one. */
export async function findFirstOrder(db: Kysely<Database>, checkoutId: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return order?.id
}

/** The rows for the page of an order link. Undefined when the checkout no longer exists. */
export async function findLinkedRows(db: Kysely<Database>, checkoutId: string) {
  const checkout = await db
    .selectFrom('checkouts')
    .leftJoin('terms_versions', 'terms_versions.version', 'checkouts.terms_version')
    .select(['id', 'payment', 'delivery', 'created_at', 'terms_versions.version as terms'])
    .where('id', '=', checkoutId)
    .executeTakeFirst()
  const orders = await listCheckoutOrders(db, checkoutId)
  const [first] = orders
  if (!checkout || !first) return undefined
  const shipments = await db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select(['shipments.status', 'shipments.tracking_number'])
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.id')
    .execute()
  const { refunded } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(sql<Grosze>`coalesce(sum(refunds.amount_grosze), 0)::bigint`.as('refunded'))
    .where('orders.checkout_id', '=', checkoutId)
    .where('refunds.status', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return { checkout, orders, first, shipments, refundedGrosze: refunded }
}
