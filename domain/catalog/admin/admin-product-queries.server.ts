import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isRecalled } from '#domain/batches/recall-queries.server.ts'
import { readPriceLedgers } from '#domain/catalog/prices/price-queries.server.ts'
import { priceFields } from '#domain/catalog/product.ts'
import { columnsOfFields } from '#domain/catalog/product-field-lists.ts'
import { morePictures, piecesLeft, selectProducts, toProduct } from '#domain/catalog/product-queries.server.ts'
import { toCardProduct } from '#domain/catalog/product-schema.ts'
import { FAMILY_NOTES } from '#domain/catalog/scents/scent-notes.ts'
import { scentOf } from '#domain/catalog/scents/sizes.ts'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { orFail } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { AdminProduct, AdminProductFilters, AdminProductSort } from './admin-product.ts'

/** Sizes of one scent stand together. */
const BY_NAME = sql`p.name collate polish, p.brand_id, coalesce(p.scent_id, p.id), p.volume_ml, p.id`

/** Each ends in the id, so that the order of equal rows is stable. */
const ORDERS: Record<AdminProductSort, RawBuilder<unknown>> = {
  newest: sql`p.created_at desc, p.id`,
  name: BY_NAME,
  price: sql`p.price_grosze, p.id`,
  // Products that sell out first come first. Products without counted stock come last.
  stock: sql`${piecesLeft} nulls last, p.id`,
}

/** A page of the active products. A number beyond the end means the last page. */
export function listAdminProducts(db: Kysely<Database>, filters: AdminProductFilters) {
  return orFail('Failed to fetch products', readPage(db, filters))
}
/** `limit`: most active products of the shop. */
export type AdminProductPage = Awaited<ReturnType<typeof listAdminProducts>> & { limit: number }

async function readPage(db: Kysely<Database>, filters: AdminProductFilters) {
  const pageSize = PAGE_SIZES.adminProducts
  const fits = fitsFilters(filters)
  const [{ active, total }, brands] = await Promise.all([
    db
      .selectFrom('products as p')
      .innerJoin('brands as b', 'b.id', 'p.brand_id')
      .select([sql<number>`count(*)::int`.as('active'), sql<number>`count(*) filter (where ${fits})::int`.as('total')])
      .where('p.active', '=', true)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('brands')
      .select(['id', 'name'])
      .where('active', '=', true)
      .orderBy(sql`name collate polish`)
      .orderBy('id')
      .execute(),
  ])
  const page = Math.min(filters.page, countPages(total, pageSize))
  const rows = await selectAdminProducts(db)
    .where(fits)
    .orderBy(ORDERS[filters.sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: rows.map(toAdminProduct), total, page, pageSize, active, brands }
}

/** Whether products as p of brands as b pass the filters. A search may also be a code, as a scanner types it. */
function fitsFilters({ search, gender, brand, family, reduced }: AdminProductFilters): RawBuilder<boolean> {
  const conditions = [
    sql`(${hasWords(search.split(' ').filter(Boolean))} or ltrim(p.product_code, '0') = ltrim(${search}, '0'))`,
    gender !== null && sql`p.gender = ${gender}`,
    brand !== null && sql`${brand} in (b.id::text, b.slug)`,
    family !== null &&
      sql`exists (
        select from unnest(p.notes) as note, unnest(${FAMILY_NOTES[family]}::text[]) as sorted
        where search_fold(note) = search_fold(sorted))`,
    reduced && sql`p.reduced_to > now() at time zone 'Europe/Warsaw'`,
  ]
  return sql<boolean>`(${sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )})`
}

/**
 * Whether name or brand has all the words, for products as p and brands as b. Typed characters never act as wildcards.
 */
export function hasWords(words: readonly string[]): RawBuilder<boolean> {
  const all = words.map((word) => sql`strpos(search_fold(p.name || ' ' || b.name), search_fold(${word})) > 0`)
  return sql<boolean>`(${sql.join([sql`true`, ...all], sql` and `)})`
}

/** Every active product, in Polish alphabetical order. */
export async function readAllAdminProducts(db: Kysely<Database>): Promise<AdminProduct[]> {
  const products = selectAdminProducts(db).orderBy(BY_NAME)
  const rows = await orFail('Failed to fetch products', products.execute())
  return rows.map(toAdminProduct)
}

/** The scents of a brand, by name. */
export async function listBrandScents(db: Kysely<Database>, brandId: string) {
  const rows = await db
    .selectFrom('products as p')
    .select(['p.id', 'p.scent_id', 'p.name', 'p.kind', 'p.volume_ml'])
    .where('p.active', '=', true)
    .where('p.brand_id', '=', brandId)
    .orderBy(BY_NAME)
    .execute()
  const scents = Map.groupBy(rows, scentOf)
  return [...scents].map(([id, sizes]) => ({
    id,
    name: (sizes.find((size) => size.id === id) ?? sizes[0])?.name ?? '',
    sizes: sizes.map(({ id, kind, volume_ml }) => ({ id, kind, volume_ml })),
  }))
}
export type BrandScents = Awaited<ReturnType<typeof listBrandScents>>

/** One active product; null when there is none. */
export async function findAdminProduct(db: Kysely<Database>, id: string): Promise<AdminProduct | null> {
  if (!isUuid(id)) return null
  const row = await selectAdminProducts(db).where('p.id', '=', id).executeTakeFirst()
  return row ? toAdminProduct(row) : null
}

/** The prices and the card of an active product; null when there is none. */
export async function readProductPrices(db: Kysely<Database>, id: string) {
  if (!isUuid(id)) return null
  const row = await selectProducts(db).where('p.id', '=', id).where('p.active', '=', true).executeTakeFirst()
  if (!row) return null
  const ledgers = await readPriceLedgers(db, [row.id])
  return {
    card: toCardProduct(toProduct(row)),
    prices: (ledgers.get(row.id) ?? []).map(({ grosze, reduced, from, to }) => ({
      grosze,
      reduced,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
    })),
  }
}
export type ProductPrices = NonNullable<Awaited<ReturnType<typeof readProductPrices>>>

/** Confirmed alerts for the return of products as p. */
const waitingForStock = sql<number>`(
  select count(*)::int from product_alerts as a
  where a.product_id = p.id and a.kind = 'stock' and a.confirmed_at is not null)`

const HELD_PIECES = sql<{ product_id: string; pieces: number }>`(
  select product_id, sum(quantity)::int as pieces from held_pieces group by product_id)`

function selectAdminProducts(db: Kysely<Database>) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin(HELD_PIECES.as('held'), 'held.product_id', 'p.id')
    .select([
      'p.id',
      'p.slug',
      ...columnsOfFields('card', 'page', 'label', 'admin'),
      morePictures.as('more_pictures'),
      'p.current_price_grosze',
      'b.name as brand_name',
      'p.out_of_stock',
      'p.stock_quantity',
      isRecalled('p').as('recalled'),
      'p.edited_at',
      sql<number>`coalesce(held.pieces, 0)`.as('held'),
      waitingForStock.as('waiting'),
      rowVersion('p.edited_at').as('version'),
    ])
    .where('p.active', '=', true)
}

type AdminProductRow = Awaited<ReturnType<ReturnType<typeof selectAdminProducts>['executeTakeFirstOrThrow']>>

function toAdminProduct({ price_grosze, current_price_grosze, edited_at, ...row }: AdminProductRow): AdminProduct {
  return {
    ...row,
    ...priceFields(current_price_grosze),
    regular_price_cents: price_grosze,
    edited_at: edited_at.toISOString(),
  }
}
