import { vi } from 'vitest'
import { log } from '#domain/log.ts'
import { cancelOrder } from '#domain/orders/cancel-order.server.ts'
import { checkPayment } from '#domain/payments/check-payment.server.ts'
import { makeRefund, syncRefunds } from '#domain/payments/make-refund.server.ts'
import { settlePayment } from '#domain/payments/settle-payment.server.ts'
import { sweepPayments } from '#domain/payments/sweep-payments.server.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { beginSession, outcomeOf, storeAttempt, storePrepaidOrder } from '#tests/support/stored-payment.ts'

test.override('demo', false)

const MINUTE = 60_000

/** The services of the shop with a provider in memory; nothing works on their jobs. */
const settled = test.extend('scene', async ({ api }) => {
  // What other tests of the file left behind is not asked about.
  await api.db.updateTable('payments').set({ next_check_at: null }).execute()
  const memory = createMemoryProvider()
  const services = { ...api.services, payments: { test: memory.provider, live: null } }
  const settle = async (sessionId: string, changed = {}) => {
    const session = memory.sessions.get(sessionId)
    if (!session) throw new Error('there is no such session')
    const outcome = await settlePayment(services, { ...session, ...changed })
    return outcome.ok ? outcome.value : outcome.failure
  }
  const begin = async (given: Parameters<typeof storePrepaidOrder>[1] = {}) => {
    const order = await storePrepaidOrder(api.db, given)
    return { ...order, sessionId: await beginSession(api.db, memory, order) }
  }
  /** Makes every refund that waits for it, as its job does. */
  const makeRefunds = async () => {
    const waiting = await api.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select('refunds.id')
      .where('refunds.status', '=', 'pending')
      .where('payments.provider_session_id', 'in', [...memory.sessions.keys()])
      .execute()
    for (const { id } of waiting) expect(await makeRefund(services, id)).toMatchObject({ ok: true })
  }
  return { db: api.db, memory, services, settle, begin, makeRefunds }
})

settled(
  'a paid session: payment and order paid, one shipment, one mail, however often it is read',
  async ({ scene }) => {
    const order = await scene.begin()
    scene.memory.pay(order.sessionId)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => scene.settle(order.sessionId)))
    expect(outcomes.toSorted()).toEqual(['paid', ...Array(9).fill('unchanged')])
    expect(await outcomeOf(scene.db, order)).toEqual({
      order: 'paid',
      payments: ['paid'],
      stock: 8,
      shipments: ['created'],
      mails: ['payment-received'],
      events: ['payment: open -> paid', 'order: pending -> paid', 'shipment:  -> created'],
    })
    const shipment = await scene.db
      .selectFrom('shipments')
      .select(['receiver_name', 'receiver_phone', 'receiver_email', 'parcel_locker_id'])
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    expect(shipment).toEqual({
      receiver_name: 'Łucja Ćwik',
      receiver_phone: '+48600100200',
      receiver_email: 'odbiorca@example.com',
      parcel_locker_id: 'DEMO-WAW-003',
    })
  },
)

settled('an expired session: the order is cancelled, its stock back once, one mail', async ({ scene }) => {
  const order = await scene.begin({ stock: 2 })
  scene.memory.change(order.sessionId, { status: 'expired' })
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => scene.settle(order.sessionId)))
  expect(outcomes.toSorted()).toEqual(['expired', ...Array(9).fill('unchanged')])
  expect(await outcomeOf(scene.db, order)).toEqual({
    order: 'cancelled',
    payments: ['expired'],
    stock: 2,
    shipments: [],
    mails: ['payment-not-received'],
    events: ['payment: open -> expired', 'order: pending -> cancelled'],
  })
  const product = await scene.db
    .selectFrom('products')
    .select('out_of_stock')
    .where('id', '=', order.productId)
    .executeTakeFirstOrThrow()
  expect(product.out_of_stock).toBe(false)
})

settled('a declined transfer fails the payment; one that is under way is waited for', async ({ scene }) => {
  const order = await scene.begin()
  scene.memory.change(order.sessionId, { status: 'complete', underWay: true })
  expect(await scene.settle(order.sessionId)).toBe('unchanged')
  scene.memory.change(order.sessionId, { underWay: false })
  expect(await scene.settle(order.sessionId)).toBe('failed')
  expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'cancelled', payments: ['failed'], stock: 10 })
})

settled('what does not agree with its payment changes nothing and is logged', async ({ scene }) => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const [order, other] = [await scene.begin(), await scene.begin()]
  scene.memory.pay(order.sessionId)
  const before = await outcomeOf(scene.db, order)
  for (const changed of [
    { amountGrosze: 1 },
    { currency: 'eur' },
    { mode: 'live' },
    { orderId: other.orderId },
    { id: other.sessionId },
    { providerPaymentId: null },
  ]) {
    expect(await scene.settle(order.sessionId, changed)).toBe('mismatch')
  }
  expect(await scene.settle(order.sessionId, { paymentId: crypto.randomUUID() })).toBe('unknown')
  expect(await scene.settle(order.sessionId, { paymentId: "' or 1=1" })).toBe('unknown')
  expect(error).toHaveBeenCalledTimes(8)
  expect(JSON.stringify(error.mock.calls)).not.toContain(order.sessionId)
  expect(await outcomeOf(scene.db, order)).toEqual(before)
  expect(await outcomeOf(scene.db, other)).toMatchObject({ order: 'pending', payments: ['open'] })
})

settled('a session whose id was never stored is taken, and stored', async ({ scene }) => {
  const order = await storePrepaidOrder(scene.db)
  const { id } = scene.memory.open({ ...order, amountGrosze: 21_099 })
  scene.memory.pay(id)
  expect(await scene.settle(id)).toBe('paid')
  const stored = await scene.db
    .selectFrom('payments')
    .select('provider_session_id')
    .where('id', '=', order.paymentId)
    .executeTakeFirstOrThrow()
  expect(stored.provider_session_id).toBe(id)
})

settled('late money for a cancelled order: honoured if its stock is there, which is taken again', async ({ scene }) => {
  const order = await scene.begin({ stock: 2 })
  scene.memory.change(order.sessionId, { status: 'expired' })
  await scene.settle(order.sessionId)
  scene.memory.pay(order.sessionId)
  expect(await scene.settle(order.sessionId)).toBe('paid')
  expect(await outcomeOf(scene.db, order)).toMatchObject({
    order: 'paid',
    payments: ['paid'],
    stock: 0,
    shipments: ['created'],
    mails: ['payment-not-received', 'payment-received'],
  })
})

settled('late money goes back, with one mail, when the last bottle is gone', async ({ scene }) => {
  const order = await scene.begin({ stock: 2 })
  scene.memory.change(order.sessionId, { status: 'expired' })
  await scene.settle(order.sessionId)
  await storePrepaidOrder(scene.db, { productId: order.productId })
  scene.memory.pay(order.sessionId)
  expect(await scene.settle(order.sessionId)).toBe('refunding')
  expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'cancelled', payments: ['refund_pending'], stock: 0 })
  await scene.makeRefunds()
  await scene.makeRefunds()
  expect(await scene.settle(order.sessionId)).toBe('unchanged')
  expect(await outcomeOf(scene.db, order)).toMatchObject({
    order: 'cancelled',
    payments: ['refunded'],
    stock: 0,
    shipments: [],
    mails: ['payment-not-received', 'payment-refunded'],
  })
  expect([...scene.memory.refunds.values()]).toMatchObject([{ amountGrosze: 21_099 }])
})

settled('late money goes back when somebody cancelled the order, or took its product off sale', async ({ scene }) => {
  const [byAdmin, offSale] = [await scene.begin(), await scene.begin()]
  const admin = { actor: 'admin', actorId: byAdmin.userId, reason: null } as const
  expect(await cancelOrder(scene.services, byAdmin.orderId, admin)).toMatchObject({ ok: true })
  scene.memory.pay(byAdmin.sessionId)
  expect(await scene.settle(byAdmin.sessionId)).toBe('refunding')

  scene.memory.change(offSale.sessionId, { status: 'expired' })
  await scene.settle(offSale.sessionId)
  await scene.db.updateTable('products').set({ active: false }).where('id', '=', offSale.productId).execute()
  scene.memory.pay(offSale.sessionId)
  expect(await scene.settle(offSale.sessionId)).toBe('refunding')
})

settled('of two attempts that are both paid the second is refunded; the order stays paid', async ({ scene }) => {
  const order = await scene.begin()
  scene.memory.change(order.sessionId, { status: 'expired' })
  await scene.settle(order.sessionId)
  await scene.db.updateTable('orders').set({ status: 'pending' }).where('id', '=', order.orderId).execute()
  await scene.db.updateTable('products').set({ stock_quantity: 8 }).where('id', '=', order.productId).execute()
  const second = { ...order, paymentId: await storeAttempt(scene.db, order.orderId, { attempt: 2 }) }
  const secondSession = await beginSession(scene.db, scene.memory, second)
  scene.memory.pay(order.sessionId)
  scene.memory.pay(secondSession)
  const outcomes = await Promise.all([scene.settle(order.sessionId), scene.settle(secondSession)])
  expect(outcomes.toSorted()).toEqual(['paid', 'refunding'])
  await scene.makeRefunds()
  const outcome = await outcomeOf(scene.db, order)
  expect(outcome).toMatchObject({ order: 'paid', stock: 8, shipments: ['created'] })
  expect(outcome.payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(outcome.mails.toSorted()).toEqual(['payment-not-received', 'payment-received', 'payment-refunded'])
})

settled('once one attempt has paid an order, an open one is ended at the provider', async ({ scene }) => {
  const order = await scene.begin()
  scene.memory.change(order.sessionId, { status: 'expired' })
  await scene.settle(order.sessionId)
  await scene.db.updateTable('orders').set({ status: 'pending' }).where('id', '=', order.orderId).execute()
  const second = { ...order, paymentId: await storeAttempt(scene.db, order.orderId, { attempt: 2 }) }
  const secondSession = await beginSession(scene.db, scene.memory, second)
  scene.memory.pay(order.sessionId)
  expect(await scene.settle(order.sessionId)).toBe('paid')
  await checkPayment(scene.services, second.paymentId)
  expect(scene.memory.sessions.get(secondSession)?.status).toBe('expired')
  expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'paid', payments: ['paid', 'expired'] })
})

settled(
  'refunds made at the provider are taken over: in part the payment stays paid, whole the order is cancelled',
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
      mails: ['payment-received', 'payment-refunded', 'payment-refunded'],
    })
    // Days later the bank sends it back.
    const error = vi.spyOn(log, 'error').mockReturnValue()
    rest.status = 'failed'
    await sync()
    expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'cancelled', payments: ['paid'] })
    expect(error).toHaveBeenCalledTimes(1)
  },
)

settled(
  'a refund whose answer was lost is found, not made twice; one that is refused is given up and logged',
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
    // The provider has made it under a key that it forgot meanwhile.
    scene.memory.refundByHand(money, 21_099)
    expect(await makeRefund(scene.services, refund.id)).toMatchObject({ ok: true })
    expect(await outcomeOf(scene.db, order)).toMatchObject({ payments: ['refunded'], mails: ['payment-refunded'] })
    expect(scene.memory.refunds.size).toBe(1)

    const refused = await scene.begin()
    await cancelOrder(scene.services, refused.orderId, admin)
    scene.memory.pay(refused.sessionId)
    await scene.settle(refused.sessionId)
    const error = vi.spyOn(log, 'error').mockReturnValue()
    scene.memory.change(refused.sessionId, { amountGrosze: 0 })
    await scene.makeRefunds()
    expect(await outcomeOf(scene.db, refused)).toMatchObject({ order: 'cancelled', payments: ['paid'], mails: [] })
    expect(error).toHaveBeenCalledTimes(1)
  },
)

settled(
  'the sweeper ends what is over its time at the provider first, and settles what was paid unheard',
  async ({ scene }) => {
    const later = new Date(Date.now() + 31 * MINUTE)
    const services = { ...scene.services, now: () => later }
    const [over, paid, transfer] = [await scene.begin(), await scene.begin(), await scene.begin()]
    // The shop died before it stored the session of one, and before it began that of the other.
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

settled('a payment that has time is asked about after a minute, and its session is left open', async ({ scene }) => {
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
