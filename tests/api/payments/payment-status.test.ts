import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import type { ApiOptions } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { errorOf } from '#tests/support/orders.ts'
import { beginSession, storePrepaidOrder, TOTAL_GROSZE } from '#tests/support/stored-payment.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const memory = createMemoryProvider()
/** Stops while requests are counted, because a busy machine needs seconds for them. */
const stopped: { at: Date | null } = { at: null }
const clock = {
  get now() {
    return stopped.at ?? new Date()
  },
}

const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend(
    'apiOptions',
    { scope: 'file' },
    (): ApiOptions => ({ clock, payments: { test: memory.provider, live: null } }),
  )

const ask = test.extend('ask', ({ api }) => async (sessionId: string, headers: Record<string, string> = {}) => {
  const answer = await api.get(`/api/payment-status?session_id=${encodeURIComponent(sessionId)}`, headers)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  return (await answer.json()) as unknown
})

ask(
  'a buyer who comes back before the webhook reads that it is being checked; a job asks the provider',
  async ({ api, ask }) => {
    const order = await storePrepaidOrder(api.db)
    const sessionId = await beginSession(api.db, memory, order)
    const told = {
      orderNumber: order.orderId.slice(0, 8),
      totalGrosze: TOTAL_GROSZE,
      shippingMethod: 'prepaid_locker',
      signedIn: false,
      orderLink: null,
    }
    memory.pay(sessionId)
    expect(await ask(sessionId)).toEqual({ state: 'checking', ...told })
    await api.startJobs()
    await eventually(async () => expect(await ask(sessionId)).toEqual({ state: 'paid', ...told }))
  },
)

ask(
  'of many requests about one payment only the first asks the provider, and only every few seconds',
  async ({ api, ask }) => {
    await api.startJobs()
    const order = await storePrepaidOrder(api.db)
    const sessionId = await beginSession(api.db, memory, order)
    memory.calls.length = 0
    const now = new Date()
    stopped.at = now
    await Promise.all(Array.from({ length: 30 }, () => ask(sessionId)))
    await eventually(async () => expect(memory.calls).toEqual(['findSession']))
    await Promise.all(Array.from({ length: 30 }, () => ask(sessionId)))
    const jobs = await api.db
      .selectFrom('payments')
      .select('asked_at')
      .where('id', '=', order.paymentId)
      .executeTakeFirstOrThrow()
    expect(jobs.asked_at).not.toBeNull()
    expect(memory.calls).toEqual(['findSession'])
    stopped.at = new Date(now.getTime() + 6_000)
    expect(await ask(sessionId)).toMatchObject({ state: 'checking' })
    await eventually(async () => expect(memory.calls).toEqual(['findSession', 'findSession']))
    stopped.at = null
  },
)

ask('an unknown session reveals nothing', async ({ ask }) => {
  const nothing = { orderNumber: null, totalGrosze: null, shippingMethod: null, signedIn: false, orderLink: null }
  const unknown = { state: 'unknown', ...nothing }
  for (const sessionId of ['cs_test_nobody', "' or 1=1 --", 'ż'.repeat(200)])
    expect(await ask(sessionId)).toEqual(unknown)
})

ask('the buyer’s own session is signed in; nobody else gets the link to the order', async ({ api, ask }) => {
  const customer = await api.customer()
  const order = await storePrepaidOrder(api.db)
  const sessionId = await beginSession(api.db, memory, order)
  expect(await ask(sessionId, { Cookie: customer.cookie })).toMatchObject({ signedIn: false, orderLink: null })
  const user = await api.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', customer.email)
    .executeTakeFirstOrThrow()
  await api.db.updateTable('orders').set({ user_id: user.id }).where('id', '=', order.orderId).execute()
  expect(await ask(sessionId, { Cookie: customer.cookie })).toMatchObject({
    signedIn: true,
    orderLink: expect.stringMatching(/\/zamowienie#[\w-]{43}$/),
  })
})

ask('a call without a session id, or with a too long one, is refused', async ({ api }) => {
  for (const query of ['', '?session_id=', `?session_id=${'x'.repeat(201)}`]) {
    expect(await errorOf(await api.get(`/api/payment-status${query}`))).toMatchObject({ status: 400 })
  }
})

ask('a network may read the payment status 1200 times in 15 minutes', async ({ newApi }) => {
  const api = await newApi({
    clock: openWindowClock(),
    limitFactor: 1 / 400,
    payments: { test: memory.provider, live: null },
  })
  const statuses = []
  for (let count = 0; count < 5; count += 1) {
    statuses.push((await api.get('/api/payment-status?session_id=cs_test_x')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

ask('the log never contains the id of a session', () => {
  const write = vi.spyOn(console, 'warn').mockReturnValue()
  log.warn('asked about cs_test_a1b2c3d4', {
    why: 'No such checkout.session: cs_live_0a9b8c7d6e5f',
    error: new Error('cs_test_zz'),
  })
  expect(write.mock.calls.join()).not.toMatch(/cs_(test|live)_\w/)
  expect(write.mock.calls.join()).toContain('[session]')
})
