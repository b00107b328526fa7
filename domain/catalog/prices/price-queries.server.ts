import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { WallClock } from '#domain/kernel/calendar-day.ts'
import { findLowestBefore, findReduction, type PriceLedger } from './price-ledger.ts'

/** The price of this moment, for products as products, even if a reduction has begun since the row was written. */
export const priceNow = sql<Grosze>`price_now(products)`

type LedgerRow = { grosze: Grosze; reduced: boolean; from: string; to: string | null }

/** The price history of products as p, oldest first. */
const ledger = sql`(
  select jsonb_agg(
    jsonb_build_object('grosze', price_grosze, 'reduced', reduced, 'from', valid_from, 'to', valid_to)
    order by valid_from, id)
  from product_prices where product_id = p.id)`

/**
 * The price of products as p, and what `readReduction` needs to know about it. Only a reduced price needs its history.
 */
export const reductionColumns = [
  'p.current_price_grosze',
  sql<LedgerRow[] | null>`case when p.current_price_grosze < p.price_grosze then ${ledger} end`.as('price_ledger'),
  'p.reduced_to',
] as const

type ReductionRow = { price_ledger: LedgerRow[] | null; reduced_to: WallClock | null }

/** What may be announced of a product's present price. */
export function readReduction({ price_ledger, reduced_to }: ReductionRow) {
  const reduction = price_ledger === null ? null : findReduction(toLedger(price_ledger))
  return {
    lowest_price_cents: reduction?.lowestGrosze ?? null,
    reduced_until: reduction === null ? null : reduced_to,
  }
}

const toLedger = (rows: readonly LedgerRow[]): PriceLedger =>
  rows.map(({ from, to, ...price }) => ({ ...price, from: new Date(from), to: to === null ? null : new Date(to) }))

/** Every price that these products ever had, by product, oldest first. */
export async function readPriceLedgers(
  db: Kysely<Database>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PriceLedger>> {
  const rows = await db
    .selectFrom('product_prices')
    .select(['product_id', 'price_grosze as grosze', 'reduced', 'valid_from as from', 'valid_to as to'])
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ product_id }) => product_id)
}

/** The lowest price of the 30 days before the present price of a product; null: it had none. */
export async function readLowestBeforePresent(db: Kysely<Database>, productId: string): Promise<Grosze | null> {
  const prices = (await readPriceLedgers(db, [productId])).get(productId) ?? []
  const present = prices.at(-1)
  return present ? findLowestBefore(prices, present.from) : null
}

/** Products without a volume, so that their unit price is unknown, by name. */
export function listProductsWithoutVolume(db: Kysely<Database>) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'kind', 'volume_ml'])
    .where('active', '=', true)
    .where('volume_ml', 'is', null)
    .orderBy(sql`name collate polish`)
    .orderBy('id')
    .execute()
}

/** Products whose present price is not the last one of their history, by name. */
export function listProductsWithoutLedger(db: Kysely<Database>) {
  return db
    .selectFrom('products')
    .leftJoin('product_prices as present', (join) =>
      join.onRef('present.product_id', '=', 'products.id').on('present.valid_to', 'is', null),
    )
    .select(['products.id', 'products.name', 'products.kind', 'products.volume_ml'])
    .where('products.active', '=', true)
    .whereRef('present.price_grosze', 'is distinct from', 'products.current_price_grosze')
    .orderBy(sql`products.name collate polish`)
    .orderBy('products.id')
    .execute()
}
