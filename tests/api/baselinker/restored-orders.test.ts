// Pieces of orders that BaseLinker added, after they were cancelled and restored.
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { productsOnSale } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})

for (const takes of [1, 0]) {
  test(`change_products_quantity ${takes}: cancelled by mistake and sent after all, the stock is as it was`, async () => {
    const [item] = await productsOnSale(api, 1, 10)
    if (!item) throw new Error('no product')
    const order = await baselinker.add({ change_products_quantity: takes }, [{ ...item, quantity: 2 }])
    const before = await baselinker.stockOf(item.id)
    expect((await baselinker.orders.setShipment(order.id, { status: 'cancelled' })).status).toBe(200)
    expect((await baselinker.orders.setShipment(order.id, { status: 'shipped' })).status).toBe(200)
    expect(await baselinker.stockOf(item.id)).toBe(before)
    expect(await baselinker.differences()).toEqual([])
  })
}
