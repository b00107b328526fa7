// An unpaid order of the same account never stands in the way of the account's next order: pieces, codes, gifts, free
// samples and limits are freed once the provider says that nothing was paid. Otherwise the buyer decides. Orders of
// other people stay.
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import { type Api, type Customer, cookieOf } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  startedAhead,
} from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let codes: ReturnType<typeof openCodes>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  codes = openCodes(api, orders.admin)
})
test.beforeEach(() => api.mailbox.clearFaults())

const ahead = (buyer: Customer, item: CartItem, more: object = {}) => orderAhead(api, buyer, prepaidCart([item], more))
const onDelivery = (buyer: Customer, item: CartItem, more: object = {}) => buyer.order(cart([item], more))
const sessionState = async (orderId: string) => (await orders.sessionsOf(orderId)).map(({ status }) => status)
const stock = async (item: CartItem) => (await orders.stockOf(item)).stock_quantity
const tenPercent = ({ price, quantity }: CartItem, code: string) => ({
  discountCode: code,
  discount: Math.floor(Math.round(price * 100) * quantity * 0.1) / 100,
})

/** A buyer without an account; each is a person of its own. */
async function openGuest(email: string): Promise<{ cookie: string }> {
  const entered = await api.post('/api/guest-sign-in', { email, withoutAccount: true, acceptedTerms: true })
  return { cookie: cookieOf(entered) }
}

const post = (path: string, { cookie: Cookie }: { cookie: string }, body: unknown) =>
  api.post(path, body, { Cookie, 'Idempotency-Key': crypto.randomUUID() })

async function saveRule(change: object) {
  const Cookie = orders.admin
  const { preset: _, offered: __, ...rule } = await (await api.get('/api/admin/gift-rule', { Cookie })).json()
  expect((await api.post('/api/admin/gift-rule', { ...rule, ...change }, { Cookie })).status).toBe(200)
}

for (const [way, order] of [
  ['ahead', ahead],
  ['on delivery', onDelivery],
] as const) {
  test(`paid ${way}, another device orders the last piece: the unpaid order is given up, its page ends`, async () => {
    const buyer = await api.customer()
    const item = await orders.anItem(1)
    const first = await startedAhead(api, buyer, prepaidCart([item]))
    expect((await order(buyer, item)).status).toBe(200)
    expect(await orders.statusOf(first.orderId)).toBe('cancelled')
    expect(await sessionState(first.orderId)).toEqual(['expired'])
    expect(await stock(item)).toBe(0)
  })

  test(`paid ${way}, a code that the unpaid order uses is free for the next one, also while it is typed`, async () => {
    const buyer = await api.customer()
    const item = await orders.anItem(100)
    const stranger = await api.customer()
    await proveAddresses(api.db, buyer.email)
    for (const limit of [{ most_uses: 1 }, { once_per_person: true }, { most_uses: 1, email: buyer.email }]) {
      const { code } = await codes.add(limit)
      const more = tenPercent(item, code)
      const first = await startedAhead(api, buyer, prepaidCart([item], more))
      const asked = await api.post('/api/discount-code', { code, product_ids: [] }, { Cookie: buyer.cookie })
      expect(asked.status).toBe(200)
      if ('most_uses' in limit) {
        const foreign = await errorOf(await order(stranger, item, more))
        expect(foreign.code).toBe('email' in limit ? 'code_not_for_you' : 'code_used_up')
        expect(await orders.statusOf(first.orderId)).toBe('pending')
      }
      expect((await order(buyer, item, more)).status).toBe(200)
      expect(await orders.statusOf(first.orderId)).toBe('cancelled')
    }
  })
}

test('an unpaid order that holds nothing of what is ordered stays open, and so does one given up in vain', async () => {
  const buyer = await api.customer()
  const [held, other] = await productsOnSale(api, 2, 1)
  if (!held || !other) throw new Error('no products')
  const first = await startedAhead(api, buyer, prepaidCart([held]))
  expect((await ahead(buyer, other)).status).toBe(200)
  expect(await orders.statusOf(first.orderId)).toBe('pending')
  // One piece more would not be enough.
  expect(await errorOf(await ahead(buyer, { ...held, quantity: 3 }))).toMatchObject({ code: 'out_of_stock' })
  expect(await orders.statusOf(first.orderId)).toBe('pending')
})

test('the last counted gift of an unpaid order goes to the order that replaces it', async () => {
  await saveRule({ active: true, genders: ['women', 'men', 'unisex'], from_grosze: 0, gift: 'Chusteczka', stock: 1 })
  const buyer = await api.customer()
  const item = await orders.anItem(100)
  const first = await startedAhead(api, buyer, prepaidCart([item]))
  const second = await (await onDelivery(buyer, item)).json()
  expect(second.gift).toEqual({ name: 'Chusteczka', pieces: 1 })
  expect(await orders.statusOf(first.orderId)).toBe('cancelled')
  await saveRule({ active: false, stock: null })
})

test('the limit of unpaid orders of a new buyer counts none that the next order replaces', async ({ newApi }) => {
  const strict = await newApi({ limitFactor: 1 })
  const buyer = await strict.customer()
  const [item] = await productsOnSale(strict, 1)
  if (!item) throw new Error('no product')
  await strict.db.updateTable('unproven_account_limits').set({ proven_payments: 1, open_payments: 1 }).execute()
  const { orderId } = await (await orderAhead(strict, buyer, prepaidCart([item]))).json()
  expect((await orderAhead(strict, buyer, prepaidCart([item]))).status).toBe(200)
  const { status } = await strict.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
})

test('nobody gives up the order of another account, nor of a guest with the same address', async () => {
  const item = await orders.anItem(1)
  const email = `gosc-${crypto.randomUUID()}@example.test`
  const guest = await openGuest(email)
  const first = await (await post('/api/create-checkout-session', guest, prepaidCart([item]))).json()
  for (const other of [await openGuest(email), await api.customer()]) {
    const refused = await errorOf(await post('/api/create-cash-on-delivery-order', other, cart([item])))
    expect(refused).toMatchObject({ status: 409, code: 'out_of_stock' })
  }
  expect(await orders.statusOf(first.orderId)).toBe('pending')
  expect((await post('/api/create-cash-on-delivery-order', guest, cart([item]))).status).toBe(200)
  expect(await orders.statusOf(first.orderId)).toBe('cancelled')
})

test('a provider that does not answer: the buyer decides, and giving up frees the pieces', async () => {
  const buyer = await api.customer()
  const item = await orders.anItem(1)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await api.mailbox.planFault({ service: 'stripe', mode: 'error', times: 100, path: '/v1/checkout/sessions' })
  const refused = await errorOf(await onDelivery(buyer, item))
  expect(refused).toMatchObject({
    status: 409,
    code: 'own_order_in_the_way',
    details: { order_id: orderId, state: 'unpaid' },
  })
  expect(refused.message).toMatch(
    /^Masz nieopłacone zamówienie nr \d{8} na .* Dokończ płatność albo zrezygnuj z niego\.$/,
  )
  expect(await orders.statusOf(orderId)).toBe('pending')
  expect((await api.post(`/api/orders/${orderId}/give-up`, {}, { Cookie: buyer.cookie })).status).toBe(200)
  expect((await onDelivery(buyer, item)).status).toBe(200)
  await api.mailbox.clearFaults()
  // Its money comes after all: the piece is gone, so it goes back.
  const [session] = await orders.sessionsOf(orderId)
  await orders.stripe.act(session?.id ?? '', { action: 'pay', method: 'blik' })
  await orders.check(orderId)
  expect((await orders.attemptsOf(orderId)).at(-1)?.status).toBe('refund_pending')
})

test('an order that was just paid stays, and the buyer is told so', async () => {
  const buyer = await api.customer()
  const item = await orders.anItem(1)
  const { orderId, sessionId } = await startedAhead(api, buyer, prepaidCart([item]))
  await orders.stripe.act(sessionId, { action: 'pay', method: 'blik' })
  const refused = await errorOf(await onDelivery(buyer, item))
  expect(refused).toMatchObject({ code: 'own_order_in_the_way', details: { order_id: orderId, state: 'paid' } })
  await orders.check(orderId)
  expect(await orders.statusOf(orderId)).toBe('paid')
})

test('two windows order the last piece at once: one order holds it, none is lost', async () => {
  const buyer = await api.customer()
  const item = await orders.anItem(1)
  const answers = await Promise.all([ahead(buyer, item), ahead(buyer, item), onDelivery(buyer, item)])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await stock(item)).toBe(0)
  const holding = await api.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('orders.id')
    .where('email', '=', buyer.email)
    .where('product_id', '=', item.id)
    .where('status', '<>', 'cancelled')
    .execute()
  expect(holding).toHaveLength(1)
})

test('paying an earlier order again gives up the later unpaid one that took its last piece', async () => {
  const buyer = await api.customer()
  const item = await orders.anItem(1)
  const first = await startedAhead(api, buyer, prepaidCart([item]))
  await orders.runOut(first.orderId)
  const second = await startedAhead(api, buyer, prepaidCart([item]))
  expect(await orders.paid(buyer, first.orderId)).toMatchObject({ orderId: first.orderId })
  expect(await orders.statusOf(second.orderId)).toBe('cancelled')
})
