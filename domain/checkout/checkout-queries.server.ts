import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { compileOnce, type Placeholder } from '#domain/compiled-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { type KeyUse, knownKey } from '#domain/idempotency/idempotency-queries.server.ts'
import { newestShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { newBuyerHoldings } from './order-limits-queries.server.ts'

/** All that an order depends on, as it is at one moment. */
export type CheckoutFacts = Awaited<ReturnType<typeof readCheckoutFacts>>

/** One statement, because every round trip is paid by everybody who orders at the same time. Locks nothing. */
export async function readCheckoutFacts(
  db: Kysely<Database>,
  { userId, key }: Pick<KeyUse, 'userId' | 'key'>,
  productIds: readonly string[],
  network: string,
) {
  const { rows } = await selectFacts(db, { userId, key, productIds, network })
  const [facts] = rows
  if (!facts) throw new Error('the shop has no settings')
  return facts
}

type FactsOf = Pick<KeyUse, 'userId' | 'key'> & { productIds: readonly string[]; network: string }

const selectFacts = compileOnce((placeholder: Placeholder<FactsOf>, db) => {
  const userId = placeholder((values) => values.userId)
  const key = placeholder((values) => values.key)
  const productIds = placeholder((values) => values.productIds)
  const network = placeholder((values) => values.network)
  const products = db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.id',
      'products.name',
      'brands.name as brand_name',
      'products.price_grosze',
      'products.stock_quantity',
      'products.out_of_stock',
      'products.active',
      'brands.active as brand_active',
      'brands.is_original as brand_is_original',
    ])
    .where('products.id', '=', sql<string>`any(${productIds}::uuid[])`)
  return db
    .selectFrom('shop_settings')
    .where('shop_settings.id', '=', 1)
    .select([
      'hide_substitutes as hideSubstitutes',
      sql<string | null>`holiday_from::text`.as('holiday_from'),
      sql<string | null>`holiday_to::text`.as('holiday_to'),
      'holiday_selling',
      knownKey({ userId, key }).as('known'),
      jsonObjectFrom(newestShippingCosts(db)).as('costs'),
      jsonArrayFrom(products).as('products'),
      newBuyerHoldings({ userId, network, productIds }).as('holdings'),
    ])
    .compile()
})
