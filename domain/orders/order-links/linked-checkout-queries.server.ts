import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { UNMADE_GROSZE } from '#domain/money/movement-queries.server.ts'
import { REFUNDED_GROSZE } from '#domain/orders/order-detail-queries.server.ts'
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
    .select(['id', 'payment', 'delivery', 'created_at', 'company', 'terms_versions.version as terms'])
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
  const money = await db
    .selectFrom('orders')
    .select([REFUNDED_GROSZE.as('refunded'), UNMADE_GROSZE.as('unmade')])
    .where('checkout_id', '=', checkoutId)
    .execute()
  const refundedGrosze = money.reduce((sum, { refunded }) => sum + refunded, 0)
  const unmadeRefundGrosze = money.reduce((sum, { unmade }) => sum + unmade, 0)
  return { checkout, orders, first, shipments, refundedGrosze, unmadeRefundGrosze }
}
