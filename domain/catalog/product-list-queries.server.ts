import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { countPages } from '#domain/paging.ts'
import { readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { PLANNED_FOR_VALUES } from '#domain/statement-plans.ts'
import { isUuid } from '#domain/wire-schema.ts'
import { noteCatalogRead, noteLastPage, shareRead } from './catalog-reads.server.ts'
import { GENDERS, type Gender, type ProductPage } from './product.ts'
import { MOST_COUNTED, type ProductFilters, type ProductSort } from './product-filters.ts'
import { type ProductRow, selectProducts, toProduct } from './product-queries.server.ts'
import { pickGram, pickGrams } from './search-grams.ts'

/** 'arabic-first': the landing page's order, the original line and then by name. */
type Listing = { pageSize: number; order?: 'arabic-first' }

type Order = ProductSort | 'arabic-first'

/** Which products a list is about, before anything that needs a look at each; every one has an index per order. */
type Scope = { brandId: string | null; isOriginal: boolean | null; gender: Gender | null }

/** A list ready to be read: its scope and what a product must have beside it. */
type Request = { scope: Scope; words: string[]; minPrice: number | null; maxPrice: number | null; order: Order }

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
  const isNarrowed = request.words.length > 0 || request.minPrice !== null || request.maxPrice !== null
  const read = isNarrowed ? readNarrowedPage : readWholePage
  const { rows, total } = await read(db, request, filters.page, pageSize)
  const pages = countPages(total, pageSize)
  if (filters.page > pages) noteLastPage(pages)
  return { items: rows.map(toProduct), total, page: Math.min(filters.page, pages), pageSize }
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

type Page = { rows: ProductRow[]; total: number }

/** Walks an index from the end that is nearer. */
async function readWholePage(db: Kysely<Database>, request: Request, wanted: number, pageSize: number): Promise<Page> {
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
async function readNarrowedPage(
  db: Kysely<Database>,
  request: Request,
  wanted: number,
  pageSize: number,
): Promise<Page> {
  const { order } = request
  const count = sql`(select count(*) from matched)`
  const rows = await readRows(
    db,
    order,
    sql`${sql.raw(PLANNED_FOR_VALUES)} with matched as materialized (
      select ${keysOf(order)} from listed_products
      where ${isWithin(request)}${haveGrams(pickGrams(request.words))} limit ${MOST_COUNTED + 1}
    )
    select matched.*, ${count} as total from matched order by ${orderBy(order)}
    limit case when ${count} > ${MOST_COUNTED} then 1 else ${pageSize}::int end
    offset case when ${count} > ${MOST_COUNTED} then 0
      else least(${wanted}::int - 1, (${count} - 1) / ${pageSize}::int) * ${pageSize}::int end`,
  )
  const total = rows[0]?.total ?? 0
  if (total <= MOST_COUNTED) return { rows, total }
  const offset = (Math.min(wanted, countPages(total, pageSize)) - 1) * pageSize
  const page = sql`${sql.raw(PLANNED_FOR_VALUES)}
    select ${keysOf(order)}, ${total}::int as total from listed_products
    where ${isWithin(request)}${haveGrams(pickGram(request.words))}
    order by ${orderBy(order)} limit ${Math.min(pageSize, total - offset)} offset ${offset}`
  return { rows: await readRows(db, order, page), total }
}

/** The products of a page, which names them with what orders them: only these are looked up in full. */
function readRows(db: Kysely<Database>, order: Order, page: RawBuilder<unknown>) {
  return selectProducts(db)
    .innerJoin(sql<{ product_id: string; total: number }>`(${page})`.as('page'), 'page.product_id', 'p.id')
    .select('page.total')
    .orderBy(orderBy(order, { table: 'page' }))
    .execute()
}

/** Words of one search that are looked for; more would only narrow what is already nothing. */
const SEARCH_WORDS_MAX = 10

const readOriginalLine = shareRead(['lists'], async (db: Kysely<Database>) => {
  const { rows } = await sql<{ id: string }>`select id from brands where is_original`.execute(db)
  return rows[0]?.id ?? null
})

/** What the filters mean in this shop now; null when nothing can fit. */
async function readRequest(db: Kysely<Database>, filters: ProductFilters, order: Order): Promise<Request | null> {
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
function chooseScope({ gender, brand, category }: ProductFilters, shop: Shop): Scope | null {
  const { originalId, brandId } = shop
  if (shop.hidden) return { brandId: originalId, isOriginal: null, gender }
  if (brand === null) {
    if (category === 'arabic') return { brandId: originalId, isOriginal: null, gender }
    return { brandId: null, isOriginal: category === 'substitutes' ? false : null, gender }
  }
  const fits = brandId !== null && (category === null || (brandId === originalId) === (category === 'arabic'))
  return fits ? { brandId, isOriginal: null, gender } : null
}

function isInScope({ brandId, isOriginal, gender }: Scope): RawBuilder<boolean> {
  const conditions = [
    brandId === null ? null : sql`brand_id = ${brandId}`,
    isOriginal === null ? null : sql`is_original = ${isOriginal}`,
    gender === null ? null : sql`gender = ${gender}`,
  ]
  return sql`${sql.join([sql`true`, ...conditions.filter((condition) => condition !== null)], sql` and `)}`
}

function isWithin({ scope, words, minPrice, maxPrice }: Request): RawBuilder<boolean> {
  const conditions = [
    minPrice === null ? null : sql`price_grosze >= ${minPrice}`,
    maxPrice === null ? null : sql`price_grosze <= ${maxPrice}`,
    // Not LIKE: nothing a visitor types can act as a wildcard. Not '> 0': taken for true, as those with the grams mostly are.
    ...words.map((word) => sql`strpos(search, ${word}) <> 0`),
  ]
  return sql`${sql.join([isInScope(scope), ...conditions.filter((condition) => condition !== null)], sql` and `)}`
}

/** Not asked of a list without words: the index that has its prices has no grams. */
function haveGrams(grams: string[]): RawBuilder<unknown> {
  return grams.length === 0 ? sql`` : sql` and grams @> ${grams}::text[]`
}

const ORDERS = {
  newest: [
    ['created_at', 'desc'],
    ['product_id', 'asc'],
  ],
  'price-asc': [
    ['price_grosze', 'asc'],
    ['product_id', 'asc'],
  ],
  'price-desc': [
    ['price_grosze', 'desc'],
    ['product_id', 'desc'],
  ],
  'name-asc': [
    ['name', 'asc'],
    ['product_id', 'asc'],
  ],
  'name-desc': [
    ['name', 'desc'],
    ['product_id', 'desc'],
  ],
  'arabic-first': [
    ['is_original', 'desc'],
    ['name', 'asc'],
    ['product_id', 'asc'],
  ],
} as const satisfies Record<Order, readonly (readonly [string, 'asc' | 'desc'])[]>

/** What orders a list and identifies its rows: all that is read of those that are passed over. */
function keysOf(order: Order): RawBuilder<unknown> {
  return sql.join(ORDERS[order].map(([column]) => sql.ref(column)))
}

/** Ends in the id, so that equal names or prices never jump between pages. */
function orderBy(order: Order, { reversed = false, table = '' } = {}): RawBuilder<unknown> {
  const terms = ORDERS[order].map(([column, direction]) => {
    const term = sql.ref(table ? `${table}.${column}` : column)
    const collated = column === 'name' ? sql`${term} collate polish` : term
    return (direction === 'desc') === reversed ? collated : sql`${collated} desc`
  })
  return sql.join(terms)
}
