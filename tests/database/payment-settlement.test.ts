import { vi } from 'vitest'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { log } from '#domain/kernel/log.ts'
import { expect } from '#tests/support/fixtures.ts'
import { settled as base } from '#tests/support/settled.ts'
import { beginSession, outcomeOf, storeAttempt, storePrepaidOrder } from '#tests/support/stored-payment.ts'

const settled = base.extend('demo', { scope: 'file' }, false)

settled(
  'a paid session makes payment and order paid, with one shipment and one mail, however often it is read',
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

settled('the means of payment is stored, once the provider reports it', async ({ scene }) => {
  const paidWith = async (orderId: string) => {
    const payments = scene.db.selectFrom('payments').select('paid_with').where('order_id', '=', orderId)
    return (await payments.executeTakeFirstOrThrow()).paid_with
  }
  const [told, untold] = [await scene.begin(), await scene.begin()]
  expect(await paidWith(told.orderId)).toBeNull()
  scene.memory.pay(told.sessionId, 'blik')
  scene.memory.pay(untold.sessionId)
  for (const { sessionId } of [told, untold]) expect(await scene.settle(sessionId)).toBe('paid')
  expect([await paidWith(told.orderId), await paidWith(untold.orderId)]).toEqual(['blik', null])
})

settled('an expired session cancels the order, returns its stock once, and sends one mail', async ({ scene }) => {
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

settled('a declined transfer fails the payment; one in progress is waited for', async ({ scene }) => {
  const order = await scene.begin()
  scene.memory.change(order.sessionId, { status: 'complete', underWay: true })
  expect(await scene.settle(order.sessionId)).toBe('unchanged')
  scene.memory.change(order.sessionId, { underWay: false })
  expect(await scene.settle(order.sessionId)).toBe('failed')
  expect(await outcomeOf(scene.db, order)).toMatchObject({ order: 'cancelled', payments: ['failed'], stock: 10 })
})

settled('a session that does not match its payment changes nothing and is logged', async ({ scene }) => {
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

settled('a session whose id was never stored is accepted and stored', async ({ scene }) => {
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

settled('late money for a cancelled order pays it and takes its pieces again while in stock', async ({ scene }) => {
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

settled('late money is refunded, with one mail, when the last bottle is gone', async ({ scene }) => {
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

settled('late money is refunded when the order was cancelled by hand or its product is off sale', async ({ scene }) => {
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
