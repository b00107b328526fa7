import { sweepPayments } from '#domain/flows/payments/sweep-payments.job.server.ts'
import { expect } from '#tests/support/fixtures.ts'
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
