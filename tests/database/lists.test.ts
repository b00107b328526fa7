import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ demo: false })
})
afterAll(() => database.drop())

const ID = "'7b1d0e22-0000-4000-8000-000000000002'"

/** The lists of the specifications, each in its order, and the index that holds it in that order. */
const LISTS: [name: string, index: string, list: string][] = [
  ['the shop, newest first', 'products_newest_idx', 'products where active order by created_at desc, id'],
  ['the shop, cheapest first', 'products_price_idx', 'products where active order by price_grosze, id'],
  ['the shop, dearest first', 'products_price_idx', 'products where active order by price_grosze desc, id desc'],
  ['the shop, by name', 'products_name_idx', 'products where active order by name collate polish, id'],
  ['products of a brand', 'products_brand_idx', `products where active and brand_id = ${ID}`],
  ['products for women', 'products_gender_idx', "products where active and gender = 'women'"],
  ['brands by name', 'brands_listed_idx', 'brands where active order by name collate polish, id'],
  [
    'prices of a product',
    'product_prices_history_idx',
    `product_prices where product_id = ${ID} order by valid_from desc`,
  ],
  ['shipping costs, newest', 'shipping_costs_newest_idx', 'shipping_costs order by updated_at desc, id desc'],
  [
    'reviews of a product',
    'reviews_product_idx',
    `reviews where approved and product_id = ${ID} order by created_at desc`,
  ],
  ['reviews of a customer', 'reviews_user_idx', `reviews where user_id = ${ID} order by created_at desc`],
  [
    'reviews waiting, by date',
    'reviews_moderation_idx',
    'reviews where not approved order by approved, created_at desc',
  ],
  [
    'reviews waiting, by stars',
    'reviews_moderation_stars_idx',
    'reviews where not approved order by approved, rating desc, created_at desc',
  ],
  ['checkouts of a customer', 'checkouts_user_idx', `checkouts where user_id = ${ID} order by created_at desc, id`],
  ['orders of a customer', 'orders_user_idx', `orders where user_id = ${ID} order by created_at desc`],
  ['orders of a checkout', 'orders_checkout_idx', `orders where checkout_id = ${ID}`],
  ['all orders', 'orders_newest_idx', 'orders order by created_at desc, id'],
  ['orders by status', 'orders_status_idx', "orders where status = 'paid' order by created_at desc"],
  ['the order of a payment session', 'payments_provider_session_id_key', "payments where provider_session_id = 'cs'"],
  ['payments to re-read', 'payments_open_idx', "payments where status = 'open' order by expires_at"],
  ['all shipments', 'shipments_newest_idx', 'shipments order by created_at desc, id'],
  ['the archive', 'shipments_archive_idx', 'shipments where archived_at is not null order by created_at desc, id'],
  ['webhooks waiting', 'webhook_events_waiting_idx', 'webhook_events where processed_at is null order by received_at'],
  ['contact messages', 'contact_messages_newest_idx', 'contact_messages order by created_at desc'],
  [
    'mails waiting',
    'mail_outbox_waiting_idx',
    'mail_outbox where sent_at is null and failed_at is null order by created_at',
  ],
]

test.for(LISTS)('%s: %s', async ([, index, list]) => {
  const client = await database.pool.connect()
  try {
    // Empty tables are cheapest read whole; whether an index could do it is the question.
    await client.query(
      'begin; set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
    )
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain select 1 from ${list}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/^\s*(->)?\s*(Incremental )?Sort/m)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('every foreign key can be followed backwards by an index', async () => {
  const { rows } = await database.pool.query(`select conrelid::regclass || '.' || attname as uncovered
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
  expect(rows).toEqual([])
})
