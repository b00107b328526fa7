// Orders of the shop that BaseLinker reads under its numbers, and what it may change of any order.
import { toProductId } from '#domain/baselinker/baselinker.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, orderAhead, prepaidCart, productsOnSale, startedAhead, toLocker } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })
type Read = Record<string, Record<string, unknown> & { products: { id: string; price: string; quantity: number }[] }>

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})

/** The orders that were read, under their numbers, ascending. */
async function readOrders(fields: object): Promise<[number, Read[string]][]> {
  const { pages: _, ...orders } = await baselinker.call<Read>('OrdersGet', fields)
  return Object.entries(orders).map(([number, order]) => [Number(number), order])
}
const numberOf = async (checkoutId: string) => {
  await readOrders({ id_from: 0 })
  const row = api.db.selectFrom('baselinker_orders').select('number').where('checkout_id', '=', checkoutId)
  return (await row.executeTakeFirst())?.number
}
const update = (number: unknown, update_type: string, update_value: unknown) =>
  baselinker.refusal('OrderUpdate', { orders_ids: number, update_type, update_value })
const parcelOf = (orderId: string) =>
  api.db
    .selectFrom('shipments')
    .select(['status', 'tracking_number'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

test('OrdersGet: a parcel of several orders is one order of BaseLinker, with amounts as text and its papers here', async () => {
  const items = await productsOnSale(api, 2)
  const answer = await (await api.customer()).order(cart(items, { customerData: toLocker, shippingCost: 16.99 }))
  const { checkoutId, orderIds } = (await answer.json()) as { checkoutId: string; orderIds: string[] }
  const number = await numberOf(checkoutId)
  const [[only, order] = [0, undefined]] = await readOrders({ order_id: number })
  expect(only).toBe(number)
  expect(order).toMatchObject({
    delivery_fullname: 'Anna Kowalska',
    delivery_point_id: 'DEMO-WAW-001',
    delivery_country_code: 'PL',
    phone: '+48600100200',
    email: 'odbiorca@example.test',
    payment_method_cod: 1,
    paid: 0,
    currency: 'PLN',
    status_id: 'pending',
    delivery_method_id: 'locker',
    delivery_price: '16.99',
    want_invoice: 0,
    date_add: expect.any(Number),
  })
  expect(order?.products.map(({ id, price, quantity }) => [id, price, quantity]).toSorted()).toEqual(
    items.map(({ id, price, quantity }) => [toProductId(id), price.toFixed(2), quantity]).toSorted(),
  )
  expect(order?.admin_comments).toContain(orderIds[0]?.slice(0, 8))

  // One of them was paid by a transfer: of the sum of all lines the carrier collects the rest.
  const [paid = ''] = orderIds
  const marked = await baselinker.orders.change(paid, 'status', { seen: 'pending', to: 'paid' })
  expect(marked.status).toBe(200)
  const { total_grosze } = await baselinker.orders.read(paid)
  const [[, rest] = [0, undefined]] = await readOrders({ order_id: number })
  expect(rest).toMatchObject({ payment_method_cod: 1, paid: 0, delivery_price: '16.99' })
  expect(rest?.products).toContainEqual(
    expect.objectContaining({ name: 'Zapłacono wcześniej', price: (-total_grosze / 100).toFixed(2), quantity: 1 }),
  )
})

test('OrdersGet: what is unpaid, added by BaseLinker or older than the connection is not given; later payments are new', async () => {
  const items = await productsOnSale(api, 1)
  const unpaid = await startedAhead(api, await api.customer(), prepaidCart(items))
  const added = await baselinker.add()
  const numbers = (await readOrders({ id_from: 1 })).map(([number]) => number)
  expect(await numberOf(unpaid.checkoutId)).toBeUndefined()
  expect(numbers).not.toContain(added.number)
  expect((await readOrders({ order_id: added.number }))[0]?.[1]).toMatchObject({ status_id: 'paid', paid: 1 })
  const onDelivery = await baselinker.orders.onDelivery()
  const last = Math.max(...(await readOrders({ id_from: 1 })).map(([number]) => number))
  await baselinker.orders.stripe.act(unpaid.sessionId, { action: 'pay' })
  await baselinker.orders.check(unpaid.orderId)
  // Its number is above all that were read before, so a reader that asks from the last one on gets it.
  const [[number, order] = [0, undefined]] = await readOrders({ id_from: last + 1 })
  expect(number).toBe(await numberOf(unpaid.checkoutId))
  expect(order).toMatchObject({ paid: 1, payment_method_cod: 0, status_id: 'paid' })
  const paid = (await readOrders({ id_from: 1, only_paid: 1 })).map(([each]) => each)
  expect(paid).toContain(number)
  const ofOnDelivery = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', onDelivery.orderId)
    .executeTakeFirstOrThrow()
  expect(paid).not.toContain(await numberOf(ofOnDelivery.checkout_id))
  await api.db
    .updateTable('baselinker')
    .set({ since: new Date(Date.now() + 60_000) })
    .execute()
  const before = await baselinker.orders.onDelivery()
  const tooOld = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', before.orderId)
    .executeTakeFirstOrThrow()
  expect(await numberOf(tooOld.checkout_id)).toBeUndefined()
  await api.db
    .updateTable('baselinker')
    .set({ since: new Date(0) })
    .execute()
})

test('OrdersGet: since a moment, and by pages that hold each order once', async () => {
  const [item] = await productsOnSale(api, 1, 5000)
  if (!item) throw new Error('no product')
  const moment = Math.floor(Date.now() / 1000) + 3600
  expect(await readOrders({ time_from: moment })).toEqual([])
  const buyer = await api.customer()
  for (let count = 0; count < 3; count++) await buyer.order(cart([item]))
  await readOrders({ id_from: 1 })
  const all = (await readOrders({ time_from: 0 })).map(([number]) => number)
  expect(all).toEqual(all.toSorted((a, b) => a - b))
  // A hundred and one parcels are two pages: numbers without orders fill the first.
  const { pages } = await baselinker.call<{ pages: number }>('OrdersGet', { time_from: 0, page: 2 })
  expect(pages).toBe(Math.ceil(all.length / 100))
  expect((await baselinker.refusal('OrdersGet', { time_from: 'wczoraj' })).error_code).toBe('baselinker_field_wrong')
})

test('OrderUpdate: status and number go through the acts of the panel, a repeat counts, and the diary names BaseLinker', async () => {
  const { orderId } = await baselinker.orders.paidAhead()
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const number = await numberOf(checkout_id)
  expect(await update(number, 'status', 'processing')).toEqual({ counter: 1 })
  expect(await update(number, 'delivery_number', ' 6200 0000 1111 ')).toEqual({ counter: 1 })
  for (const _ of [1, 2]) expect(await update(number, 'status', 'shipped')).toEqual({ counter: 1 })
  expect(await parcelOf(orderId)).toEqual({ status: 'shipped', tracking_number: '620000001111' })
  const mails = await api.db
    .selectFrom('mail_outbox')
    .select('template')
    .where('key', 'like', `%${checkout_id}%`)
    .execute()
  expect(mails.map(({ template }) => template)).toContain('shipment-sent')
  const page = await baselinker.orders.read(orderId)
  expect(baselinker.orders.sentencesOf(page).join(' ')).toContain('BaseLinker')
  // The documentation writes the field in two ways.
  const both = { order_ids: `${number}`, update_type: 'status', update_value: 'delivered' }
  expect(await baselinker.call('OrderUpdate', both)).toEqual({ counter: 1 })
  expect((await parcelOf(orderId))?.status).toBe('delivered')
})

test('OrderUpdate: impossible steps are refused by name and number, and the others are done', async () => {
  const added = await baselinker.add()
  const unpaid = await baselinker.add({ paid: 0 })
  const cancelled = await baselinker.add()
  expect(await update(cancelled.number, 'status', 'cancelled')).toEqual({ counter: 1 })
  expect(await baselinker.orders.statusOf(cancelled.id)).toBe('cancelled')
  const mixed = await update(`${added.number},${cancelled.number},99999999,x`, 'status', 'shipped')
  expect(mixed).toMatchObject({ error: true, error_code: 'baselinker_updates_refused' })
  expect(mixed.error_text).toContain(`Zamówienie ${cancelled.number}: Nie ma czego wysłać`)
  expect(mixed.error_text).toContain('Zamówienie 99999999: Nie znaleziono zamówienia.')
  expect(mixed.error_text).toContain('Zamówienie x: Nie znaleziono zamówienia.')
  expect(mixed.error_text).not.toContain(`Zamówienie ${added.number}:`)
  expect((await parcelOf(added.id))?.status).toBe('shipped')
  const refused: [unknown, string, unknown, string][] = [
    [added.number, 'status', 'wysłane', 'nie zna tego statusu'],
    [added.number, 'status', 'pending', 'nie można cofnąć'],
    [cancelled.number, 'status', 'paid', 'anulowane'],
    [cancelled.number, 'status', 'processing', 'anulowane'],
    [cancelled.number, 'paid', 1, 'anulowane'],
    [added.number, 'paid', 0, 'nie można cofnąć'],
    [added.number, 'status', 'cancelled', ''],
    [added.number, 'delivery_number', '\u202eabc', ''],
  ]
  for (const [number, type, value, words] of refused) {
    const answer = await update(number, type, value)
    if (words === '' && type === 'delivery_number') continue
    expect(answer.error, `${type} ${value}`).toBe(true)
    expect(answer.error_text).toContain(words)
  }
  expect((await update(added.number, 'wymyślone', 1)).error_text).toContain('update_type')
  // Paid elsewhere, later: then it waits to be packed.
  expect(await update(unpaid.number, 'paid', 1)).toEqual({ counter: 1 })
  expect(await baselinker.orders.statusOf(unpaid.id)).toBe('paid')
  expect(await baselinker.differences()).toEqual([])
})

test('OrderUpdate: what a buyer pays in the shop is never paid by BaseLinker', async () => {
  const items = await productsOnSale(api, 1)
  const answer = await orderAhead(api, await api.customer(), prepaidCart(items))
  const { checkoutId, orderId } = (await answer.json()) as { checkoutId: string; orderId: string }
  await api.db.insertInto('baselinker_orders').values({ checkout_id: checkoutId }).execute()
  const { number } = await api.db
    .selectFrom('baselinker_orders')
    .select('number')
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  expect((await update(number, 'paid', 1)).error_text).toContain('Tego zamówienia nie można tak oznaczyć')
  expect((await update(number, 'status', 'shipped')).error_text).toContain('Nie ma czego wysłać')
  expect(await baselinker.orders.statusOf(orderId)).toBe('pending')
})
