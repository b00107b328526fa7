import { randomUUID } from 'node:crypto'
import { sweepPayments } from '#domain/flows/payments/sweep-payments.job.server.ts'
import { createStripeProvider } from '#infra/payments/stripe-provider.ts'
import type { Api, ApiOptions, Customer } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { type CartItem, orderAhead, type PaidAhead, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { outcomeOf } from '#tests/support/stored-payment.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { atStrength, printFigure } from './strength.ts'

const CHECKOUTS = atStrength({ short: 4, full: 60 })
const COPIES = 10

const EVERY_FAILURE = ['error', 'limit', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after'] as const
type FailureMode = (typeof EVERY_FAILURE)[number]

const test = base.extend('apiOptions', { scope: 'file' }, ({ sandbox }): ApiOptions => {
  // A shorter timeout for a hanging provider than the shop's.
  const impatient = createStripeProvider({ mode: 'test', ...sandbox.stripe, timeoutMs: 500, retries: 1 })
  return { payments: { test: impatient, live: null }, limitFactor: 1000 }
})

let api: Api
let stripe: ReturnType<typeof openStripe>
let faults: ReturnType<typeof openMailbox>
let buyers: Customer[]
let item: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  stripe = openStripe(api.sandbox)
  faults = openMailbox(api.sandbox)
  buyers = await Promise.all(Array.from({ length: 3 }, () => api.customer()))
  await proveAddresses(api.db)
  const [product] = await productsOnSale(api, 1, 100_000)
  if (!product) throw new Error('no product is on sale')
  item = product
  await api.startJobs()
})

/** Orders, and repeats under the same key until the shop leads to the payment page. Returns the number of calls. */
async function press(index: number): Promise<{ started: PaidAhead; presses: number }> {
  const key = randomUUID()
  const buyer = buyers[index % buyers.length]
  if (!buyer) throw new Error('no buyer')
  for (let presses = 1; presses <= 40; presses += 1) {
    const answer = await orderAhead(api, buyer, prepaidCart([item]), key)
    if (answer.ok) return { started: (await answer.json()) as PaidAhead, presses }
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).not.toBeNull()
    await answer.body?.cancel()
  }
  throw new Error('the shop never led to the payment page')
}

const sessionsOf = async (orderId: string) =>
  (await stripe.sessions()).filter(({ metadata }) => metadata.order_id === orderId)

const outcome = (orderId: string) => outcomeOf(api.db, { orderId, productId: item.id })

/** Each order is paid by one session with one charge: one transition, one shipment, one mail. */
async function expectPaidOnce(orders: readonly PaidAhead[]): Promise<void> {
  for (const { orderId } of orders) {
    await eventually(async () => expect(await outcome(orderId)).toMatchObject({ order: 'paid' }))
    const { payments, shipments, mails, events } = await outcome(orderId)
    expect({ payments, shipments }).toEqual({ payments: ['paid'], shipments: ['created'] })
    expect(events.filter((event) => event.endsWith('-> paid')).toSorted()).toEqual([
      'order: pending -> paid',
      'payment: open -> paid',
    ])
    const key = `order-paid:${orderId}`
    expect(await api.db.selectFrom('mail_outbox').select('key').where('key', '=', key).execute()).toHaveLength(1)
    expect(mails).toContain('payment-received')
    const sessions = await sessionsOf(orderId)
    expect(sessions.map(({ money }) => money?.status)).toEqual(['succeeded'])
  }
}

const startAll = async () =>
  (await Promise.all(Array.from({ length: CHECKOUTS }, (_, index) => press(index)))).map(({ started }) => started)

const payAll = (orders: readonly PaidAhead[]) =>
  Promise.all(orders.map(({ sessionId }) => stripe.act(sessionId, { action: 'pay', method: 'blik' })))

test.for([
  { mode: 'duplicate', copies: COPIES },
  { mode: 'shuffle', delayMs: 1_500 },
  ...atStrength({ short: [], full: [{ mode: 'delay', delayMs: 1_500 } as const] }),
] as const)('webhooks that come with %o pay each order once', async (fault) => {
  const orders = await startAll()
  await faults.planFault({ service: 'stripe-webhooks', times: CHECKOUTS, ...fault })
  await payAll(orders)
  await expectPaidOnce(orders)
})

test('lost webhooks: the sweeper finds each payment once', async () => {
  const orders = await startAll()
  await faults.planFault({ service: 'stripe-webhooks', mode: 'lose', times: CHECKOUTS })
  await payAll(orders)
  for (const { orderId } of orders) expect(await outcome(orderId)).toMatchObject({ order: 'pending' })
  const inAMinute = { ...api.services, now: () => new Date(Date.now() + 61_000) }
  await Promise.all([sweepPayments(inAMinute), sweepPayments(inAMinute), sweepPayments(inAMinute)])
  await expectPaidOnce(orders)
})

test.for(atStrength<readonly FailureMode[]>({ short: ['limit', 'hang_after'], full: EVERY_FAILURE }))(
  'a provider that answers with %s: one session and one charge per checkout, however often the button is pressed',
  async (mode) => {
    await faults.planFault({ service: 'stripe', mode, times: 2 * CHECKOUTS, path: '/v1/checkout/sessions' })
    const pressed = await Promise.all(Array.from({ length: CHECKOUTS }, (_, index) => press(index)))
    const orders = pressed.map(({ started }) => started)
    for (const { orderId, sessionId } of orders) {
      expect((await sessionsOf(orderId)).map(({ id }) => id)).toEqual([sessionId])
    }
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(CHECKOUTS)
    // The same while the shop reads the payments.
    await faults.planFault({ service: 'stripe', mode, times: CHECKOUTS, path: '/v1/checkout/sessions' })
    await payAll(orders)
    await expectPaidOnce(orders)
    await faults.clearFaults()
    const presses = pressed.reduce((sum, one) => sum + one.presses, 0)
    printFigure(`a provider that answers with ${mode}: ${presses} presses for ${CHECKOUTS} checkouts`)
  },
)

test.for(atStrength<readonly FailureMode[]>({ short: ['cut_after'], full: EVERY_FAILURE }))(
  'late money for a sold-out bottle is refunded once, by a provider that answers with %s',
  async (mode) => {
    const { started } = await press(0)
    const { orderId, sessionId, totalGrosze } = started
    await stripe.act(sessionId, { action: 'expire' })
    await eventually(async () => expect(await outcome(orderId)).toMatchObject({ order: 'cancelled' }))
    await api.db
      .updateTable('products')
      .set({ stock_quantity: 0, out_of_stock: true })
      .where('id', '=', item.id)
      .execute()
    await faults.planFault({ service: 'stripe', mode, times: 3, path: '/v1/refunds' })
    await stripe.act(sessionId, { action: 'pay_late' })
    await eventually(async () => expect(await outcome(orderId)).toMatchObject({ payments: ['refunded'] }), 60_000)
    await faults.clearFaults()
    await api.db
      .updateTable('products')
      .set({ stock_quantity: 100_000, out_of_stock: false })
      .where('id', '=', item.id)
      .execute()
    const [session] = await sessionsOf(orderId)
    expect(session?.money?.refunds.map(({ amount }) => amount)).toEqual([totalGrosze])
    const refunds = await api.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select('refunds.id')
      .where('payments.order_id', '=', orderId)
      .execute()
    expect(refunds).toHaveLength(1)
    const keys = refunds.map(({ id }) => `payment-refunded:${id}`)
    expect(await api.db.selectFrom('mail_outbox').select('key').where('key', 'in', keys).execute()).toHaveLength(1)
    expect(await outcome(orderId)).toMatchObject({ order: 'cancelled', shipments: [] })
  },
)
