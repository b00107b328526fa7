// A stocktake: what lies on the shelf is compared with what should at that moment; the differences are booked once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Booked } from '#domain/stocktakes/stocktake.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { type CartItem, cart, errorOf, productsOnSale } from '#tests/support/orders.ts'
import { openStockLedger } from '#tests/support/stock-ledger.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let ledger: ReturnType<typeof openStockLedger>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  ledger = openStockLedger(api, orders.admin)
})
test.beforeEach(async () => {
  await sql`update stocktakes set status = 'dropped' where status = 'open'`.execute(api.db)
})
test.afterEach(() => ledger.expectToAgree())

const send = (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
  api.call(`/api/admin/${path}`, {
    method,
    headers: { Cookie: orders.admin, Origin: api.base, 'Content-Type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  })
async function open(): Promise<OpenStocktake> {
  const found: OpenStocktake | null = await (await send('GET', 'stocktake')).json()
  if (!found) throw new Error('no stocktake is open')
  return found
}
async function begin(): Promise<string> {
  expect((await send('POST', 'stocktakes', {})).status).toBe(200)
  return (await open()).id
}
const count = (id: string, item: { id: string }, counted: number | string) =>
  send('POST', `stocktakes/${id}/counts`, { product_id: item.id, counted })
const differences = async () => (await open()).counts.map(({ counted, expected }) => counted - expected)
type Reason = { product_id: string; reason: string; note?: string }
const book = async (
  reasons: Reason[],
  { version, id, key = randomUUID() }: { version?: string; id?: string; key?: string } = {},
) => {
  const present = version && id ? { version, id } : await open()
  const body = { version: present.version, reasons }
  return send('POST', `stocktakes/${present.id}/book`, body, { 'Idempotency-Key': key })
}
const because = ({ id }: { id: string }, reason: string, note = ''): Reason => ({ product_id: id, reason, note })
const buy = async (item: CartItem, quantity = 1) => {
  const answer = await (await api.customer()).order(cart([{ ...item, quantity }]))
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { orderIds: [string] }).orderIds[0]
}
let taken = 2
/** Two products that no other test has ordered. */
const two = async (stock: number): Promise<[CartItem, CartItem]> => {
  taken += 2
  const [a, b] = (await productsOnSale(api, taken, stock)).slice(-2)
  if (!a || !b) throw new Error('the demo has products')
  return [a, b]
}

test('a difference is booked with its reason, a product without one leaves a trace', async () => {
  const [item, same] = await two(10)
  const id = await begin()
  expect((await count(id, item, 8)).status).toBe(200)
  expect((await count(id, same, '10')).status).toBe(200)
  expect(await orders.stockOf(item)).toMatchObject({ stock_quantity: 10 })
  expect(await (await book([because(item, 'other', 'oddane na testery')])).json()).toEqual({ booked: 1, short: [] })
  expect(await ledger.linesOf(item.id)).toEqual(['counted 0 → 10', 'other -2 → 8'])
  expect(await ledger.linesOf(same.id)).toEqual(['counted 0 → 10'])
  const [booked, counted] = (await ledger.read(item.id)).items
  expect([booked?.note, counted?.counted, counted?.expected]).toEqual(['oddane na testery', 8, 10])
  expect(await (await send('GET', 'stocktake')).json()).toBeNull()
})

test('pieces that are sold but not packed lie on the shelf; packed and sent ones do not', async () => {
  const [item] = await two(10)
  const [waiting, packed, sent] = [await buy(item, 2), await buy(item, 1), await buy(item, 1)]
  await api.db.updateTable('shipments').set({ packed_at: new Date() }).where('order_id', '=', packed).execute()
  await orders.setShipment(sent, { status: 'shipped' })
  const id = await begin()
  // 6 to sell and 2 that wait to be packed.
  await count(id, item, 8)
  expect(await differences()).toEqual([0])
  await orders.change(waiting, 'cancel', { reason: 'pomyłka', seen: 'pending' })
  await count(id, item, 8)
  expect(await differences()).toEqual([0])
})

test('pieces held for a change that waits for its payment lie on the shelf, too', async () => {
  const changes = await openOrderChanges(api)
  const { orderId, item } = await orders.paidAhead()
  const [, added] = await two(10)
  const proposed = await changes.setPieces(orderId, [
    { ...item, quantity: 2 },
    { ...added, quantity: 3 },
  ])
  expect(proposed.status).toBe(200)
  expect(await ledger.linesOf(added.id)).toEqual(['held -3 → 7'])
  await count(await begin(), added, 10)
  expect(await differences()).toEqual([0])
})

test('what is sold after the count is no difference', async () => {
  const [item] = await two(10)
  const id = await begin()
  await count(id, item, 9)
  await buy(item, 3)
  expect(await differences()).toEqual([-1])
  expect((await book([because(item, 'missing')])).status).toBe(200)
  expect(await orders.stockOf(item)).toMatchObject({ stock_quantity: 6 })
  await count(await begin(), item, 9)
  expect(await differences()).toEqual([0])
})

test('pieces that orders took although the shelf lacks them are named, and the stock stays at 0', async () => {
  const [item] = await two(2)
  const id = await begin()
  await count(id, item, 0)
  await buy(item, 1)
  const booked = (await (await book([because(item, 'stolen')])).json()) as Booked
  expect(booked).toEqual({ booked: 1, short: [{ product_id: item.id, pieces: 1 }] })
  expect(await orders.stockOf(item)).toEqual({ stock_quantity: 0, out_of_stock: true })
  // Found again, it is on sale again.
  await count(await begin(), item, 4)
  expect(await differences()).toEqual([3])
  await book([because(item, 'miscounted')])
  expect(await orders.stockOf(item)).toEqual({ stock_quantity: 3, out_of_stock: false })
})

test('a repeated press books once, two windows do not book twice, and an old window books nothing', async () => {
  const [item, other] = await two(10)
  const id = await begin()
  await count(id, item, 7)
  const { version } = await open()
  await count(id, other, 9)
  const reasons = [because(item, 'broken'), because(other, 'broken')]
  expect(await errorOf(await book(reasons, { id, version }))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await errorOf(await book([because(item, 'broken')]))).toMatchObject({ code: 'difference_unexplained' })
  const seen = { ...(await open()), key: randomUUID() }
  const presses = await Promise.all([1, 2, 3].map(() => book(reasons, seen)))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await errorOf(await book(reasons, { ...seen, key: randomUUID() }))).toMatchObject({ code: 'stocktake_closed' })
  expect(await orders.stockOf(item)).toMatchObject({ stock_quantity: 7 })
  expect(await orders.stockOf(other)).toMatchObject({ stock_quantity: 9 })
  expect(await errorOf(await count(id, item, 1))).toMatchObject({ code: 'stocktake_closed' })
})

test('one stocktake is open at a time; a count is replaced or taken back; a dropped one changes nothing', async () => {
  const [item, uncounted] = await two(10)
  const id = await begin()
  expect(await begin()).toBe(id)
  await count(id, item, 3)
  await count(id, item, 10)
  expect(await differences()).toEqual([0])
  await send('DELETE', `stocktakes/${id}/counts/${item.id}`)
  expect(await differences()).toEqual([])
  for (const wrong of ['', 'pięć', -1, 1.5]) expect((await count(id, item, wrong)).status).toBe(400)
  await api.db.updateTable('products').set({ stock_quantity: null }).where('id', '=', uncounted.id).execute()
  expect(await errorOf(await count(id, uncounted, 1))).toMatchObject({ code: 'product_not_counted' })
  expect(await errorOf(await book([because(item, 'other')]))).toMatchObject({ status: 400 })
  await count(id, item, 3)
  const { version } = await open()
  expect((await send('DELETE', `stocktakes/${id}`, { version })).status).toBe(200)
  expect(await errorOf(await send('DELETE', `stocktakes/${id}`, { version }))).toMatchObject({
    code: 'stocktake_closed',
  })
  expect(await ledger.linesOf(item.id)).toEqual([])
})

test('a scanned code finds its product in the list', async () => {
  const [item] = await two(10)
  await api.db.updateTable('products').set({ product_code: '5901234123457' }).where('id', '=', item.id).execute()
  const { items } = await (await send('GET', 'products?search=5901234123457')).json()
  expect(items.map(({ id }: { id: string }) => id)).toEqual([item.id])
})
