// A sample that is free with a bottle: it is promised, ordered, shown, taken from the sample's stock and returned to
// it; the last one goes to one order; a buyer who returns the bottle owes nothing for it.
import { randomUUID } from 'node:crypto'
import type { Product } from '#domain/catalog/product.ts'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import { type Api, askAll, type Customer } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { type CartItem, cart, prepaidCart, startedAhead } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
})
test.beforeEach(() => saveRule({ with_sample: true, active: false }))

async function saveRule(change: object) {
  const Cookie = orders.admin
  const { preset: _, offered: __, ...rule } = await (await api.get('/api/admin/gift-rule', { Cookie })).json()
  expect((await api.post('/api/admin/gift-rule', { ...rule, ...change }, { Cookie })).status).toBe(200)
  await api.services.catalog.receiveChanges()
}

async function add(more: object): Promise<CartItem> {
  const brand = api.db.selectFrom('brands').select('id').where('is_arabic', '=', true)
  const brand_id = (await brand.executeTakeFirstOrThrow()).id
  const headers = { Cookie: orders.admin, 'Idempotency-Key': randomUUID() }
  const answer = await api.post('/api/admin/products', { brand_id, stock_quantity: 50, ...more }, headers)
  if (answer.status !== 200) throw new Error(await answer.text())
  const {
    id,
    name,
    price_grosze: grosze,
  } = await api.db
    .selectFrom('products')
    .select(['id', 'name', 'price_grosze'])
    .where('id', '=', (await answer.json()).id)
    .executeTakeFirstOrThrow()
  return { id, name, price: grosze / 100, quantity: 1 }
}

/** A bottle for 119 zł and its sample of 2 ml with this stock. */
async function addScent(samples = 5) {
  const name = `Zapach ${randomUUID().slice(0, 8)}`
  const bottle = await add({ name, price: 119, volume_ml: 100 })
  const more = { scent_id: bottle.id, kind: 'sample', price: 9.9, volume_ml: 2, stock_quantity: samples }
  const sample = await add({ name, ...more })
  await api.services.catalog.receiveChanges()
  return { bottle, sample, label: `Próbka w prezencie: ${name}` }
}

const stockOf = async ({ id }: CartItem) =>
  (await api.db.selectFrom('products').select('stock_quantity').where('id', '=', id).executeTakeFirstOrThrow())
    .stock_quantity

type OwnOrder = { order_items: { product_name: string; unit_price_grosze: number; quantity: number }[] }
async function samplesOf({ cookie: Cookie }: Customer) {
  const own: OwnOrder[] = await (await api.get('/api/me/orders', { Cookie })).json()
  return own.flatMap(({ order_items }) => order_items.filter(({ unit_price_grosze: grosze }) => grosze === 0))
}

test('the page promises the sample, the order has one per scent at 0,00 zł, and all documents name it', async () => {
  const { bottle, sample, label } = await addScent()
  const page = (await (await api.get(`/api/products/${bottle.id}`)).json()) as Product
  expect(page.sample_gift?.note).toBe('Próbka w prezencie: sprawdź ją, a zamknięty flakon możesz odesłać')
  expect((await (await api.get(`/api/products/${sample.id}`)).json()).sample_gift).toBeUndefined()
  const [inCart] = await (await api.post('/api/cart', { ids: [bottle.id] })).json()
  expect(inCart.sample_gift).toMatchObject({ id: sample.id, label })

  const buyer = await api.customer()
  const placed = await (await buyer.order(cart([{ ...bottle, quantity: 2 }]))).json()
  expect(placed).toMatchObject({ samples: [label], totalGrosze: 2 * 11_900 + 1_999 })
  expect(await samplesOf(buyer)).toMatchObject([{ product_name: label, quantity: 1 }])
  expect(await stockOf(sample)).toBe(4)
  await expect.poll(() => api.mailbox.messagesTo(buyer.email)).toHaveLength(1)
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(label)
  const desk = await (await api.get('/api/admin/packing', { Cookie: orders.admin })).text()
  expect(desk).toContain(label)
  // The sample was not bought, so it need not be returned.
  const form = await (await api.post('/api/order-link', { token: returns.tokenOf(placed.checkoutId) })).text()
  expect(form).toContain(label)
  const { orders: linked } = JSON.parse(form) as LinkedCheckout
  expect(linked.flatMap(({ items }) => items.map(({ kind, facts }) => [kind, facts]))).toEqual([
    ['bottle', '100\u00a0ml'],
    ['sample', 'próbka 2\u00a0ml'],
  ])
})

test('no second sample is given, none with several ordered ones, none without stock or when switched off', async () => {
  const { bottle, sample } = await addScent()
  const other = await add({ name: bottle.name, price: 59, volume_ml: 50, scent_id: bottle.id })
  await api.services.catalog.receiveChanges()
  const order = async (...items: CartItem[]) => (await (await (await api.customer()).order(cart(items))).json()).samples
  expect(await order(bottle, other)).toHaveLength(1)
  expect(await order(bottle, { ...sample, quantity: 2 })).toEqual([])
  await saveRule({ with_sample: false })
  expect(await order(bottle)).toEqual([])
  await saveRule({ with_sample: true })
  const none = await addScent(0)
  expect(await order(none.bottle)).toEqual([])
})

test('of orders placed at once one gets the last sample, and none is refused', async () => {
  const { bottle, sample, label } = await addScent(1)
  const buyers = await Promise.all(Array.from({ length: 6 }, () => api.customer()))
  const answers = await askAll(buyers.map((buyer) => () => buyer.order(cart([bottle]))))
  expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 200))
  const given = await Promise.all(answers.map(async (answer) => (await answer.json()).samples))
  expect(given.flat()).toEqual([label])
  expect(await stockOf(sample)).toBe(0)
})

test('prepaid: the sample is free, returns to stock with a cancelled order, and is left out without stock', async () => {
  const { bottle, sample } = await addScent(1)
  const buyer = await api.customer()
  const { orderId, totalGrosze } = await startedAhead(api, buyer, prepaidCart([bottle]))
  expect(totalGrosze).toBe(11_900 + 1_599)
  expect(await stockOf(sample)).toBe(0)
  const giveUp = () => api.post(`/api/orders/${orderId}/give-up`, {}, { Cookie: buyer.cookie })
  await Promise.all([giveUp(), giveUp()])
  expect(await stockOf(sample)).toBe(1)
  await orders.check(orderId)
  expect(await orders.paid(buyer, orderId)).toMatchObject({ orderId })
  expect(await stockOf(sample)).toBe(0)
  expect(await samplesOf(buyer)).toHaveLength(1)

  await giveUp()
  expect((await (await api.customer()).order(cart([bottle]))).status).toBe(200)
  expect(await stockOf(sample)).toBe(0)
  await orders.check(orderId)
  expect(await orders.paid(buyer, orderId)).toMatchObject({ orderId })
  expect(await samplesOf(buyer)).toEqual([])
  expect(await stockOf(sample)).toBe(0)
})

test('returning the bottle: before dispatch the sample returns, too; later the whole sum is refunded without it', async () => {
  const { bottle, sample } = await addScent()
  const place = async () =>
    (await (await (await api.customer()).order(cart([bottle]))).json()) as { checkoutId: string }
  const unsent = await place()
  const first = await returns.withdrawByLink(unsent.checkoutId, [{ product_id: bottle.id, quantity: 1 }])
  expect((await returns.act(first, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  expect(await stockOf(sample)).toBe(5)
  expect(await stockOf(bottle)).toBe(50)

  const sent = await place()
  await api.db
    .updateTable('shipments')
    .set({ status: 'delivered' })
    .where('order_id', 'in', api.db.selectFrom('orders').select('id').where('checkout_id', '=', sent.checkoutId))
    .execute()
  const second = await returns.withdrawByLink(sent.checkoutId, [{ product_id: bottle.id, quantity: 1 }])
  const { money, pieces } = await returns.read(second)
  expect(pieces.map(({ name }) => name)).toEqual([bottle.name])
  // With the last bought piece the delivery is refunded, too.
  expect(money).toMatchObject({ pieces_grosze: 11_900, delivery_grosze: 1_299 })
})

test('a sample ordered with its bottle is the free one, on delivery and prepaid, and nothing is paid for it', async () => {
  const { bottle, sample, label } = await addScent(2)
  const buyer = await api.customer()
  const placed = await (await buyer.order(cart([sample, bottle]))).json()
  expect(placed).toMatchObject({ samples: [label], totalGrosze: 11_900 + 1_999 })
  expect(placed.orderIds).toHaveLength(1)
  expect(await samplesOf(buyer)).toMatchObject([{ product_name: label, quantity: 1 }])
  expect(await startedAhead(api, await api.customer(), prepaidCart([bottle, sample]))).toMatchObject({
    totalGrosze: 11_900 + 1_599,
  })
  expect(await stockOf(sample)).toBe(0)
  // A sample that is ordered and gone is not left out silently.
  const refused = await (await api.customer()).order(cart([bottle, sample]))
  expect([refused.status, (await refused.json()).error.code]).toEqual([409, 'out_of_stock'])
})

test('a bottle that leaves an order takes its sample along; one that comes brings its own', async () => {
  const changes = await openOrderChanges(api)
  const [one, other] = [await addScent(), await addScent()]
  const buyer = await api.customer()
  const rest = await add({ name: `Mydło ${randomUUID().slice(0, 8)}`, price: 25 })
  await api.services.catalog.receiveChanges()
  const prepare = async () => {
    const started = await startedAhead(api, buyer, prepaidCart([one.bottle, rest]))
    await orders.stripe.act(started.sessionId, { action: 'pay', method: 'blik' })
    await orders.check(started.orderId)
    return started.orderId
  }
  const piecesOf = async (id: string) =>
    (await orders.read(id)).items.map(({ product_id, quantity }) => [product_id, quantity]).toSorted()

  const first = await prepare()
  const withSample = [
    [one.bottle.id, 1],
    [one.sample.id, 1],
    [rest.id, 1],
  ].toSorted()
  expect(await piecesOf(first)).toEqual(withSample)
  expect((await changes.setPieces(first, [one.sample, rest])).status).toBe(200)
  expect(await piecesOf(first)).toEqual([[rest.id, 1]])
  expect(await stockOf(one.sample)).toBe(5)
  expect(orders.sentencesOf(await orders.read(first)).join(' ')).toContain(`Usunięto 1 × „${one.label}`)

  // Exchanged for another scent of the same price, also when the admin removes the sample by hand.
  for (const kept of [[one.sample], []]) {
    const id = await prepare()
    expect((await changes.setPieces(id, [other.bottle, rest, ...kept])).status).toBe(200)
    const exchanged = [
      [other.bottle.id, 1],
      [other.sample.id, 1],
      [rest.id, 1],
    ]
    expect(await piecesOf(id)).toEqual(exchanged.toSorted())
    expect(await stockOf(one.sample)).toBe(5)
  }
  expect(await stockOf(other.sample)).toBe(3)

  // A withdrawal before dispatch takes the bottle out, and its sample.
  const last = await prepare()
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', last)
    .executeTakeFirstOrThrow()
  const withdrawn = await returns.withdrawByLink(checkout_id, [{ product_id: one.bottle.id, quantity: 1 }])
  expect((await returns.act(withdrawn, 'take-out', { owed_grosze: 11_900 })).status).toBe(200)
  expect((await piecesOf(last)).map(([id]) => id)).not.toContain(one.sample.id)
  expect(await stockOf(one.sample)).toBe(5)
})
