// Every way in which stock changes leaves a movement with its reason and what it is about, and the books agree.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sayStockCause } from '#domain/stock/stock-cause-queries.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { cart, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'
import { openProductSheet } from '#tests/support/product-sheet.ts'
import { openReturns } from '#tests/support/returns.ts'
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
test.afterEach(() => ledger.expectToAgree())

const anOrder = async (stock: number) => {
  const order = await orders.onDelivery(stock)
  return { ...order, id: order.item.id }
}

test('an order, its cancellation and its restoration name the order; a repeated press leaves one movement', async () => {
  const { id, orderId } = await anOrder(10)
  const body = { reason: 'pomyłka', seen: 'pending' }
  await Promise.all([1, 2, 3].map(() => orders.change(orderId, 'cancel', body)))
  expect(await ledger.linesOf(id)).toEqual(['placed -2 → 8', 'cancelled 2 → 10'])
  const { items, product } = await ledger.read(id)
  expect(product).toMatchObject({ id, stock_quantity: 10, active: true })
  expect(items.slice(0, 2).map(({ order }) => order?.id)).toEqual([orderId, orderId])
  // The parcel leaves after all.
  expect((await orders.setShipment(orderId, { status: 'shipped' })).status).toBe(200)
  expect(await ledger.linesOf(id)).toEqual(['placed -2 → 8', 'cancelled 2 → 10', 'retaken -2 → 8'])
})

test('two buyers at the same second: the movements of a product follow from each other', async () => {
  const [item] = await productsOnSale(api, 1, 5)
  if (!item) throw new Error('the demo has products')
  const buyers = await Promise.all(Array.from({ length: 8 }, () => api.customer()))
  const answers = await Promise.all(buyers.map((buyer) => buyer.order(cart([item]))))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  expect(await ledger.linesOf(item.id)).toEqual([4, 3, 2, 1, 0].map((left) => `placed -1 → ${left}`))
})

test('a prepaid order that is not paid puts its pieces back, and one that pays again takes them again', async () => {
  const item = await orders.anItem(10, 2)
  const buyer = await api.customer()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await orders.runOut(orderId)
  await orders.paid(buyer, orderId)
  expect(await ledger.linesOf(item.id)).toEqual(['placed -2 → 8', 'cancelled 2 → 10', 'retaken -2 → 8'])
})

test('a return puts back as many pieces as are sold again, and names the case', async () => {
  const returns = openReturns(api, orders.admin)
  const { orderId, item } = await orders.paidAhead()
  await orders.setShipment(orderId, { status: 'delivered' })
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 2 }])
  const { pieces } = await returns.read(caseId)
  const items = pieces.map(({ order_item_id, quantity }) => ({
    order_item_id,
    quantity,
    condition: 'sealed',
    restock: 1,
  }))
  const arrived = await returns.act(caseId, 'arrival', { items, deduction_grosze: 0, deduction_reason: '' })
  expect(arrived.status).toBe(200)
  expect(await ledger.linesOf(item.id)).toEqual(['placed -2 → 8', 'returned 1 → 9'])
  expect((await ledger.read(item.id)).items[0]).toMatchObject({ order: { id: orderId }, case: { id: caseId } })
})

test('a cancellation and a withdrawal before sending say which pieces are not sold again', async () => {
  const returns = openReturns(api, orders.admin)
  const cancelled = await anOrder(10)
  const restock = [{ order_id: cancelled.orderId, product_id: cancelled.id, quantity: 1 }]
  const body = { reason: 'stłuczony flakon', seen: 'pending', restock }
  expect((await orders.change(cancelled.orderId, 'cancel', body)).status).toBe(200)
  expect(await ledger.linesOf(cancelled.id)).toEqual(['placed -2 → 8', 'cancelled 1 → 9', 'cancelled 0 → 9 (1)'])

  const { orderId, id } = await anOrder(10)
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: id, quantity: 1 }])
  const { money, pieces } = await returns.read(caseId)
  const [piece] = pieces
  const out = [{ order_item_id: piece?.order_item_id, quantity: 0 }]
  const taken = await returns.act(caseId, 'take-out', { owed_grosze: money?.owed_grosze, restock: out })
  expect(taken.status).toBe(200)
  expect(await ledger.linesOf(id)).toEqual(['placed -2 → 8', 'taken_out 0 → 8 (1)'])
})

test('a change of an order takes and puts back, also a product that leaves it', async () => {
  const changes = await openOrderChanges(api)
  const [kept, gone, added] = await changes.products(3)
  if (!kept || !gone || !added) throw new Error('the demo has products')
  const placed = await changes.toLockerOnDelivery([{ ...kept, quantity: 3 }])
  const [orderId] = placed.orderIds
  const pieces = (...of: [{ id: string; price: number }, number][]) =>
    changes.setPieces(
      orderId,
      of.map(([{ id, price }, quantity]) => ({ id, price, quantity })),
    )
  expect((await pieces([kept, 1], [gone, 2])).status).toBe(200)
  expect((await pieces([kept, 1], [added, 1])).status).toBe(200)
  expect(await ledger.linesOf(kept.id)).toEqual(['placed -3 → 17', 'changed 2 → 19'])
  expect(await ledger.linesOf(gone.id)).toEqual(['changed -2 → 18', 'changed 2 → 20'])
  expect(await ledger.linesOf(added.id)).toEqual(['changed -1 → 19'])
})

test('form, panel, file and bulk change say what they are; a refused second window leaves nothing', async () => {
  const sheet = await openProductSheet(api)
  const Cookie = orders.admin
  const brand = await api.db.selectFrom('brands').select('id').where('is_arabic', '=', true).executeTakeFirstOrThrow()
  const form = { brand_id: brand.id, name: 'Ledgerowy Oud', price: 49, stock_quantity: 7 }
  const created = await api.post('/api/admin/products', form, { Cookie, 'Idempotency-Key': randomUUID() })
  const { id } = (await created.json()) as { id: string }
  const set = (stock_quantity: number | null, seen: number | null) =>
    api.post(`/api/admin/products/${id}/stock`, { stock_quantity, seen }, { Cookie })
  expect((await set(9, 7)).status).toBe(200)
  expect((await set(8, 7)).status).toBe(409)
  await sheet.apply(`ID;Stan\n${id};12`)
  const product = (await sheet.products(200)).find((each) => each.id === id)
  if (!product) throw new Error('the product is listed')
  await sheet.apply([{ id, version: product.version, stock: { stock_quantity: 4, seen: 12 } }])
  // Not counted, and counted again.
  expect((await set(null, 4)).status).toBe(200)
  expect((await set(6, null)).status).toBe(200)
  const lines = ['added 7 → 7', 'set 2 → 9', 'imported 3 → 12', 'set -8 → 4', 'set -4 → null', 'set 6 → 6']
  expect(await ledger.linesOf(id)).toEqual(lines)
  // A form that was opened in another window saves everything but the stock.
  const renamed = {
    name: 'Ledgerowy Oud II',
    version: (await sheet.products(200)).find((each) => each.id === id)?.version,
  }
  const patched = await api.call(`/api/admin/products/${id}`, {
    method: 'PATCH',
    headers: { Cookie, Origin: api.base, 'Content-Type': 'application/json' },
    body: JSON.stringify(renamed),
  })
  expect(patched.status).toBe(200)
  // A deleted product keeps its movements.
  await api.call(`/api/admin/products/${id}`, { method: 'DELETE', headers: { Cookie, Origin: api.base } })
  expect(await ledger.linesOf(id)).toEqual(lines)
  expect((await ledger.read(id)).product).toMatchObject({ active: false })
})

test('no statement changes stock without a movement, and none inherits the reason of another', async () => {
  const [item] = await productsOnSale(api, 1, 10)
  if (!item) throw new Error('the demo has products')
  await api.db.transaction().execute(async (trx) => {
    await sayStockCause(trx, { reason: 'set' })
    await trx.updateTable('products').set({ stock_quantity: 9 }).where('id', '=', item.id).execute()
    await trx.updateTable('products').set({ stock_quantity: 8 }).where('id', '=', item.id).execute()
    await sayStockCause(trx, { reason: 'set' })
    await sql`update products set description = description where id = ${item.id}`.execute(trx)
    await sql`update products set stock_quantity = stock_quantity - 1 where id = ${item.id}`.execute(trx)
  })
  const { items } = await ledger.read(item.id)
  expect(items.slice(0, 3).map(({ reason, change }) => [reason, change])).toEqual([
    ['unknown', -1],
    ['unknown', -1],
    ['set', -1],
  ])
  expect(await ledger.differing(item.id)).toEqual(['movement_unknown'])
})

test('the list has pages; an unknown product has none', async () => {
  const [item] = await productsOnSale(api, 1, 10)
  if (!item) throw new Error('the demo has products')
  for (let pieces = 100; pieces < 160; pieces++) {
    await api.db.updateTable('products').set({ stock_quantity: pieces }).where('id', '=', item.id).execute()
  }
  const [first, last] = [await ledger.read(item.id), await ledger.read(item.id, 99)]
  expect(first).toMatchObject({ page: 1, pageSize: 50 })
  expect(last.page).toBe(Math.ceil(first.total / 50))
  expect(last.items.at(-1)).toMatchObject({ reason: 'added' })
  for (const id of [randomUUID(), 'nie-id']) {
    const answer = await api.get(`/api/admin/products/${id}/movements`, { Cookie: orders.admin })
    expect(answer.status).toBe(404)
  }
})
