import { vi } from 'vitest'
import processEvent from '#domain/flows/payments/process-payment-event.job.server.ts'
import { log } from '#domain/kernel/log.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { type Api, type ApiOptions, startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { errorOf } from '#tests/support/orders.ts'
import { beginSession, outcomeOf, storePrepaidOrder } from '#tests/support/stored-payment.ts'

const memory = createMemoryProvider()
const live = createMemoryProvider('live')

const OPTIONS: ApiOptions = { payments: { test: memory.provider, live: live.provider } }
const test = base.extend('demo', { scope: 'file' }, false).extend('apiOptions', { scope: 'file' }, OPTIONS)
test.beforeAll(async ({ api }) => {
  await api.startJobs()
})

type Webhook = { body: string; signature: string | null }

/** As Stripe sends it: no origin, no cookie, and a charset in the content type. */
function deliver(api: Pick<Api, 'call'>, { body, signature }: Webhook, headers: Record<string, string> = {}) {
  return api.call('/api/stripe-webhook', {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(signature !== null && { 'Stripe-Signature': signature }),
      ...headers,
    },
  })
}

async function begin(api: Api, provider = memory) {
  const order = await storePrepaidOrder(api.db, { mode: provider.provider.mode })
  return { ...order, sessionId: await beginSession(api.db, provider, order) }
}

const storedEvents = (api: Api) =>
  api.db.selectFrom('webhook_events').select(['event_id', 'payload', 'processed_at']).execute()

test('a webhook is stored once and processed: the order is paid', async ({ api }) => {
  const order = await begin(api)
  memory.pay(order.sessionId)
  const event = memory.sessionEvent(order.sessionId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(api, event)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await eventually(async () => expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'paid' }))
  await eventually(async () =>
    expect((await storedEvents(api)).find((stored) => stored.event_id === event.id)?.processed_at).not.toBeNull(),
  )
  expect(await deliver(api, event)).toMatchObject({ status: 200 })
  expect(await outcomeOf(api.db, order)).toMatchObject({ mails: ['payment-received'], shipments: ['created'] })
})

test('a stored webhook contains no name and no address', async ({ api }) => {
  const order = await begin(api)
  const event = memory.event('checkout.session.completed', {
    id: order.sessionId,
    customer_details: { email: 'anna@example.test', name: 'Anna Kowalska' },
  })
  await deliver(api, event)
  const stored = (await storedEvents(api)).find(({ event_id }) => event_id === event.id)
  expect(JSON.parse(stored?.payload ?? '')).toEqual({
    id: event.id,
    type: 'checkout.session.completed',
    mode: 'test',
    about: { kind: 'session', sessionId: order.sessionId },
  })
})

test('a webhook without a valid and recent signature is refused, not stored, and does not fill the log', async ({
  api,
}) => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const order = await begin(api)
  memory.pay(order.sessionId)
  const event = memory.sessionEvent(order.sessionId)
  const idsOf = async () => (await storedEvents(api)).map(({ event_id }) => event_id)
  const before = await idsOf()
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const stranger = createMemoryProvider()
  const forged: Webhook[] = [
    { ...event, signature: null },
    { ...event, signature: '' },
    { ...event, signature: 't=1,v1=00' },
    { ...event, signature: stranger.sign(event.body, new Date()) },
    // The same event, serialised differently.
    { ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) },
    { ...event, body: `${event.body} ` },
    { ...event, signature: memory.sign(event.body, minutes(-6)) },
    { ...event, signature: memory.sign(event.body, minutes(6)) },
    // Signed for one mode, but claims the other.
    memory.event('checkout.session.completed', { id: order.sessionId }, { livemode: true }),
    { body: 'not json', signature: memory.sign('not json', new Date()) },
    { body: '', signature: memory.sign('', new Date()) },
  ]
  for (const webhook of forged) {
    expect(await errorOf(await deliver(api, webhook))).toMatchObject({ status: 400, code: 'webhook_refused' })
  }
  expect(warn.mock.calls.length).toBeLessThanOrEqual(1)
  expect(JSON.stringify(warn.mock.calls)).not.toContain(order.sessionId)
  expect(await idsOf()).toEqual(before)
  expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'pending', mails: [] })
})

test('a webhook needs no origin and no cookie, and its body may be larger than a browser’s, up to a limit', async ({
  api,
}) => {
  const filled = (bytes: number) => memory.event('customer.created', { id: 'cus_1', description: 'x'.repeat(bytes) })
  expect(await deliver(api, filled(500_000), { Origin: 'https://evil.example' })).toMatchObject({ status: 200 })
  expect(await errorOf(await deliver(api, filled(530_000)))).toMatchObject({ status: 413, code: 'body_too_large' })
  const plain = filled(10)
  expect(await deliver(api, plain, { 'Content-Type': 'text/plain' })).toMatchObject({ status: 200 })
})

test('an event of one mode changes no payment of the other', async ({ api }) => {
  vi.spyOn(log, 'error').mockReturnValue()
  const order = await begin(api, live)
  live.pay(order.sessionId)
  // Test mode has a session with the same id and the same ids of the shop.
  memory.sessions.set(order.sessionId, { ...memory.open({ ...order, amountGrosze: 21_099 }), id: order.sessionId })
  memory.pay(order.sessionId)
  const foreign = memory.sessionEvent(order.sessionId)
  await deliver(api, foreign)
  await eventually(async () =>
    expect((await storedEvents(api)).find(({ event_id }) => event_id === foreign.id)?.processed_at).not.toBeNull(),
  )
  expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'pending', payments: ['open'] })
  await deliver(api, live.sessionEvent(order.sessionId))
  await eventually(async () => expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'paid' }))
})

test('while the provider is unavailable an event waits, and nothing is changed', async ({ api }) => {
  vi.spyOn(log, 'info').mockReturnValue()
  const order = await begin(api)
  memory.pay(order.sessionId)
  memory.state.away = true
  const event = memory.sessionEvent(order.sessionId)
  expect(await deliver(api, event)).toMatchObject({ status: 200 })
  await eventually(async () => expect(log.info).toHaveBeenCalled())
  expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'pending' })
  memory.state.away = false
  await eventually(async () => expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'paid' }))
})

test('an event that is processed again changes nothing', async ({ api }) => {
  const order = await begin(api)
  memory.pay(order.sessionId)
  const event = memory.sessionEvent(order.sessionId)
  await deliver(api, event)
  await eventually(async () => expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'paid' }))
  await api.db.updateTable('webhook_events').set({ processed_at: null }).where('event_id', '=', event.id).execute()
  const before = await outcomeOf(api.db, order)
  expect(await processEvent.run(api.services, { provider: 'stripe', eventId: event.id }, { last: false })).toEqual({
    ok: true,
    value: undefined,
  })
  expect(await outcomeOf(api.db, order)).toEqual(before)
})

test("a refund in the provider's dashboard is recorded, even if its event comes before the payment's", async ({
  api,
}) => {
  const order = await begin(api)
  const money = memory.pay(order.sessionId)
  memory.refundByHand(money, 21_099)
  await deliver(api, memory.event('charge.refunded', { id: 'ch_1', payment_intent: money }))
  await deliver(api, memory.sessionEvent(order.sessionId))
  await eventually(async () =>
    expect(await outcomeOf(api.db, order)).toMatchObject({
      order: 'cancelled',
      payments: ['refunded'],
      stock: 10,
      shipments: ['cancelled'],
      mails: ['payment-received', 'order-cancelled', 'payment-refunded'],
    }),
  )
})

test("a dispute is stored and shown among the order's events; a closed one stays closed", async ({ api }) => {
  vi.spyOn(log, 'warn').mockReturnValue()
  const order = await begin(api)
  const money = memory.pay(order.sessionId)
  await deliver(api, memory.sessionEvent(order.sessionId))
  await eventually(async () => expect(await outcomeOf(api.db, order)).toMatchObject({ order: 'paid' }))
  const told = (status: string) =>
    memory.event(`charge.dispute.${status === 'lost' ? 'closed' : 'created'}`, {
      id: `dp_${order.orderId}`,
      payment_intent: money,
      status,
      amount: 21_099,
    })
  for (const status of ['needs_response', 'lost', 'needs_response']) {
    const event = told(status)
    await deliver(api, event)
    await eventually(async () =>
      expect((await storedEvents(api)).find(({ event_id }) => event_id === event.id)?.processed_at).not.toBeNull(),
    )
  }
  const { events } = await outcomeOf(api.db, order)
  expect(events.filter((event) => event.startsWith('dispute'))).toEqual([
    'dispute:  -> needs_response',
    'dispute: needs_response -> lost',
  ])
  const [dispute] = await api.db.selectFrom('disputes').selectAll().where('payment_id', '=', order.paymentId).execute()
  expect(dispute).toMatchObject({ status: 'lost', amount_grosze: 21_099, closed_at: expect.any(Date) })
})

test('while the database is unavailable a webhook gets 503 with Retry-After, never 500', async ({
  sandbox,
  onTestFinished,
}) => {
  const database = await createTestDatabase({ demo: false })
  const link = await openDatabaseLink(database.url)
  const { db, pool, close } = connectDatabase(link.url, { max: 4, onIdleError: () => undefined })
  const api = await startApi({ ...database, db, pool }, sandbox, { payments: { test: memory.provider, live: null } })
  onTestFinished(async () => {
    await api.stop()
    await close()
    await link.close()
    await database.drop()
  })
  const order = await begin(api)
  const event = memory.sessionEvent(order.sessionId)
  await link.cut()
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answer = await deliver(api, event)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'database_unavailable' })
  }
  await link.restore()
  await eventually(async () => expect(await deliver(api, event)).toMatchObject({ status: 200 }))
  expect(await storedEvents(api)).toHaveLength(1)

  const error = vi.spyOn(log, 'error').mockReturnValue()
  vi.spyOn(api.services.jobs, 'enqueue').mockRejectedValue(new Error('something nobody thought of'))
  const other = memory.sessionEvent(order.sessionId)
  expect(await deliver(api, other)).toMatchObject({ status: 503 })
  expect(error).toHaveBeenCalledTimes(1)
  expect(await storedEvents(api)).toHaveLength(1)
})
