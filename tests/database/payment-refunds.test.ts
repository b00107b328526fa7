import { vi } from 'vitest'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { makeRefund, syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { settled as base } from '#tests/support/settled.ts'
import { outcomeOf } from '#tests/support/stored-payment.ts'

const settled = base.extend('demo', { scope: 'file' }, false)

settled(
  'refunds made at the provider are recorded: after a part the payment stays paid, after all the order is cancelled',
  async ({ scene }) => {
    const order = await scene.begin()
    const money = scene.memory.pay(order.sessionId)
    await scene.settle(order.sessionId)
    scene.memory.refundByHand(money, 1_099)
    const sync = async () => {
      expect(await syncRefunds(scene.services, order.paymentId)).toMatchObject({ ok: true })
    }
    await Promise.all([sync(), sync(), sync()])
    expect(await outcomeOf(scene.db, order)).toMatchObject({
      order: 'paid',
      payments: ['paid'],
      mails: ['payment-received', 'payment-refunded'],
    })
    const rest = scene.memory.refundByHand(money, 20_000)
    await sync()
    expect(await outcomeOf(scene.db, order)).toMatchObject({
      order: 'cancelled',
      payments: ['refunded'],
      stock: 10,
      shipments: ['cancelled'],
      mails: ['payment-received', 'payment-refunded', 'order-cancelled', 'payment-refunded'],
    })
    // Days later the bank returns it.
    const error = vi.spyOn(log, 'error').mockReturnValue()
    rest.status = 'failed'
    await sync()
    expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'cancelled', payments: ['paid'] })
    expect(error).toHaveBeenCalledTimes(1)
  },
)

settled(
  'a refund whose answer was lost is found and not made twice; a refused one is given up and logged',
  async ({ scene }) => {
    const order = await scene.begin()
    const admin = { actor: 'admin', actorId: order.userId, reason: null } as const
    await cancelOrder(scene.services, order.orderId, admin)
    const money = scene.memory.pay(order.sessionId)
    expect(await scene.settle(order.sessionId)).toBe('refunding')
    const refund = await scene.db
      .selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', order.paymentId)
      .executeTakeFirstOrThrow()
    // The provider made the refund under a key that has expired since.
    scene.memory.refundByHand(money, 21_099)
    expect(await makeRefund(scene.services, refund.id)).toMatchObject({ ok: true })
    expect(await outcomeOf(scene.db, order)).toMatchObject({
      payments: ['refunded'],
      mails: ['order-cancelled', 'payment-refunded'],
    })
    expect(scene.memory.refunds.size).toBe(1)

    const refused = await scene.begin()
    await cancelOrder(scene.services, refused.orderId, admin)
    scene.memory.pay(refused.sessionId)
    await scene.settle(refused.sessionId)
    const error = vi.spyOn(log, 'error').mockReturnValue()
    scene.memory.change(refused.sessionId, { amountGrosze: 0 })
    await scene.makeRefunds()
    expect(await outcomeOf(scene.db, refused)).toMatchObject({
      order: 'cancelled',
      payments: ['paid'],
      mails: ['order-cancelled', 'refund-failed'],
    })
    expect(error).toHaveBeenCalledTimes(1)
  },
)

settled('a failed refund waits for the admin until another one of its payment is made', async ({ scene }) => {
  vi.spyOn(log, 'error').mockReturnValue()
  const order = await scene.begin()
  const money = scene.memory.pay(order.sessionId)
  await scene.settle(order.sessionId)
  const waiting = async () => (await countPendingWork(scene.db)).failedRefunds
  const before = await waiting()
  const returned = scene.memory.refundByHand(money, 21_099)
  returned.status = 'failed'
  expect(await syncRefunds(scene.services, order.paymentId)).toMatchObject({ ok: true })
  expect(await waiting()).toBe(before + 1)
  const events = await scene.db
    .selectFrom('order_events')
    .select(['from_status', 'to_status', 'reason'])
    .where('order_id', '=', order.orderId)
    .where('subject', '=', 'refund')
    .orderBy('id')
    .execute()
  expect(events.map(({ to_status }) => to_status)).toEqual(['pending', 'failed'])
  expect(events[1]?.reason).toBe('the provider could not give it back')

  scene.memory.refundByHand(money, 21_099)
  expect(await syncRefunds(scene.services, order.paymentId)).toMatchObject({ ok: true })
  expect(await waiting()).toBe(before)
})
