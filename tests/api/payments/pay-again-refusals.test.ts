import { randomUUID } from 'node:crypto'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, prepaidCart, startedAhead } from '#tests/support/orders.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

let api: Api
let unpaid: ReturnType<typeof openUnpaidOrders>
test.beforeAll(({ api: started }) => {
  api = started
  unpaid = openUnpaidOrders(api)
})

test('POST orders/pay: names products that are sold out, withdrawn or too few', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(5, 3)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.runOut(orderId)
  const set = (changes: { stock_quantity?: number; out_of_stock?: boolean; active?: boolean }) =>
    api.db.updateTable('products').set(changes).where('id', '=', item.id).execute()
  await set({ stock_quantity: 2 })
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({
    stored: 'nothing',
    status: 409,
    code: 'out_of_stock',
    message: expect.stringMatching(`^Produkt „${item.name}, \\d+\\sml”: zostało sztuk: 2\\.$`),
    details: { products: [{ id: item.id, left: 2 }] },
  })
  await set({ stock_quantity: 5, out_of_stock: true })
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({
    stored: 'nothing',
    code: 'out_of_stock',
    details: { products: [{ left: 0 }] },
  })
  await set({ out_of_stock: false, active: false })
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({
    stored: 'nothing',
    status: 409,
    code: 'ordered_product_gone',
    message: expect.stringMatching(
      `^Produktu „${item.name}, \\d+\\sml” nie ma już w sprzedaży. Złóż nowe zamówienie.$`,
    ),
  })
  await set({ active: true })
  expect((await unpaid.pay(buyer, orderId)).status).toBe(200)
})

test('POST orders/pay: refuses orders that are paid, refunded, cancelled by the shop, too old, or paid on delivery', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.runOut(orderId)
  const payment = (status: 'paid' | 'refunded' | 'expired') =>
    api.db.updateTable('payments').set({ status }).where('order_id', '=', orderId).execute()
  await payment('paid')
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({
    stored: 'nothing',
    status: 409,
    code: 'order_already_paid',
    message: 'To zamówienie jest już opłacone.',
  })
  await payment('refunded')
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({
    stored: 'nothing',
    status: 409,
    code: 'order_not_payable',
  })
  await payment('expired')

  const age = (days: number) =>
    api.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - days * 24 * 60 * 60 * 1000) })
      .where('id', '=', orderId)
      .execute()
  await age(7)
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({
    stored: 'nothing',
    status: 409,
    code: 'order_not_payable',
    message: 'Tego zamówienia nie można już opłacić. Złóż nowe zamówienie.',
  })
  await age(6)
  const onDelivery = (await (await buyer.order(cart([item]))).json()) as { orderId: string }
  expect(await unpaid.refused(buyer, onDelivery.orderId)).toMatchObject({
    stored: 'nothing',
    code: 'order_not_payable',
  })

  await unpaid.paid(buyer, orderId)
  await api.db
    .insertInto('order_events')
    .values({ order_id: orderId, subject: 'order', from_status: 'pending', to_status: 'cancelled', actor: 'admin' })
    .execute()
  await api.db.updateTable('payments').set({ status: 'expired' }).where('order_id', '=', orderId).execute()
  await api.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute()
  expect(await unpaid.refused(buyer, orderId)).toMatchObject({ stored: 'nothing', code: 'order_not_payable' })
})

test('POST orders/pay: another customer’s order and an unknown one do not exist', async () => {
  const buyer = await api.customer()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([await unpaid.anItem()]))
  const stranger = await api.customer()
  const absent = { status: 404, code: 'order_not_found', message: 'Nie znaleziono zamówienia.' }
  expect(await errorOf(await unpaid.pay(stranger, orderId))).toMatchObject(absent)
  expect(await errorOf(await unpaid.pay(buyer, randomUUID()))).toMatchObject(absent)
  expect(await errorOf(await unpaid.pay(buyer, 'not-an-id'))).toMatchObject(absent)
  expect(await errorOf(await unpaid.pay({ ...buyer, cookie: '' }, orderId))).toMatchObject({ status: 401 })
})

test('POST orders/pay: a new account cannot hold more by paying again than by ordering', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(100)
  const orders: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
    await unpaid.runOut(orderId)
    orders.push(orderId)
  }
  const answers = await Promise.all(orders.map((orderId) => unpaid.pay(buyer, orderId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
  const [over] = answers.filter(({ status }) => status === 409)
  expect(await over?.json()).toMatchObject({ error: { code: 'order_limit_reached', details: { limit: 'payments' } } })
})
