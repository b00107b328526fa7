import { sql } from 'kysely'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { prepaidCart, startedAhead } from '#tests/support/orders.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

const byAdmin = { actor: 'admin', actorId: '99999999-0000-4000-8000-000000000009', reason: 'phone call' } as const

let api: Api
let unpaid: ReturnType<typeof openUnpaidOrders>
test.beforeAll(({ api: started }) => {
  api = started
  unpaid = openUnpaidOrders(api)
})

const paymentOf = (orderId: string) =>
  api.db.selectFrom('payments').select(['id', 'status']).where('order_id', '=', orderId).executeTakeFirstOrThrow()

/** Payments that a job will check at the provider. */
const jobsFor = async (paymentId: string) => {
  const { rows } = await api.db.executeQuery<{ data: { paymentId: string } }>(
    sql`select data from pgboss.job where name = 'check-payment' and data->>'paymentId' = ${paymentId}`.compile(api.db),
  )
  return rows
}

test('cancelOrder: twenty calls at once end the payment page of an unpaid order, and return pieces once', async () => {
  const item = await unpaid.anItem(5, 2)
  const { orderId, sessionId } = await startedAhead(api, await api.customer(), prepaidCart([item]))
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancelOrder(api.services, orderId, byAdmin)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 5, out_of_stock: false })
  expect(await unpaid.sessionsOf(orderId)).toMatchObject([{ id: sessionId, status: 'expired' }])
  const { id } = await paymentOf(orderId)
  expect(await jobsFor(id)).toHaveLength(1)
  await checkPayment(api.services, id)
  expect(await paymentOf(orderId)).toMatchObject({ status: 'expired' })
  expect(await unpaid.statusOf(orderId)).toBe('cancelled')
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 5, out_of_stock: false })
  // No mail asks the buyer to pay for an order that the shop cancelled.
  const mails = await api.db.selectFrom('mail_outbox').select('template').where('key', 'like', `%${id}%`).execute()
  expect(mails).toEqual([])
})

test('cancelOrder: an order that was paid a moment ago is not cancelled', async () => {
  const item = await unpaid.anItem(5)
  const { orderId, sessionId } = await startedAhead(api, await api.customer(), prepaidCart([item]))
  await unpaid.stripe.act(sessionId, { action: 'pay' })
  expect(await cancelOrder(api.services, orderId, byAdmin)).toEqual({
    ok: false,
    failure: { reason: 'order_already_paid' },
  })
  expect(await unpaid.statusOf(orderId)).toBe('pending')
  expect(await unpaid.stockOf(item)).toMatchObject({ stock_quantity: 4 })
})

test('cancelOrder: works while the provider is unavailable; a job ends the payment page later', async () => {
  const item = await unpaid.anItem(5)
  const { orderId } = await startedAhead(api, await api.customer(), prepaidCart([item]))
  await api.mailbox.planFault({ service: 'stripe', mode: 'error', times: 100 })
  expect(await cancelOrder(api.services, orderId, byAdmin)).toMatchObject({ ok: true })
  await api.mailbox.clearFaults()
  expect(await unpaid.stockOf(item)).toMatchObject({ stock_quantity: 5 })
  expect(await unpaid.sessionsOf(orderId)).toMatchObject([{ status: 'open' }])
  const { id } = await paymentOf(orderId)
  expect(await jobsFor(id)).toHaveLength(1)
  await checkPayment(api.services, id)
  expect(await unpaid.sessionsOf(orderId)).toMatchObject([{ status: 'expired' }])
  expect(await paymentOf(orderId)).toMatchObject({ status: 'expired' })
})
