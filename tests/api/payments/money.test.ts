// What the owner and the buyer see of returned money, in each way: refund and cancellation on the order's page, a case
// settled by transfer, a transfer recorded on the order's page, a refund that the bank returns.
import { vi } from 'vitest'
import { syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import { listCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openMoneyOfToday } from '#tests/support/money-of-today.ts'
import { errorOf } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
let money: ReturnType<typeof openMoneyOfToday>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
  money = openMoneyOfToday(api, orders.admin)
})
test.beforeEach(() => {
  vi.spyOn(log, 'error').mockReturnValue()
  vi.spyOn(log, 'warn').mockReturnValue()
})

const totalOf = async (orderId: string) =>
  Number(
    (await api.db.selectFrom('orders').select('total_grosze').where('id', '=', orderId).executeTakeFirstOrThrow())
      .total_grosze,
  )
const mailsAbout = async (orderId: string) => {
  const { email } = await api.db
    .selectFrom('orders')
    .select('email')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const mails = await api.db.selectFrom('mail_outbox').select('template').where('recipient', '=', email).execute()
  return mails.map(({ template }) => template)
}
const deliver = (orderId: string) =>
  api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', orderId).execute()
const transferOf = (amountGrosze: number, returnedSeen = 0) => ({
  transfer_id: crypto.randomUUID(),
  amount_grosze: amountGrosze,
  returned_seen: returnedSeen,
  reason: 'przelew za zbity flakon',
})

test('a prepaid order cancelled and refunded on the same day adds zero to the takings', async () => {
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  expect(
    await money.changeOf(async () => {
      await orders.change(orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
      await orders.makeRefunds(paymentId)
    }),
  ).toEqual({ sold: 0, undone: 0, returned: totalGrosze })
  expect(await money.changeOf(() => orders.paidAhead())).toMatchObject({ sold: expect.any(Number), returned: 0 })
})

test('a withdrawal settled by transfer is shown in takings, figures, the export and on both order pages', async () => {
  const { orderId, item } = await orders.onDelivery()
  await deliver(orderId)
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  await api.db
    .updateTable('return_cases')
    .set({ account_number: 'PL61109010140000071219812874' })
    .where('id', '=', caseId)
    .execute()
  const { owed_grosze: owedGrosze = 0 } = (await returns.read(caseId)).money ?? {}
  expect(owedGrosze).toBeGreaterThan(0)
  expect(await money.changeOf(() => returns.act(caseId, 'settle', { owed_grosze: owedGrosze }))).toEqual({
    sold: 0,
    undone: 0,
    returned: owedGrosze,
  })
  expect(await money.refundedInFile(orderId)).toBe((owedGrosze / 100).toFixed(2).replace('.', ','))
  expect((await orders.read(orderId)).payment.on_delivery).toMatchObject({
    returned_grosze: owedGrosze,
    transfers: [{ amount_grosze: owedGrosze }],
  })
  expect(await readLinkedCheckout(api.services, checkoutId)).toMatchObject({ refunded_grosze: owedGrosze })
})

test('a transfer for an order on delivery is recorded once, up to the paid sum, and not repeated by a case', async () => {
  const { orderId, item } = await orders.onDelivery()
  const total = await totalOf(orderId)
  const transfer = transferOf(1_000)
  expect(await orders.codeOf(await orders.change(orderId, 'transfers', transfer))).toBe('transfer_too_large')
  await deliver(orderId)
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 2 }])
  const owedBefore = (await returns.read(caseId)).money?.owed_grosze ?? 0
  const press = (body: object) => orders.change(orderId, 'transfers', body)
  const recorded = await money.changeOf(async () => {
    const answers = await Promise.all([press(transferOf(total - 500)), press(transfer), press(transfer)])
    expect((await orders.codesOf(answers)).filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(1)
  })
  const { returned_grosze: returnedGrosze = 0 } = (await orders.read(orderId)).payment.on_delivery ?? {}
  expect([1_000, total - 500]).toContain(returnedGrosze)
  expect(recorded).toEqual({ sold: 0, undone: 0, returned: returnedGrosze })
  expect((await returns.read(caseId)).money).toMatchObject({
    // What went back beyond it lies on the dearer delivery, which no case gives back.
    returned_beside_grosze: Math.min(returnedGrosze, owedBefore),
    owed_grosze: Math.max(0, Math.min(owedBefore - returnedGrosze, total - returnedGrosze)),
  })
  expect(await errorOf(await press(transferOf(total, returnedGrosze)))).toMatchObject({ code: 'transfer_too_large' })
  expect(await errorOf(await press(transferOf(1)))).toMatchObject({ code: 'changed_meanwhile' })
  const { diary } = await orders.read(orderId)
  expect(diary.map(({ sentence }) => sentence.replaceAll(/\s/g, ' ')).join()).toContain('Oddano inną drogą')
  expect((await orders.auditOf(orderId)).at(-1)).toMatchObject({ action: 'order.refunded', details: { outside: true } })
  const ahead = await orders.paidAhead()
  expect(await orders.codeOf(await orders.change(ahead.orderId, 'transfers', transferOf(1)))).toBe('order_paid_ahead')
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect(await orders.codeOf(await press(transferOf(1, returnedGrosze)))).toBe('proof_required')
  await api.post('/api/admin/prove', { password: api.admin.password }, { Cookie: orders.admin })
})

test('a refund that the bank returns is shown to the buyer by mail and on both pages until repeated', async () => {
  const { orderId, paymentId } = await orders.paidAhead()
  const checkoutId = await returns.checkoutOf(orderId)
  const { user_id } = await api.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const unmade = async () => [
    (await readLinkedCheckout(api.services, checkoutId))?.unmade_refund_grosze,
    (await listCustomerOrders(api.db, user_id, [checkoutId]))[0]?.unmade_refund_grosze,
  ]
  const waiting = async () => (await countPendingWork(api.db)).failedRefunds
  const before = await waiting()
  const refund = refundOf(paymentId, 700)
  await orders.change(orderId, 'refunds', refund)
  await orders.makeRefunds(paymentId)
  expect(await unmade()).toEqual([0, 0])
  const [session] = await orders.sessionsOf(orderId)
  await orders.stripe.endRefund(session?.money?.refunds[0]?.id ?? '', false)
  expect(
    await money.changeOf(async () => {
      await syncRefunds(api.services, paymentId)
      await syncRefunds(api.services, paymentId)
    }),
  ).toEqual({ sold: 0, undone: 0, returned: -700 })
  expect((await mailsAbout(orderId)).filter((template) => template === 'refund-failed')).toHaveLength(1)
  expect(await unmade()).toEqual([700, 700])
  expect(await waiting()).toBe(before + 1)

  const part = { ...refund, refund_id: crypto.randomUUID(), amount_grosze: 300, refunds_seen: 1 }
  await orders.change(orderId, 'refunds', { ...part, outside: true })
  expect(await unmade()).toEqual([400, 400])
  expect(await waiting()).toBe(before + 1)
  const rest = { ...refund, refund_id: crypto.randomUUID(), amount_grosze: 400, refunds_seen: 2 }
  await orders.change(orderId, 'refunds', rest)
  expect(await unmade()).toEqual([0, 0])
  expect(await waiting()).toBe(before)
})
