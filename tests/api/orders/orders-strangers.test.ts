// No honest buyer is refused because of strangers. Limits that strangers could use up, each tested here or in
// orders-held.test.ts: the hourly limit of all buyers, by placed, held or refused orders; the stock of one product, by
// unsent orders of other networks (on delivery, prepaid, paid again after expiry); the limits of one address, by orders
// without an account that name it.
import { randomUUID } from 'node:crypto'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import { type CartItem, cart, errorOf, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = { now: new Date('2026-11-24T09:05:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, trustedProxy: ['127.0.0.1'] }))

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})
test.beforeEach(async () => {
  clock.now = new Date(clock.now.getTime() + 3 * HOUR_MS)
  await setNetworkLimits(api.db, NETWORK_LIMITS)
  await api.db.updateTable('orders').set({ status: 'cancelled' }).execute()
})

let networks = 0
function newAddress(): string {
  networks += 1
  return `198.51.${100 + Math.floor(networks / 250)}.${(networks % 250) + 1}`
}

/** A buyer without an account; each address of a network is one of a trusted proxy. */
async function openGuest(address: string, email = `gosc-${randomUUID()}@example.test`) {
  const from = { 'X-Forwarded-For': address }
  const entered = await api.post('/api/guest-sign-in', { email, withoutAccount: true, acceptedTerms: true }, from)
  const headers = { ...from, Cookie: cookieOf(entered) }
  return {
    onDelivery: (items: CartItem[]) => api.post('/api/create-cash-on-delivery-order', cart(items), headers),
    ahead: (items: CartItem[]) => api.post('/api/create-checkout-session', prepaidCart(items), headers),
    pay: (orderId: string) => api.post(`/api/orders/${orderId}/pay`, {}, headers),
  }
}

async function oneProduct(stock: number): Promise<CartItem> {
  const [product] = await productsOnSale(api, 1, stock)
  if (!product) throw new Error('no product')
  return product
}

const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status)

/** Orders of 7 networks, 10 of each, sent at once by a guest for each. */
async function sendWave(items: CartItem[], orders = 10): Promise<number[]> {
  const attackers = Array.from({ length: 7 }, newAddress)
  const statuses = await Promise.all(
    attackers.flatMap((address) =>
      Array.from({ length: orders }, async () => (await (await openGuest(address)).onDelivery(items)).status),
    ),
  )
  return statuses
}

async function serveHonest(item: CartItem, buyers = 40): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < buyers; n += 1) {
    const guest = await openGuest(newAddress())
    statuses.push((await (n % 2 === 0 ? guest.onDelivery([item]) : guest.ahead([item]))).status)
  }
  return statuses
}

test('while 7 networks send 70 orders that are held, 40 of 40 new buyers can order', async () => {
  const item = await oneProduct(1000)
  await setNetworkLimits(api.db, { network_stock_share: 1, network_parcels: 10 })
  // More than the share of a network, so that each of them waits.
  const [sent, served] = await Promise.all([sendWave([{ ...item, quantity: 10 }], 11), serveHonest(item)])
  expect(sent.filter((status) => status === 409).length).toBeGreaterThanOrEqual(63)
  expect(served).toEqual(Array(40).fill(200))
})

test('while 7 networks use up their limits and 70 more orders are held, 40 of 40 new buyers can order', async () => {
  const item = await oneProduct(1000)
  const sent = await sendWave([item], 20)
  expect(sent.filter((status) => status === 200)).toHaveLength(60)
  expect(await serveHonest(item)).toEqual(Array(40).fill(200))
})

test('refused orders do not count in the hourly limit of others', async () => {
  const gone = await oneProduct(0)
  expect(new Set(await sendWave([gone], 10))).toEqual(new Set([409]))
  expect(
    await api.db
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', '%unproven_parcel%')
      .where('hits', '>', 0)
      .where('window_start', '>=', new Date(clock.now.getTime() - HOUR_MS))
      .execute(),
  ).toEqual([])
})

test('in a wave, networks that have ordered wait for the mailed link; others can order', async () => {
  const item = await oneProduct(1000)
  await setNetworkLimits(api.db, { all_parcels: 2, network_parcels: 2 })
  const [first, second] = [newAddress(), newAddress()]
  for (const address of [first, second]) expect((await (await openGuest(address)).onDelivery([item])).status).toBe(200)
  expect(await errorOf(await (await openGuest(first)).onDelivery([item]))).toMatchObject({ code: 'order_held' })
  expect((await (await openGuest(newAddress())).onDelivery([item])).status).toBe(200)
})

test.for(['onDelivery', 'ahead'] as const)(
  'four new buyers get the last four bottles, from four networks or from one (%s)',
  async (way) => {
    const shared = newAddress()
    for (const addressOf of [newAddress, () => shared]) {
      const item = await oneProduct(4)
      const buyers = await Promise.all(Array.from({ length: 4 }, () => openGuest(addressOf())))
      expect(statusesOf(await Promise.all(buyers.map((buyer) => buyer[way]([item]))))).toEqual([200, 200, 200, 200])
      await api.db.updateTable('orders').set({ status: 'cancelled' }).execute()
    }
  },
)

test('paying again after expiry takes the last pieces, whatever strangers hold of the rest', async () => {
  const unpaid = openUnpaidOrders(api)
  const item = await oneProduct(10)
  const buyer = await openGuest(newAddress())
  const { orderId } = (await (await buyer.ahead([{ ...item, quantity: 4 }])).json()) as { orderId: string }
  await unpaid.runOut(orderId)
  for (let n = 0; n < 6; n += 1) expect((await (await openGuest(newAddress())).onDelivery([item])).status).toBe(200)
  expect((await buyer.pay(orderId)).status).toBe(200)
})

test('orders of strangers that name an address make its owner confirm, and refuse nothing', async () => {
  const item = await oneProduct(1000)
  const email = `znany-${randomUUID()}@example.test`
  const owner = await openGuest(newAddress(), email)
  const { orderId } = (await (await owner.ahead([item])).json()) as { orderId: string }
  await openUnpaidOrders(api).runOut(orderId)
  const strangers = await Promise.all(Array.from({ length: 5 }, () => openGuest(newAddress(), email)))
  for (const stranger of strangers) expect((await stranger.onDelivery([item])).status).toBe(200)
  expect((await owner.pay(orderId)).status).toBe(200)
  expect(await errorOf(await owner.onDelivery([item]))).toMatchObject({ status: 409, code: 'order_held' })
  const { request } = await api.db
    .selectFrom('held_orders')
    .innerJoin('guests', 'guests.user_id', 'held_orders.user_id')
    .select('held_orders.id as request')
    .where('guests.email', '=', email)
    .executeTakeFirstOrThrow()
  const confirmed = await api.post('/api/confirm-order', {
    token: api.services.linkTokens.create('held-order', request),
  })
  expect(confirmed.status).toBe(200)
})
