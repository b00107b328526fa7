import { sql } from 'kysely'
import { vi } from 'vitest'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { processPaymentEvent } from '#domain/flows/payments/process-payment-event.job.server.ts'
import { sweepPayments } from '#domain/flows/payments/sweep-payments.job.server.ts'
import { makeRefund, syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { log } from '#domain/kernel/log.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import {
  beginSession,
  outcomeOf,
  storePrepaidOrder,
  storeProduct,
  TOTAL_GROSZE,
} from '#tests/support/stored-payment.ts'
import { createRandom } from './random.ts'
import { atStrength, printFigure } from './strength.ts'

const INTERLEAVINGS = atStrength({ short: 40, full: 500 })
const SEED = Number(process.env.SEED ?? 20_261_121)

const memory = createMemoryProvider()

const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend(
    'apiOptions',
    { scope: 'file' },
    (): ApiOptions => ({ payments: { test: memory.provider, live: null }, limitFactor: 100 }),
  )

/** Yields to other tasks a random number of times. */
async function yieldRandomly(random: () => number): Promise<void> {
  const turns = Math.floor(random() * 12)
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Sends a webhook by HTTP and processes it at once, like a fast worker. */
async function tell(api: Api, event: ReturnType<typeof memory.event>): Promise<void> {
  const answer = await api.call('/api/stripe-webhook', {
    method: 'POST',
    body: event.body,
    headers: { 'Stripe-Signature': event.signature },
  })
  expect(answer.status).toBe(200)
  await processPaymentEvent(api.services, { provider: 'stripe', eventId: event.id })
}

/** Does the work of waiting jobs until nothing changes any more. */
async function settleAll(api: Api, paymentId: string): Promise<void> {
  expect(await checkPayment(api.services, paymentId)).toMatchObject({ ok: true })
  const waiting = await api.db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute()
  for (const { id } of waiting) expect(await makeRefund(api.services, id)).toMatchObject({ ok: true })
  await syncRefunds(api.services, paymentId)
}

test(`webhook, success page, sweeper, expiry and the last bottle race: ${INTERLEAVINGS} random interleavings`, async ({
  api,
}) => {
  const error = vi.spyOn(log, 'error')
  const random = createRandom(SEED)
  const seen = new Map<string, number>()
  for (let round = 0; round < INTERLEAVINGS; round += 1) {
    // The stock is either two pieces or large.
    const stock = random() < 0.6 ? 2 : 10
    const isOver = random() < 0.6
    const expiresAt = new Date(Date.now() + (isOver ? -60_000 : 30 * 60_000))
    const order = await storePrepaidOrder(api.db, { stock, expiresAt })
    const sessionId = await beginSession(api.db, memory, order)
    await api.db
      .updateTable('payments')
      .set({ next_check_at: new Date(0) })
      .where('id', '=', order.paymentId)
      .execute()
    memory.state.beforeAnswer = () => yieldRandomly(random)

    const paid = random() < 0.7
    const others: string[] = []
    const isOpen = () => memory.sessions.get(sessionId)?.status === 'open'
    const isLate = paid && isOver && random() < 0.6
    const pay = async () => {
      // Like a transfer that arrives too late. Otherwise the provider accepts money only for open sessions.
      for (let turn = 0; isLate && turn < 60 && isOpen(); turn += 1) await yieldRandomly(random)
      if (paid && (isLate || isOpen())) memory.pay(sessionId)
    }
    const buyLastBottle = async () => {
      for (let turn = 0; turn < 10 && others.length === 0; turn += 1) {
        const { rows } = await sql`
          update products set stock_quantity = stock_quantity - 2, out_of_stock = (stock_quantity = 2)
          where id = ${order.productId} and stock_quantity >= 2 returning id`.execute(api.db)
        others.push(...rows.map(() => 'bought'))
        await yieldRandomly(random)
      }
    }
    const expireThere = async () => {
      await memory.provider.expireSession(sessionId)
    }
    const event = memory.sessionEvent(sessionId)
    const actions = shuffle(
      [
        pay,
        buyLastBottle,
        ...(isOver && random() < 0.5 ? [expireThere] : []),
        () => tell(api, event),
        () => tell(api, event),
        () => tell(api, memory.sessionEvent(sessionId, 'checkout.session.expired')),
        () => api.get(`/api/payment-status?session_id=${sessionId}`),
        () => checkPayment(api.services, order.paymentId),
        () => sweepPayments(api.services),
        () => sweepPayments(api.services),
      ],
      random,
    )
    await Promise.all(
      actions.map(async (action) => {
        await yieldRandomly(random)
        await action()
      }),
    )
    await settleAll(api, order.paymentId)
    await tell(api, memory.sessionEvent(sessionId))

    const outcome = await outcomeOf(api.db, order)
    const here = `round ${round} of seed ${SEED}: ${JSON.stringify({ stock, isOver, outcome })}`
    const session = memory.sessions.get(sessionId)
    const [payment] = outcome.payments
    const mails = (template: string) => outcome.mails.filter((mail) => mail === template).length
    const times = (event: string) => outcome.events.filter((one) => one.endsWith(event)).length
    const isHeld = outcome.order === 'paid' || outcome.order === 'pending'

    // The money belongs to the order or is refunded.
    if (session?.paid) {
      expect(['paid', 'refunded'], here).toContain(payment)
      expect(outcome.order, here).toBe(payment === 'paid' ? 'paid' : 'cancelled')
    } else {
      expect(session?.status === 'open' ? ['open'] : ['expired'], here).toContain(payment)
      expect(outcome.order, here).toBe(payment === 'open' ? 'pending' : 'cancelled')
    }
    const isPaid = payment === 'paid' ? 1 : 0
    expect(
      [
        mails('payment-received'),
        outcome.shipments.length,
        times('order: pending -> paid') + times('order: cancelled -> paid'),
      ],
      here,
    ).toEqual([isPaid, isPaid, isPaid])
    const isBack = payment === 'refunded' ? 1 : 0
    expect([mails('payment-refunded'), times('refund: pending -> succeeded')], here).toEqual([isBack, isBack])
    expect(session?.refundedGrosze, here).toBe(isBack * TOTAL_GROSZE)
    expect(mails('payment-not-received'), here).toBe(times('order: pending -> cancelled'))
    expect(times('order: pending -> cancelled'), here).toBeLessThanOrEqual(1)
    // No piece is lost and none is sold twice.
    expect(outcome.stock, here).toBe(stock - 2 * others.length - (isHeld ? 2 : 0))
    const kind = `${payment}, ${times('order: cancelled -> paid') > 0 ? 'late' : 'in time'}`
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
  }
  expect(error).not.toHaveBeenCalled()
  const kinds = [...seen].toSorted().map(([kind, count]) => `${kind} ${count}`)
  printFigure(`payments after ${INTERLEAVINGS} interleavings (seed ${SEED}): ${kinds.join('; ')}`)
  const expected = ['paid, in time', 'paid, late', 'refunded, in time', 'expired, in time']
  for (const payment of atStrength({ short: ['paid, in time'], full: expected })) {
    expect(seen.get(payment) ?? 0, `${payment} never happened: ${kinds}`).toBeGreaterThan(0)
  }
})

test('one bottle, two expired orders, both paid late: one gets the bottle, the other a refund', async ({ api }) => {
  const random = createRandom(SEED)
  for (let round = 0; round < atStrength({ short: 5, full: 100 }); round += 1) {
    const productId = await storeProduct(api.db, 2)
    const begin = async () => {
      const order = await storePrepaidOrder(api.db, { productId, expiresAt: new Date(0) })
      return { ...order, sessionId: await beginSession(api.db, memory, order) }
    }
    memory.state.beforeAnswer = () => yieldRandomly(random)
    const first = await begin()
    await checkPayment(api.services, first.paymentId)
    const second = await begin()
    await checkPayment(api.services, second.paymentId)
    memory.pay(first.sessionId)
    memory.pay(second.sessionId)
    await Promise.all(
      shuffle([first, second, first, second], random).map(({ sessionId }) => tell(api, memory.sessionEvent(sessionId))),
    )
    await settleAll(api, first.paymentId)
    await settleAll(api, second.paymentId)
    const outcomes = [await outcomeOf(api.db, first), await outcomeOf(api.db, second)]
    expect(outcomes.map(({ order, payments }) => `${order} ${payments}`).toSorted()).toEqual([
      'cancelled refunded',
      'paid paid',
    ])
    expect(outcomes[0]?.stock).toBe(0)
  }
})
