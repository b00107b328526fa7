// A stock that is set to what was counted, before the stocktake is booked, is not lowered once more: booking asks to
// count again.
import { randomUUID } from 'node:crypto'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf, productsOnSale } from '#tests/support/orders.ts'

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
