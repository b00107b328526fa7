import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { countPages } from '#domain/paging.ts'
import { readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { PLANNED_FOR_VALUES } from '#domain/statement-plans.ts'
import { isUuid } from '#domain/wire-schema.ts'
import { noteCatalogRead, noteLastPage, shareRead } from './catalog-reads.server.ts'
import {
  isInScope,
  isWithin,
  keysOf,
  type ListOrder,
  type ListPage,
  type ListRequest,
  type ListScope,
  orderBy,
  readRows,
} from './listed-product-queries.server.ts'
import { GENDERS, type Gender, type ProductPage } from './product.ts'
import { MOST_COUNTED, type ProductFilters } from './product-filters.ts'
import { toProduct } from './product-queries.server.ts'
import { readSearchPage, selectCountedPage } from './product-search-queries.server.ts'

/** 'arabic-first': the landing page's order, the original line and then by name. */
type Listing = { pageSize: number; order?: 'arabic-first' }

/**
 * One page of what fits; beyond the end it is the last one. The total of whole lists is exact. Of a search or a price range
 * it is exact up to MOST_COUNTED; one more stands for any number beyond, and the list ends there.
 */
export async function listProducts(
  db: Kysely<Database>,
  filters: ProductFilters,
  { pageSize, order }: Listing,
): Promise<ProductPage> {
  noteCatalogRead('lists')
  const request = await readRequest(db, filters, order ?? filters.sort)
  if (!request) {
    if (filters.page > 1) noteLastPage(1)
    return { items: [], total: 0, page: 1, pageSize }
  }
  const { rows, total } = await chooseRead(request)(db, request, filters.page, pageSize)
  const pages = countPages(total, pageSize)
  if (filters.page > pages) noteLastPage(pages)
  return { items: rows.map(toProduct), total, page: Math.min(filters.page, pages), pageSize }
}

function chooseRead({ words, minPrice, maxPrice }: ListRequest) {
  if (words.length > 0) return readSearchPage
  return minPrice === null && maxPrice === null ? readWholePage : readPriceRangePage
}

/** Each gender with the number of its products and the picture of the newest. */
export async function listGenders(db: Kysely<Database>) {
  noteCatalogRead('lists')
  const { hide_substitutes: hidden } = await readShopSettings(db)
  const ofBrand = hidden ? sql`and brand_id = (select id from brands where is_original)` : sql``
  const { rows } = await sql<{ gender: Gender; total: number; newestId: string | null; imageKey: string | null }>`
    select asked.gender, newest.product_id as "newestId", products.image_key as "imageKey",
      coalesce((select sum(products) from listed_counts where gender = asked.gender ${ofBrand}), 0) as total
    from unnest(${[...GENDERS]}::text[]) with ordinality as asked (gender, place)
    left join lateral (
      select product_id from listed_products where gender = asked.gender ${ofBrand} order by created_at desc, product_id limit 1
    ) as newest on true
    left join products on products.id = newest.product_id
    order by asked.place`.execute(db)
  return rows.map(({ newestId, ...gender }) => {
    if (newestId !== null) noteCatalogRead(`product:${newestId}`)
    return gender
  })
}

/** Walks an index from the end that is nearer. */
async function readWholePage(
  db: Kysely<Database>,
  request: ListRequest,
  wanted: number,
  pageSize: number,
): Promise<ListPage> {
  const count = sql`select coalesce(sum(products), 0) as total from listed_counts where ${isInScope(request.scope)}`
  if (wanted === 1) {
    const page = sql`
      select ${keysOf(request.order)}, (${count})::int as total from listed_products where ${isInScope(request.scope)}
      order by ${orderBy(request.order)} limit ${pageSize}`
    const rows = await readRows(db, request.order, page)
    return { rows, total: rows[0]?.total ?? 0 }
  }
  const { rows: counts } = await sql<{ total: number }>`${count}`.execute(db)
  const total = counts[0]?.total ?? 0
  const offset = (Math.min(wanted, countPages(total, pageSize)) - 1) * pageSize
  const size = Math.min(pageSize, total - offset)
  const reversed = offset > total / 2
  const page = sql`
    select ${keysOf(request.order)}, ${total}::int as total from listed_products where ${isInScope(request.scope)}
    order by ${orderBy(request.order, { reversed })} limit ${size} offset ${reversed ? total - offset - size : offset}`
  return { rows: await readRows(db, request.order, page), total }
}

/**
 * Few that fit are found by their index and sorted. With more than MOST_COUNTED of them, which then are not rare, PostgreSQL
 * decides between that and walking the index of the order.
 */
async function readPriceRangePage(
  db: Kysely<Database>,
  request: ListRequest,
  wanted: number,
  pageSize: number,
): Promise<ListPage> {
  const { order } = request
  const matched = sql`select ${keysOf(order)} from listed_products where ${isWithin(request)} limit ${MOST_COUNTED + 1}`
  const rows = await readRows(
    db,
    order,
    sql`${sql.raw(PLANNED_FOR_VALUES)} with matched as materialized (${matched}),
      counted as materialized (select count(*)::int as total from matched) ${selectCountedPage(order, wanted, pageSize)}`,
  )
  const total = rows[0]?.total ?? 0
  if (total <= MOST_COUNTED) return { rows, total }
  const offset = (Math.min(wanted, countPages(total, pageSize)) - 1) * pageSize
  const page = sql`${sql.raw(PLANNED_FOR_VALUES)}
    select ${keysOf(order)}, ${total}::int as total from listed_products where ${isWithin(request)}
    order by ${orderBy(order)} limit ${Math.min(pageSize, total - offset)} offset ${offset}`
  return { rows: await readRows(db, order, page), total }
}

/** Words of one search that are looked for; more would only narrow what is already nothing. */
const SEARCH_WORDS_MAX = 10

const readOriginalLine = shareRead(['lists'], async (db: Kysely<Database>) => {
  const { rows } = await sql<{ id: string }>`select id from brands where is_original`.execute(db)
  return rows[0]?.id ?? null
})

/** What the filters mean in this shop now; null when nothing can fit. */
async function readRequest(
  db: Kysely<Database>,
  filters: ProductFilters,
  order: ListOrder,
): Promise<ListRequest | null> {
  const words = filters.search.split(' ').filter(Boolean).slice(0, SEARCH_WORDS_MAX)
  const { minPrice, maxPrice } = filters
  if (words.length === 0 && filters.brand === null) {
    const [{ hide_substitutes: hidden }, originalId] = await Promise.all([readShopSettings(db), readOriginalLine(db)])
    const scope = originalId === null ? null : chooseScope(filters, { hidden, originalId, brandId: null })
    return scope && { scope, words, minPrice, maxPrice, order }
  }
  const brand =
    filters.brand !== null && isUuid(filters.brand) ? sql`id = ${filters.brand}` : sql`slug = ${filters.brand}`
  const { rows } = await sql<{ hidden: boolean; originalId: string; brandId: string | null; words: string[] }>`
    select hide_substitutes as hidden, (select id from brands where is_original) as "originalId",
      (select id from brands where ${brand}) as "brandId",
      array(select search_fold(word) from unnest(${words}::text[]) with ordinality as typed (word, place) order by place) as words
    from shop_settings where id = 1`.execute(db)
  const [shop] = rows
  const scope = shop && chooseScope(filters, shop)
  if (!shop || !scope) return null
  // Signs that fold to nothing stand in every name.
  return { scope, words: shop.words.filter(Boolean), minPrice, maxPrice, order }
}

type Shop = { hidden: boolean; originalId: string; brandId: string | null }

/** With substitutes hidden the shop is the original line alone, whatever brand or category is asked for. */
function chooseScope({ gender, brand, category }: ProductFilters, shop: Shop): ListScope | null {
  const { originalId, brandId } = shop
  if (shop.hidden) return { brandId: originalId, isOriginal: null, gender }
  if (brand === null) {
    if (category === 'arabic') return { brandId: originalId, isOriginal: null, gender }
    return { brandId: null, isOriginal: category === 'substitutes' ? false : null, gender }
  }
  const fits = brandId !== null && (category === null || (brandId === originalId) === (category === 'arabic'))
  return fits ? { brandId, isOriginal: null, gender } : null
}
