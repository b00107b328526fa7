import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { orFail } from '#domain/named-failure.ts'
import { countPages } from '#domain/paging.ts'
import { readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { PLANNED_FOR_VALUES } from '#domain/statement-plans.ts'
import { isUuid } from '#domain/wire-schema.ts'
import { noteCatalogRead, noteLastPage, shareRead } from './catalog-reads.server.ts'
import {
  findFromPlace,
  type ListVersion,
  type ListVersions,
  listVersions,
  pickVersion,
  recallList,
  rememberList,
} from './list-places-queries.server.ts'
import {
  isInScope,
  isWithin,
  keysOf,
  type ListOrder,
  type ListPage,
  type ListRequest,
  type ListScope,
  orderBy,
  placePage,
  readListPage,
  readPageRows,
  toListPage,
} from './listed-product-queries.server.ts'
import type { ProductPage } from './product.ts'
import { MOST_COUNTED, type ProductFilters } from './product-filters.ts'
import { readProducts } from './product-queries.server.ts'
import { readSearchPage, selectCountedPage } from './product-search-queries.server.ts'
import { SCENT_FAMILIES, type ScentFamily } from './scent-families.ts'
import { listNoteSlugs } from './scent-notes.ts'
import { foldWords } from './search-word-queries.server.ts'

/** 'arabic-first': the landing page's order, the original line and then by name. */
type Listing = { pageSize: number; order?: 'arabic-first' }

/**
 * One page of what fits; beyond the end it is the last one. The total of whole lists is exact. Of narrowed ones (`isNarrowed`)
 * it is exact up to MOST_COUNTED; one more stands for any number beyond, and the list ends there.
 */
export async function listProducts(
  db: Kysely<Database>,
  filters: ProductFilters,
  { pageSize, order }: Listing,
): Promise<ProductPage> {
  noteCatalogRead('lists')
  return orFail('Failed to fetch products', readList(db, filters, { pageSize, order }))
}

async function readList(
  db: Kysely<Database>,
  filters: ProductFilters,
  { pageSize, order }: Listing,
): Promise<ProductPage> {
  const asked = await readRequest(db, filters, order ?? filters.sort)
  if (!asked) {
    if (filters.page > 1) noteLastPage(1)
    return { items: [], total: 0, page: 1, pageSize }
  }
  const { ids, total } = await readPage(db, asked, filters.page, pageSize)
  const items = await readProducts(db, ids)
  const pages = countPages(total, pageSize)
  if (filters.page > pages) noteLastPage(pages)
  return { items, total, page: Math.min(filters.page, pages), pageSize }
}

type Find = Pick<ProductFilters, 'search' | 'gender' | 'page'> & { order: ListOrder; pageSize: number }

/** Ids of a page of all products on sale, also while substitutes are hidden; total and end as of `listProducts`. */
export async function listProductIds(
  db: Kysely<Database>,
  { search, gender, page, order, pageSize }: Find,
): Promise<ListPage> {
  const [words, { versions }] = await Promise.all([foldWords(db, search), readLists(db)])
  const scope = { brandId: null, isOriginal: null, gender }
  const request = { scope, words, minPrice: null, maxPrice: null, notes: [], order }
  return readPage(db, { request, version: pickVersion(request, versions) }, page, pageSize)
}

function readPage(db: Kysely<Database>, { request, version }: Asked, wanted: number, pageSize: number) {
  const { words, minPrice, maxPrice, notes } = request
  if (words.length > 0) return readSearchPage(db, request, version, wanted, pageSize)
  const isWhole = minPrice === null && maxPrice === null && notes.length === 0
  const read = isWhole ? readWholePage : readNarrowedPage
  return read(db, request, wanted, pageSize)
}

/** The kinds of scent that products on sale have. */
export async function listScentFamilies(db: Kysely<Database>): Promise<ScentFamily[]> {
  noteCatalogRead('lists')
  const { hide_substitutes: hidden } = await readShopSettings(db)
  const ofBrand = hidden ? sql`and brand_id = (select id from brands where is_original)` : sql``
  const present = SCENT_FAMILIES.map(({ slug }) => {
    const notes = listNoteSlugs(slug)
    return sql`exists (select from listed_products where notes && ${notes}::text[] ${ofBrand})`
  })
  const { rows } = await sql<{ present: boolean[] }>`${sql.raw(PLANNED_FOR_VALUES)}
    select array[${sql.join(present)}] as present`.execute(db)
  return SCENT_FAMILIES.filter((_, index) => rows[0]?.present[index])
}

/** As many places of a whole list are remembered at most; between two lie at least so many rows. */
const PLACES_MOST = 200
const STEP_LEAST = 500

/** Nearer to an end of its list than so many rows, a page is found by walking there. */
const NEAR_AN_END = 1000

/** Walks an index from the end that is nearer, or from a place that is remembered. */
async function readWholePage(
  db: Kysely<Database>,
  request: ListRequest,
  wanted: number,
  pageSize: number,
): Promise<ListPage> {
  const { scope, order } = request
  if (wanted === 1) {
    const page = sql`
      select ${keysOf(order)}, (select coalesce(sum(products), 0) from listed_counts where ${isInScope(scope)})::int as total
      from listed_products where ${isInScope(scope)} order by ${orderBy(order)} limit ${pageSize}`
    return readListPage(db, order, page)
  }
  const { rows: counts } = await sql<{ total: number; versions: ListVersions }>`
    select coalesce(sum(products) filter (where ${isInScope(scope)}), 0) as total, ${listVersions} as versions
    from listed_counts`.execute(db)
  const { total, versions } = counts[0] ?? { total: 0, versions: NO_VERSIONS }
  const version = pickVersion(request, versions)
  const place = placePage(wanted, pageSize, total)
  const fromEnd = total - place.offset - place.size
  const rows = sql`select ${keysOf(order)} from listed_products where ${isInScope(scope)}`
  if (Math.min(place.offset, fromEnd) > NEAR_AN_END) {
    const known = recallList(db, request)
    const isCurrent = known?.version.ordered === version.ordered
    const page = isCurrent && (await findFromPlace(db, request, known, rows, { total, ...place, most: null }))
    if (page) return readListPage(db, order, page)
    // Walked in full for its places when it is asked for again before it changes.
    if (!isCurrent)
      rememberList(db, request, {
        version,
        size: total,
        spread: 1,
        step: Math.max(STEP_LEAST, Math.ceil(total / PLACES_MOST)),
      })
  }
  const reversed = place.offset > total / 2
  const page = sql`
    select ${keysOf(order)}, ${total}::int as total from listed_products where ${isInScope(scope)}
    order by ${orderBy(order, { reversed })} limit ${place.size} offset ${reversed ? fromEnd : place.offset}`
  return readListPage(db, order, page)
}

/**
 * A page of a price range or of scent notes. Few that fit are found by their index and sorted. With more than MOST_COUNTED of them, which then are not rare, PostgreSQL
 * decides between that and walking the index of the order.
 */
async function readNarrowedPage(
  db: Kysely<Database>,
  request: ListRequest,
  wanted: number,
  pageSize: number,
): Promise<ListPage> {
  const { order } = request
  const matched = sql`select ${keysOf(order)} from listed_products where ${isWithin(request)} limit ${MOST_COUNTED + 1}`
  const counted = await readPageRows(
    db,
    order,
    sql`${sql.raw(PLANNED_FOR_VALUES)} with matched as materialized (${matched}),
      counted as materialized (select count(*)::int as total from matched) ${selectCountedPage(order, wanted, pageSize)}`,
    ['product_id', 'total'],
  )
  const total = counted[0]?.total ?? 0
  if (total <= MOST_COUNTED) return toListPage(counted)
  const { offset, size } = placePage(wanted, pageSize, total)
  const page = sql`${sql.raw(PLANNED_FOR_VALUES)}
    select ${keysOf(order)}, ${total}::int as total from listed_products where ${isWithin(request)}
    order by ${orderBy(order)} limit ${size} offset ${offset}`
  return readListPage(db, order, page)
}

/** Of a database without settings. */
const NO_VERSIONS: ListVersions = { ofPrices: '', ofProducts: '' }

/** The brand of the original line, and the versions of lists. */
const readLists = shareRead(['lists'], async (db: Kysely<Database>) => {
  const { rows } = await sql<{ originalId: string | null; versions: ListVersions }>`
    select (select id from brands where is_original) as "originalId", ${listVersions} as versions from listed_counts`.execute(
    db,
  )
  return rows[0] ?? { originalId: null, versions: NO_VERSIONS }
})

/** With the version of the list. */
type Asked = { request: ListRequest; version: ListVersion }

/** What the filters mean in this shop now; null when nothing can fit. */
async function readRequest(db: Kysely<Database>, filters: ProductFilters, order: ListOrder): Promise<Asked | null> {
  const { search, brand, minPrice, maxPrice, family, note } = filters
  const notes = [...(family === null ? [] : [listNoteSlugs(family)]), ...(note === null ? [] : [[note]])]
  const [words, { versions, ...shop }] = await Promise.all([
    foldWords(db, search),
    brand === null ? readShop(db) : readShopWithBrand(db, brand),
  ])
  const scope = chooseScope(filters, shop)
  if (!scope) return null
  const request = { scope, words, minPrice, maxPrice, notes, order }
  return { request, version: pickVersion(request, versions) }
}

async function readShop(db: Kysely<Database>): Promise<ShopLists> {
  const [{ hide_substitutes: hidden }, lists] = await Promise.all([readShopSettings(db), readLists(db)])
  return { hidden, brandId: null, ...lists }
}

async function readShopWithBrand(db: Kysely<Database>, idOrSlug: string): Promise<ShopLists> {
  const brand = isUuid(idOrSlug)
    ? sql`id = ${idOrSlug}`
    : sql`id = coalesce(
        (select id from brands where slug = ${idOrSlug}), (select brand_id from brand_slugs where slug = ${idOrSlug}))`
  const { rows } = await sql<ShopLists>`
    select hide_substitutes as hidden, (select id from brands where is_original) as "originalId",
      (select id from brands where ${brand}) as "brandId", (select ${listVersions} from listed_counts) as versions
    from shop_settings where id = 1`.execute(db)
  return rows[0] ?? { hidden: false, originalId: null, brandId: null, versions: NO_VERSIONS }
}

type Shop = { hidden: boolean; originalId: string | null; brandId: string | null }
type ShopLists = Shop & { versions: ListVersions }

/** With substitutes hidden the shop is the original line alone, whatever brand or category is asked for. */
function chooseScope({ gender, brand, category }: ProductFilters, shop: Shop): ListScope | null {
  const { originalId, brandId } = shop
  if (originalId === null) return null
  if (shop.hidden) return { brandId: originalId, isOriginal: null, gender }
  if (brand === null) {
    if (category === 'arabic') return { brandId: originalId, isOriginal: null, gender }
    return { brandId: null, isOriginal: category === 'substitutes' ? false : null, gender }
  }
  const fits = brandId !== null && (category === null || (brandId === originalId) === (category === 'arabic'))
  return fits ? { brandId, isOriginal: null, gender } : null
}
