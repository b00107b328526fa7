import type { Kysely } from 'kysely'
import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { ADMIN_PRODUCTS_PER_PAGE, type AdminProductFilters } from '#domain/catalog/admin-product.ts'
import { listAdminProducts } from '#domain/catalog/admin-product-queries.server.ts'
import { listPickerBrands } from '#domain/catalog/picker-queries.server.ts'
import { MOST_COUNTED, NO_FILTERS, PRODUCT_SORTS, type ProductFilters } from '#domain/catalog/product-filters.ts'
import { listProducts, listScentFamilies } from '#domain/catalog/product-list-queries.server.ts'
import { findProduct } from '#domain/catalog/product-queries.server.ts'
import { listSimilarProducts } from '#domain/catalog/similar-product-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { fillBusyShop } from '#tests/support/busy-shop.ts'
import { test } from '#tests/support/fixtures.ts'
import { expectFewRows, type LimitedQuery } from '#tests/support/limited-query.ts'

/** A product with reviews. */
const known = { productId: '' }

test.beforeAll(async ({ database: { pool } }) => {
  await fillBusyShop(pool)
  // Nearly every product of a shop has been rated: of few ratings it is sooner to read all.
  await pool.query('insert into product_ratings select id, 1, 5 from products on conflict do nothing')
  await pool.query('analyze product_ratings')
  const { rows } = await pool.query('select product_id as "productId" from reviews limit 1')
  Object.assign(known, rows[0])
})

/** What one page of a list reads: its place in an index, then its products, with their ratings. */
const PAGE_ROWS = 3 * 24

/** What one page of the admin's list reads: its places in an index, its products and their brands. */
const ADMIN_ROWS = 3 * ADMIN_PRODUCTS_PER_PAGE

const readAdminList =
  (filters: Partial<AdminProductFilters>) =>
  (db: Kysely<Database>): Promise<unknown> =>
    listAdminProducts(db, { search: '', gender: null, sort: 'newest', page: 1, ...filters })

const readList =
  (filters: Partial<ProductFilters>, order?: 'arabic-first') =>
  (db: Kysely<Database>): Promise<unknown> =>
    listProducts(db, { ...NO_FILTERS, ...filters }, { pageSize: 24, order })

/** The read with what makes its places known: asked for twice before. */
function again(run: LimitedQuery['run']): Pick<LimitedQuery, 'run' | 'before'> {
  return {
    run,
    async before(db) {
      await run(db)
      await run(db)
    },
  }
}

/** Rows between two places that are remembered of a list or a search of these words, and a page. */
const PLACE_ROWS = 500 + 24

/** Every order of the list in every scope: each is walked in the order of its index. */
const LISTS: LimitedQuery[] = PRODUCT_SORTS.flatMap((sort) => {
  const column = sort.replace(/-.*/, '')
  return (
    [
      ['everything', {}, 'listed', '_walk'],
      ['a gender', { gender: 'women' }, 'listed_gender'],
      ['substitutes', { category: 'substitutes' }, 'listed_original'],
      ['the original line for men', { category: 'arabic', gender: 'men' }, 'listed_brand'],
      ['a brand', { brand: 'orsolay' }, 'listed_brand'],
    ] as const
  ).map(([scope, filters, index, kind = '']) => ({
    name: `product list of ${scope}, ${sort}`,
    run: readList({ ...filters, sort }),
    by: [`${index}_${column}${kind}_idx`, 'products_pkey', 'product_ratings_pkey'],
    // Of men's in the original line some are passed over that are not.
    rows: 'gender' in filters && 'category' in filters ? 2_500 : PAGE_ROWS,
  }))
})

/** Everything a page or a call asks of the catalogue, and how little of it may be read. */
const QUERIES: LimitedQuery[] = [
  ...LISTS,
  {
    name: 'product list, a page near the end',
    run: readList({ page: 830 }),
    by: ['listed_newest_walk_idx'],
    rows: PAGE_ROWS + 20_000 - 830 * 24,
  },
  ...[...PRODUCT_SORTS, 'arabic-first' as const].map((sort) => ({
    name: `product list, a page in the middle by ${sort}, asked for again`,
    ...again(sort === 'arabic-first' ? readList({ page: 417 }, sort) : readList({ page: 417, sort })),
    by: ['products_pkey'],
    rows: PAGE_ROWS + PLACE_ROWS + 1,
  })),
  {
    name: 'product list of women, a page in the middle by price, asked for again',
    ...again(readList({ gender: 'women', page: 150, sort: 'price-asc' })),
    by: ['listed_gender_price_idx'],
    rows: PAGE_ROWS + PLACE_ROWS,
  },
  {
    name: 'product list, landing page',
    run: readList({}, 'arabic-first'),
    by: ['listed_original_name_idx'],
    rows: PAGE_ROWS,
  },
  {
    name: 'brands of the landing page',
    run: (db) => listPickerBrands(db),
    by: ['listed_brand_newest_idx', 'products_pkey'],
    // The newest of a brand for women, and for men, stands among its first.
    rows: 10 * 2 * 10,
  },
  {
    name: 'scent families that the shop has',
    run: (db) => listScentFamilies(db),
    by: [],
    rows: 19 * 100,
  },
  {
    name: 'product list, a scent family that a third of all has',
    run: readList({ family: 'drewno', sort: 'name-asc' }),
    by: ['listed_name_walk_idx'],
    rows: 8 * MOST_COUNTED,
  },
  {
    name: 'product list, a note that few products have',
    run: readList({ note: 'torf', gender: 'women' }),
    by: ['listed_notes_idx'],
    rows: 2_500,
  },
  {
    name: 'product list, a narrow range of prices by name',
    run: readList({ minPrice: 9000, maxPrice: 9050, sort: 'name-asc' }),
    by: ['listed_price_walk_idx'],
    rows: 1_000,
  },
  {
    name: 'product list, a wide range of prices by name',
    run: readList({ minPrice: 100, sort: 'name-asc' }),
    by: ['listed_name_idx'],
    rows: MOST_COUNTED + 1 + 2 * PAGE_ROWS,
  },
  {
    name: 'search, words that few products have',
    run: readList({ search: 'czarny żagiel 77', sort: 'name-asc' }),
    by: ['listed_pieces_idx'],
    rows: 1_000,
  },
  {
    name: 'search, letters that no product has',
    run: readList({ search: 'xq' }),
    by: ['listed_pieces_idx'],
    rows: 10,
  },
  {
    name: 'search, a letter that nearly all products have',
    run: readList({ search: 'a', sort: 'price-desc' }),
    by: ['listed_pieces_idx', 'listed_price_idx'],
    rows: 2 * MOST_COUNTED + 2 * PAGE_ROWS,
  },
  {
    name: 'search, a word that one in sixteen has, for women',
    run: readList({ search: 'noc', gender: 'women' }),
    by: ['listed_pieces_idx'],
    rows: MOST_COUNTED,
  },
  {
    name: 'search, last page of a letter that nearly all products have',
    run: readList({ search: 'a', gender: 'women', page: 99 }),
    by: ['listed_pieces_idx', 'listed_newest_idx'],
    rows: 6 * MOST_COUNTED + 2 * PAGE_ROWS,
  },
  {
    name: 'search, last page of a letter that nearly all products have, asked for again',
    ...again(readList({ search: 'a', page: 99, sort: 'name-asc' })),
    by: ['listed_name_idx'],
    rows: PAGE_ROWS + PLACE_ROWS,
  },
  ...(['newest', 'name', 'price'] as const).map((sort) => ({
    name: `admin's products, last page by ${sort}`,
    run: readAdminList({ sort, page: 99_999 }),
    by: [`listed_${sort}_walk_idx`, 'products_pkey'],
    rows: ADMIN_ROWS,
  })),
  ...[1, 99_999].map((page) => ({
    name: `admin's products, page ${page} by stock`,
    run: readAdminList({ sort: 'stock', page }),
    by: ['products_stock_idx', 'products_pkey'],
    rows: ADMIN_ROWS,
  })),
  {
    name: "admin's products, last page by stock of a gender",
    run: readAdminList({ sort: 'stock', gender: 'women', page: 99_999 }),
    by: ['products_stock_idx', 'products_pkey'],
    rows: 4 * ADMIN_ROWS,
  },
  {
    name: "admin's products, by stock those with a letter that nearly all have",
    run: readAdminList({ sort: 'stock', search: 'a' }),
    by: ['listed_pieces_idx', 'products_stock_idx'],
    rows: 2 * MOST_COUNTED + 2 * ADMIN_ROWS,
  },
  {
    name: "admin's products, by stock those with a word that few have",
    run: readAdminList({ sort: 'stock', search: 'zagiel 77' }),
    by: ['listed_pieces_idx', 'products_pkey'],
    rows: 2 * MOST_COUNTED,
  },
  {
    name: "admin's products, a word that one in sixteen has",
    run: readAdminList({ search: 'noc', sort: 'name' }),
    by: ['listed_pieces_idx'],
    rows: 14 * MOST_COUNTED,
  },
  {
    name: 'product by slug',
    run: (db) => findProduct(db, 'layali-zahran'),
    by: ['products_slug_key'],
    rows: 2,
  },
  {
    name: 'product by id',
    run: (db) => findProduct(db, known.productId),
    by: ['products_pkey'],
    rows: 2,
  },
  {
    name: 'similar products',
    async run(db) {
      const product = await findProduct(db, 'layali-zahran')
      if (!product) throw new Error('the demo catalogue lacks a product')
      await listSimilarProducts(db, product, 4)
    },
    by: ['listed_notes_pkey', 'products_pkey'],
    rows: 4000,
    // The newest with each of its notes.
    sorted: 2_000,
  },
  {
    name: 'reviews of a product',
    run: (db) => listApprovedReviews(db, known.productId),
    by: ['reviews_product_idx'],
    rows: 2 * 110,
  },
  { name: 'cart', run: (db) => priceCart(db, [known.productId]), by: ['products_pkey'], rows: 1 },
  { name: 'shipping costs', run: (db) => readShippingCosts(db), by: [], rows: 0 },
]

test.for(QUERIES)('$name: reads few rows, by index', (query, { database: { pool } }) => expectFewRows(pool, query))
