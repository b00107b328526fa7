// Orders that the owner takes on the phone: pieces are held until the link ends, and are the order's of whoever opened
// it, by each way of paying, in the cart, after a confirmation by mail, at once from two browsers, and never twice.
import { randomUUID } from 'node:crypto'
import {
  listHeldDifferences,
  listPieceDifferences,
  listStockDifferences,
} from '#domain/books/stock-differences-queries.server.ts'
import { endOverdueOrders } from '#domain/flows/ordering/end-prepared-orders.job.server.ts'
import type { PreparedOrder } from '#domain/prepared-orders/prepared-order.ts'
import { SOLD_ON_SHELF } from '#domain/stocktakes/stocktake-queries.server.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { discounted, tenth } from '#tests/support/discounts.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  toLocker,
} from '#tests/support/orders.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = { now: new Date('2026-11-24T09:05:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))

let api: Api
let admin: { Cookie: string }
let item: CartItem
let other: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})
test.beforeEach(async () => {
  const [first, second] = await productsOnSale(api, 2, 3)
  if (!first || !second) throw new Error('two products are needed')
  item = { ...first, quantity: 2 }
  other = { ...second, quantity: 1 }
})

const PLACE = { delivery: 'locker', ...toLocker, shippingMethod: undefined } as const

function prepare(more: object = {}, key: string = randomUUID()): Promise<Response> {
  const order = {
    items: [{ product_id: item.id, quantity: 2 }],
    hours: '24',
    email: null,
    code: null,
    place: PLACE,
    ...more,
  }
  return api.post('/api/admin/prepared-orders', order, { ...admin, 'Idempotency-Key': key })
}

async function linkOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200)
  return new URL(((await answer.json()) as { link: string }).link).hash.slice(1)
}

async function openLink(token: string) {
  const answer = await api.post('/api/prepared-order', { token })
  expect(answer.status).toBe(200)
  return { order: (await answer.json()) as PreparedOrder, cookie: cookieOf(answer) }
}

const rowOf = (id: string) =>
  api.db
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock', SOLD_ON_SHELF.as('on_shelf')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const stockOf = async (id = item.id) => (await rowOf(id)).stock_quantity

const listPrepared = async () =>
  (await (await api.get('/api/admin/prepared-orders', admin)).json()) as {
    id: string
    ended_as: string | null
    link: string | null
    orders: { number: string }[] | null
  }[]

/** The newest of those that wait. */
async function newest() {
  const [order] = await listPrepared()
  if (!order) throw new Error('no order is prepared')
  const readState = async () => (await listPrepared()).find(({ id }) => id === order.id)?.ended_as
  return { id: order.id, readState }
}

async function expectBooksAgree() {
  // Stock that the tests themselves set has no reason. Books name a product with its size.
  const own = ({ kind, name }: { kind: string; name: string | null }) =>
    kind !== 'movement_unknown' && [item, other].some((each) => name?.startsWith(each.name))
  expect((await listStockDifferences(api.db)).filter(own)).toEqual([])
  expect((await listPieceDifferences(api.db, new Date(0))).filter(own)).toEqual([])
  expect((await listHeldDifferences(api.db)).filter(own)).toEqual([])
}

/** Orders on delivery by the link's cookie, as a new customer. */
async function orderBy(cookie: string, items: CartItem[] = [item], key: string = randomUUID()) {
  const buyer = await api.customer()
  const headers = { Cookie: `${buyer.cookie}; ${cookie}`, 'Idempotency-Key': key }
  return { buyer, answer: await api.post('/api/create-cash-on-delivery-order', cart(items), headers) }
}

test('a prepared order holds its pieces; its link fills cart and form, and its buyer alone can order them', async () => {
  const { on_shelf: shelf } = await rowOf(item.id)
  const key = randomUUID()
  const answers = await Promise.all([prepare({}, key), prepare({}, key)])
  const token = await linkOf(answers[0])
  expect(await linkOf(answers[1])).toBe(token)
  const { id } = await newest()
  expect(await rowOf(item.id)).toEqual({ stock_quantity: 1, out_of_stock: false, on_shelf: shelf + 2 })

  const { order, cookie } = await openLink(token)
  expect(order).toMatchObject({
    items: [{ quantity: 2, product: { id: item.id } }],
    missing: 0,
    place: { delivery: 'locker', firstName: 'Anna', phone: '+48600100200', selectedLocker: 'DEMO-WAW-001' },
    locker: { inpost_id: 'DEMO-WAW-001' },
  })
  const inCart = async (headers: Record<string, string>) => {
    const [state] = (await (await api.post('/api/cart', { ids: [item.id] }, headers)).json()) as {
      pieces_left: number
    }[]
    return state?.pieces_left
  }
  expect(await inCart({})).toBe(1)
  expect(await inCart({ Cookie: cookie })).toBe(3)

  const stranger = await orderBy('')
  expect(await errorOf(stranger.answer)).toMatchObject({ code: 'out_of_stock' })
  const repeated = randomUUID()
  const { buyer, answer } = await orderBy(cookie, [item], repeated)
  expect(answer.status).toBe(200)
  const { orderIds } = (await answer.json()) as { orderIds: [string] }
  const again = await api.post('/api/create-cash-on-delivery-order', cart([item]), {
    Cookie: `${buyer.cookie}; ${cookie}`,
    'Idempotency-Key': repeated,
  })
  expect(await again.json()).toMatchObject({ orderIds })
  expect(await rowOf(item.id)).toEqual({ stock_quantity: 1, out_of_stock: false, on_shelf: shelf + 2 })
  const listed = (await listPrepared()).find((each) => each.id === id)
  expect(listed).toMatchObject({ ended_as: 'ordered', link: null, orders: [{ number: orderIds[0].slice(0, 8) }] })
  expect((await api.post('/api/prepared-order', { token })).status).toBe(409)
  const reasons = await api.db
    .selectFrom('stock_movements')
    .select(['reason', 'change'])
    .where('product_id', '=', item.id)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(reasons).toEqual([
    { reason: 'placed', change: -2 },
    { reason: 'unreserved', change: 2 },
    { reason: 'reserved', change: -2 },
  ])
  await expectBooksAgree()
})

test('the last pieces are ordered once: by the link in two browsers and by strangers, at the same moment', async () => {
  const all = { ...item, quantity: 3 }
  const { cookie } = await openLink(await linkOf(await prepare({ items: [{ product_id: item.id, quantity: 3 }] })))
  expect(await rowOf(item.id)).toMatchObject({ stock_quantity: 0, out_of_stock: true })
  const orders = await Promise.all([
    orderBy(cookie, [all]),
    orderBy(cookie, [all]),
    orderBy('', [all]),
    orderBy('', [all]),
  ])
  expect(orders.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await rowOf(item.id)).toMatchObject({ stock_quantity: 0, out_of_stock: true })
  await expectBooksAgree()
})

test('paid ahead by the link: the unpaid order has the pieces', async () => {
  const { cookie } = await openLink(await linkOf(await prepare()))
  const { readState } = await newest()
  const buyer = await api.customer()
  const body = {
    items: [{ ...item, price: Math.round(item.price * 100) }],
    shippingMethod: 'prepaid_locker',
    shippingCost: 12.99,
    customerData: { ...toLocker, shippingMethod: undefined },
  }
  const headers = { Cookie: `${buyer.cookie}; ${cookie}`, 'Idempotency-Key': randomUUID() }
  const answer = await api.post('/api/create-checkout-session', body, headers)
  expect(await answer.json()).toMatchObject({ orderId: expect.any(String) })
  expect(await stockOf()).toBe(1)
  expect(await readState()).toBe('ordered')
  await expectBooksAgree()
})

test('a partial order ends the link: other pieces are on sale again; an order of other products leaves it', async () => {
  const { cookie } = await openLink(await linkOf(await prepare()))
  const { readState } = await newest()
  expect((await orderBy(cookie, [other])).answer.status).toBe(200)
  expect(await readState()).toBeNull()
  expect(await stockOf()).toBe(1)
  expect((await orderBy(cookie, [{ ...item, quantity: 1 }])).answer.status).toBe(200)
  expect(await readState()).toBe('ordered')
  expect(await stockOf()).toBe(2)
  await expectBooksAgree()
})

test('a refused order leaves the pieces held', async () => {
  const { cookie } = await openLink(await linkOf(await prepare()))
  const { readState } = await newest()
  const { answer } = await orderBy(cookie, [{ ...item, price: item.price + 1 }])
  expect(await errorOf(answer)).toMatchObject({ code: 'price_changed' })
  expect(await stockOf()).toBe(1)
  expect(await readState()).toBeNull()
})

test('the end of its time and the owner put the pieces back, once each, and the stock names them until then', async () => {
  const readHeld = async () => {
    const answer = await api.get(`/api/admin/products/${item.id}`, admin)
    return ((await answer.json()) as { held: number }).held
  }
  const before = await readHeld()
  const first = await linkOf(await prepare({ hours: '2' }))
  expect(await readHeld()).toBe(before + 2)
  await endOverdueOrders(api.services)
  expect(await stockOf()).toBe(1)
  clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS)
  expect(await errorOf(await api.post('/api/prepared-order', { token: first }))).toMatchObject({
    code: 'prepared_order_over',
  })
  await Promise.all([endOverdueOrders(api.services), endOverdueOrders(api.services)])
  expect(await stockOf()).toBe(3)
  await linkOf(await prepare())
  const open = await newest()
  const withdraw = () => api.post(`/api/admin/prepared-orders/${open.id}/withdraw`, {}, admin)
  const pressed = await Promise.all([withdraw(), withdraw()])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await stockOf()).toBe(3)
  await expectBooksAgree()
})

test('what cannot be held is refused with a sentence, and nothing is stored', async () => {
  const before = (await listPrepared()).length
  const refused = [
    [{ items: [{ product_id: item.id, quantity: 4 }] }, 'out_of_stock'],
    [{ items: [{ product_id: randomUUID(), quantity: 1 }] }, 'product_unavailable'],
    [{ code: 'NIEMA1' }, 'code_unknown'],
    [{ place: { ...PLACE, phone: '12 345' } }, 'invalid_request'],
    [{ items: [] }, 'invalid_request'],
    [{ items: [1, 1].map((quantity) => ({ product_id: item.id, quantity })) }, 'invalid_request'],
  ] as const
  for (const [more, code] of refused) expect(await errorOf(await prepare(more)), code).toMatchObject({ code })
  expect(await listPrepared()).toHaveLength(before)
  expect(await stockOf()).toBe(3)
  expect(await errorOf(await api.post('/api/prepared-order', { token: 'x'.repeat(64) }))).toMatchObject({
    code: 'prepared_order_unknown',
  })
})

test('a code that its buyer cannot use is refused at once, not when the buyer comes to order', async () => {
  const codes = openCodes(api, admin.Cookie)
  const before = (await listPrepared()).length
  const expired = await codes.add({ valid_to: '2026-11-24T09:00' })
  const planned = await codes.add({ valid_from: '2026-12-24T00:00' })
  const personal = await codes.add({ email: 'anna@example.com' })
  const off = await codes.add({ active: false })
  const usedUp = await codes.add({ most_uses: 1 })
  const buyer = await api.customer()
  const used = cart([other], discounted(usedUp.code, tenth([other])))
  expect((await buyer.order(used)).status).toBe(200)
  const refused = [
    [{ code: expired.code }, 'code_expired'],
    [{ code: planned.code }, 'code_not_yet'],
    [{ code: personal.code, email: 'ewa@example.com' }, 'code_not_for_you'],
    [{ code: off.code }, 'code_unknown'],
    [{ code: usedUp.code }, 'code_used_up'],
  ] as const
  for (const [more, code] of refused) expect(await errorOf(await prepare(more)), code).toMatchObject({ code })
  expect(await listPrepared()).toHaveLength(before)
  expect(await stockOf()).toBe(3)
  await linkOf(await prepare({ code: personal.code, email: 'anna@example.com' }))
})

test('during a break in sale nothing is prepared whose link ends before the shop takes orders again', async () => {
  const stop = (columns: { holiday_from: string | null; holiday_to: string | null; holiday_selling: boolean }) =>
    api.db.updateTable('shop_settings').set(columns).execute()
  const today = clock.now.toISOString().slice(0, 10)
  await stop({ holiday_from: today, holiday_to: today, holiday_selling: false })
  expect(await errorOf(await prepare({ hours: '2' }))).toMatchObject({ code: 'sale_stopped' })
  expect(await stockOf()).toBe(3)
  await linkOf(await prepare({ hours: '24' }))
  await stop({ holiday_from: null, holiday_to: null, holiday_selling: true })
})

test('with an address the link is mailed, and it fills the cart of whoever opens it', async () => {
  const email = `telefon-${randomUUID()}@example.test`
  const token = await linkOf(await prepare({ email, place: null }))
  const [mail] = await eventually(async () => {
    const mails = await api.mailbox.messagesTo(email)
    expect(mails).toHaveLength(1)
    return mails
  })
  expect(mail?.subject).toBe('Zamówienie czeka na Twoje potwierdzenie')
  expect(mail?.text).toContain(`/zamowienie-dla-ciebie#${token}`)
  expect((await openLink(token)).order).toMatchObject({ email, place: null, locker: null })
})

test('an own unpaid order stays while the pieces held for its buyer are enough', async () => {
  const buyer = await api.customer()
  const first = await orderAhead(api, buyer, prepaidCart([{ ...item, quantity: 2 }]))
  expect(first.status).toBe(200)
  const { orderId } = (await first.json()) as { orderId: string }
  const { cookie } = await openLink(await linkOf(await prepare({ items: [{ product_id: item.id, quantity: 1 }] })))
  expect(await stockOf()).toBe(0)
  const headers = { Cookie: `${buyer.cookie}; ${cookie}`, 'Idempotency-Key': randomUUID() }
  const answer = await api.post('/api/create-cash-on-delivery-order', cart([{ ...item, quantity: 1 }]), headers)
  expect(answer.status).toBe(200)
  const stored = api.db.selectFrom('orders').select('status').where('id', '=', orderId)
  expect((await stored.executeTakeFirstOrThrow()).status).toBe('pending')
})
