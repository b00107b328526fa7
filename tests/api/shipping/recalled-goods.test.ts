// A recalled product stays off sale until its owner puts it on sale, and its batches are complete and warned of.
import { randomUUID } from 'node:crypto'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import { listPieceDifferences } from '#domain/books/stock-differences-queries.server.ts'
import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { enterAsPacker, packerCalls } from '#tests/support/invited-people.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'
import { openProductSheet } from '#tests/support/product-sheet.ts'
import { openReturns } from '#tests/support/returns.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  shipments = await openShipments(api)
})

const productOf = ({ shipments: [first] }: PackingParcel) => first?.order.items[0]?.product_id ?? ''
const note = (parcel: PackingParcel, batches: string[], product_id = productOf(parcel)) =>
  shipments.send('POST', 'packing/batches', { checkout_id: parcel.checkout_id, product_id, code: '', batches })
const recall = (product_id: string, batch: string) =>
  shipments.send('POST', 'recalls', { product_id, batch, hazard: 'Może podrażnić skórę.' })
const rowOf = (id: string) =>
  api.db
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a stock that BaseLinker lowers leaves a recalled product off sale', async () => {
  const baselinker = await openBaselinker(api)
  const [product] = await productsOnSale(api, 1, 5)
  const id = product?.id ?? ''
  expect((await recall(id, 'B1')).status).toBe(200)
  expect(await rowOf(id)).toEqual({ stock_quantity: 5, out_of_stock: true })
  await baselinker.call('ProductsQuantityUpdate', {
    products: [{ product_id: toProductId(id), variant_id: 0, operation: 'set', quantity: 3 }],
  })
  expect(await rowOf(id)).toEqual({ stock_quantity: 3, out_of_stock: true })
})

const STOCKS: Record<string, (id: string, seen: number | null, stock: number) => Promise<unknown>> = {
  'typed in the list': (id, seen, stock) =>
    shipments.send('POST', `products/${id}/stock`, { stock_quantity: stock, seen }),
  'of a sheet': async (id, _, stock) => (await openProductSheet(api)).apply(`ID;Stan\n${id};${stock}`),
  'of a bulk change': async (id, seen, stock) => {
    const sheet = await openProductSheet(api)
    const product = (await sheet.products(500)).find((each) => each.id === id)
    return sheet.apply([{ id, version: product?.version ?? '', stock: { stock_quantity: stock, seen } }])
  },
}

for (const [what, setStock] of Object.entries(STOCKS)) {
  test(`a stock ${what} leaves a recalled product off sale, also from 0; its owner's switch puts it on sale`, async () => {
    const [product] = await productsOnSale(api, 1, 5)
    const id = product?.id ?? ''
    expect((await recall(id, `F-${what.length}`)).status).toBe(200)
    await setStock(id, 5, 0)
    await setStock(id, 0, 4)
    expect(await rowOf(id)).toEqual({ stock_quantity: 4, out_of_stock: true })
    expect(
      (await shipments.send('POST', `products/${id}/sold-out`, { out_of_stock: false, recalled: true })).status,
    ).toBe(200)
    expect(await rowOf(id)).toEqual({ stock_quantity: 4, out_of_stock: false })
    // The recall is over: from now on it is a product like any other.
    await setStock(id, 4, 0)
    await setStock(id, 0, 3)
    expect(await rowOf(id)).toEqual({ stock_quantity: 3, out_of_stock: false })
  })
}

test('a window that was opened before the recall does not end it', async () => {
  const [product] = await productsOnSale(api, 1, 5)
  const id = product?.id ?? ''
  expect((await recall(id, 'V1')).status).toBe(200)
  const put = (recalled?: boolean) =>
    shipments.send('POST', `products/${id}/sold-out`, { out_of_stock: false, recalled })
  // A page of an earlier build says nothing of recalls.
  for (const seen of [false, undefined]) {
    expect(await errorOf(await put(seen))).toMatchObject({ status: 409, code: 'product_recalled' })
  }
  expect(await rowOf(id)).toMatchObject({ out_of_stock: true })
  expect((await put(true)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ out_of_stock: false })
})

test('a batch that is noted while it is recalled is refused, or its buyer warned', async () => {
  const parcel = await shipments.place()
  const id = productOf(parcel)
  let noted: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    // As the use case does.
    await trx.updateTable('products').set({ out_of_stock: true }).where('id', '=', id).execute()
    await trx.insertInto('recalls').values({ product_id: id, batch: 'W1', hazard: 'x' }).execute()
    const warned = await trx.selectFrom('packed_batches').select('order_id').where('batch', '=', 'W1').execute()
    expect(warned).toEqual([])
    noted = note(parcel, ['W1'])
    await expect.poll(() => countWaitingStatements(api.db)).toBeGreaterThan(0)
  })
  expect((await noted)?.status).toBe(409)
})

test('a packer does not wipe the batches of a parcel that has left', async () => {
  const parcel = await shipments.place()
  const id = productOf(parcel)
  await note(parcel, ['K1'])
  const sent = await shipments.update((await shipments.found(parcel)).shipments, { status: 'shipped', knows: [] })
  expect(sent.status).toBe(200)
  const packer = packerCalls(api, await enterAsPacker(api))
  const body = { checkout_id: parcel.checkout_id, product_id: id, code: '', batches: [] }
  expect((await packer.send('POST', 'packing/batches', body)).status).toBe(404)
  expect(await (await recall(id, 'K1')).json()).toEqual({ letters: 1, without_address: 0 })
})

/** To whom letters of recalls go. */
const lettersTo = async (email: string) => {
  const mails = api.db.selectFrom('mail_outbox').select('id').where('template', '=', 'product-recall')
  return (await mails.where('recipient', '=', email).execute()).length
}

test('a parcel that has a recalled batch does not leave without a word, and its buyer is warned once it has', async () => {
  const parcel = await shipments.place()
  await note(parcel, ['S1'])
  expect(await (await recall(productOf(parcel), 'S1')).json()).toEqual({ letters: 0, without_address: 0 })
  const now = await shipments.found(parcel)
  expect(now.warnings).not.toEqual([])
  const sent = await shipments.update(now.shipments, { status: 'shipped', knows: [] })
  expect(sent.status).toBe(409)
  expect(await lettersTo(parcel.email), 'who never had the bottle need not stop using it').toBe(0)
  const knows = now.warnings.map(({ id }) => id)
  for (const status of ['shipped', 'delivered']) {
    const moved = await shipments.update((await shipments.found(parcel)).shipments, { status, knows })
    expect(moved.status).toBe(200)
    expect(await lettersTo(parcel.email)).toBe(1)
  }
})

test('a bottle of another batch in the parcel that leaves: its buyer gets no letter', async () => {
  const parcel = await shipments.place()
  await note(parcel, ['S2'])
  expect((await recall(productOf(parcel), 'S2')).status).toBe(200)
  expect((await note(parcel, ['S3'])).status).toBe(200)
  const sent = await shipments.update((await shipments.found(parcel)).shipments, { status: 'shipped', knows: [] })
  expect(sent.status).toBe(200)
  expect(await lettersTo(parcel.email)).toBe(0)
})

test('a cancelled parcel with a recalled batch is warned of when it is sent after all, and not before', async () => {
  const parcel = await shipments.place()
  const id = productOf(parcel)
  await note(parcel, ['C1'])
  const cancelled = await shipments.update(parcel.shipments, { status: 'cancelled', knows: [] })
  expect(cancelled.status).toBe(200)
  expect(await (await recall(id, 'C1')).json()).toEqual({ letters: 0, without_address: 0 })
  await shipments.send('POST', `products/${id}/sold-out`, { out_of_stock: false, recalled: true })
  const now = await shipments.found(parcel)
  expect(now.warnings).toEqual([])
  const again = await shipments.update(now.shipments, { status: 'shipped', knows: [] })
  expect(again.status).toBe(409)
  expect(await errorOf(again)).toMatchObject({ code: 'parcel_warned' })
})

test('a product that was put on sale again after a recall is ordered by the link that holds its last pieces', async () => {
  const [product] = await productsOnSale(api, 1, 2)
  if (!product) throw new Error('no product')
  expect((await recall(product.id, 'P1')).status).toBe(200)
  // The owner looked through the shelf and puts it on sale again.
  expect(
    (await shipments.send('POST', `products/${product.id}/sold-out`, { out_of_stock: false, recalled: true })).status,
  ).toBe(200)
  const order = { items: [{ product_id: product.id, quantity: 2 }], hours: '24', email: null, code: null, place: null }
  const prepared = await api.post('/api/admin/prepared-orders', order, {
    Cookie: shipments.cookie,
    'Idempotency-Key': randomUUID(),
  })
  const { link } = (await prepared.json()) as { link: string }
  const opened = await api.post('/api/prepared-order', { token: new URL(link).hash.slice(1) })
  const buyer = await api.customer()
  const answer = await api.post('/api/create-cash-on-delivery-order', cart([{ ...product, quantity: 2 }]), {
    Cookie: `${buyer.cookie}; ${cookieOf(opened)}`,
    'Idempotency-Key': randomUUID(),
  })
  expect(await answer.json()).toMatchObject({ orderIds: [expect.any(String)] })
})

test('a cancelled order gives its last piece back to the sale, if the product was put on sale after a recall', async () => {
  const [product] = await productsOnSale(api, 1, 1)
  if (!product) throw new Error('no product')
  expect((await recall(product.id, 'P2')).status).toBe(200)
  expect(
    (await shipments.send('POST', `products/${product.id}/sold-out`, { out_of_stock: false, recalled: true })).status,
  ).toBe(200)
  const order = { items: [{ product_id: product.id, quantity: 1 }], hours: '24', email: null, code: null, place: null }
  expect((await shipments.send('POST', 'prepared-orders', order)).status).toBe(200)
  const [open] = (await (await shipments.get('prepared-orders')).json()) as { id: string }[]
  expect((await shipments.send('POST', `prepared-orders/${open?.id}/withdraw`, {})).status).toBe(200)
  expect(await rowOf(product.id)).toEqual({ stock_quantity: 1, out_of_stock: false })
})

/** A parcel with a batch that was recalled; the product is on sale again. */
async function recalledParcel(batch: string) {
  const parcel = await shipments.place(1, 10)
  await note(parcel, [batch])
  expect((await recall(productOf(parcel), batch)).status).toBe(200)
  await shipments.send('POST', `products/${productOf(parcel)}/sold-out`, { out_of_stock: false, recalled: true })
  return { parcel: await shipments.found(parcel), id: productOf(parcel) }
}

test('a cancelled order does not put a recalled bottle back on sale, unless its owner says so', async () => {
  const { parcel, id } = await recalledParcel('Q1')
  const cancelled = await shipments.update(parcel.shipments, { status: 'cancelled', knows: [] })
  expect(cancelled.status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ stock_quantity: 9 })
  const [order_id = ''] = shipments.orderIdsOf(parcel)
  expect(await shipments.eventsOf(order_id)).toContain('order >not_restocked admin')
  const chosen = await recalledParcel('Q2')
  const [order] = shipments.orderIdsOf(chosen.parcel)
  const restock = [{ order_id: order, product_id: chosen.id, quantity: 1 }]
  await shipments.update(chosen.parcel.shipments, { status: 'cancelled', knows: [], restock })
  expect(await rowOf(chosen.id)).toMatchObject({ stock_quantity: 10 })
})

test('a recalled bottle that is exchanged in its order is not sold again, the diary says so, and the books agree', async () => {
  const { parcel, id } = await recalledParcel('Q4')
  const changes = await openOrderChanges(api)
  const other = (await changes.products(2)).find((product) => product.id !== id)
  const { stock_quantity } = await rowOf(id)
  const [orderId = ''] = shipments.orderIdsOf(parcel)
  const changed = await changes.setPieces(orderId, [{ id: other?.id ?? '', price: other?.price, quantity: 1 }])
  expect(changed.status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ stock_quantity })
  expect(await shipments.eventsOf(orderId)).toContain('order >not_restocked admin')
  const differing = await listPieceDifferences(api.db, new Date(0))
  expect(differing.filter(({ order_id }) => order_id === orderId)).toEqual([])
})

test('a recalled bottle that is withdrawn in the shop is not sold again; the panel names it at the desk and the order', async () => {
  const { parcel, id } = await recalledParcel('Q3')
  const returns = openReturns(api, shipments.cookie)
  const caseId = await returns.withdrawByLink(parcel.checkout_id, [{ product_id: id, quantity: 1 }])
  const found = await returns.read(caseId)
  expect(found.pieces).toMatchObject([{ recalled: true }])
  const [order] = shipments.orderIdsOf(parcel)
  const page = (await (await shipments.get(`orders/${order}`)).json()) as { items: object[] }
  expect(page.items).toMatchObject([{ recalled: true }])
  expect((await returns.act(caseId, 'take-out', { owed_grosze: found.money?.owed_grosze })).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ stock_quantity: 9 })
})

test('a stocktake leaves a recalled product off sale', async () => {
  const [product] = await productsOnSale(api, 1, 0)
  const id = product?.id ?? ''
  expect((await recall(id, 'T1')).status).toBe(200)
  await shipments.send('POST', 'stocktakes', {})
  const open = async () => (await (await shipments.get('stocktake')).json()) as { id: string; version: string }
  const { id: stocktake } = await open()
  await shipments.send('POST', `stocktakes/${stocktake}/counts`, { product_id: id, counted: 500 })
  const booked = await api.post(
    `/api/admin/stocktakes/${stocktake}/book`,
    { version: (await open()).version, reasons: [{ product_id: id, reason: 'miscounted', note: '' }] },
    { Cookie: shipments.cookie, 'Idempotency-Key': randomUUID() },
  )
  expect(booked.status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ out_of_stock: true })
})
