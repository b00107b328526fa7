// Money that differs from the shop's records: a disputed payment, and paid sessions that match no payment.
import { vi } from 'vitest'
import { describeReturned } from '#app/mails/order-parts.tsx'
import { settlePayment } from '#domain/flows/payments/settle-payment.server.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { sumRefundable } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { findMailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import { listMailedNotices } from '#domain/owner-notices/owner-notices-queries.server.ts'
import type { PaymentSession } from '#domain/payments/payment-provider.ts'
import { listStrayPayments } from '#domain/payments/settlement/stray-payment-queries.server.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openMoneyOfToday } from '#tests/support/money-of-today.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { errorOf } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
let money: ReturnType<typeof openMoneyOfToday>
let changes: Awaited<ReturnType<typeof openOrderChanges>>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
  money = openMoneyOfToday(api, orders.admin)
  changes = await openOrderChanges(api)
})
test.beforeEach(() => {
  vi.spyOn(log, 'error').mockReturnValue()
  vi.spyOn(log, 'warn').mockReturnValue()
})

test('a disputed payment: refunds are refused, at the provider too; once lost, its money counts as gone', async () => {
  const { orderId, paymentId, totalGrosze, item } = await orders.paidAhead()
  const checkoutId = await returns.checkoutOf(orderId)
  const refund = refundOf(paymentId, 700)
  await orders.tellDispute(orderId, 'needs_response')
  expect(await errorOf(await orders.change(orderId, 'refunds', refund))).toMatchObject({ code: 'payment_disputed' })
  const cancelling = { seen: 'paid', reason: 'spór' }
  expect(await orders.codeOf(await orders.change(orderId, 'cancel-and-refund', cancelling))).toBe('payment_disputed')
  const fewer = await changes.setPieces(orderId, [{ ...item, quantity: 1 }])
  expect(await errorOf(fewer)).toMatchObject({ code: 'payment_disputed' })
  expect(await changes.amendmentsOf(orderId)).toEqual([])
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  const { owed_grosze: owedGrosze = 0 } = (await returns.read(caseId)).money ?? {}
  expect(await errorOf(await returns.act(caseId, 'settle', { owed_grosze: owedGrosze }))).toMatchObject({
    code: 'payment_disputed',
  })
  const { provider_payment_id } = await api.db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const asked = {
    idempotencyKey: crypto.randomUUID(),
    providerPaymentId: provider_payment_id ?? '',
    amountGrosze: 100,
  }
  expect(await api.services.payments.test?.refund(asked)).toMatchObject({
    ok: false,
    failure: { reason: 'provider_refused', why: expect.stringContaining('charge_disputed') },
  })

  expect(await money.changeOf(() => orders.tellDispute(orderId, 'lost'))).toEqual({
    sold: 0,
    undone: 0,
    returned: totalGrosze,
  })
  // The mail promises nothing: the bank has given the money back.
  const { first, ...mailed } = await findMailedCheckout(api.db, checkoutId)
  expect(first).toMatchObject({ paid_grosze: totalGrosze, returning_grosze: totalGrosze })
  expect(describeReturned(mailed.orders)).toMatch(/^Cała wpłacona kwota, .* wraca do Ciebie/)
  expect(await sumRefundable(api.db, checkoutId)).toBe(0)
  const after = await orders.read(orderId)
  // The parcel is not sent to a buyer who got the money back.
  expect(after).toMatchObject({
    status: 'cancelled',
    payment: {
      label: 'Pieniądze zwrócone',
      attempts: [{ refundable_grosze: 0, is_disputed: true, status: 'refunded' }],
    },
  })
  expect(await money.refundedInFile(orderId)).toBe((totalGrosze / 100).toFixed(2).replace('.', ','))
  expect(await readLinkedCheckout(api.services, checkoutId)).toMatchObject({ refunded_grosze: totalGrosze })
  expect((await returns.read(caseId)).money?.owed_grosze).toBe(0)
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refund))).toBe('payment_disputed')
  const outside = { ...refund, outside: true }
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', outside))).toBe('refund_too_large')
})

test('a buyer who cancels a disputed order reads what to do, not what the owner has to', async () => {
  const { orderId } = await orders.paidAhead()
  const checkoutId = await returns.checkoutOf(orderId)
  await orders.tellDispute(orderId, 'needs_response')
  const { change } = await changes.linked({ checkoutId })
  const refused = await errorOf(
    await changes.byLink({ checkoutId }, 'cancel', { number: null, version: change.version }),
  )
  expect(refused).toMatchObject({ status: 409, code: 'parcel_not_changeable' })
  expect(refused.message).toMatch(/^Bank wyjaśnia tę płatność.* albo napisz: \S+@\S+\.$/)
  expect((await orders.read(orderId)).status).toBe('paid')
})

test('what is told of a dispute too late changes nothing: the bank has the answer, and no other is asked for', async () => {
  const { orderId } = await orders.paidAhead()
  for (const status of ['under_review', 'needs_response'] as const) await orders.tellDispute(orderId, status)
  expect((await orders.read(orderId)).payment.attempts[0]?.disputes).toMatchObject([{ status: 'under_review' }])
})

test('a lost dispute that is won later: its money is back once, can be refunded, and the order stays cancelled', async () => {
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  await orders.tellDispute(orderId, 'lost')
  const won = () => orders.tellDispute(orderId, 'won')
  expect(await money.changeOf(won)).toEqual({ sold: 0, undone: 0, returned: -totalGrosze })
  expect(await money.changeOf(won)).toMatchObject({ returned: 0 })
  expect(await orders.read(orderId)).toMatchObject({
    status: 'cancelled',
    payment: { attempts: [{ status: 'paid', refundable_grosze: totalGrosze, is_disputed: false }] },
  })
  const checkoutId = await returns.checkoutOf(orderId)
  expect(await readLinkedCheckout(api.services, checkoutId)).toMatchObject({ refunded_grosze: 0 })
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refundOf(paymentId, totalGrosze)))).toBe('ok')
})

test('a dispute that the shop won: its money can be refunded again', async () => {
  const { orderId, paymentId } = await orders.paidAhead()
  await orders.tellDispute(orderId, 'needs_response')
  expect(await money.changeOf(() => orders.tellDispute(orderId, 'won'))).toEqual({
    sold: 0,
    undone: 0,
    returned: 0,
  })
  const refund = refundOf(paymentId, 700)
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refund))).toBe('ok')
  await orders.makeRefunds(paymentId)
  expect((await orders.read(orderId)).payment.attempts[0]?.refunds).toMatchObject([{ status: 'succeeded' }])
})

test('paid sessions that match no payment: notified once, listed until the owner resolves them', async () => {
  const { orderId, paymentId, totalGrosze } = await orders.paidAhead()
  const session: PaymentSession = {
    id: 'cs_test_unknown',
    mode: 'test',
    url: null,
    status: 'complete',
    paid: true,
    underWay: false,
    amountGrosze: 13_589,
    currency: 'pln',
    means: ['card', 'blik'],
    paymentId: crypto.randomUUID(),
    orderId: crypto.randomUUID(),
    providerPaymentId: 'pi_unknown',
    paidWith: 'blik',
    refundedGrosze: 0,
  }
  const before = (await countPendingWork(api.db)).strayPayments
  for (const told of [session, session, { ...session, id: 'cs_test_foreign', paymentId: null }]) {
    expect(await settlePayment(api.services, told)).toEqual({ ok: true, value: 'unknown' })
  }
  await settlePayment(api.services, { ...session, id: 'cs_test_unpaid', paid: false, status: 'open' })
  const differing = {
    ...session,
    id: 'cs_test_differs',
    paymentId,
    orderId,
    amountGrosze: totalGrosze - 1,
  }
  expect(await settlePayment(api.services, differing)).toEqual({ ok: true, value: 'mismatch' })
  expect((await countPendingWork(api.db)).strayPayments).toBe(before + 3)
  const strays = await listStrayPayments(api.db)
  expect(strays.slice(before)).toMatchObject([
    { provider_session_id: 'cs_test_unknown', amount_grosze: 13_589, order_id: null },
    { provider_session_id: 'cs_test_foreign', order_id: null },
    { provider_session_id: 'cs_test_differs', order_id: orderId },
  ])
  const [stray] = strays.slice(before)
  const mailBatch = crypto.randomUUID()
  await api.db
    .updateTable('owner_notices')
    .set({ mail_batch: mailBatch })
    .where('subject_id', '=', stray?.id ?? '')
    .execute()
  expect(await listMailedNotices(api.db, mailBatch)).toMatchObject([
    { kind: 'payment', target_id: null, amount_grosze: 13_589, text: expect.stringContaining('Przeglądzie') },
  ])
  const clear = () => api.post(`/api/admin/stray-payments/${stray?.id}/clear`, {}, { Cookie: orders.admin })
  expect((await clear()).status).toBe(200)
  expect(await errorOf(await clear())).toMatchObject({ code: 'stray_payment_not_found' })
  expect((await countPendingWork(api.db)).strayPayments).toBe(before + 2)
})
