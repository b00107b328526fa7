import {
  accountExists,
  findPasswordAccount,
  findSessionByToken,
  listOpenSessions,
} from '#domain/accounts/account-queries.server.ts'
import { deleteOldestSessions } from '#domain/accounts/account-store.server.ts'
import { findCheckoutDefaults } from '#domain/checkout/checkout-defaults-queries.server.ts'
import { readNewBuyerHoldings } from '#domain/checkout/order-limits-queries.server.ts'
import { readOrderTerms } from '#domain/flows/ordering/order-terms-queries.server.ts'
import { countAttempt, giveBackAttempt } from '#domain/kernel/rate-limits/rate-limit-store.server.ts'
import { claimMails, markMailSent } from '#domain/mails/mail-store.server.ts'
import {
  findCheckoutPage,
  listCheckoutOrders,
  listCustomerOrders,
  listNewestCustomerOrders,
} from '#domain/orders/order-queries.server.ts'
import { countOrderDays } from '#domain/orders/order-store.server.ts'
import { readPayouts } from '#domain/papers/payouts/payout-queries.server.ts'
import { findNewestAttempt, findOpenAttempt, findOrderToPay } from '#domain/payments/start-payment-queries.server.ts'
import { deleteUnusedSince } from '#domain/retention/retention-store.server.ts'
import { listCustomerShipments, listNewestCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import { startApi } from '#tests/support/api.ts'
import { fillBusyShop } from '#tests/support/busy-shop.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { expectFewRows, type LimitedQuery, SORTED_MOST } from '#tests/support/limited-query.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { captureQueries, explainOn, explainQueries } from '#tests/support/query-plan.ts'
import { listAdminReads } from './admin-reads.ts'

/** A customer with a checkout and its order, a waiting mail, and a window of attempts. */
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
      (select id from products limit 1) as "productId",
      (select id from mail_outbox where sent_at is null limit 1) as "mailId",
      (select token from sessions where user_id = users.id limit 1) as token,
      (select max(window_start) from rate_limits) as "windowStart"
    from checkouts join users on users.id = user_id order by checkouts.created_at offset 5001 limit 1`)
  Object.assign(known, rows[0])
})

/** Queries of screens and calls besides the catalogue (catalog-query-plans.test.ts), with their limits. */
const QUERIES: LimitedQuery[] = [
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
    async run(db) {
      await readOrderTerms(
        db,
        { userId: known.userId, key: `key-${known.checkoutId}`, email: 'a@example.test' },
        new Date('2026-11-25T12:00:00Z'),
      )
      await readNewBuyerHoldings(db, { userId: known.userId, productIds: [known.productId], network: 'network' })
    },
    by: ['idempotency_keys_pkey', 'orders_user_idx', 'shipments_order_id_key'],
    rows: 150,
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
    name: 'how an order can be paid',
    async run(db) {
      await findOrderToPay(db, known.orderId)
      await findOpenAttempt(db, known.orderId)
      await findNewestAttempt(db, known.orderId)
    },
    by: ['orders_pkey', 'payments_order_attempt_key', 'order_events_order_idx', 'order_items_order_id_product_id_key'],
    rows: 20,
  },
  {
    name: 'mail: claimed and marked as sent',
    async run(db) {
      await claimMails(db, { most: 4, leaseMs: 1000, limitFactor: 1 })
      await markMailSent(db, known.mailId)
    },
    by: ['mail_outbox_waiting_idx', 'mail_outbox_sent_idx', 'mail_outbox_pkey', 'users_email_idx'],
    // The estimate counts all mails to the one recipient of this shop, of which the earliest is read.
    rows: 10_050,
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
  ...listAdminReads(known),
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
      for (const table of ['sessions', 'verifications', 'account_links', 'rate_limits', 'mail_outbox'] as const) {
        await deleteUnusedSince(db, table, moment)
      }
    },
    by: ['sessions_expires_at_idx', 'rate_limits_window_start_idx', 'mail_outbox_finished_idx'],
    rows: 100,
  },
]

test.for(QUERIES)('$name: reads few rows, by index', (query, { database: { pool } }) => expectFewRows(pool, query))

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

test('a dropped index is detected: orders of a checkout are then searched in all orders', async ({
  database: { pool },
}) => {
  const queries = await captureQueries(pool, (db) => listCheckoutOrders(db, known.checkoutId))
  const client = await pool.connect()
  await client.query('begin; drop index orders_checkout_idx, orders_newest_idx, orders_filtered_idx')
  const plan = await explainOn(client, queries)
  await client.query('rollback')
  client.release()
  expect(plan.readWhole).toContain('orders')
  expect(plan.rowsRead).toBeGreaterThan(20_000)
})

test('payouts of a month ask for the movements of each parcel on delivery, not for those of the shop', async ({
  database: { pool },
}) => {
  const { rows } = await pool.query<{ first: string }>(
    `select to_char(max(created_at), 'YYYY-MM-01') as first from orders`,
  )
  const first = rows[0]?.first ?? ''
  const queries = await captureQueries(pool, (db) => readPayouts(db, first, '2100-01-01'))
  const client = await pool.connect()
  await client.query(`begin; update shipments set status = 'shipped' where id in (
    select shipments.id from shipments join orders on orders.id = order_id
    where orders.created_at >= '${first}' and orders.payment = 'cash_on_delivery' limit 20)`)
  const plan = await explainOn(client, queries)
  await client.query('rollback')
  client.release()
  // All shipments once; with the movements of the shop for each parcel it is twenty times as many.
  expect(plan.rowsRead).toBeLessThan(100_000)
})
