import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createStripeProvider } from '#infra/payments/stripe-provider.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  cart,
  errorOf,
  orderAhead,
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

const sessionsOf = async (orderId: string) =>
  (await stripe.sessions()).filter(({ metadata }) => metadata.order_id === orderId)

async function anItem(stock: number | null = 100) {
  const [product] = await productsOnSale(api, 1, stock)
  if (!product) throw new Error('no product')
  return product
}

const stockOf = (id: string) =>
  api.db.selectFrom('products').select('stock_quantity').where('id', '=', id).executeTakeFirstOrThrow()

test('POST create-checkout-session: one key twenty times at once is one order, one attempt and one session', async () => {
  const buyer = await api.customer()
  const item = await anItem(5)
  const before = await storedByOrders(api)
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => startedAhead(api, buyer, prepaidCart([item]), key)),
  )
  expect(new Set(answers.map(({ url, orderId, sessionId }) => `${url} ${orderId} ${sessionId}`)).size).toBe(1)
  const after = await storedByOrders(api)
  expect(after).toMatchObject({ orders: before.orders + 1, payments: before.payments + 1, mails: before.mails })
  expect(await sessionsOf(answers[0]?.orderId ?? '')).toHaveLength(1)
  expect(await stockOf(item.id)).toEqual({ stock_quantity: 4 })
})

test('POST create-checkout-session: one key in two processes at once is one order and one session', async ({
  database,
  sandbox,
}) => {
  const { createApi } = await import('#api/index.ts')
  const buyer = await api.customer()
  const item = await anItem()
  const key = randomUUID()
  // A second provider object, as in another process.
  const payments = { ...api.services.payments, test: createStripeProvider({ mode: 'test', ...sandbox.stripe }) }
  const other = createApi({ ...api.services, db: database.db, payments }, { trustedProxy: [] })
  const body = prepaidCart([item])
  const request = () =>
    other.request(`${api.base}/api/create-checkout-session`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Cookie: buyer.cookie, 'Idempotency-Key': key },
    })
  const answers = await Promise.all([request(), orderAhead(api, buyer, body, key), request()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(bodies.map(({ url }) => url)).size).toBe(1)
  expect(await sessionsOf(bodies[0].orderId)).toHaveLength(1)
})

test('POST orders: of fifty buyers of the last bottle, on delivery and prepaid, one gets it', async () => {
  // Each presses once: a second press for the same bottle gives up the buyer's own unpaid order.
  const buyers = await Promise.all(Array.from({ length: 50 }, () => api.customer()))
  const bottle = await anItem(1)
  const { now } = await api.db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      n % 2 === 0 ? buyer.order(cart([bottle])) : orderAhead(api, buyer, prepaidCart([bottle])),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(49).fill(409)])
  expect(await stockOf(bottle.id)).toEqual({ stock_quantity: 0 })
  const sold = await api.db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('quantity')
    .where('product_id', '=', bottle.id)
    .where('created_at', '>=', now)
    .execute()
  expect(sold).toEqual([{ quantity: 1 }])
})

const FAILED = {
  status: 503,
  code: 'payment_session_failed',
  message: 'Wystąpił błąd podczas tworzenia sesji płatności. Spróbuj ponownie.',
}

test.for<['error' | 'limit' | 'garbage' | 'cut' | 'hang' | 'cut_after' | 'hang_after']>([
  ['error'],
  ['limit'],
  ['garbage'],
  ['cut'],
  ['hang'],
  ['cut_after'],
  ['hang_after'],
])(
  'POST create-checkout-session: after a failure of the provider (%s) the key continues one order and session',
  async ([mode]) => {
    const buyer = await api.customer()
    const item = await anItem(5)
    const key = randomUUID()
    const { payments } = api.services
    // A shorter timeout than the shop's.
    api.services.payments = {
      ...payments,
      test: createStripeProvider({ mode: 'test', ...api.sandbox.stripe, timeoutMs: 300, retries: 0 }),
    }
    await api.mailbox.planFault({ service: 'stripe', mode, times: 100, path: '/v1/checkout/sessions' })
    const before = await storedByOrders(api)
    for (const press of ['first', 'second']) {
      expect(await errorOf(await orderAhead(api, buyer, prepaidCart([item]), key)), press).toMatchObject(FAILED)
    }
    await api.mailbox.clearFaults()
    api.services.payments = payments
    const started = await startedAhead(api, buyer, prepaidCart([item]), key)
    expect(await storedByOrders(api)).toMatchObject({ orders: before.orders + 1, payments: before.payments + 1 })
    expect(await stockOf(item.id)).toEqual({ stock_quantity: 4 })
    const sessions = await sessionsOf(started.orderId)
    expect(sessions.map(({ id, status }) => [id, status])).toEqual([[started.sessionId, 'open']])
  },
)

test('POST create-checkout-session: a session that differs from the request is never shown to the buyer', async () => {
  const buyer = await api.customer()
  const item = await anItem()
  const { payments } = api.services
  const { test: provider } = payments
  if (!provider) throw new Error('no provider')
  api.services.payments = {
    ...payments,
    test: {
      ...provider,
      async createSession(request) {
        const created = await provider.createSession(request)
        return created.ok ? { ok: true, value: { ...created.value, amountGrosze: 1 } } : created
      },
    },
  }
  const answer = await orderAhead(api, buyer, prepaidCart([item]))
  api.services.payments = payments
  expect(await errorOf(answer)).toMatchObject(FAILED)
  expect((await stripe.sessions()).at(-1)).toMatchObject({ customerEmail: buyer.email, status: 'expired' })
})

test('POST create-checkout-session: an attempt that ends while its session is created returns no payment page', async () => {
  const buyer = await api.customer()
  const item = await anItem(5)
  const { payments } = api.services
  const { test: provider } = payments
  if (!provider) throw new Error('no provider')
  api.services.payments = {
    ...payments,
    test: {
      ...provider,
      async createSession(request) {
        const created = await provider.createSession(request)
        await api.db.updateTable('payments').set({ status: 'expired' }).where('id', '=', request.paymentId).execute()
        await api.db.updateTable('orders').set({ status: 'completed' }).where('id', '=', request.orderId).execute()
        return created
      },
    },
  }
  const answer = await orderAhead(api, buyer, prepaidCart([item]))
  api.services.payments = payments
  expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'order_not_payable' })
  expect((await stripe.sessions()).at(-1)).toMatchObject({ customerEmail: buyer.email, status: 'expired' })
})

test('POST create-checkout-session: without provider keys for the mode nothing is ordered', async () => {
  const buyer = await api.customer()
  const item = await anItem()
  const before = await storedByOrders(api)
  await api.db.updateTable('payment_settings').set({ mode: 'live' }).execute()
  expect(await errorOf(await orderAhead(api, buyer, prepaidCart([item])))).toMatchObject({
    status: 400,
    code: 'shipping_method_not_offered',
  })
  await api.db.updateTable('payment_settings').set({ mode: 'test' }).execute()
  expect(await storedByOrders(api)).toEqual(before)
})
