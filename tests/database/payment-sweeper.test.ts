import { vi } from 'vitest'
import { sweepPayments } from '#domain/flows/payments/sweep-payments.job.server.ts'
import { log } from '#domain/kernel/log.ts'
import { expect } from '#tests/support/fixtures.ts'
import type { Scene } from '#tests/support/provider-acts.ts'
import { settled as base } from '#tests/support/settled.ts'
import { outcomeOf, storePrepaidOrder } from '#tests/support/stored-payment.ts'

const settled = base.extend('demo', { scope: 'file' }, false)

const MINUTE = 60_000

settled(
  'the sweeper ends overdue payments at the provider first, and settles those paid without a webhook',
  async ({ scene }) => {
    const later = new Date(Date.now() + 31 * MINUTE)
    const services = { ...scene.services, now: () => later }
    const [over, paid, transfer] = [await scene.begin(), await scene.begin(), await scene.begin()]
    // The process died before it stored the session of one payment, and before it began that of the other.
    const [lost, never] = [await storePrepaidOrder(scene.db), await storePrepaidOrder(scene.db)]
    const lostSession = scene.memory.open({ ...lost, amountGrosze: 21_099 })
    scene.memory.pay(paid.sessionId)
    scene.memory.change(transfer.sessionId, { status: 'complete', underWay: true })

    scene.memory.state.away = true
    expect(await sweepPayments(services)).toMatchObject({ checked: 0 })
    for (const order of [over, lost, never]) {
      expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'pending', payments: ['open'] })
    }
    expect(scene.memory.calls.length).toBeLessThan(8)

    scene.memory.state.away = false
    const afterwards = { ...services, now: () => new Date(later.getTime() + 2 * MINUTE) }
    await Promise.all([sweepPayments(afterwards), sweepPayments(afterwards)])
    expect(scene.memory.sessions.get(over.sessionId)?.status).toBe('expired')
    expect(await outcomeOf(scene.db, over)).toMatchObject({ order: 'cancelled', payments: ['expired'] })
    expect(await outcomeOf(scene.db, paid)).toMatchObject({ order: 'paid', payments: ['paid'] })
    for (const order of [lost, never]) {
      expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'cancelled', payments: ['expired'], stock: 10 })
    }
    expect(scene.memory.sessions.get(lostSession.id)?.status).toBe('expired')
    expect(await outcomeOf(scene.db, transfer)).toMatchObject({ order: 'pending', payments: ['open'] })
  },
)

settled('a payment with time left is checked after a minute, and its session stays open', async ({ scene }) => {
  const order = await scene.begin()
  expect(await sweepPayments(scene.services)).toMatchObject({ failed: 0 })
  scene.memory.calls.length = 0
  const soon = { ...scene.services, now: () => new Date(Date.now() + 61_000) }
  await sweepPayments(soon)
  expect(scene.memory.calls.length).toBeGreaterThan(0)
  expect(scene.memory.calls).not.toContain('expireSession')
  scene.memory.calls.length = 0
  await sweepPayments(soon)
  expect(scene.memory.calls).toEqual([])
  expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'pending', payments: ['open'] })
})

const DAY = 24 * 60 * MINUTE
/** Sweeps as often as the provider is asked in the days after today. */
async function sweepDays(services: Scene['services'], days: number) {
  for (let day = 1; day <= days; day += 1) {
    await sweepPayments({ ...services, now: () => new Date(Date.now() + day * DAY + MINUTE) })
  }
}

settled(
  'a refund made at the provider is found within a day, or weeks later, though no event tells of it; then it rests',
  async ({ scene }) => {
    const [soon, late, kept] = [await scene.begin(), await scene.begin(), await scene.begin()]
    const [soonMoney, lateMoney] = [soon, late, kept].map(({ sessionId }) => scene.memory.pay(sessionId))
    for (const { sessionId } of [soon, late, kept]) expect(await scene.settle(sessionId)).toBe('paid')
    scene.memory.refundByHand(soonMoney ?? '', 21_099)
    await sweepDays(scene.services, 1)
    expect(await outcomeOf(scene.db, soon)).toMatchObject({ order: 'cancelled', payments: ['refunded'], stock: 10 })
    expect(await outcomeOf(scene.db, late)).toMatchObject({ order: 'paid', payments: ['paid'] })
    scene.memory.refundByHand(lateMoney ?? '', 100)
    await sweepDays(scene.services, 40)
    const refunds = scene.db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'refunds.payment_id')
    const found = await refunds.select('refunds.amount_grosze').where('order_id', '=', late.orderId).execute()
    expect(found).toEqual([{ amount_grosze: 100 }])
    expect(await outcomeOf(scene.db, kept)).toMatchObject({ order: 'paid', payments: ['paid'] })
    scene.memory.calls.length = 0
    await sweepDays(scene.services, 60)
    expect(scene.memory.calls).toEqual([])
  },
)

settled('a full refund that a bank returns days later is found, though no event tells of it', async ({ scene }) => {
  vi.spyOn(log, 'error').mockReturnValue()
  const order = await scene.begin()
  const money = scene.memory.pay(order.sessionId)
  expect(await scene.settle(order.sessionId)).toBe('paid')
  scene.memory.refundByHand(money, 21_099)
  await sweepDays(scene.services, 1)
  expect(await outcomeOf(scene.db, order)).toMatchObject({ payments: ['refunded'] })
  for (const refund of scene.memory.refunds.values()) {
    if (refund.providerPaymentId === money) refund.status = 'failed'
  }
  await sweepDays(scene.services, 40)
  expect(await outcomeOf(scene.db, order)).toMatchObject({
    payments: ['paid'],
    mails: expect.arrayContaining(['refund-failed']),
  })
})

settled('paid payments of a mode whose keys are gone are asked about as seldom as others', async ({ scene }) => {
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  const { sessionId } = await scene.begin()
  scene.memory.pay(sessionId)
  expect(await scene.settle(sessionId)).toBe('paid')
  const services = { ...scene.services, payments: { test: null, live: null } }
  for (let time = 0; time < 3; time += 1) await sweepDays(services, 1)
  expect(warned).toHaveBeenCalledTimes(1)
})
