import { randomUUID } from 'node:crypto'
import { cancelOrderWithin } from '#domain/orders/cancel-order.server.ts'
import { changePaymentStatus } from '#domain/payments/payment-store.server.ts'
import type { Api, Customer } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  cart,
  errorOf,
  type PaidAhead,
  prepaidCart,
  productsOnSale,
  startedAhead,
  storedByOrders,
} from '#tests/support/orders.ts'
import { openStripe } from '#tests/support/stripe.ts'

let api: Api
let stripe: ReturnType<typeof openStripe>
test.beforeAll(({ api: started }) => {
  api = started
  stripe = openStripe(api.sandbox)
})

async function anItem(stock: number | null = 100, quantity = 1): Promise<CartItem> {
  const [product] = await productsOnSale(api, 1, stock)
  if (!product) throw new Error('no product')
  return { ...product, quantity }
}

const pay = (buyer: Customer, orderId: string) => api.post(`/api/orders/${orderId}/pay`, {}, { Cookie: buyer.cookie })

async function paid(buyer: Customer, orderId: string): Promise<PaidAhead> {
  const answer = await pay(buyer, orderId)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as PaidAhead
}

/** The time of the order's open attempt is over: nobody paid. */
async function runOut(orderId: string): Promise<void> {
  const { id } = await api.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  await api.db.transaction().execute(async (trx) => {
    await changePaymentStatus(trx, id, { to: 'expired', actor: 'provider', reason: null })
    await cancelOrderWithin(trx, orderId, { actor: 'system', reason: 'payment expired' })
  })
}

const attemptsOf = (orderId: string) =>
  api.db
    .selectFrom('payments')
    .select(['attempt', 'status', 'amount_grosze', 'provider_session_id'])
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute()

const statusOf = async (orderId: string) =>
  (await api.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status

const stockOf = ({ id }: CartItem) =>
  api.db
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Asks for the payment page, which must be refused and leave nothing behind. */
async function refused(buyer: Customer, orderId: string) {
  const before = { rows: await storedByOrders(api), sessions: (await stripe.sessions()).length }
  const status = await statusOf(orderId)
  const error = await errorOf(await pay(buyer, orderId))
  expect({ rows: await storedByOrders(api), sessions: (await stripe.sessions()).length }).toEqual(before)
  expect(await statusOf(orderId)).toBe(status)
  return error
}

test('POST orders/pay: while the attempt is open it leads to the same page', async () => {
  const buyer = await api.customer()
  const started = await startedAhead(api, buyer, prepaidCart([await anItem()]))
  const { checkoutId, total, totalGrosze, ...rest } = started
  expect(await paid(buyer, started.orderId)).toEqual(rest)
  expect(await attemptsOf(started.orderId)).toMatchObject([{ attempt: 1, status: 'open' }])
})

test('POST orders/pay: after the time is over another attempt takes the pieces again, at the prices of the order', async () => {
  const buyer = await api.customer()
  const item = await anItem(5, 2)
  const { orderId, sessionId, totalGrosze } = await startedAhead(api, buyer, prepaidCart([item]))
  await runOut(orderId)
  expect(await stockOf(item)).toEqual({ stock_quantity: 5, out_of_stock: false })
  await api.db.updateTable('products').set({ price_grosze: 999_00 }).where('id', '=', item.id).execute()
  const again = await paid(buyer, orderId)
  await api.db
    .updateTable('products')
    .set({ price_grosze: Math.round(item.price * 100) })
    .where('id', '=', item.id)
    .execute()
  expect(again).toMatchObject({ orderId, url: expect.any(String) })
  expect(again.sessionId).not.toBe(sessionId)
  expect(await stockOf(item)).toEqual({ stock_quantity: 3, out_of_stock: false })
  expect(await attemptsOf(orderId)).toEqual([
    { attempt: 1, status: 'expired', amount_grosze: totalGrosze, provider_session_id: sessionId },
    { attempt: 2, status: 'open', amount_grosze: totalGrosze, provider_session_id: again.sessionId },
  ])
  expect(await statusOf(orderId)).toBe('pending')
  const session = (await stripe.sessions()).find(({ id }) => id === again.sessionId)
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
  // What is given back next time is what was taken this time.
  await runOut(orderId)
  expect(await stockOf(item)).toEqual({ stock_quantity: 5, out_of_stock: false })
})

test('POST orders/pay: the key of the order does the same as long as the order can be paid', async () => {
  const buyer = await api.customer()
  const item = await anItem(5)
  const key = randomUUID()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]), key)
  await runOut(orderId)
  expect(await startedAhead(api, buyer, prepaidCart([item]), key)).toMatchObject({ orderId })
  expect(await attemptsOf(orderId)).toMatchObject([{ status: 'expired' }, { status: 'open' }])
})

test('POST orders/pay: pressed twenty times at once it opens one attempt and takes the pieces once', async () => {
  const buyer = await api.customer()
  const item = await anItem(5)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await runOut(orderId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => paid(buyer, orderId)))
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  expect(await attemptsOf(orderId)).toMatchObject([{ status: 'expired' }, { attempt: 2, status: 'open' }])
  expect(await stockOf(item)).toEqual({ stock_quantity: 4, out_of_stock: false })
  const sessions = (await stripe.sessions()).filter(({ metadata }) => metadata.order_id === orderId)
  expect(sessions).toHaveLength(2)
})

test('POST orders/pay: of twenty buyers whose orders ran out one gets the last piece', async () => {
  const item = await anItem(20)
  const buyers = await Promise.all(Array.from({ length: 7 }, () => api.customer()))
  const orders = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const buyer = buyers[n % 7]
      if (!buyer) throw new Error('no buyer')
      return { buyer, ...(await startedAhead(api, buyer, prepaidCart([item]))) }
    }),
  )
  for (const { orderId } of orders) await runOut(orderId)
  await anItem(1)
  const answers = await Promise.all(orders.map(({ buyer, orderId }) => pay(buyer, orderId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)])
  expect(await stockOf(item)).toEqual({ stock_quantity: 0, out_of_stock: true })
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
}, 60_000)

test('POST orders/pay: says what is sold out, what is withdrawn and what is too little', async () => {
  const buyer = await api.customer()
  const item = await anItem(5, 3)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await runOut(orderId)
  const set = (changes: { stock_quantity?: number; out_of_stock?: boolean; active?: boolean }) =>
    api.db.updateTable('products').set(changes).where('id', '=', item.id).execute()
  await set({ stock_quantity: 2 })
  expect(await refused(buyer, orderId)).toMatchObject({
    status: 409,
    code: 'out_of_stock',
    message: `Produkt „${item.name}”: zostało sztuk: 2.`,
    details: { products: [{ id: item.id, left: 2 }] },
  })
  await set({ stock_quantity: 5, out_of_stock: true })
  expect(await refused(buyer, orderId)).toMatchObject({ code: 'out_of_stock', details: { products: [{ left: 0 }] } })
  await set({ out_of_stock: false, active: false })
  expect(await refused(buyer, orderId)).toMatchObject({
    status: 409,
    code: 'ordered_product_gone',
    message: `Produktu „${item.name}” nie ma już w sprzedaży. Złóż nowe zamówienie.`,
  })
  await set({ active: true })
  expect((await pay(buyer, orderId)).status).toBe(200)
})

test('POST orders/pay: refuses orders that are paid, refunded, cancelled by the shop, too old, or paid on delivery', async () => {
  const buyer = await api.customer()
  const item = await anItem()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await runOut(orderId)
  const payment = (status: 'paid' | 'refunded' | 'expired') =>
    api.db.updateTable('payments').set({ status }).where('order_id', '=', orderId).execute()
  await payment('paid')
  expect(await refused(buyer, orderId)).toMatchObject({
    status: 409,
    code: 'order_already_paid',
    message: 'To zamówienie jest już opłacone.',
  })
  await payment('refunded')
  expect(await refused(buyer, orderId)).toMatchObject({ status: 409, code: 'order_not_payable' })
  await payment('expired')

  const age = (days: number) =>
    api.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - days * 24 * 60 * 60 * 1000) })
      .where('id', '=', orderId)
      .execute()
  await age(7)
  expect(await refused(buyer, orderId)).toMatchObject({
    status: 409,
    code: 'order_not_payable',
    message: 'Tego zamówienia nie można już opłacić. Złóż nowe zamówienie.',
  })
  await age(6)
  const onDelivery = (await (await buyer.order(cart([item]))).json()) as { orderId: string }
  expect(await refused(buyer, onDelivery.orderId)).toMatchObject({ code: 'order_not_payable' })

  await paid(buyer, orderId)
  await api.db
    .insertInto('order_events')
    .values({ order_id: orderId, subject: 'order', from_status: 'pending', to_status: 'cancelled', actor: 'admin' })
    .execute()
  await api.db.updateTable('payments').set({ status: 'expired' }).where('order_id', '=', orderId).execute()
  await api.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute()
  expect(await refused(buyer, orderId)).toMatchObject({ code: 'order_not_payable' })
})

test('POST orders/pay: an order of somebody else, and what is no order, do not exist', async () => {
  const buyer = await api.customer()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([await anItem()]))
  const stranger = await api.customer()
  const absent = { status: 404, code: 'order_not_found', message: 'Nie znaleziono zamówienia.' }
  expect(await errorOf(await pay(stranger, orderId))).toMatchObject(absent)
  expect(await errorOf(await pay(buyer, randomUUID()))).toMatchObject(absent)
  expect(await errorOf(await pay(buyer, 'not-an-id'))).toMatchObject(absent)
  expect(await errorOf(await pay({ ...buyer, cookie: '' }, orderId))).toMatchObject({ status: 401 })
})

test('POST orders/pay: a new account cannot hold more by paying again than by ordering', async () => {
  const buyer = await api.customer()
  const item = await anItem(100)
  const orders: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
    await runOut(orderId)
    orders.push(orderId)
  }
  const answers = await Promise.all(orders.map((orderId) => pay(buyer, orderId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
  const [over] = answers.filter(({ status }) => status === 409)
  expect(await over?.json()).toMatchObject({ error: { code: 'order_limit_reached', details: { limit: 'payments' } } })
})

test('POST orders/pay: when the provider fails the order stays pending, and the next press goes on', async () => {
  const buyer = await api.customer()
  const item = await anItem(5)
  const { orderId } = await startedAhead(api, buyer, prepaidCart([item]))
  await runOut(orderId)
  await api.mailbox.planFault({ service: 'stripe', mode: 'error', times: 100, path: '/v1/checkout/sessions' })
  expect(await errorOf(await pay(buyer, orderId))).toMatchObject({ status: 503, code: 'payment_session_failed' })
  await api.mailbox.clearFaults()
  await paid(buyer, orderId)
  expect(await attemptsOf(orderId)).toMatchObject([{ status: 'expired' }, { attempt: 2, status: 'open' }])
  expect(await stockOf(item)).toEqual({ stock_quantity: 4, out_of_stock: false })
})

test('GET me/orders: says how the payment of an order stands, and whether it can still be paid', async () => {
  const buyer = await api.customer()
  const item = await anItem()
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
  await runOut(orderId)
  expect((await own())[orderId]).toEqual({ payment_status: 'expired', payable: true })
  await api.db.updateTable('payments').set({ status: 'refunded' }).where('order_id', '=', orderId).execute()
  expect((await own())[orderId]).toEqual({ payment_status: 'refunded', payable: false })
})
