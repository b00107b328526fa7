import { priceCart } from '#domain/cart/cart-queries.server.ts'
import type { Catalog } from '#domain/catalog/catalog.ts'
import { readCatalog, readChanges } from '#domain/catalog/catalog-queries.server.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { fillBusyShop } from '#tests/support/busy-shop.ts'
import { test } from '#tests/support/fixtures.ts'
import { expectFewRows, type LimitedQuery } from '#tests/support/limited-query.ts'

/** A product with reviews. */
const known = { productId: '' }
let catalog: Catalog

test.beforeAll(async ({ database: { db, pool } }) => {
  await fillBusyShop(pool)
  // Nearly every product has a rating. With few ratings, reading all of them would be faster.
  await pool.query('insert into product_ratings select id, 1, 5 from products on conflict do nothing')
  await pool.query('analyze product_ratings')
  const { rows } = await pool.query('select product_id as "productId" from reviews limit 1')
  Object.assign(known, rows[0])
  catalog = await readCatalog(db)
})

/** All queries of the catalogue that bypass its copy in memory, with their limits. */
const QUERIES: LimitedQuery[] = [
  {
    name: 'a product that changed',
    run: (db) => readChanges(db, catalog, new Set([known.productId])),
    by: ['products_pkey', 'product_ratings_pkey'],
    rows: 3,
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
