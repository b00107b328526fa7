import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeOrder } from '#domain/checkout/place-order.server.ts'
import { findSecondOrderNumber, formatOrderNumber } from '#domain/orders/order.ts'
import { findCheckoutPage, listCustomerOrders, listOrders } from '#domain/orders/order-queries.server.ts'
import { labelShipmentForCustomer } from '#domain/shipping/shipment.ts'
import { listCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import { migrate } from '#infra/db/migrate.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

const USER = '11111111-0000-4000-8000-000000000001'
const CHECKOUT = '22222222-0000-4000-8000-000000000002'
const ORDERS = ['3f2a9c1e-0000-4000-8000-00007b1d0e22', '4f2a9c1e-0000-4000-8000-00008b1d0e22'] as const
const [COUNTED, UNCOUNTED] = ['55555555-0000-4000-8000-000000000005', '66666666-0000-4000-8000-000000000006'] as const
const KEY = 'a-key-of-the-first-release'

/** How the first release wrote down what a key stood for. */
const firstReleaseHash = createHash('sha256')
  .update(
    JSON.stringify([
      'cash_on_delivery_courier',
      1999,
      [
        [COUNTED, 2, 11990],
        [UNCOUNTED, 1, 4990],
      ],
      ['Anna', 'Kowalska', '+48 600 100 200'],
      [
        ['city', 'Łódź'],
        ['houseNumber', '1'],
        ['kind', 'courier'],
        ['postalCode', '90-001'],
        ['street', 'Prosta'],
      ],
    ]),
  )
  .digest('hex')

/** A shop of the first release after one checkout of two orders, the second of which was delivered and archived. */
const FIRST_RELEASE = `
  insert into users (id, email) values ('${USER}', 'anna@example.test');
  insert into brands (id, name, slug) values
    ('77777777-0000-4000-8000-000000000007', 'Perfumy Arabskie', 'perfumy-arabskie'),
    ('88888888-0000-4000-8000-000000000008', 'Inna', 'inna');
  insert into brands (name, slug, active) values ('Perfumy Arabskie', 'perfumy-arabskie-2', false);
  insert into products (id, slug, name, brand_id, price_grosze, stock_quantity) values
    ('${COUNTED}', 'oud', 'Oud', '77777777-0000-4000-8000-000000000007', 11990, 3),
    ('${UNCOUNTED}', 'roza', 'Róża', '88888888-0000-4000-8000-000000000008', 4990, null);
  insert into shipping_costs (kurier_prepaid_grosze, kurier_cod_grosze, paczkomat_prepaid_grosze, paczkomat_cod_grosze)
    values (1599, 1999, 1299, 1699);
  insert into checkouts (id, user_id, idempotency_key, request_hash, payment, shipping_method, items_grosze, shipping_grosze)
    values ('${CHECKOUT}', '${USER}', '${KEY}', '${firstReleaseHash}', 'cash_on_delivery', 'cash_on_delivery_courier', 28970, 1999);
  insert into orders (id, checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze, first_name,
      last_name, phone, street, house_number, city, postal_code)
    select id::uuid, '${CHECKOUT}', '${USER}', 'anna@example.test', 'pending', 'cash_on_delivery_courier', items, shipping,
      'Anna', 'Kowalska', '+48 600 100 200', 'Prosta', '1', 'Łódź', '90-001'
    from (values ('${ORDERS[0]}', 23980, 1000), ('${ORDERS[1]}', 4990, 999)) as placed (id, items, shipping);
  insert into order_items (order_id, product_id, product_name, brand_name, unit_price_grosze, quantity) values
    ('${ORDERS[0]}', '${COUNTED}', 'Oud', 'Perfumy Arabskie', 11990, 2),
    ('${ORDERS[1]}', '${UNCOUNTED}', 'Róża', 'Inna', 4990, 1);
  insert into shipments (order_id, status, receiver_name, receiver_phone, receiver_email) values
    ('${ORDERS[0]}', 'processing', 'Anna Kowalska', '+48 600 100 200', 'anna@example.test'),
    ('${ORDERS[1]}', 'archived', 'Anna Kowalska', '+48 600 100 200', 'anna@example.test');
  insert into mail_outbox (key, template, recipient, data) values
    ('order-confirmation:${CHECKOUT}', 'order-confirmation', 'anna@example.test', '{"firstName":"Anna","orders":[]}');`

let database: TestDatabase
const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(async ({ database: started }) => {
  database = started
  await database.pool.query('drop schema public cascade; create schema public')
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-first-release-'))
  copyFileSync(join(PROJECT_ROOT, 'db/migrations/0001_foundation.sql'), join(folder, '0001_foundation.sql'))
  await migrate(database.url, folder)
  rmSync(folder, { recursive: true })
  await database.pool.query(FIRST_RELEASE)
  await migrate(database.url)
})

const unexpected = () => Promise.reject(new Error('a known order asks nobody'))

test('upgrade: a key of the first release answers the receipt of its order, and refuses another', async () => {
  const services = {
    db: database.db,
    lockers: { find: unexpected, findNearby: unexpected, get: unexpected },
    jobs: { enqueue: unexpected },
    profile: testProfile,
    now: () => new Date(),
    limitFactor: 1,
  }
  const buyer = { id: USER, email: 'anna@example.test', role: 'customer', first_name: null, last_name: null } as const
  const request = {
    idempotencyKey: KEY,
    payment: 'cash_on_delivery',
    delivery: 'courier',
    lines: [
      { productId: UNCOUNTED, quantity: 1, shownPriceGrosze: 4990 },
      { productId: COUNTED, quantity: 2, shownPriceGrosze: 11990 },
    ],
    shownShippingGrosze: 1999,
    recipient: {
      firstName: 'Anna',
      lastName: 'Kowalska',
      phone: '+48600100200',
      delivery: { kind: 'courier', street: 'Prosta', houseNumber: '1', city: 'Łódź', postalCode: '90-001' },
    },
    clientAddress: '127.0.0.1',
    provider: null,
  } as const
  expect(await placeOrder(services, buyer, request)).toEqual({
    ok: true,
    value: { checkoutId: CHECKOUT, orderIds: ORDERS, totalGrosze: 30_969 },
  })
  expect(await placeOrder(services, buyer, { ...request, shownShippingGrosze: 0 })).toEqual({
    ok: false,
    failure: { reason: 'idempotency_conflict' },
  })
})

test('upgrade: the orders are listed for the customer and the admin, with their old numbers', async () => {
  const { checkoutIds } = await findCheckoutPage(database.db, USER, 1)
  const own = await listCustomerOrders(database.db, USER, checkoutIds)
  expect(own.map(({ id }) => [formatOrderNumber(id), findSecondOrderNumber(id)])).toEqual([
    ['3f2a9c1e', '7b1d0e22'],
    ['4f2a9c1e', '8b1d0e22'],
  ])
  expect(own.map(({ total_grosze, items }) => [total_grosze, items.map((item) => item.product_name)])).toEqual([
    [24_980, ['Oud']],
    [5989, ['Róża']],
  ])
  const all = await listOrders(database.db, { page: 1, pageSize: 25 })
  expect([all.total, all.items.map(({ id }) => id)]).toEqual([2, ORDERS])
})

test('upgrade: an archived shipment shows the customer its last real status', async () => {
  const shipments = await listCustomerShipments(database.db, USER, [CHECKOUT])
  expect(shipments.map(({ status }) => labelShipmentForCustomer(status))).toEqual(['W realizacji', 'Dostarczona'])
  const { rows } = await database.pool.query(
    `select order_id from shipments where archived_at between created_at and now()`,
  )
  expect(rows).toEqual([{ order_id: ORDERS[1] }])
})

test('upgrade: payment, delivery, mails and events of old orders are there, and no stock moved', async () => {
  const { rows: orders } = await database.pool.query('select payment, delivery, number from orders order by id')
  expect(orders).toEqual([
    { payment: 'cash_on_delivery', delivery: 'courier', number: '3f2a9c1e' },
    { payment: 'cash_on_delivery', delivery: 'courier', number: '4f2a9c1e' },
  ])
  const { rows: mails } = await database.pool.query('select data from mail_outbox')
  expect(mails).toEqual([{ data: { checkoutId: CHECKOUT } }])
  const { rows: events } = await database.pool.query(
    `select subject, from_status, to_status, actor from order_events where order_id = $1 order by id`,
    [ORDERS[1]],
  )
  expect(events).toEqual([
    { subject: 'order', from_status: null, to_status: 'pending', actor: 'customer' },
    { subject: 'shipment', from_status: null, to_status: 'created', actor: 'system' },
    { subject: 'shipment', from_status: 'created', to_status: 'delivered', actor: 'system' },
  ])
  const { rows: stock } = await database.pool.query(
    `select stock_quantity, out_of_stock, is_original, taken_from_stock from products
      join brands on brands.id = brand_id join order_items on product_id = products.id order by products.id`,
  )
  expect(stock).toEqual([
    { stock_quantity: 3, out_of_stock: false, is_original: true, taken_from_stock: true },
    { stock_quantity: null, out_of_stock: false, is_original: false, taken_from_stock: false },
  ])
})

test('upgrade: a process of the first release that still runs answers its repeats, and places no more orders', async () => {
  // As the first release claims a key. Its orders would be unknown to keys, events and mails of today.
  const claim = (key: string) =>
    database.pool.query(
      `insert into checkouts (user_id, idempotency_key, request_hash, payment, shipping_method, items_grosze, shipping_grosze)
        values ($1, $2, 'hash', 'cash_on_delivery', 'cash_on_delivery_courier', 28970, 1999)
        on conflict (user_id, idempotency_key) do nothing`,
      [USER, key],
    )
  expect((await claim(KEY)).rowCount).toBe(0)
  // serialization_failure, which the first release answers as busy.
  await expect(claim('a-key-after-the-upgrade')).rejects.toMatchObject({ code: '40001' })
})

test('upgrade: the original line is the active brand of that name, also beside an inactive one', async () => {
  const { rows } = await database.pool.query('select name, active, is_original from brands order by slug')
  expect(rows).toEqual([
    { name: 'Inna', active: true, is_original: false },
    { name: 'Perfumy Arabskie', active: true, is_original: true },
    { name: 'Perfumy Arabskie', active: false, is_original: false },
  ])
})
