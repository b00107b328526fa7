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

const giveUp = (orderId: string, cookie: string) => api.post(`/api/orders/${orderId}/give-up`, {}, { Cookie: cookie })

test('POST orders/give-up: frees the pieces at once and ends the payment page; the order can be paid again', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(1)
  const { orderId, sessionId } = await startedAhead(api, buyer, prepaidCart([item]))
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 0, out_of_stock: true })
  expect((await giveUp(orderId, buyer.cookie)).status).toBe(200)
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 1, out_of_stock: false })
  expect(await unpaid.statusOf(orderId)).toBe('cancelled')
  const session = (await unpaid.stripe.sessions()).find(({ id }) => id === sessionId)
  expect(session?.status).toBe('expired')
  expect((await giveUp(orderId, buyer.cookie)).status).toBe(200)
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 1, out_of_stock: false })
  await unpaid.check(orderId)
  const mails = await api.db.selectFrom('mail_outbox').select('template').where('recipient', '=', buyer.email).execute()
  expect(mails.map(({ template }) => template)).not.toContain('payment-not-received')
  expect(await unpaid.paid(buyer, orderId)).toMatchObject({ orderId })
})

test('POST orders/give-up: succeeds during a cancellation, and returns the pieces once', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(1)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  const answers = await Promise.all(Array.from({ length: 8 }, () => giveUp(orderId, buyer.cookie)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 1, out_of_stock: false })
})

test('POST orders/give-up: an order that was just paid is not given up', async () => {
  const buyer = await api.customer()
  const { orderId, sessionId } = await startedAhead(api, buyer, prepaidCart([await unpaid.anItem()]))
  await unpaid.stripe.act(sessionId, { action: 'pay', method: 'blik' })
  expect(await errorOf(await giveUp(orderId, buyer.cookie))).toMatchObject({ status: 409, code: 'order_already_paid' })
})

test("POST orders/give-up: an order on delivery, another customer's and an unknown one stay as they are", async () => {
  const buyer = await api.customer()
  const placed = await buyer.order(cart([await unpaid.anItem()]))
  const { orderId } = (await placed.json()) as { orderId: string }
  expect(await errorOf(await giveUp(orderId, buyer.cookie))).toMatchObject({ status: 409, code: 'order_not_payable' })
  expect(await unpaid.statusOf(orderId)).toBe('pending')
  const stranger = await api.customer()
  for (const id of [orderId, randomUUID(), 'x']) {
    expect(await errorOf(await giveUp(id, stranger.cookie))).toMatchObject({ status: 404, code: 'order_not_found' })
  }
})
