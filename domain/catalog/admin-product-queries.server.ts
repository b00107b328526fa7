import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { countPages } from '#domain/paging.ts'
import { rowVersion } from '#domain/row-version-queries.server.ts'
import { isUuid } from '#domain/wire-schema.ts'
import {
  ADMIN_PRODUCTS_PER_PAGE,
  type AdminProduct,
  type AdminProductFilters,
  type AdminProductPage,
  type AdminProductSort,
} from './admin-product.ts'
import {
  isInScope,
  isWithin,
  type ListOrder,
  type ListPage,
  type ListRequest,
  type ListScope,
  type Place,
  placePage,
} from './listed-product-queries.server.ts'
import { priceFields } from './product.ts'
import { columnsOfFields } from './product-fields.ts'
import { MOST_COUNTED } from './product-filters.ts'
import { listProductIds } from './product-list-queries.server.ts'
import { findMatched } from './product-search-queries.server.ts'
import { foldWords } from './search-word-queries.server.ts'

const ALL: ListScope = { brandId: null, isOriginal: null, gender: null }

/** The order of the shop's list that is meant; the stock of products is in none. */
const ORDERS: Record<Exclude<AdminProductSort, 'stock'>, ListOrder> = {
  newest: 'newest',
  name: 'name-asc',
  price: 'price-asc',
}

/**
 * A page of the active products; the last one where the wanted one lies beyond it. Those of an active brand are all: a brand
 * is only deleted without any.
 */
export async function listAdminProducts(db: Kysely<Database>, filters: AdminProductFilters): Promise<AdminProductPage> {
  const { sort, ...wanted } = filters
  const pageSize = ADMIN_PRODUCTS_PER_PAGE
  const [{ ids, total }, active, brands] = await Promise.all([
    sort === 'stock'
      ? listIdsByStock(db, wanted, pageSize)
      : listProductIds(db, { ...wanted, order: ORDERS[sort], pageSize }),
    countListedProducts(db),
    db
      .selectFrom('brands')
      .select(['id', 'name'])
      .where('active', '=', true)
      .orderBy(sql`name collate polish`)
      .orderBy('id')
      .execute(),
  ])
  const rows = await selectAdminProducts(db).where(sql<boolean>`p.id = any(${ids}::uuid[])`).execute()
  const items = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toAdminProduct)
  return { items, total, page: Math.min(filters.page, countPages(total, pageSize)), pageSize, active, brands }
}

async function countListedProducts(db: Kysely<Database>, scope: ListScope = ALL): Promise<number> {
  const { products } = await db
    .selectFrom('listed_counts')
    .select(sql<number>`coalesce(sum(products), 0)::int`.as('products'))
    .where(isInScope(scope))
    .executeTakeFirstOrThrow()
  return products
}

/**
 * What sells out first stands first; what is not counted comes last. A list of all is walked from the end that is nearer, a search
 * ends as that of `listProducts` does.
 */
async function listIdsByStock(
  db: Kysely<Database>,
  { search, gender, page }: Omit<AdminProductFilters, 'sort'>,
  pageSize: number,
): Promise<ListPage> {
  const words = await foldWords(db, search)
  const scope = { ...ALL, gender }
  if (words.length === 0) {
    const total = await countListedProducts(db, scope)
    const place = placePage(page, pageSize, total)
    const fromEnd = { offset: total - place.offset - place.size, size: place.size }
    const fits = gender === null ? sql`active` : sql`active and gender = ${gender}`
    const ids =
      fromEnd.offset < place.offset
        ? (await readByStock(db, fits, fromEnd, { reversed: true })).reverse()
        : await readByStock(db, fits, place)
    return { ids, total }
  }
  const request: ListRequest = { scope, words, minPrice: null, maxPrice: null, notes: [], order: 'newest' }
  const matched = await findMatched(db, request)
  const total = matched.length
  const fits =
    total > MOST_COUNTED
      ? sql`active and exists (select from listed_products where product_id = products.id and ${isWithin(request)})`
      : sql`id = any(${matched}::uuid[])`
  return { ids: await readByStock(db, fits, placePage(page, pageSize, total)), total }
}

/** In the order of products_stock_idx. */
async function readByStock(
  db: Kysely<Database>,
  fits: RawBuilder<unknown>,
  { offset, size }: Place,
  { reversed = false } = {},
): Promise<string[]> {
  const stock = sql`case when out_of_stock then 0 else stock_quantity end`
  const order = reversed ? sql`${stock} desc nulls first, id desc` : sql`${stock} nulls last, id`
  const { rows } = await sql<{ id: string }>`
    select id from products where ${fits} order by ${order} limit ${size} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Every active product, in Polish alphabetical order. */
export async function readAllAdminProducts(db: Kysely<Database>): Promise<AdminProduct[]> {
  const rows = await selectAdminProducts(db).orderBy(sql`p.name collate polish`).orderBy('p.id').execute()
  return rows.map(toAdminProduct)
}

/** One active product; null when there is none. */
export async function findAdminProduct(db: Kysely<Database>, id: string): Promise<AdminProduct | null> {
  if (!isUuid(id)) return null
  const row = await selectAdminProducts(db).where('p.id', '=', id).executeTakeFirst()
  return row ? toAdminProduct(row) : null
}

function selectAdminProducts(db: Kysely<Database>) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select([
      'p.id',
      'p.slug',
      ...columnsOfFields('card', 'page', 'admin'),
      'b.name as brand_name',
      'p.out_of_stock',
      'p.stock_quantity',
      'p.edited_at',
      rowVersion('p.edited_at').as('version'),
    ])
    .where('p.active', '=', true)
}

type AdminProductRow = Awaited<ReturnType<ReturnType<typeof selectAdminProducts>['executeTakeFirstOrThrow']>>

function toAdminProduct({ price_grosze, edited_at, ...row }: AdminProductRow): AdminProduct {
  return { ...row, ...priceFields(price_grosze), edited_at: edited_at.toISOString() }
}
