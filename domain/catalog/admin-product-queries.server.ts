import { type Kysely, sql } from 'kysely'
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
import { isWithin, type ListOrder, type ListPage, toListPage } from './listed-product-queries.server.ts'
import { priceFields } from './product.ts'
import { listProductIds } from './product-list-queries.server.ts'
import { foldWords } from './product-search-queries.server.ts'

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

async function countListedProducts(db: Kysely<Database>): Promise<number> {
  const { products } = await db
    .selectFrom('listed_counts')
    .select(sql<number>`coalesce(sum(products), 0)::int`.as('products'))
    .executeTakeFirstOrThrow()
  return products
}

/** What sells out first stands first; what is not counted comes last. Reads all that fit: an order would write an index of it. */
async function listIdsByStock(
  db: Kysely<Database>,
  { search, gender, page }: Omit<AdminProductFilters, 'sort'>,
  pageSize: number,
): Promise<ListPage> {
  const request = {
    scope: { brandId: null, isOriginal: null, gender },
    words: await foldWords(db, search),
    minPrice: null,
    maxPrice: null,
    notes: [],
    order: 'newest' as const,
  }
  const { rows } = await sql<{ product_id: string; total: number }>`
    with fitting as materialized (select product_id from listed_products where ${isWithin(request)}),
      counted as (select count(*)::int as total from fitting)
    select product_id, total from counted, fitting join products on products.id = product_id
    order by case when out_of_stock then 0 else stock_quantity end nulls last, product_id
    limit ${pageSize} offset (select greatest(0, least(${page}::int - 1, (total - 1) / ${pageSize}::int)) * ${pageSize}::int from counted)`.execute(
    db,
  )
  return toListPage(rows)
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
      'p.name',
      'p.brand_id',
      'b.name as brand_name',
      'p.gender',
      'p.price_grosze',
      'p.out_of_stock',
      'p.stock_quantity',
      'p.image_key',
      'p.description',
      'p.notes',
      'p.notes_pyramid',
      'p.volume_ml',
      'p.concentration',
      'p.edited_at',
      rowVersion('p.edited_at').as('version'),
    ])
    .where('p.active', '=', true)
}

type AdminProductRow = Awaited<ReturnType<ReturnType<typeof selectAdminProducts>['executeTakeFirstOrThrow']>>

function toAdminProduct({ price_grosze, edited_at, ...row }: AdminProductRow): AdminProduct {
  return { ...row, ...priceFields(price_grosze), edited_at: edited_at.toISOString() }
}
