import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { countPages } from '#domain/paging.ts'
import { isUuid } from '#domain/wire-schema.ts'
import { noteCatalogRead, noteLastPage } from './catalog-reads.server.ts'
import { type Brand, buildPictureUrl, type Product, type ProductPage, priceFields, shownPiecesLeft } from './product.ts'
import type { ProductFilters } from './product-filters.ts'

/** 'arabic-first': the landing page's order, the original line and then by name. */
type Listing = { pageSize: number; order?: 'arabic-first' }

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Words of one search that are looked for; more would only narrow what is already nothing. */
const SEARCH_WORDS_MAX = 10

/** With the admin's switch on, the shop is the original line alone, whatever brand or category is asked for. */
const substitutesHidden = sql<boolean>`coalesce((select hide_substitutes from shop_settings where id = 1), false)`

const brandOnSale = sql<boolean>`(b.active and (b.is_original or not ${substitutesHidden}))`

/** Whether visitors see a product at all, for products as p and brands as b; `isOnSale` of product.ts is the same rule for rows. */
export const onSale = sql<boolean>`(p.active and ${brandOnSale})`

/** Pieces that can be ordered, null when they are not counted; `piecesLeft` of product.ts is the same rule for rows. */
export const piecesLeft = sql<number | null>`case when p.out_of_stock then 0 else p.stock_quantity end`

/** One page of what fits, in one round trip; a page beyond the end costs two more and gives the last one. */
export async function listProducts(
  db: Kysely<Database>,
  filters: ProductFilters,
  listing: Listing,
): Promise<ProductPage> {
  noteCatalogRead('lists')
  const { pageSize } = listing
  const rows = await readPage(db, filters, listing, filters.page)
  if (rows.length > 0 || filters.page === 1) {
    return { items: rows.map(toProduct), total: rows[0]?.total ?? 0, page: filters.page, pageSize }
  }
  const counted = await matching(db, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const page = countPages(counted.total, pageSize)
  noteLastPage(page)
  const lastRows = await readPage(db, filters, listing, page)
  return { items: lastRows.map(toProduct), total: lastRows[0]?.total ?? 0, page, pageSize }
}

/** A product on sale by its id or slug; null when unknown, inactive, of an inactive brand or hidden. */
export async function findProduct(db: Kysely<Database>, idOrSlug: string): Promise<Product | null> {
  const key = idOrSlug.toLowerCase()
  if (!SLUG.test(key)) return null
  const row = await withRating(
    db,
    productsOnSale(db)
      .select(productColumns)
      .where(isUuid(key) ? 'p.id' : 'p.slug', '=', key),
  ).executeTakeFirst()
  return row ? toProduct(row) : null
}

/** What else may please: same brand and gender first, then either; sold-out ones last. */
export async function listSimilarProducts(db: Kysely<Database>, product: Product, limit: number): Promise<Product[]> {
  noteCatalogRead(`similar:${product.brand_id}`)
  noteCatalogRead(`similar:${product.gender}`)
  const likeness = sql<number>`(p.brand_id = ${product.brand_id})::int + (p.gender = ${product.gender})::int`
  const similar = productsOnSale(db)
    .select(productColumns)
    .select(
      sql<number>`row_number() over (order by p.out_of_stock, ${likeness} desc, p.created_at desc, p.id)`.as('place'),
    )
    .where('p.id', '!=', product.id)
    .where((where) => where.or([where('p.brand_id', '=', product.brand_id), where('p.gender', '=', product.gender)]))
    .orderBy('place')
    .limit(limit)
  const rows = await withRating(db, similar).orderBy('place').execute()
  return rows.map(toProduct)
}

/** Brands of the shop in Polish alphabetical order; the original line alone while substitutes are hidden. */
export function listBrands(db: Kysely<Database>): Promise<Brand[]> {
  return db
    .selectFrom('brands as b')
    .select(['b.id', 'b.name', 'b.slug', 'b.description', 'b.is_original', 'b.active'])
    .where(brandOnSale)
    .orderBy(sql`b.name collate polish`)
    .orderBy('b.id')
    .execute()
}

const productColumns = [
  'p.id',
  'p.slug',
  'p.name',
  'p.brand_id',
  'b.name as brand_name',
  'b.slug as brand_slug',
  'b.description as brand_description',
  'b.is_original as brand_is_original',
  'p.gender',
  'p.active',
  'p.price_grosze',
  'p.out_of_stock',
  piecesLeft.as('pieces_left'),
  'p.created_at',
  'p.image_key',
  'p.description',
  'p.notes',
  'p.notes_pyramid',
  'p.volume_ml',
  'p.concentration',
] as const

function productsOnSale(db: Kysely<Database>) {
  return db.selectFrom('products as p').innerJoin('brands as b', 'b.id', 'p.brand_id').where(onSale)
}

function matching(db: Kysely<Database>, filters: ProductFilters) {
  let query = productsOnSale(db)
  for (const word of filters.search.split(' ').filter(Boolean).slice(0, SEARCH_WORDS_MAX)) {
    // strpos instead of LIKE: nothing a visitor types can act as a wildcard.
    query = query.where(sql<boolean>`strpos(search_fold(p.name || ' ' || b.name), search_fold(${word}::text)) > 0`)
  }
  if (filters.gender) query = query.where('p.gender', '=', filters.gender)
  if (filters.minPrice !== null) query = query.where('p.price_grosze', '>=', filters.minPrice)
  if (filters.maxPrice !== null) query = query.where('p.price_grosze', '<=', filters.maxPrice)
  if (filters.category === 'arabic') query = query.where('b.is_original', '=', true)
  if (filters.category === 'substitutes') {
    query = query.where(sql<boolean>`(not b.is_original or ${substitutesHidden})`)
  }
  if (filters.brand) {
    const brand = isUuid(filters.brand) ? sql`b.id = ${filters.brand}::uuid` : sql`b.slug = ${filters.brand}`
    query = query.where(sql<boolean>`(${brand} or ${substitutesHidden})`)
  }
  return query
}

function readPage(db: Kysely<Database>, filters: ProductFilters, listing: Listing, page: number) {
  const order = listing.order === 'arabic-first' ? arabicFirst : orders[filters.sort]
  const wanted = matching(db, filters)
    .select(productColumns)
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .select(sql<number>`row_number() over (order by ${order})`.as('place'))
    .orderBy('place')
    .limit(listing.pageSize)
    .offset((page - 1) * listing.pageSize)
  return withRating(db, wanted).orderBy('place').execute()
}

// Ends in the id, so that equal names or prices never jump between pages.
const orders = {
  newest: sql`p.created_at desc, p.id`,
  'price-asc': sql`p.price_grosze, p.id`,
  'price-desc': sql`p.price_grosze desc, p.id`,
  'name-asc': sql`p.name collate polish, p.id`,
  'name-desc': sql`p.name collate polish desc, p.id`,
} as const
const arabicFirst = sql`b.is_original desc, p.name collate polish, p.id`

/** Adds the rating to the rows of one page only, not to everything that was sorted. */
function withRating<Row extends { id: string }>(
  db: Kysely<Database>,
  products: SelectQueryBuilder<Database, never, Row>,
) {
  return db
    .selectFrom(products.as('product'))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('reviews as r')
          .whereRef('r.product_id', '=', 'product.id')
          .where('r.approved', '=', true)
          .select([
            sql<number | null>`round(avg(r.rating), 1)::float8`.as('average_rating'),
            sql<number>`count(*)::int`.as('total_reviews'),
          ])
          .as('rating'),
      (join) => join.onTrue(),
    )
    .selectAll('product')
    .select(['rating.average_rating', 'rating.total_reviews'])
}

type ProductRow = Awaited<ReturnType<typeof readPage>>[number]

/** What leaves the shop of a row: `productColumns` but for its brand, price and exact stock, which go out in another form. */
function toProduct(row: Omit<ProductRow, 'total' | 'place'> & Partial<ProductRow>): Product {
  noteCatalogRead(`product:${row.id}`)
  const { brand_name, brand_slug, brand_description, brand_is_original, price_grosze, total, place, ...fields } = row
  return {
    ...fields,
    brand: {
      id: row.brand_id,
      name: brand_name,
      slug: brand_slug,
      description: brand_description,
      is_original: brand_is_original,
    },
    ...priceFields(price_grosze),
    pieces_left: shownPiecesLeft(row.pieces_left),
    created_at: row.created_at.toISOString(),
    image_url: row.image_key === null ? null : buildPictureUrl(row.image_key, 480, 'webp'),
  }
}
