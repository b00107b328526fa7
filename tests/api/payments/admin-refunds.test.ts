import { vi } from 'vitest'
import { syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf, prepaidCart, startedAhead } from '#tests/support/orders.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
})

test('refund: a part is refunded once, however often the call arrives, and the order stays paid', async () => {
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  const asked = refundOf(paymentId, 1_000)
  const answers = await Promise.all(Array.from({ length: 10 }, () => orders.change(orderId, 'refunds', asked)))
  expect(await orders.codesOf(answers)).toEqual(Array(10).fill('ok'))
  expect((await orders.read(orderId)).payment.attempts).toMatchObject([
    { status: 'paid', refundable_grosze: totalGrosze - 1_000, refunds: [{ status: 'pending', amount_grosze: 1_000 }] },
  ])
  await orders.makeRefunds(paymentId)
  const after = await orders.read(orderId)
  expect(after).toMatchObject({ status: 'paid', payment: { attempts: [{ refunds: [{ status: 'succeeded' }] }] } })
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  // The holder of the order link sees it too.
  expect(await readLinkedCheckout(api.services, checkout_id)).toMatchObject({
    total_grosze: totalGrosze,
    refunded_grosze: 1_000,
  })
  expect(orders.sentencesOf(after)).toEqual(
    expect.arrayContaining(['Zlecono zwrot 10,00 zł: zbity flakon.', 'Zwrócono 10,00 zł.']),
  )
  expect(await orders.auditOf(orderId)).toMatchObject([{ action: 'order.refunded', details: { amountGrosze: 1_000 } }])
  const [session] = await orders.sessionsOf(orderId)
  expect(session?.money?.refunds).toMatchObject([{ amount: 1_000 }])
})

test('refund: of two simultaneous refunds one is refused, and never more than the paid sum is refunded', async () => {
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  const most = totalGrosze - 500
  const answers = await Promise.all([
    orders.change(orderId, 'refunds', refundOf(paymentId, most)),
    orders.change(orderId, 'refunds', refundOf(paymentId, most)),
    orders.change(orderId, 'refunds', refundOf(paymentId, 400)),
  ])
  expect((await orders.codesOf(answers)).filter((code) => code === 'ok')).toHaveLength(1)
  await orders.makeRefunds(paymentId)
  const [attempt] = (await orders.read(orderId)).payment.attempts
  const left = attempt?.refundable_grosze ?? 0
  const beyond = await orders.change(orderId, 'refunds', refundOf(paymentId, left + 1, 1))
  expect(await errorOf(beyond)).toMatchObject({
    code: 'refund_too_large',
    fields: { amount_grosze: expect.any(String) },
  })
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, left, 0)))).toBe(
    'changed_meanwhile',
  )
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, left, 1)))).toBe('ok')
  await orders.makeRefunds(paymentId)
  // The whole amount was refunded while the parcel was still in the shop.
  expect(await orders.read(orderId)).toMatchObject({
    status: 'cancelled',
    payment: { attempts: [{ status: 'refunded' }] },
  })
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, 1, 2)))).toBe(
    'refund_too_large',
  )
})

test('refund: one that the provider refuses says why, and can be retried', async () => {
  const { orderId, paymentId } = await orders.paidAhead()
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, 700)))).toBe('ok')
  await orders.makeRefunds(paymentId)
  const [session] = await orders.sessionsOf(orderId)
  await orders.stripe.endRefund(session?.money?.refunds[0]?.id ?? '', false)
  vi.spyOn(log, 'error').mockReturnValue()
  await syncRefunds(api.services, paymentId)
  const failed = await orders.read(orderId)
  expect(failed.payment.attempts[0]?.refunds).toMatchObject([
    { status: 'failed', failure: 'bank nie przyjął zwrotu', amount_grosze: 700 },
  ])
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, 700, 1)))).toBe('ok')
})

test('refund: requires a paid payment of the same order and a recent proof', async () => {
  const { orderId, paymentId } = await orders.paidAhead()
  const other = await orders.paidAhead()
  expect(await orders.codeOf(await orders.change(other.orderId, 'refunds', refundOf(paymentId, 100)))).toBe(
    'payment_not_found',
  )
  const open = await startedAhead(api, await api.customer(), prepaidCart([await orders.anItem()]))
  const { id } = await api.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', open.orderId)
    .executeTakeFirstOrThrow()
  expect(await orders.codeOf(await orders.change(open.orderId, 'refunds', refundOf(id, 100)))).toBe('refund_too_large')
  for (const wrong of [{ amount_grosze: 0 }, { amount_grosze: 1.5 }, { reason: ' ' }, { refund_id: 'x' }]) {
    expect((await orders.change(orderId, 'refunds', { ...refundOf(paymentId, 100), ...wrong })).status).toBe(400)
  }
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, 100)))).toBe('proof_required')
  const cancelling = { reason: 'na prośbę', seen: 'paid' }
  expect(await orders.codeOf(await orders.change(orderId, 'cancel-and-refund', cancelling))).toBe('proof_required')
  expect((await api.post('/api/admin/prove', { password: api.admin.password }, { Cookie: orders.admin })).status).toBe(
    200,
  )
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, 100)))).toBe('ok')
})

test('cancel: a paid order is cancelled and refunded once, either both or neither', async () => {
  const { orderId, item, paymentId, totalGrosze } = await orders.paidAhead(5)
  const body = { reason: 'nie ma już flakonu', seen: 'paid' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => orders.change(orderId, 'cancel-and-refund', body)))
  expect((await orders.codesOf(answers)).filter((code) => code === 'ok')).toHaveLength(1)
  await orders.makeRefunds(paymentId)
  expect(await orders.read(orderId)).toMatchObject({
    status: 'cancelled',
    payment: { attempts: [{ status: 'refunded', refunds: [{ amount_grosze: totalGrosze, status: 'succeeded' }] }] },
  })
  expect(await orders.stockOf(item)).toMatchObject({ stock_quantity: 5 })
  expect(await orders.auditOf(orderId)).toMatchObject([
    { action: 'order.cancelled', details: { from: 'paid', refundedGrosze: totalGrosze } },
  ])
})

test('refund: a failed one is no longer pending once a refund outside the provider is recorded', async () => {
  const waiting = async () => (await countPendingWork(api.db)).failedRefunds
  const before = await waiting()
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  const refunded = orders.change(orderId, 'refunds', refundOf(paymentId, 700))
  expect(await orders.codeOf(await refunded)).toBe('ok')
  await orders.makeRefunds(paymentId)
  const [session] = await orders.sessionsOf(orderId)
  await orders.stripe.endRefund(session?.money?.refunds[0]?.id ?? '', false)
  vi.spyOn(log, 'error').mockReturnValue()
  await syncRefunds(api.services, paymentId)
  expect(await waiting()).toBe(before + 1)

  const outside = { ...refundOf(paymentId, 700, 1), reason: 'przelew 12 marca', outside: true }
  const answers = await Promise.all([1, 2, 3].map(() => orders.change(orderId, 'refunds', outside)))
  expect(await orders.codesOf(answers)).toEqual(['ok', 'ok', 'ok'])
  expect(await waiting()).toBe(before)
  const after = await orders.read(orderId)
  expect(orders.sentencesOf(after)[0]).toBe('Oddano inną drogą 7,00 zł: przelew 12 marca.')
  expect(after.payment.attempts).toMatchObject([{ status: 'paid', refundable_grosze: totalGrosze - 700 }])
  // The provider has no such refund, and its answer changes nothing.
  await syncRefunds(api.services, paymentId)
  await orders.makeRefunds(paymentId)
  expect((await orders.sessionsOf(orderId))[0]?.money?.refunds).toHaveLength(1)
  expect((await orders.read(orderId)).payment.attempts[0]?.refunds.map(({ status }) => status)).toEqual([
    'failed',
    'succeeded',
  ])
  expect((await orders.auditOf(orderId)).at(-1)).toMatchObject({
    action: 'order.refunded',
    details: { amountGrosze: 700, outside: true },
  })
})

test('cancel: the money of a cancelled paid parcel is listed until it is refunded', async () => {
  const waiting = async () => (await countPendingWork(api.db)).unreturnedPayments
  const listed = async () => {
    const answer = await api.get('/api/admin/orders?status=cancelled&money=paid', { Cookie: orders.admin })
    return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  const before = await waiting()
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  const changed = await orders.setShipment(orderId, { status: 'cancelled' })
  expect(changed.status).toBe(200)
  expect(await orders.read(orderId)).toMatchObject({ status: 'cancelled', payment: { label: 'Opłacone z góry' } })
  expect(await waiting()).toBe(before + 1)
  expect(await listed()).toContain(orderId)

  await orders.change(orderId, 'refunds', refundOf(paymentId, 500))
  await orders.makeRefunds(paymentId)
  expect(await waiting()).toBe(before + 1)
  await orders.change(orderId, 'refunds', refundOf(paymentId, totalGrosze - 500, 1))
  expect(await waiting()).toBe(before)
  expect(await listed()).not.toContain(orderId)
})
