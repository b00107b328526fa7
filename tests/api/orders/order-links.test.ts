import { randomUUID } from 'node:crypto'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'
import type { Api, Customer } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale, toCourier, toLocker } from '#tests/support/orders.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

let api: Api
let buyer: Customer
test.beforeAll(async ({ api: started }) => {
  api = started
  buyer = await api.customer('klientka@example.test')
})

const tokenOf = (checkoutId: string) => new URL(api.services.orderLinks.create(checkoutId)).hash.slice(1)

async function open(checkoutId: string): Promise<LinkedCheckout> {
  const answer = await api.post('/api/order-link', { token: tokenOf(checkoutId) })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  return (await answer.json()) as LinkedCheckout
}

async function orderOnDelivery(count: number, more: object = {}): Promise<{ checkoutId: string; orderIds: string[] }> {
  const answer = await buyer.order(cart(await productsOnSale(api, count), more))
  expect(answer.status).toBe(200)
  return (await answer.json()) as { checkoutId: string; orderIds: string[] }
}

async function orderAhead(): Promise<{ checkoutId: string; orderId: string; url: string }> {
  const items = await productsOnSale(api, 2)
  const { shippingMethod: _, ...customerData } = toCourier
  const answer = await api.post(
    '/api/create-checkout-session',
    {
      items: items.map(({ price, ...item }) => ({ ...item, price: Math.round(price * 100) })),
      shippingMethod: 'prepaid_courier',
      shippingCost: 15.99,
      customerData,
    },
    { Cookie: buyer.cookie, 'Idempotency-Key': randomUUID() },
  )
  expect(answer.status).toBe(200)
  return (await answer.json()) as { checkoutId: string; orderId: string; url: string }
}

test('POST order link: shows products and state of the parcel, and nothing about the buyer', async () => {
  const { checkoutId, orderIds } = await orderOnDelivery(2, { customerData: toLocker, shippingCost: 16.99 })
  await api.db
    .updateTable('shipments')
    .set({ status: 'shipped', tracking_number: '520000012680041086770098' })
    .where('order_id', 'in', orderIds)
    .execute()
  const checkout = await open(checkoutId)
  expect(checkout).toMatchObject({
    shipping_grosze: 1699,
    total_grosze: checkout.items_grosze + 1699,
    payment: { method: 'cash_on_delivery', state: 'due_on_delivery', payable: false, paused: false },
    delivery: { method: 'locker', place: /^DEMO-WAW-001, / },
    parcels: [{ status: 'shipped', tracking_url: /inpost\.pl\/sledzenie-przesylek\?number=520000012680041086770098$/ }],
  })
  expect(checkout.orders.map(({ number, items }) => [number, items.length])).toEqual(
    orderIds.map((id) => [id.slice(0, 8), 1]),
  )
  const text = JSON.stringify(checkout)
  for (const personal of ['Anna', 'Kowalska', '600100200', '600 100 200', 'example.test', ...orderIds])
    expect(text).not.toContain(personal)
})

test('POST order link: shows only the town of an address', async () => {
  const { checkoutId } = await orderOnDelivery(1)
  const checkout = await open(checkoutId)
  expect(checkout.delivery).toEqual({ method: 'courier', place: 'Łódź' })
  expect(JSON.stringify(checkout)).not.toMatch(/Prosta|90-001/)
})

test('POST order link: a prepaid order can be paid by its link until it is paid', async () => {
  const { checkoutId, orderId, url } = await orderAhead()
  expect((await open(checkoutId)).payment).toMatchObject({
    method: 'prepaid',
    state: 'open',
    payable: true,
    paused: false,
  })
  const paying = await api.post('/api/order-link/pay', { token: tokenOf(checkoutId) })
  expect(paying.status).toBe(200)
  expect(paying.headers.getSetCookie()).toEqual([])
  expect(await paying.json()).toMatchObject({ url, orderId })

  await api.db.updateTable('payments').set({ status: 'paid', paid_at: new Date() }).execute()
  await api.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', orderId).execute()
  expect((await open(checkoutId)).payment).toMatchObject({
    state: 'paid',
    due_grosze: null,
    payable: false,
    paused: false,
  })
  const again = await api.post('/api/order-link/pay', { token: tokenOf(checkoutId) })
  expect(await errorOf(again)).toMatchObject({ status: 409, code: 'order_already_paid' })
})

test('POST order link: a wrong token, and the link of a checkout that is gone, open nothing and pay nothing', async () => {
  const { checkoutId } = await orderOnDelivery(1)
  const right = tokenOf(checkoutId)
  const wrong = ['', 'x', right.slice(1), `${right.slice(0, -2)}AA`, checkoutId, tokenOf(randomUUID())]
  for (const path of ['/api/order-link', '/api/order-link/pay']) {
    for (const token of wrong) {
      expect(await errorOf(await api.post(path, { token })), `${path} ${token}`).toMatchObject({
        status: 404,
        code: 'order_link_invalid',
      })
    }
  }
  const onDelivery = await api.post('/api/order-link/pay', { token: right })
  expect(await errorOf(onDelivery)).toMatchObject({ status: 409, code: 'order_not_payable' })
})

test('POST order link: a network has a limit in a quarter of an hour', async ({ newApi }) => {
  const limited = await newApi({ clock: openWindowClock() })
  const ask = () => limited.post('/api/order-link', { token: 'x' })
  for (let count = 0; count < 600; count += 50) await Promise.all(Array.from({ length: 50 }, ask))
  expect(await errorOf(await ask())).toMatchObject({ status: 429, code: 'too_many_attempts' })
})
