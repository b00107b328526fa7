import { sql } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { describe } from 'vitest'
import { userContext } from '#app/page-access.ts'
import { loader } from '#app/panel/panel.tsx'
import { servicesContext } from '#app/services-context.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import type { Api, Customer } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

const CHECKOUTS = 45
const ORDERS_EACH = 3

let api: Api
let buyer: Customer
test.beforeAll(async ({ api: started }) => {
  api = started
  buyer = await api.customer()
  await api.db
    .updateTable('unproven_account_limits')
    .set({ proven_checkouts: CHECKOUTS + 1 })
    .execute()
  await buyLongAgo(buyer)
  expect((await buyer.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
})

/** Stores 45 checkouts of three orders each, an hour apart, for a customer with a proven address. */
async function buyLongAgo({ email }: Customer): Promise<void> {
  await sql`with buyer as (update users set email_verified = true where email = ${email} returning id, email),
    history as (
      insert into checkouts (user_id, payment, shipping_method, items_grosze, shipping_grosze, created_at)
      select id, 'cash_on_delivery', 'cash_on_delivery_courier', 300, 30, now() - n * interval '1 hour'
      from buyer, generate_series(1, ${CHECKOUTS}::int) as n returning id, user_id, created_at
    ), placed as (
      insert into orders (checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze, first_name,
        last_name, phone, street, house_number, city, postal_code, created_at)
      select history.id, user_id, email, 'pending', 'cash_on_delivery_courier', 100, 10, 'Anna', 'Kowalska',
        '+48 600 100 200', 'Prosta', '1', 'Łódź', '90-001', created_at
      from history, buyer, generate_series(1, ${ORDERS_EACH}::int) returning id, email, created_at
    )
    insert into shipments (order_id, receiver_name, receiver_phone, receiver_email, created_at)
    select id, 'Anna Kowalska', '+48 600 100 200', email, created_at from placed`.execute(api.db)
}

async function panel(page: string | null, cookie = buyer.cookie) {
  const context = new RouterContextProvider()
  context.set(servicesContext, api.services)
  const url = new URL(`/panel-klienta${page === null ? '' : `?page=${encodeURIComponent(page)}`}`, api.base)
  const request = new Request(url, { headers: { Cookie: cookie } })
  const user = await api.services.accounts.findUser(request.headers)
  if (user) context.set(userContext, user)
  return loader({ request, context, url, params: {}, pattern: '/panel-klienta' })
}

/** Every order of the customer, newest first, grouped as in the panel. */
async function checkoutsByAge(): Promise<string[]> {
  const { id } = await api.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', buyer.email)
    .executeTakeFirstOrThrow()
  const rows = await api.db
    .selectFrom('checkouts')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.id)
}

describe('panel', () => {
  test('shows 10 checkouts a page, newest first, none left out and none twice, each with its parcel', async () => {
    const pages = await Promise.all([null, '2', '3', '4', '5'].map((number) => panel(number)))
    expect(pages.map(({ page, pages: all }) => [page, all])).toEqual([
      [1, 5],
      [2, 5],
      [3, 5],
      [4, 5],
      [5, 5],
    ])
    expect(pages.map(({ checkouts }) => checkouts.length)).toEqual([10, 10, 10, 10, 6])
    expect(pages.flatMap(({ checkouts }) => checkouts.map(({ id }) => id))).toEqual(await checkoutsByAge())
    expect(pages[0]?.checkouts.map(({ orders }) => orders.length)).toEqual([1, ...Array<number>(9).fill(ORDERS_EACH)])
    for (const { checkouts, parcels, counts } of pages) {
      const numbers = checkouts.map(({ orders }) => orders.map(({ id }) => formatOrderNumber(id)))
      expect(parcels.map(({ orderNumbers }) => orderNumbers)).toEqual(numbers)
      expect(counts).toEqual({ orders: 1 + CHECKOUTS * ORDERS_EACH, parcels: 1 + CHECKOUTS })
    }
  })

  test('shows a shipment of a checkout apart once it has a tracking number of its own', async () => {
    const [first] = (await panel('5')).parcels
    const { id } = await api.db
      .updateTable('shipments')
      .set({ tracking_number: '620000000000000000000001' })
      .where('id', '=', first?.id ?? '')
      .returning('id')
      .executeTakeFirstOrThrow()
    const { parcels, counts } = await panel('5')
    expect(parcels.map(({ orderNumbers }) => orderNumbers.length)).toEqual([1, 2, 3, 3, 3, 3, 3])
    expect(parcels[0]).toMatchObject({
      trackingUrl: 'https://inpost.pl/sledzenie-przesylek?number=620000000000000000000001',
      lockerName: null,
    })
    expect(counts.parcels).toBe(2 + CHECKOUTS)
    await api.db.updateTable('shipments').set({ tracking_number: null }).where('id', '=', id).execute()
  })

  test.each([
    ['0', 1],
    ['-3', 1],
    ['', 1],
    ['x', 1],
    ['1.5', 1],
    ['NaN', 1],
    ['Infinity', 1],
    ['6', 5],
    ['1e300', 5],
    ["2'--", 1],
  ])('?page=%j is page %i', async (asked, shown) => {
    expect((await panel(asked)).page).toBe(shown)
  })

  test('shows another customer one empty page', async () => {
    const other = await api.customer()
    expect(await panel('2', other.cookie)).toEqual({
      user: expect.objectContaining({ email: other.email, role: 'customer' }),
      checkouts: [],
      parcels: [],
      counts: { orders: 0, parcels: 0 },
      page: 1,
      pages: 1,
    })
  })
})

test.each(['/api/me/orders', '/api/me/shipments'])('GET %s: returns the newest 100', async (path) => {
  const answer = await api.get(path, { Cookie: buyer.cookie })
  const listed = (await answer.json()) as { created_at: string }[]
  expect(listed).toHaveLength(100)
  const times = listed.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(Date.now() - Date.parse(times[0] ?? '')).toBeLessThan(60_000)
})
