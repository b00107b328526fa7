// A recalled product stays off sale while BaseLinker changes its stock; the batches of a parcel are complete at a recall.

import { toProductId } from '#domain/baselinker/baselinker.ts'
import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { enterAsPacker, packerCalls } from '#tests/support/invited-people.ts'
import { productsOnSale } from '#tests/support/orders.ts'

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
    await new Promise((resolve) => setTimeout(resolve, 500))
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
