import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { listOrderSums } from '#domain/money/order-money-queries.server.ts'
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
  const sums = await listOrderSums(db, { checkoutId })
  const { amended } = await db
    .selectFrom('order_amendments')
    .innerJoin('orders', 'orders.id', 'order_amendments.order_id')
    .select(sql<Grosze>`coalesce(sum(difference_grosze), 0)::bigint`.as('amended'))
    .where('orders.checkout_id', '=', checkoutId)
    .where('orders.payment', '=', 'prepaid')
    .executeTakeFirstOrThrow()
  const returned = sums.reduce((sum, { returnedGrosze }) => sum + returnedGrosze, 0)
  // What went back because the order became cheaper is not paid too much any more.
  const refundedGrosze = Math.max(0, returned + amended)
  const unmadeRefundGrosze = sums.reduce((sum, { unmadeGrosze }) => sum + unmadeGrosze, 0)
  return { checkout, orders, first, shipments, refundedGrosze, unmadeRefundGrosze }
}
