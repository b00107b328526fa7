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
import { priceFields } from './product.ts'

/** Words that are looked for; more would only narrow what is already nothing. */
const SEARCH_WORDS_MAX = 10

/** For products as p. Stock first sells out first; what is not counted comes last. */
const ORDERS: Record<AdminProductSort, RawBuilder<unknown>> = {
  newest: sql`p.created_at desc`,
  name: sql`p.name collate polish`,
  price: sql`p.price_grosze`,
  stock: sql`case when p.out_of_stock then 0 else p.stock_quantity end nulls last`,
}

/** A page of the active products; the last one where the wanted one lies beyond it. */
export async function listAdminProducts(db: Kysely<Database>, filters: AdminProductFilters): Promise<AdminProductPage> {
  const pageSize = ADMIN_PRODUCTS_PER_PAGE
  const matches = isMatch(filters)
  const { active, total } = await db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(sql<number>`count(*)::int`.as('active'))
    .select(sql<number>`(count(*) filter (where ${matches}))::int`.as('total'))
    .where('p.active', '=', true)
    .executeTakeFirstOrThrow()
  const page = Math.min(filters.page, countPages(total, pageSize))
  const rows = await selectAdminProducts(db)
    .where(matches)
    .orderBy(ORDERS[filters.sort])
    .orderBy('p.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const brands = await db
    .selectFrom('brands')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy(sql`name collate polish`)
    .orderBy('id')
    .execute()
  return { items: rows.map(toAdminProduct), total, page, pageSize, active, brands }
}

/** Every active product, in Polish alphabetical order. */
export async function readAllAdminProducts(db: Kysely<Database>): Promise<AdminProduct[]> {
  const rows = await selectAdminProducts(db).orderBy(ORDERS.name).orderBy('p.id').execute()
  return rows.map(toAdminProduct)
}

/** Whether a product fits, for products as p and brands as b: each word stands in its name or its brand's. */
function isMatch({ search, gender }: AdminProductFilters): RawBuilder<boolean> {
  const words = search.split(' ').filter(Boolean).slice(0, SEARCH_WORDS_MAX)
  const isGender = gender === null ? sql`true` : sql`p.gender = ${gender}`
  if (words.length === 0) return sql<boolean>`(${isGender})`
  return sql<boolean>`(${isGender} and (
    select bool_and(strpos(search_fold(p.name || ' ' || b.name), search_fold(word)) > 0) from unnest(${words}::text[]) as word
  ))`
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
