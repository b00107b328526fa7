// A recalled product stays off sale while BaseLinker changes its stock.

import { toProductId } from '#domain/baselinker/baselinker.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { productsOnSale } from '#tests/support/orders.ts'

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  shipments = await openShipments(api)
})

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
