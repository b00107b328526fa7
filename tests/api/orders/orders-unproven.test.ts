import { randomUUID } from 'node:crypto'
import type { Api, Customer } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, cart, productsOnSale, refusal, sizedName } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const test = base.extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock() }))

const PHONE = '+48 000 000 000'

let api: Api
let products: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  products = await productsOnSale(api, 8)
})

function pick(index: number, quantity = 1): CartItem {
  const product = products[index]
  if (!product) throw new Error('no such product')
  return { ...product, quantity }
}

async function placeFive(buyer: Customer): Promise<string[]> {
  const receipts: { orderId: string }[] = []
  for (let n = 0; n < 5; n += 1) {
    const answer = await buyer.order(cart([pick(n)]))
    expect(answer.status).toBe(200)
    receipts.push((await answer.json()) as { orderId: string })
  }
  return receipts.map(({ orderId }) => orderId)
}

const setShipment = (orderId: string, status: 'delivered' | 'shipped') =>
  api.db.updateTable('shipments').set({ status }).where('order_id', '=', orderId).execute()

const parcelLimit = {
  status: 409,
  code: 'order_limit_reached',
  message: `Na nowe konto wysyłamy naraz najwyżej 5 paczek. Następne zamówienie złożysz, gdy odbierzesz pierwszą z nich. Jeśli to pilne, zadzwoń do nas: ${PHONE}.`,
  details: { limit: 'checkouts', most: 5, left: 0 },
}

test('POST order: an account whose address was never proven has at most five parcels on their way', async () => {
  const buyer = await api.customer()
  const [first = '', second = ''] = await placeFive(buyer)
  expect(await refusal(api, buyer, cart([pick(5)]))).toMatchObject(parcelLimit)

  await setShipment(first, 'shipped')
  expect(await refusal(api, buyer, cart([pick(5)]))).toMatchObject(parcelLimit)

  // A cancelled order no longer counts.
  await api.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', second).execute()
  expect((await buyer.order(cart([pick(5)]))).status).toBe(200)
  expect(await refusal(api, buyer, cart([pick(6)]))).toMatchObject(parcelLimit)

  // The limits end with the first received parcel.
  await setShipment(first, 'delivered')
  for (const quantity of [40, 35, 1]) expect((await buyer.order(cart([pick(6, quantity)]))).status).toBe(200)
})

test('POST order: a retry of a placed order is answered, however many parcels are on their way', async () => {
  const buyer = await api.customer()
  const key = randomUUID()
  const first = await (await buyer.order(cart([pick(0)]), key)).json()
  for (let n = 1; n < 5; n += 1) await buyer.order(cart([pick(n)]))
  expect(await refusal(api, buyer, cart([pick(5)]))).toMatchObject(parcelLimit)
  expect(await (await buyer.order(cart([pick(0)]), key)).json()).toEqual(first)
})

test('POST order: one cart of several products is one parcel', async () => {
  const buyer = await api.customer()
  for (let n = 0; n < 5; n += 1) {
    expect((await buyer.order(cart([pick(n), pick(n + 1), pick(n + 2)]))).status).toBe(200)
  }
  expect(await refusal(api, buyer, cart([pick(0)]))).toMatchObject(parcelLimit)
})

test('POST order: an unproven account has at most ten pieces of one product and thirty in all on their way', async () => {
  const buyer = await api.customer()
  const name = await sizedName(api, pick(0).id)
  expect(await refusal(api, buyer, cart([pick(0, 11)]))).toMatchObject({
    status: 409,
    code: 'order_limit_reached',
    message: `Z nowego konta można zamówić najwyżej 10 sztuk jednego produktu, razem z paczkami w drodze. Teraz możesz zamówić jeszcze 10 sztuk produktu „${name}”. Aby kupić więcej, poczekaj na odbiór pierwszej paczki albo zadzwoń do nas: ${PHONE}.`,
    details: { limit: 'pieces_of_product', most: 10, left: 10, product: { id: pick(0).id, name } },
  })
  expect((await buyer.order(cart([pick(0, 10)]))).status).toBe(200)
  expect(await refusal(api, buyer, cart([pick(1, 1), pick(0, 1)]))).toMatchObject({
    message: expect.stringContaining(`Teraz nie możesz zamówić więcej produktu „${name}”.`),
    details: { limit: 'pieces_of_product', left: 0 },
  })
  expect((await buyer.order(cart([pick(1, 10), pick(2, 8)]))).status).toBe(200)
  expect(await refusal(api, buyer, cart([pick(3, 3)]))).toMatchObject({
    message: `Z nowego konta można zamówić najwyżej 30 sztuk, razem z paczkami w drodze. Teraz możesz zamówić jeszcze 2 sztuki. Aby kupić więcej, poczekaj na odbiór pierwszej paczki albo zadzwoń do nas: ${PHONE}.`,
    details: { limit: 'pieces', most: 30, left: 2 },
  })
  expect((await buyer.order(cart([pick(3, 2)]))).status).toBe(200)
})

test('POST order: of thirty simultaneous orders of an unproven account five are placed', async () => {
  const buyer = await api.customer()
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => buyer.order(cart([pick(n % 8)])).then(({ status }) => status)),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
})

test('POST order: simultaneous carts of the same products in different order do not deadlock', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => api.customer()))
  const both = [pick(0), pick(1)]
  const answers = await Promise.all(
    buyers.flatMap((buyer) => [0, 1, 2, 3].map((n) => buyer.order(cart(n % 2 === 0 ? both : both.toReversed())))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
})

test('POST order: an address proven by a mailed link may order more, before its first parcel is delivered', async () => {
  await api.db.updateTable('unproven_account_limits').set({ proven_pieces_of_product: 30 }).execute()
  const buyer = await api.customer()
  await placeFive(buyer)
  expect(await refusal(api, buyer, cart([pick(0)]))).toMatchObject(parcelLimit)
  await proveAddresses(api.db, buyer.email)
  expect(await refusal(api, buyer, cart([pick(0, 30)]))).toMatchObject({
    code: 'order_limit_reached',
    details: { limit: 'pieces_of_product', most: 30, left: 29 },
  })
  expect((await buyer.order(cart([pick(0, 29)]))).status).toBe(200)
})

test('POST order: the admin can change the limits, within bounds', async () => {
  const set = (columns: object) => api.db.updateTable('unproven_account_limits').set(columns).execute()
  await set({ open_checkouts: 1, pieces_of_product: 2, pieces: 3 })
  const buyer = await api.customer()
  expect(await refusal(api, buyer, cart([pick(0, 3)]))).toMatchObject({ details: { most: 2, left: 2 } })
  expect((await buyer.order(cart([pick(0)]))).status).toBe(200)
  expect(await refusal(api, buyer, cart([pick(1)]))).toMatchObject({
    message: expect.stringContaining('najwyżej 1 paczkę.'),
  })
  await expect(set({ open_checkouts: 0 })).rejects.toThrow('check constraint')
  await expect(set({ pieces: 1 })).rejects.toThrow('check constraint')
  await set({ open_checkouts: 5, pieces_of_product: 10, pieces: 30 })
})

test('POST order: LIMIT_FACTOR multiplies the limits of unproven accounts', async ({ newApi }) => {
  const generous = await newApi({ limitFactor: 2 })
  const [product] = await productsOnSale(generous, 1)
  if (!product) throw new Error('no product')
  const buyer = await generous.customer()
  for (let n = 0; n < 10; n += 1) expect((await buyer.order(cart([product]))).status).toBe(200)
  expect(await refusal(generous, buyer, cart([product]))).toMatchObject({ details: { limit: 'checkouts', most: 10 } })
})
