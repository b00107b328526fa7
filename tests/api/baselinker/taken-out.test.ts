// Pieces that were taken out of a parcel, as BaseLinker reads them.
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openReturns } from '#tests/support/returns.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
  returns = openReturns(api, baselinker.orders.admin)
})

test('a piece that a buyer withdrew before dispatch is not told to BaseLinker as one to pack', async () => {
  const order = await baselinker.orders.paidAhead(10)
  const checkoutId = await returns.checkoutOf(order.orderId)
  await baselinker.call('OrdersGet', { id_from: 0 })
  const numbered = api.db.selectFrom('baselinker_orders').select('number').where('checkout_id', '=', checkoutId)
  const { number } = await numbered.executeTakeFirstOrThrow()
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: order.item.id, quantity: 1 }])
  const price = Math.round(order.item.price * 100)
  expect((await returns.act(caseId, 'take-out', { owed_grosze: price })).status).toBe(200)
  const read = await baselinker.call<Record<string, { products: { quantity: number }[] }>>('OrdersGet', {
    order_id: number,
  })
  expect(read[number]?.products).toMatchObject([{ quantity: 1 }])
})
