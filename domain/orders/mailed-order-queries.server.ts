import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { listCheckoutOrders } from './order-queries.server.ts'

/**
 * The contents of a mail about a checkout. `first` represents its orders where they agree: recipient, address, method.
 * `terms`: the text that was accepted. Rejects when there is no such checkout.
 */
export async function findMailedCheckout(db: Kysely<Database>, checkoutId: string) {
  const checkout = await db
    .selectFrom('checkouts')
    .leftJoin('terms_versions', 'terms_versions.version', 'checkouts.terms_version')
    .select(['id', 'payment', 'terms_version', 'terms_accepted_at', 'created_at', 'full_text as terms'])
    .where('id', '=', checkoutId)
    .executeTakeFirst()
  const orders = await listCheckoutOrders(db, checkoutId)
  const [first] = orders
  if (!checkout || !first) throw new Error(`checkout ${checkoutId} has no orders`)
  return { ...checkout, orders, first }
}

export type MailedCheckout = Awaited<ReturnType<typeof findMailedCheckout>>

/** The same by one of its orders. */
export async function findMailedCheckoutOf(db: Kysely<Database>, orderId: string): Promise<MailedCheckout> {
  const order = await db.selectFrom('orders').select('checkout_id').where('id', '=', orderId).executeTakeFirstOrThrow()
  return findMailedCheckout(db, order.checkout_id)
}
