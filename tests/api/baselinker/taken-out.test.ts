// Pieces that were taken out of a parcel, and discounts, as BaseLinker reads them.
import { toProductId } from '#domain/baselinker/baselinker.ts'
import type { Api } from '#tests/support/api.ts'
import { allegroOrder, openBaselinker } from '#tests/support/baselinker.ts'
import { discounted, groszeOf, openDiscounts } from '#tests/support/discounts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { prepaidCart, productsOnSale } from '#tests/support/orders.ts'
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

test('what a code took off leaves with the piece, so that products and delivery stay what was paid for the rest', async () => {
  const discounts = await openDiscounts(api)
  const { code } = await discounts.codes.add({ percent: 33 })
  const items = await discounts.pick(3)
  const off = Math.floor(groszeOf(items) * 0.33)
  const order = await discounts.paid(prepaidCart(items, discounted(code, off)))
  await baselinker.call('OrdersGet', { id_from: 0 })
  const row = api.db.selectFrom('baselinker_orders').select('number').where('checkout_id', '=', order.checkoutId)
  const { number } = await row.executeTakeFirstOrThrow()
  const productsNow = async () => {
    const read = await baselinker.call<Record<string, { products: { price: string; quantity: number }[] }>>(
      'OrdersGet',
      {
        order_id: number,
      },
    )
    const lines = read[number]?.products ?? []
    return lines.reduce((sum, { price, quantity }) => sum + Math.round(Number(price) * 100) * quantity, 0)
  }
  expect(await productsNow()).toBe(groszeOf(items) - off)
  const caseId = await returns.withdrawByLink(order.checkoutId, [{ product_id: items[0]?.id ?? '', quantity: 2 }])
  const { money } = await returns.read(caseId)
  expect((await returns.act(caseId, 'take-out', { owed_grosze: money?.owed_grosze })).status).toBe(200)
  expect(await productsNow()).toBe(groszeOf(items) - off - (money?.pieces_grosze ?? 0))
})

test('an order of a marketplace at two prices of one product is told at the sum that was paid there', async () => {
  const [item] = await productsOnSale(api, 1, 9)
  const id = toProductId(item?.id ?? '')
  const products = ['49.90', '39.90'].map((price) => ({ id, name: 'x', price, quantity: 1 }))
  const added = await baselinker.call<{ order_id: number }>('OrderAdd', allegroOrder([], { products }))
  const read = await baselinker.call<Record<string, { products: { price: string; quantity: number }[] }>>('OrdersGet', {
    order_id: added.order_id,
  })
  const lines = read[added.order_id]?.products ?? []
  expect(lines.reduce((sum, { price, quantity }) => sum + Math.round(Number(price) * 100) * quantity, 0)).toBe(8_980)
})
