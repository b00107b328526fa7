import type { Kysely } from 'kysely'
import {
  accountExists,
  findPasswordAccount,
  findSessionByToken,
  listOpenSessions,
} from '#domain/accounts/account-queries.server.ts'
import { deleteOldestSessions } from '#domain/accounts/account-store.server.ts'
import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { GENDERS } from '#domain/catalog/product.ts'
import { MOST_COUNTED, NO_FILTERS, PRODUCT_SORTS, type ProductFilters } from '#domain/catalog/product-filters.ts'
import { listGenders, listProducts } from '#domain/catalog/product-list-queries.server.ts'
import { findProduct, listSimilarProducts } from '#domain/catalog/product-queries.server.ts'
import { findCheckoutDefaults } from '#domain/checkout/checkout-defaults-queries.server.ts'
import { readCheckoutFacts } from '#domain/checkout/checkout-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { claimMails, markMailSent } from '#domain/email/mail-store.server.ts'
import {
  findCheckoutPage,
  listCheckoutOrders,
  listCustomerOrders,
  listNewestCustomerOrders,
  listOrders,
} from '#domain/orders/order-queries.server.ts'
import { countOrderDays } from '#domain/orders/order-store.server.ts'
import { countAttempt, giveBackAttempt } from '#domain/rate-limits/rate-limit-store.server.ts'
import { deleteUnusedSince } from '#domain/retention/retention-store.server.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { listCustomerShipments, listNewestCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import { startApi } from '#tests/support/api.ts'
import { fillBusyShop } from '#tests/support/busy-shop.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { captureQueries, explainOn, explainQueries } from '#tests/support/query-plan.ts'

/** A customer with a checkout and its order, a product, a mail that waits, and a window of attempts. */
const known = {
  userId: '',
  email: '',
  token: '',
  loyalId: '',
  checkoutId: '',
  orderId: '',
  productId: '',
  mailId: '',
  windowStart: new Date(),
}
const clock = { now: () => new Date() }

test.beforeAll(async ({ database: { pool } }) => {
  await fillBusyShop(pool)
  const { rows } = await pool.query(`
    select users.id as "userId", users.email,
      (select user_id from checkouts group by user_id order by count(*) desc limit 1) as "loyalId", checkouts.id as "checkoutId",
      (select id from orders where checkout_id = checkouts.id limit 1) as "orderId",
      (select product_id from reviews limit 1) as "productId",
      (select id from mail_outbox where sent_at is null limit 1) as "mailId",
      (select token from sessions where user_id = users.id limit 1) as token,
      (select max(window_start) from rate_limits) as "windowStart"
    from checkouts join users on users.id = user_id order by checkouts.created_at offset 5001 limit 1`)
  Object.assign(known, rows[0])
})

type Query = {
  name: string
  run(db: Kysely<Database>): Promise<unknown>
  /** Indexes of which each is used. */
  by: string[]
  /** Rows of growing tables that may be looked at. */
  rows: number
}

/** What one page of a list reads: its place in an index, then its products, with their ratings. */
const PAGE_ROWS = 3 * 24

const readList =
  (filters: Partial<ProductFilters>, order?: 'arabic-first') =>
  (db: Kysely<Database>): Promise<unknown> =>
    listProducts(db, { ...NO_FILTERS, ...filters }, { pageSize: 24, order })

/** Every order of the list in every scope: each is walked in the order of its index. */
const LISTS: Query[] = PRODUCT_SORTS.flatMap((sort) => {
  const column = sort.replace(/-.*/, '')
  return (
    [
      ['everything', {}, 'listed'],
      ['a gender', { gender: 'women' }, 'listed_gender'],
      ['substitutes', { category: 'substitutes' }, 'listed_original'],
      ['the original line for men', { category: 'arabic', gender: 'men' }, 'listed_brand'],
      ['a brand', { brand: 'orsolay' }, 'listed_brand'],
    ] as const
  ).map(([scope, filters, index]) => ({
    name: `product list of ${scope}, ${sort}`,
    run: readList({ ...filters, sort }),
    by: [`${index}_${column}_idx`, 'products_pkey', 'product_ratings_pkey'],
    // Of men's in the original line some are passed over that are not.
    rows: 'gender' in filters && 'category' in filters ? 2_500 : PAGE_ROWS,
  }))
})

/** Everything a screen or a call asks the database, and how little of it may be read. */
const QUERIES: Query[] = [
  ...LISTS,
  {
    name: 'product list, a page near the end',
    run: readList({ page: 830 }),
    by: ['listed_newest_idx'],
    rows: PAGE_ROWS + 20_000 - 830 * 24,
  },
  {
    name: 'product list, landing page',
    run: readList({}, 'arabic-first'),
    by: ['listed_original_name_idx'],
    rows: PAGE_ROWS,
  },
  {
    name: 'genders of the landing page',
    run: (db) => listGenders(db),
    by: ['listed_gender_newest_idx', 'products_pkey'],
    rows: 2 * GENDERS.length,
  },
  {
    name: 'product list, a narrow range of prices by name',
    run: readList({ minPrice: 9000, maxPrice: 9050, sort: 'name-asc' }),
    by: ['listed_price_idx'],
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
    by: ['listed_grams_idx'],
    rows: 1_000,
  },
  {
    name: 'search, letters that no product has',
    run: readList({ search: 'xq' }),
    by: ['listed_grams_idx'],
    rows: 10,
  },
  {
    name: 'search, a letter that nearly all products have',
    run: readList({ search: 'a', sort: 'price-desc' }),
    by: ['listed_price_idx'],
    rows: 2 * MOST_COUNTED + 2 * PAGE_ROWS,
  },
  {
    name: 'search, last page of a letter that nearly all products have',
    run: readList({ search: 'a', gender: 'women', page: 99 }),
    by: ['listed_gender_newest_idx'],
    rows: 4 * MOST_COUNTED + 2 * PAGE_ROWS,
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
    by: ['listed_brand_newest_idx', 'products_pkey'],
    rows: 4 * 60 + 20,
  },
  {
    name: 'reviews of a product',
    run: (db) => listApprovedReviews(db, known.productId),
    by: ['reviews_product_idx', 'users_pkey'],
    rows: 2 * 110,
  },
  { name: 'cart', run: (db) => priceCart(db, [known.productId]), by: ['products_pkey'], rows: 1 },
  { name: 'shipping costs', run: (db) => readShippingCosts(db), by: [], rows: 0 },
  {
    name: 'account by e-mail',
    run: (db) => accountExists(db, known.email),
    by: ['users_email_idx'],
    rows: 1,
  },
  {
    name: 'password account by e-mail',
    run: (db) => findPasswordAccount(db, { email: known.email }),
    by: ['users_email_idx', 'identities_user_id_idx'],
    rows: 2,
  },
  {
    name: 'session by its token',
    run: (db) => findSessionByToken(db, known.token),
    by: ['sessions_token_key', 'users_pkey'],
    rows: 2,
  },
  {
    name: 'sessions beyond the newest fifty',
    run: (db) => deleteOldestSessions(db, known.userId, 50),
    by: ['sessions_user_newest_idx'],
    rows: 10,
  },
  {
    name: 'sessions of an account',
    run: (db) => listOpenSessions({ db, ...clock }, known.userId),
    by: [],
    rows: 5,
  },
  {
    name: 'attempts counted and given back',
    async run(db) {
      const counter = { action: 'sign_up', key: 'attempt-4', most: 10, windowStart: known.windowStart } as const
      await countAttempt(db, [counter])
      await giveBackAttempt(db, [counter])
    },
    by: ['rate_limits_pkey'],
    rows: 10,
  },
  {
    name: 'checkout defaults',
    run: (db) => findCheckoutDefaults(db, known.userId),
    by: ['users_pkey', 'orders_user_idx'],
    rows: 40,
  },
  {
    name: 'what an order depends on',
    run: (db) => readCheckoutFacts(db, { userId: known.userId, key: `key-${known.checkoutId}` }, [known.productId]),
    by: ['idempotency_keys_pkey', 'orders_user_idx', 'shipments_order_id_key'],
    rows: 100,
  },
  {
    name: "a page of the customer's panel",
    async run(db) {
      const { checkoutIds } = await findCheckoutPage(db, known.userId, 1)
      await listCustomerOrders(db, known.userId, checkoutIds)
      await listCustomerShipments(db, known.userId, checkoutIds)
    },
    by: ['checkouts_user_idx', 'orders_checkout_idx', 'shipments_order_id_key'],
    rows: 200,
  },
  {
    name: "the customer's newest orders",
    run: (db) => listNewestCustomerOrders(db, known.userId, 100),
    by: ['orders_user_idx', 'orders_checkout_idx', 'shipments_order_id_key'],
    rows: 100,
  },
  {
    name: "the customer's newest shipments",
    run: (db) => listNewestCustomerShipments(db, known.userId, 100),
    by: ['orders_user_idx', 'shipments_order_id_key'],
    rows: 40,
  },
  {
    name: 'orders of a checkout, for its mail',
    run: (db) => listCheckoutOrders(db, known.checkoutId),
    by: ['orders_checkout_idx', 'order_items_order_id_product_id_key'],
    rows: 20,
  },
  {
    name: 'mail: claimed and marked as sent',
    async run(db) {
      await claimMails(db, { most: 4, leaseMs: 1000, limitFactor: 1 })
      await markMailSent(db, known.mailId)
    },
    by: ['mail_outbox_waiting_idx', 'mail_outbox_sent_idx', 'mail_outbox_pkey', 'users_email_idx'],
    rows: 30,
  },
  {
    name: 'a page of the panel of the customer with most orders',
    async run(db) {
      const { checkoutIds } = await findCheckoutPage(db, known.loyalId, 40)
      await listCustomerOrders(db, known.loyalId, checkoutIds)
      await listCustomerShipments(db, known.loyalId, checkoutIds)
    },
    by: ['checkouts_user_idx', 'orders_user_idx', 'orders_checkout_idx', 'shipments_order_id_key'],
    rows: 3_000,
  },
  {
    name: 'the newest shipments of the customer with most orders',
    run: (db) => listNewestCustomerShipments(db, known.loyalId, 100),
    by: ['orders_user_idx', 'shipments_order_id_key'],
    rows: 1_000,
  },
  {
    name: 'checkout defaults of the customer with most orders',
    run: (db) => findCheckoutDefaults(db, known.loyalId),
    by: ['orders_user_idx'],
    rows: 310,
  },
  ...[1, 500, 99_999].map((page) => ({
    name: `admin, page ${page} of all orders and their number`,
    run: (db: Kysely<Database>) => listOrders(db, { page, pageSize: 20 }),
    by: ['orders_newest_idx', 'orders_pkey', 'orders_checkout_idx', 'order_items_order_id_product_id_key'],
    rows: 400,
  })),
  {
    name: 'days counted for the admin',
    run: (db) => countOrderDays(db, new Date()),
    by: ['orders_newest_idx'],
    rows: 200,
  },
  {
    name: 'purge',
    async run(db) {
      const moment = new Date(Date.now() - 10 * 365 * 86_400_000)
      for (const table of ['sessions', 'verifications', 'rate_limits', 'mail_outbox'] as const) {
        await deleteUnusedSince(db, table, moment)
      }
    },
    by: ['sessions_expires_at_idx', 'rate_limits_window_start_idx', 'mail_outbox_finished_idx'],
    rows: 100,
  },
]

/** What fits a search is sorted as far as it is counted, and the days of three years are; nothing that grows is sorted in greater numbers. */
const SORTED_MOST = 1_100

test.for(QUERIES)('$name: reads few rows, by index', async ({ run, by, rows }, { database: { pool } }) => {
  const queries = await captureQueries(pool, run)
  expect(queries).not.toEqual([])
  const plan = await explainQueries(pool, queries)
  expect(plan.readWhole).toEqual([])
  expect(plan.indexes).toEqual(expect.arrayContaining(by))
  expect(plan.rowsRead).toBeLessThanOrEqual(rows)
  expect(plan.rowsSorted).toBeLessThanOrEqual(SORTED_MOST)
})

test('sign-up, session and order over the API: read few rows, by index', async ({ database, sandbox }) => {
  const queries = await captureQueries(database.pool, async (db) => {
    const api = await startApi({ ...database, db }, sandbox)
    const buyer = await api.customer()
    const me = await api.get('/api/me', { Cookie: buyer.cookie })
    const answer = await buyer.order(cart(await productsOnSale(api, 3)))
    await api.stop()
    expect([me.status, answer.status]).toEqual([200, 200])
  })
  const plan = await explainQueries(database.pool, queries)
  expect(plan.readWhole).toEqual([])
  expect(plan.indexes).toEqual(expect.arrayContaining(['sessions_token_key', 'users_email_idx']))
  expect(plan.rowsRead).toBeLessThanOrEqual(1_000)
  expect(plan.rowsSorted).toBeLessThanOrEqual(SORTED_MOST)
})

test('a dropped index is noticed: orders of a checkout are then looked for in all orders', async ({
  database: { pool },
}) => {
  const queries = await captureQueries(pool, (db) => listCheckoutOrders(db, known.checkoutId))
  const client = await pool.connect()
  await client.query('begin; drop index orders_checkout_idx, orders_newest_idx')
  const plan = await explainOn(client, queries)
  await client.query('rollback')
  client.release()
  expect(plan.readWhole).toContain('orders')
  expect(plan.rowsRead).toBeGreaterThan(20_000)
})
