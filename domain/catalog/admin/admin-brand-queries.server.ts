import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { orFail } from '#domain/kernel/result.ts'
import type { AdminBrand } from './admin-brand.ts'

type Wanted = {
  /** Part of the name, '' for all. Case and diacritics do not matter. */
  search: string
  /** From 1. A number beyond the end means the last page. */
  page: number
}

/** Active brands in Polish alphabetical order, 'Perfumy Arabskie' first. */
export function listAdminBrands(db: Kysely<Database>, wanted: Wanted) {
  return orFail('Failed to fetch brands', readPage(db, wanted))
}

async function readPage(db: Kysely<Database>, { search, page }: Wanted) {
  const found = () =>
    db
      .selectFrom('brands')
      .where('active', '=', true)
      .$if(search !== '', (query) => query.where(sql<boolean>`strpos(search_fold(name), search_fold(${search})) > 0`))
  const { total } = await found()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const last = Math.min(page, countPages(Number(total), PAGE_SIZES.adminBrands))
  const items = await found()
    .select(BRAND_COLUMNS)
    .orderBy('is_arabic', 'desc')
    .orderBy(sql`name collate polish`)
    .orderBy('id')
    .limit(PAGE_SIZES.adminBrands)
    .offset((last - 1) * PAGE_SIZES.adminBrands)
    .execute()
  return { items, total: Number(total), page: last, pageSize: PAGE_SIZES.adminBrands }
}

/** An active brand; null when there is none. */
export async function findAdminBrand(db: Kysely<Database>, id: string): Promise<AdminBrand | null> {
  const brand = await db
    .selectFrom('brands')
    .select(BRAND_COLUMNS)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  return brand ?? null
}

/** Names and slugs of all brands, including deleted ones and former slugs. */
export async function listBrandNames(db: Kysely<Database>) {
  const brands = await db.selectFrom('brands').select(['id', 'name', 'slug', 'active']).execute()
  const formerSlugs = await db.selectFrom('brand_slugs').select(['slug', 'brand_id']).execute()
  return { brands, formerSlugs }
}

const BRAND_COLUMNS = [
  'id',
  'name',
  'slug',
  'description',
  'is_original',
  'is_arabic',
  'producer_id',
  sql<number>`(select count(*) from products where products.brand_id = brands.id and products.active)::int`.as(
    'products',
  ),
  rowVersion('updated_at').as('version'),
] as const
