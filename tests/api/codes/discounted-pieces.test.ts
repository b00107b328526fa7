// A piece that was bought with a discount code gives back what was paid for it.
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import type { Api } from '#tests/support/api.ts'
import { discounted, groszeOf, openDiscounts } from '#tests/support/discounts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { COURIER, cart, PREPAID_COURIER, prepaidCart } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let discounts: Awaited<ReturnType<typeof openDiscounts>>
test.beforeAll(async ({ api: started }) => {
  api = started
  discounts = await openDiscounts(api)
})

test('a returned discounted piece is refunded exactly what was paid for it, and all pieces the whole sum', async () => {
  const { code } = await discounts.codes.add({ percent: 33 })
  const items = await discounts.pick(3)
  const [item] = items
  if (!item) throw new Error('no product')
  const off = Math.floor(groszeOf(items) * 0.33)
  const order = await discounts.paid(prepaidCart(items, discounted(code, off)))
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', order.orderId).execute()
  const given: number[] = []
  for (const quantity of [1, 1, 1]) {
    const caseId = await discounts.returns.withdrawByLink(order.checkoutId, [{ product_id: item.id, quantity }])
    const { money } = await discounts.returns.read(caseId)
    if (!money) throw new Error('a withdrawal is about money')
    given.push(money.pieces_grosze)
    const settled = await discounts.returns.act(caseId, 'settle', { owed_grosze: money.owed_grosze })
    expect(settled.status).toBe(200)
    const refunds = await api.db.selectFrom('refunds').select('id').where('payment_id', '=', order.paymentId).execute()
    for (const { id } of refunds) await makeRefund(api.services, id)
  }
  expect(given.reduce((sum, grosze) => sum + grosze, 0)).toBe(groszeOf(items) - off)
  expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(1)
  const stayed = await api.db
    .selectFrom('money_movements')
    .select(['kind', 'grosze'])
    .where('order_id', '=', order.orderId)
    .execute()
  const left = stayed.reduce((sum, { kind, grosze }) => sum + (kind === 'sold' ? grosze : -grosze), 0)
  // The whole sum was refunded, with the cost of the cheapest delivery.
  expect(left).toBe(Math.round(PREPAID_COURIER * 100) - 1_299)
})

test('pieces removed from an order reduce the discount by their share, prepaid and on delivery', async () => {
  const { code } = await discounts.codes.add({ percent: 33 })
  const items = await discounts.pick(3)
  const [item] = items
  if (!item) throw new Error('no product')
  const unit = groszeOf([{ ...item, quantity: 1 }])
  const off = Math.floor(groszeOf(items) * 0.33)
  const keptOff = Math.floor(off / 3)
  const change = async (orderId: string) => {
    const { change: seen, shipping_grosze: shipping } = await discounts.orders.read(orderId)
    const total = unit - keptOff + shipping
    return discounts.orders.change(orderId, 'pieces', {
      version: seen.version,
      items: [{ product_id: item.id, quantity: 1 }],
      total_grosze: total,
    })
  }
  const ahead = await discounts.paid(prepaidCart(items, discounted(code, off)))
  expect((await change(ahead.orderId)).status).toBe(200)
  const refund = await api.db.selectFrom('refunds').selectAll().where('payment_id', '=', ahead.paymentId).execute()
  expect(refund.map(({ amount_grosze }) => amount_grosze)).toEqual([2 * unit - (off - keptOff)])
  expect(await discounts.rowsOf(ahead.checkoutId)).toMatchObject([
    { items_grosze: unit - keptOff, discount_grosze: keptOff },
  ])

  const onDelivery = await discounts.placed(cart(items, discounted(code, off)))
  const [orderId = ''] = onDelivery.orderIds
  expect((await change(orderId)).status).toBe(200)
  expect((await discounts.orders.read(orderId)).change.due_grosze).toBe(unit - keptOff + Math.round(COURIER * 100))

  // Taken out by a withdrawal before it is sent.
  const third = await discounts.placed(cart(items, discounted(code, off)))
  const caseId = await discounts.returns.withdrawByLink(third.checkoutId, [{ product_id: item.id, quantity: 2 }])
  expect((await discounts.returns.act(caseId, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  expect(await discounts.rowsOf(third.checkoutId)).toMatchObject([
    { quantity: 1, items_grosze: unit - keptOff, discount_grosze: keptOff },
  ])
})
