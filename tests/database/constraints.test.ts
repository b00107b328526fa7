import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let database: TestDatabase
test.beforeAll(async ({ database: started }) => {
  database = started
  // One complete real order, which each test then tries to break.
  await database.pool.query(`
    insert into users (email) values ('anna@example.test');
    insert into checkouts (user_id, payment, shipping_method, items_grosze, shipping_grosze, on_https)
      select id, 'cash_on_delivery', 'cash_on_delivery_courier', 3990, 1999, true
      from users where email = 'anna@example.test';
    insert into orders (checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze, first_name,
        last_name, phone, street, house_number, city, postal_code)
      select id, user_id, 'anna@example.test', 'pending', shipping_method, 3990, 1999, 'Anna', 'Nowak', '600100200',
        'Prosta', '1', 'Łódź', '90-001' from checkouts;
    insert into order_items (order_id, product_id, product_name, brand_name, unit_price_grosze, quantity)
      select orders.id, product.id, 'Oud', 'Perfumy Arabskie', 3990, 1
      from orders, (select id from products limit 1) product;
    insert into shipments (order_id, receiver_name, receiver_phone, receiver_email)
      select id, 'Anna Nowak', '600100200', 'anna@example.test' from orders;
    insert into payments (order_id, provider, mode, provider_session_id, status, amount_grosze, expires_at)
      select id, 'stripe', 'test', 'cs_1', 'open', 5989, now() from orders;
    insert into refunds (payment_id, amount_grosze, reason, idempotency_key) select id, 100, 'x', 'refund-1' from payments;
    insert into idempotency_keys (user_id, key, operation, request_hash)
      select id, 'key-00000002', 'place-order', 'hash' from users where email = 'anna@example.test';
    insert into webhook_events (provider, event_id, type, payload) values ('stripe', 'evt_1', 'x', '{}');
    insert into mail_outbox (key, template, recipient, data) values ('mail-1', 'x', 'anna@example.test', '{}')`)
})

const check = '23514'
const unique = '23505'
const foreign = '23503'

test.for<[rule: string, code: string, statement: string]>([
  ['a price is positive', check, 'update products set price_grosze = 0'],
  ['a price is at most 999.99 zł', check, 'update products set price_grosze = 100000'],
  ['stock is never negative', check, 'update products set stock_quantity = -1'],
  ['without stock a product is sold out', check, 'update products set stock_quantity = 0, out_of_stock = false'],
  ['a product has a name', check, `update products set name = '  '`],
  ['a product has a known gender', check, `update products set gender = 'kids'`],
  ['a slug is plain', check, `update products set slug = 'Żółty slug'`],
  ['a slug is one product', unique, `update products set slug = 'same'`],
  ['a product has a brand', foreign, 'update products set brand_id = gen_random_uuid()'],
  [
    'brand names differ in more than case and spaces',
    unique,
    `insert into brands (name, slug) values (' PERFUMY ARABSKIE', 'other')`,
  ],
  ['accounts differ in more than case', check, `insert into users (email) values ('Anna@example.test')`],
  ['one account per address', unique, `insert into users (email) values ('anna@example.test')`],
  ['a role is known', check, `update users set role = 'root'`],
  ['a rating has 1 to 5 stars', check, 'update reviews set rating = 6'],
  [
    'one review per product and user',
    unique,
    'insert into reviews (product_id, user_id, rating) select product_id, user_id, 1 from reviews limit 1',
  ],
  ['shipping costs nothing at least', check, 'update shipping_rates set grosze = -1'],
  ['shipping costs are told for every way to pay and to deliver', check, 'insert into shipping_costs default values'],
  ['none of them is taken away', check, `delete from shipping_rates where payment = 'prepaid'`],
  ['none of them becomes another', check, `update shipping_rates set delivery = 'drone' where delivery = 'locker'`],
  ['there is one row of shop settings', check, 'insert into shop_settings (id) values (2)'],
  ['there is one row of payment settings', check, 'insert into payment_settings (id) values (2)'],
  ['a payment mode is known', check, `update payment_settings set mode = 'free'`],
  [
    'an idempotency key is used once per user',
    unique,
    `insert into idempotency_keys (user_id, key, operation, request_hash) select user_id, key, 'other', 'x' from idempotency_keys`,
  ],
  ['an idempotency key is long enough to be one', check, `update idempotency_keys set key = 'short'`],
  [
    'accepted terms stay as they are',
    check,
    `update checkouts set terms_version = '2026-01-01', terms_accepted_at = now();
      update terms_versions set version = '2026-01-02'`,
  ],
  ['published terms are not deleted', check, 'delete from terms_versions'],
  [
    'terms are stored under the hash of their text',
    check,
    `insert into terms_versions (version, full_text, sha256) select '2030-01-01', 'x', sha256 from terms_versions`,
  ],
  [
    'an answer about consent names a question',
    foreign,
    `insert into consents (id, browser_id, text_sha256, statistics, advertising)
      values (gen_random_uuid(), gen_random_uuid(), 'x', true, true)`,
  ],
  ['version and time of the terms stand together', check, `update checkouts set terms_version = '2026-01-01'`],
  ['payment and delivery belong together', check, `update checkouts set payment = 'prepaid'`],
  ['a checkout costs something', check, 'update checkouts set items_grosze = 0'],
  ['an order costs something', check, 'update orders set items_grosze = 0'],
  ['its shipping cost is not negative', check, 'update orders set shipping_grosze = -1'],
  ['its status is known', check, `update orders set status = 'lost'`],
  ['a courier needs an address', check, 'update orders set street = null'],
  ['a locker order needs its locker', check, `update orders set shipping_method = 'cash_on_delivery_locker'`],
  ['an ordered quantity is 1 to 99', check, 'update order_items set quantity = 100'],
  ['an ordered price is not negative', check, 'update order_items set unit_price_grosze = -1'],
  ['an ordered product stays', foreign, 'delete from products where id in (select product_id from order_items)'],
  ['a buyer stays', foreign, `delete from users where email = 'anna@example.test'`],
  [
    'an order is shipped once',
    unique,
    `insert into shipments (order_id, receiver_name, receiver_phone, receiver_email)
      select order_id, 'x', 'x', 'x' from shipments`,
  ],
  ['a shipment has a known status', check, `update shipments set status = 'lost'`],
  ['a tracking number is one', check, `update shipments set tracking_number = ' '`],
  ['a payment is positive', check, 'update payments set amount_grosze = 0'],
  ['a payment is in złoty', check, `update payments set currency = 'eur'`],
  ['a payment has a known status', check, `update payments set status = 'maybe'`],
  [
    'an order has one open payment',
    unique,
    `insert into payments (order_id, attempt, provider, mode, status, amount_grosze, expires_at)
      select order_id, 2, 'stripe', 'test', 'open', 5989, now() from payments`,
  ],
  [
    'a refund is positive',
    check,
    `insert into refunds (payment_id, amount_grosze, reason, idempotency_key)
      select id, 0, 'x', 'refund-0' from payments`,
  ],
  [
    'a refund is made once',
    unique,
    `insert into refunds (payment_id, amount_grosze, reason, idempotency_key) select payment_id, 1, 'x', 'refund-1' from refunds`,
  ],
  [
    'an event is about something known',
    check,
    `insert into order_events (order_id, subject, to_status, actor) select id, 'weather', 'x', 'system' from orders`,
  ],
  [
    'an event is caused by someone known',
    check,
    `insert into order_events (order_id, subject, to_status, actor)
      select id, 'order', 'x', 'nobody' from orders`,
  ],
  [
    'a webhook is stored once',
    unique,
    `insert into webhook_events (provider, event_id, type, payload) values ('stripe', 'evt_1', 'y', '{}')`,
  ],
  [
    'a mail is written once',
    unique,
    `insert into mail_outbox (key, template, recipient, data) values ('mail-1', 'y', 'x', '{}')`,
  ],
])('database: %s', async ([, code, statement]) => {
  await expect(database.pool.query(statement)).rejects.toMatchObject({ code })
})

test('database: totals are computed by the database', async () => {
  const { rows } = await database.pool.query('select total_grosze from orders')
  expect(rows).toEqual([{ total_grosze: 5989 }])
  await expect(database.pool.query('update orders set total_grosze = 1')).rejects.toMatchObject({ code: '428C9' })
})

test('database: the name of a deactivated brand is free again', async () => {
  await database.pool.query(`insert into brands (name, slug, active) values ('Zamknięta', 'zamknieta', false);
    insert into brands (name, slug) values ('ZAMKNIĘTA', 'zamknieta-2')`)
})

test('every foreign key can be followed backwards by an index', async ({ database: { pool } }) => {
  const { rows } = await pool.query(`select conrelid::regclass || '.' || attname as uncovered
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
  expect(rows).toEqual([])
})
