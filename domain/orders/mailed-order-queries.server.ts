import type { Kysely } from 'kysely'
import { findReduction, ledgerAt, type PriceLedger } from '#domain/catalog/prices/price-ledger.ts'
import { readPriceLedgers } from '#domain/catalog/prices/price-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
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
  const stored = await listCheckoutOrders(db, checkoutId)
  const products = stored.flatMap(({ items }) => items.map(({ product_id }) => product_id))
  const ledgers = await readPriceLedgers(db, products)
  const orders = stored.map((order) => ({
    ...order,
    items: order.items.map((item) => ({
      ...item,
      lowest_price_cents: findLowest(ledgerAt(ledgers.get(item.product_id) ?? [], order.created_at), item),
    })),
  }))
  const [first] = orders
  if (!checkout || !first) throw new Error(`checkout ${checkoutId} has no orders`)
  return { ...checkout, orders, first }
}

/** The lowest price of the 30 days before, where the item was bought at a reduced price. */
function findLowest(ledger: PriceLedger, { unit_price_grosze }: { unit_price_grosze: Grosze }): Grosze | null {
  return ledger.at(-1)?.grosze === unit_price_grosze ? (findReduction(ledger)?.lowestGrosze ?? null) : null
}

export type MailedCheckout = Awaited<ReturnType<typeof findMailedCheckout>>

/** The same by one of its orders. */
export async function findMailedCheckoutOf(db: Kysely<Database>, orderId: string): Promise<MailedCheckout> {
  const order = await db.selectFrom('orders').select('checkout_id').where('id', '=', orderId).executeTakeFirstOrThrow()
  return findMailedCheckout(db, order.checkout_id)
}
