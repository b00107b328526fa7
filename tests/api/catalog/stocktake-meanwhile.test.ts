// A stock that is set to what was counted, before the stocktake is booked, is not lowered once more: booking asks to
// count again.
import { randomUUID } from 'node:crypto'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import { sayStockCause } from '#domain/stock/stock-cause-queries.server.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf, productsOnSale } from '#tests/support/orders.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })
let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})

const post = (path: string, body: object) =>
  api.post(`/api/admin/${path}`, body, { Cookie: baselinker.orders.admin, 'Idempotency-Key': randomUUID() })
const open = async (): Promise<OpenStocktake> =>
  (await api.get('/api/admin/stocktake', { Cookie: baselinker.orders.admin })).json()

const WAYS = {
  'by the owner': (id: string) => post(`products/${id}/stock`, { stock_quantity: 3, seen: 5 }),
  'by BaseLinker': (id: string) =>
    baselinker.call('ProductsQuantityUpdate', {
      products: [{ product_id: toProductId(id), variant_id: 0, operation: 'set', quantity: 3 }],
    }),
  'by not counting it for a while': async (id: string) => {
    await post(`products/${id}/stock`, { stock_quantity: null, seen: 5 })
    await post(`products/${id}/stock`, { stock_quantity: 3, seen: null })
  },
}

const begin = async () => {
  const [product] = await productsOnSale(api, 1, 5)
  await post('stocktakes', {})
  const count = async (counted: number) =>
    post(`stocktakes/${(await open()).id}/counts`, { product_id: product?.id, counted })
  const book = async () => {
    const { id, version } = await open()
    const reasons = [{ product_id: product?.id, reason: 'missing', note: '' }]
    return post(`stocktakes/${id}/book`, { version, reasons })
  }
  return { id: product?.id ?? '', count, book }
}

for (const [way, set] of Object.entries(WAYS)) {
  test(`a stock set ${way} after the count is counted again before its difference is booked`, async () => {
    const [product] = await productsOnSale(api, 1, 5)
    const id = product?.id ?? ''
    await post('stocktakes', {})
    const { id: stocktake } = await open()
    expect((await post(`stocktakes/${stocktake}/counts`, { product_id: id, counted: 3 })).status).toBe(200)
    await set(id)
    const reasons = [{ product_id: id, reason: 'missing', note: '' }]
    const book = async () => post(`stocktakes/${stocktake}/book`, { version: (await open()).version, reasons })
    const refused = await errorOf(await book())
    expect(refused.message).toContain(product?.name)
    expect(refused.message).toContain('Policz jeszcze raz')
    expect(await baselinker.stockOf(id)).toBe(3)
    // Counted again, the number agrees.
    expect((await post(`stocktakes/${stocktake}/counts`, { product_id: id, counted: 3 })).status).toBe(200)
    expect((await book()).status).toBe(200)
    expect(await baselinker.stockOf(id)).toBe(3)
  })
}

test('a second phone does not replace a number that it has not seen', async () => {
  const { id, book } = await begin()
  const send = async (counted: number, replaces: number | null) =>
    post(`stocktakes/${(await open()).id}/counts`, { product_id: id, counted, replaces })
  const answers = await Promise.all([send(3, null), send(2, null)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [{ counted } = { counted: 0 }] = (await open()).counts
  const other = 5 - counted
  const refused = await errorOf(await send(other, null))
  expect(refused).toMatchObject({ code: 'counted_meanwhile', fields: { counted: expect.any(String) } })
  expect(refused.message).toContain(`${counted} szt.`)
  expect((await send(counted, null)).status, 'the answer to the first was lost').toBe(200)
  expect((await send(5, counted)).status).toBe(200)
  expect((await book()).status).toBe(200)
  expect(await baselinker.stockOf(id)).toBe(5)
})

test('a count sent while a file with the stock is still being stored compares with the stock of the file', async () => {
  const { id, count, book } = await begin()
  let counted: Promise<Response> | undefined
  await api.db.transaction().execute(async (trx) => {
    await sayStockCause(trx, { reason: 'imported' })
    await trx.updateTable('products').set({ stock_quantity: 3 }).where('id', '=', id).execute()
    counted = count(3)
    await expect.poll(() => countWaitingStatements(api.db)).toBeGreaterThan(0)
  })
  expect((await counted)?.status).toBe(200)
  expect((await open()).counts).toMatchObject([{ counted: 3, expected: 3 }])
  expect((await book()).status).toBe(200)
  expect(await baselinker.stockOf(id)).toBe(3)
})

for (const [what, change] of Object.entries({
  'is sold without a limit': (id: string) => post(`products/${id}/stock`, { stock_quantity: null, seen: 5 }),
  'was deleted': async (id: string) => {
    await post(`products/${id}/stock`, { stock_quantity: 7, seen: 5 })
    await api.call(`/api/admin/products/${id}`, {
      method: 'DELETE',
      headers: { Cookie: baselinker.orders.admin, Origin: api.base },
    })
  },
})) {
  test(`a product that ${what} after its count does not stop the booking: it cannot be counted again`, async () => {
    const { id, count, book } = await begin()
    expect((await count(3)).status).toBe(200)
    await change(id)
    expect((await count(3)).status).toBe(409)
    expect((await book()).status).toBe(200)
  })
}

test('pieces that BaseLinker takes off for a sale there are sold after the count, and its difference is booked', async () => {
  const { id, count, book } = await begin()
  expect((await count(4)).status).toBe(200)
  await baselinker.call('ProductsQuantityUpdate', {
    products: [{ product_id: toProductId(id), variant_id: 0, operation: 'change', quantity: -2 }],
  })
  expect((await book()).status).toBe(200)
  expect(await baselinker.stockOf(id)).toBe(2)
  const { items } = (await (
    await api.get(`/api/admin/products/${id}/movements`, { Cookie: baselinker.orders.admin })
  ).json()) as { items: { reason: string; change: number }[] }
  expect(items.slice(0, 3)).toMatchObject([
    { reason: 'missing', change: -1 },
    { reason: 'counted', change: 0 },
    { reason: 'baselinker_moved', change: -2 },
  ])
})

test('a marketplace’s order that comes after the count, its piece taken off before it, is counted again', async () => {
  const { id, count, book } = await begin()
  await baselinker.call('ProductsQuantityUpdate', {
    products: [{ product_id: toProductId(id), variant_id: 0, operation: 'set', quantity: 4 }],
  })
  // The sold piece lies on the shelf, and nobody here knows yet that it is sold.
  expect((await count(5)).status).toBe(200)
  const [item] = await productsOnSale(api, 1, 4)
  await baselinker.add({ change_products_quantity: 0 }, item && [item])
  expect(await errorOf(await book())).toMatchObject({ code: 'stock_set_meanwhile' })
  expect((await count(5)).status).toBe(200)
  expect((await book()).status).toBe(200)
  expect(await baselinker.stockOf(id)).toBe(4)
})
