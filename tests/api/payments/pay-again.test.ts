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

test('POST orders/pay: while the attempt is open, leads to the same payment page', async () => {
  const buyer = await api.customer()
  const started = await startedAhead(api, buyer, prepaidCart([await unpaid.anItem()]))
  const { checkoutId, total, totalGrosze, ...rest } = started
  expect(await unpaid.paid(buyer, started.orderId)).toEqual(rest)
  expect(await unpaid.attemptsOf(started.orderId)).toMatchObject([{ attempt: 1, status: 'open' }])
})

test('POST orders/pay: after expiry another attempt takes the pieces again, at the order’s prices', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(5, 2)
  const { orderId, sessionId, totalGrosze } = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.runOut(orderId)
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 5, out_of_stock: false })
  await api.db.updateTable('products').set({ price_grosze: 999_00 }).where('id', '=', item.id).execute()
  const again = await unpaid.paid(buyer, orderId)
  await api.db
    .updateTable('products')
    .set({ price_grosze: Math.round(item.price * 100) })
    .where('id', '=', item.id)
    .execute()
  expect(again).toMatchObject({ orderId, url: expect.any(String) })
  expect(again.sessionId).not.toBe(sessionId)
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 3, out_of_stock: false })
  expect(await unpaid.attemptsOf(orderId)).toEqual([
    { attempt: 1, status: 'expired', amount_grosze: totalGrosze, provider_session_id: sessionId },
    { attempt: 2, status: 'open', amount_grosze: totalGrosze, provider_session_id: again.sessionId },
  ])
  expect(await unpaid.statusOf(orderId)).toBe('pending')
  const session = (await unpaid.stripe.sessions()).find(({ id }) => id === again.sessionId)
  expect(session).toMatchObject({ amountTotal: totalGrosze, status: 'open' })
  const events = await api.db
    .selectFrom('order_events')
    .select(['subject', 'from_status', 'to_status', 'actor'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  expect(events.slice(-2)).toEqual([
    { subject: 'order', from_status: 'cancelled', to_status: 'pending', actor: 'customer' },
    { subject: 'payment', from_status: null, to_status: 'open', actor: 'customer' },
  ])
  // The next cancellation returns the pieces that this attempt took.
  await unpaid.runOut(orderId)
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 5, out_of_stock: false })
})

test('POST orders/pay: ordering again with the order’s key does the same while it can be paid', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(5)
  const key = randomUUID()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]), key)
  await unpaid.runOut(orderId)
  expect(await startedAhead(api, buyer, prepaidCart([item]), key)).toMatchObject({ orderId })
  expect(await unpaid.attemptsOf(orderId)).toMatchObject([{ status: 'expired' }, { status: 'open' }])
})

test('POST orders/pay: pressed twenty times at once it opens one attempt and takes the pieces once', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(5)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.runOut(orderId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => unpaid.paid(buyer, orderId)))
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  expect(await unpaid.attemptsOf(orderId)).toMatchObject([{ status: 'expired' }, { attempt: 2, status: 'open' }])
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 4, out_of_stock: false })
  const sessions = await unpaid.sessionsOf(orderId)
  expect(sessions).toHaveLength(2)
})

test('POST orders/pay: of twenty buyers whose orders expired one gets the last piece', async () => {
  const item = await unpaid.anItem(20)
  const orders = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const buyer = await api.customer()
      return { buyer, ...(await startedAhead(api, buyer, prepaidCart([item]))) }
    }),
  )
  for (const { orderId } of orders) await unpaid.runOut(orderId)
  await unpaid.anItem(1)
  const answers = await Promise.all(orders.map(({ buyer, orderId }) => unpaid.pay(buyer, orderId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)])
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 0, out_of_stock: true })
  const pending = await api.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where(
      'id',
      'in',
      orders.map(({ orderId }) => orderId),
    )
    .execute()
  expect(pending).toHaveLength(1)
})

test('POST orders/pay: when the provider fails the order stays pending, and the next call continues', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(5)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.runOut(orderId)
  await api.mailbox.planFault({ service: 'stripe', mode: 'error', times: 100, path: '/v1/checkout/sessions' })
  expect(await errorOf(await unpaid.pay(buyer, orderId))).toMatchObject({ status: 503, code: 'payment_session_failed' })
  await api.mailbox.clearFaults()
  await unpaid.paid(buyer, orderId)
  expect(await unpaid.attemptsOf(orderId)).toMatchObject([{ status: 'expired' }, { attempt: 2, status: 'open' }])
  expect(await unpaid.stockOf(item)).toEqual({ stock_quantity: 4, out_of_stock: false })
})

test('POST orders/pay: a session that ended without the shop knowing is settled first', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem(5)
  const expired = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.stripe.act(expired.sessionId, { action: 'expire' })
  expect(await unpaid.paid(buyer, expired.orderId)).not.toMatchObject({ sessionId: expired.sessionId })
  expect(await unpaid.attemptsOf(expired.orderId)).toMatchObject([{ status: 'expired' }, { status: 'open' }])
  expect(await unpaid.stockOf(item)).toMatchObject({ stock_quantity: 4 })

  const paid = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.stripe.act(paid.sessionId, { action: 'pay' })
  expect(await errorOf(await unpaid.pay(buyer, paid.orderId))).toMatchObject({ code: 'order_already_paid' })
  expect(await unpaid.statusOf(paid.orderId)).toBe('paid')

  const underWay = await startedAhead(api, buyer, prepaidCart([item]))
  await unpaid.stripe.act(underWay.sessionId, { action: 'start_transfer' })
  expect(await unpaid.refused(buyer, underWay.orderId)).toMatchObject({
    stored: 'nothing',
    status: 409,
    code: 'payment_under_way',
    message: 'Płatność za to zamówienie jest właśnie sprawdzana. Odśwież stronę za chwilę.',
  })
  await unpaid.stripe.act(underWay.sessionId, { action: 'end_transfer', succeeded: false })
  await unpaid.paid(buyer, underWay.orderId)
  expect(await unpaid.attemptsOf(underWay.orderId)).toMatchObject([{ status: 'failed' }, { status: 'open' }])
})

test('GET me/orders: says how the payment of an order stands, and whether it can still be paid', async () => {
  const buyer = await api.customer()
  const item = await unpaid.anItem()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  const onDelivery = (await (await buyer.order(cart([item]))).json()) as { orderId: string }
  const own = async () => {
    const orders = (await (await api.get('/api/me/orders', { Cookie: buyer.cookie })).json()) as Record<
      string,
      unknown
    >[]
    return Object.fromEntries(orders.map(({ id, payment_status, payable }) => [id, { payment_status, payable }]))
  }
  expect(await own()).toEqual({
    [orderId]: { payment_status: 'open', payable: true },
    [onDelivery.orderId]: { payment_status: null, payable: false },
  })
  await unpaid.runOut(orderId)
  expect((await own())[orderId]).toEqual({ payment_status: 'expired', payable: true })
  await api.db.updateTable('payments').set({ status: 'refunded' }).where('order_id', '=', orderId).execute()
  expect((await own())[orderId]).toEqual({ payment_status: 'refunded', payable: false })
})
