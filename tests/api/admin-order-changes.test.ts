import { vi } from 'vitest'
import { log } from '#domain/log.ts'
import type { AdminOrderPage } from '#domain/orders/admin-order.ts'
import { checkPayment } from '#domain/payments/check-payment.server.ts'
import { makeRefund, syncRefunds } from '#domain/payments/make-refund.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, prepaidCart, startedAhead } from '#tests/support/orders.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

let api: Api
let admin: string
let unpaid: ReturnType<typeof openUnpaidOrders>
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  unpaid = openUnpaidOrders(api)
})

const read = async (id: string) =>
  (await (await api.get(`/api/admin/orders/${id}`, { Cookie: admin })).json()) as AdminOrderPage
const change = (id: string, what: string, body: object) =>
  api.post(`/api/admin/orders/${id}/${what}`, body, { Cookie: admin })
const codeOf = async (answer: Response) => (answer.ok ? 'ok' : (await errorOf(answer)).code)
const codesOf = async (answers: readonly Response[]) => (await Promise.all(answers.map(codeOf))).toSorted()
const sentencesOf = ({ diary }: AdminOrderPage) => diary.map(({ sentence }) => sentence.replaceAll(/\s/g, ' '))
const auditOf = (orderId: string) =>
  api.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('subject_id', '=', orderId)
    .orderBy('id')
    .execute()

async function paid(stock = 10) {
  const item = await unpaid.anItem(stock, 2)
  const started = await startedAhead(api, await api.customer(), prepaidCart([item]))
  await unpaid.stripe.act(started.sessionId, { action: 'pay' })
  const payment = await api.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', started.orderId)
    .executeTakeFirstOrThrow()
  await checkPayment(api.services, payment.id)
  return { ...started, item, paymentId: payment.id }
}

async function onDelivery(stock = 10) {
  const item = await unpaid.anItem(stock, 2)
  const answer = await (await api.customer()).order(cart([item]))
  const { orderIds } = (await answer.json()) as { orderIds: [string] }
  return { orderId: orderIds[0], item }
}

const refundOf = (paymentId: string, amountGrosze: number, refundsSeen = 0) => ({
  refundId: crypto.randomUUID(),
  paymentId,
  amountGrosze,
  reason: 'zbity flakon',
  refundsSeen,
})

/** What the job does. */
async function makeRefunds(paymentId: string): Promise<void> {
  const refunds = await api.db.selectFrom('refunds').select('id').where('payment_id', '=', paymentId).execute()
  for (const { id } of refunds) expect(await makeRefund(api.services, id)).toMatchObject({ ok: true })
}

test('refund: a part goes back once, however often it is asked, and the order stays paid', async () => {
  const { orderId, paymentId, totalGrosze } = await paid()
  const asked = refundOf(paymentId, 1_000)
  const answers = await Promise.all(Array.from({ length: 10 }, () => change(orderId, 'refunds', asked)))
  expect(await codesOf(answers)).toEqual(Array(10).fill('ok'))
  expect((await read(orderId)).payment.attempts).toMatchObject([
    { status: 'paid', refundableGrosze: totalGrosze - 1_000, refunds: [{ status: 'pending', amountGrosze: 1_000 }] },
  ])
  await makeRefunds(paymentId)
  const after = await read(orderId)
  expect(after).toMatchObject({ status: 'paid', payment: { attempts: [{ refunds: [{ status: 'succeeded' }] }] } })
  expect(sentencesOf(after)).toEqual(
    expect.arrayContaining(['Zlecono zwrot 10,00 zł: zbity flakon.', 'Zwrócono 10,00 zł.']),
  )
  expect(await auditOf(orderId)).toMatchObject([{ action: 'order.refunded', details: { amountGrosze: 1_000 } }])
  const [session] = await unpaid.sessionsOf(orderId)
  expect(session?.money?.refunds).toMatchObject([{ amount: 1_000 }])
})

test('refund: of two windows that ask at once one is refused, and never more goes back than was paid', async () => {
  const { orderId, paymentId, totalGrosze } = await paid()
  const most = totalGrosze - 500
  const answers = await Promise.all([
    change(orderId, 'refunds', refundOf(paymentId, most)),
    change(orderId, 'refunds', refundOf(paymentId, most)),
    change(orderId, 'refunds', refundOf(paymentId, 400)),
  ])
  expect((await codesOf(answers)).filter((code) => code === 'ok')).toHaveLength(1)
  await makeRefunds(paymentId)
  const [attempt] = (await read(orderId)).payment.attempts
  const left = attempt?.refundableGrosze ?? 0
  const beyond = await change(orderId, 'refunds', refundOf(paymentId, left + 1, 1))
  expect(await errorOf(beyond)).toMatchObject({
    code: 'refund_too_large',
    fields: { amountGrosze: expect.any(String) },
  })
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, left, 0)))).toBe('changed_meanwhile')
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, left, 1)))).toBe('ok')
  await makeRefunds(paymentId)
  // All of it is back, and the parcel was still in the shop.
  expect(await read(orderId)).toMatchObject({ status: 'cancelled', payment: { attempts: [{ status: 'refunded' }] } })
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, 1, 2)))).toBe('refund_too_large')
})

test('refund: one that the provider does not make says why, and can be tried again', async () => {
  const { orderId, paymentId } = await paid()
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, 700)))).toBe('ok')
  await makeRefunds(paymentId)
  const [session] = await unpaid.sessionsOf(orderId)
  await unpaid.stripe.endRefund(session?.money?.refunds[0]?.id ?? '', false)
  vi.spyOn(log, 'error').mockReturnValue()
  await syncRefunds(api.services, paymentId)
  const failed = await read(orderId)
  expect(failed.payment.attempts[0]?.refunds).toMatchObject([
    { status: 'failed', failure: 'bank nie przyjął zwrotu', amountGrosze: 700 },
  ])
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, 700, 1)))).toBe('ok')
})

test('refund: only of what was paid, only for its own order, only with a proof', async () => {
  const { orderId, paymentId } = await paid()
  const other = await paid()
  expect(await codeOf(await change(other.orderId, 'refunds', refundOf(paymentId, 100)))).toBe('payment_not_found')
  const open = await startedAhead(api, await api.customer(), prepaidCart([await unpaid.anItem()]))
  const { id } = await api.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', open.orderId)
    .executeTakeFirstOrThrow()
  expect(await codeOf(await change(open.orderId, 'refunds', refundOf(id, 100)))).toBe('refund_too_large')
  for (const wrong of [{ amountGrosze: 0 }, { amountGrosze: 1.5 }, { reason: ' ' }, { refundId: 'x' }]) {
    expect((await change(orderId, 'refunds', { ...refundOf(paymentId, 100), ...wrong })).status).toBe(400)
  }
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, 100)))).toBe('proof_required')
  const cancelling = { reason: 'na prośbę', seen: 'paid' }
  expect(await codeOf(await change(orderId, 'cancel-and-refund', cancelling))).toBe('proof_required')
  expect((await api.post('/api/admin/prove', { password: api.admin.password }, { Cookie: admin })).status).toBe(200)
  expect(await codeOf(await change(orderId, 'refunds', refundOf(paymentId, 100)))).toBe('ok')
})

test('cancel: twenty presses give the pieces back once', async () => {
  const { orderId, item } = await onDelivery(5)
  expect(await unpaid.stockOf(item)).toMatchObject({ stock_quantity: 3 })
  const body = { reason: 'rezygnacja telefoniczna', seen: 'pending' }
  const codes = await codesOf(await Promise.all(Array.from({ length: 20 }, () => change(orderId, 'cancel', body))))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['ok', 'changed_meanwhile']))
  expect(await unpaid.stockOf(item)).toMatchObject({ stock_quantity: 5 })
  const order = await read(orderId)
  expect(order).toMatchObject({ status: 'cancelled', shipment: { label: 'Anulowana' } })
  expect(sentencesOf(order)).toContain('Anulowano zamówienie: rezygnacja telefoniczna. Sztuki wróciły do magazynu.')
  expect(order.actions).toEqual({ cancel: false, markPaid: false, complete: false })
})

test('cancel: a paid order is cancelled and its money goes back, both or neither, once', async () => {
  const { orderId, item, paymentId, totalGrosze } = await paid(5)
  const body = { reason: 'nie ma już flakonu', seen: 'paid' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => change(orderId, 'cancel-and-refund', body)))
  expect((await codesOf(answers)).filter((code) => code === 'ok')).toHaveLength(1)
  await makeRefunds(paymentId)
  expect(await read(orderId)).toMatchObject({
    status: 'cancelled',
    payment: { attempts: [{ status: 'refunded', refunds: [{ amountGrosze: totalGrosze, status: 'succeeded' }] }] },
  })
  expect(await unpaid.stockOf(item)).toMatchObject({ stock_quantity: 5 })
  expect(await auditOf(orderId)).toMatchObject([
    { action: 'order.cancelled', details: { from: 'paid', refundedGrosze: totalGrosze } },
  ])
})

test('cancel: what was paid after the page was read is not cancelled unseen', async () => {
  const { orderId } = await paid()
  expect(await codeOf(await change(orderId, 'cancel', { reason: 'pomyłka', seen: 'pending' }))).toBe(
    'changed_meanwhile',
  )
  const item = await unpaid.anItem(5)
  const started = await startedAhead(api, await api.customer(), prepaidCart([item]))
  await unpaid.stripe.act(started.sessionId, { action: 'pay' })
  const paying = await change(started.orderId, 'cancel', { reason: 'pomyłka', seen: 'pending' })
  expect(await codeOf(paying)).toBe('order_already_paid')
  expect(await unpaid.statusOf(started.orderId)).toBe('pending')
})

test('status: paid on delivery is marked paid and completed, paid ahead only the provider makes paid', async () => {
  const { orderId } = await onDelivery()
  expect(await codeOf(await change(orderId, 'status', { seen: 'paid', to: 'completed' }))).toBe('changed_meanwhile')
  expect(await codeOf(await change(orderId, 'status', { seen: 'pending', to: 'paid' }))).toBe('ok')
  expect(await codeOf(await change(orderId, 'status', { seen: 'pending', to: 'paid' }))).toBe('ok')
  expect(await codeOf(await change(orderId, 'status', { seen: 'paid', to: 'completed' }))).toBe('ok')
  expect(await codeOf(await change(orderId, 'status', { seen: 'completed', to: 'paid' }))).toBe('order_status_refused')
  expect(sentencesOf(await read(orderId)).slice(0, 2)).toEqual(['Zakończono zamówienie.', 'Oznaczono jako opłacone.'])
  const open = await startedAhead(api, await api.customer(), prepaidCart([await unpaid.anItem()]))
  for (const to of ['paid', 'completed']) {
    expect(await codeOf(await change(open.orderId, 'status', { seen: 'pending', to }))).toBe('order_status_refused')
  }
})

test('notes: are written and deleted, and stay out of the log of changes', async () => {
  const { orderId } = await onDelivery()
  const note = 'Dzwoniła: <b>zmiana</b>\nadresu & "paczkomat"'
  expect(await codeOf(await change(orderId, 'notes', { note: `  ${note} ` }))).toBe('ok')
  const [entry] = (await read(orderId)).diary
  expect(entry).toMatchObject({ sentence: note, tone: 'note' })
  for (const wrong of ['', '   ', 'x'.repeat(2001), 'a\0b']) {
    expect((await change(orderId, 'notes', { note: wrong })).status).toBe(400)
  }
  const remove = () =>
    api.call(`/api/admin/orders/${orderId}/notes/${entry?.noteId}`, {
      method: 'DELETE',
      headers: { Cookie: admin, Origin: api.base },
    })
  expect([await codeOf(await remove()), await codeOf(await remove())]).toEqual(['ok', 'note_not_found'])
  expect(JSON.stringify(await auditOf(orderId))).not.toContain('adresu')
})

test('mails: are sent again once for a double click, not while one waits, five times at most', async () => {
  const { orderId } = await onDelivery()
  const mailOf = async () => (await read(orderId)).mails.find(({ name }) => name === 'Potwierdzenie zamówienia')
  const original = (await read(orderId)).mails[0]?.id ?? ''
  const resend = (timesResent: number) => change(orderId, `mails/${original}/resend`, { timesResent })
  const sendAll = () =>
    api.db.updateTable('mail_outbox').set({ sent_at: new Date() }).where('sent_at', 'is', null).execute()
  expect(await codeOf(await resend(0))).toBe('mail_not_resendable')
  await sendAll()
  expect(await codesOf(await Promise.all([resend(0), resend(0), resend(0)]))).toEqual(['ok', 'ok', 'ok'])
  expect((await read(orderId)).mails.filter(({ state }) => state === 'waiting')).toHaveLength(1)
  expect(await codeOf(await resend(1))).toBe('mail_not_resendable')
  for (const times of [1, 2, 3, 4]) {
    await sendAll()
    expect(await codeOf(await resend(times))).toBe('ok')
  }
  await sendAll()
  expect(await codeOf(await resend(5))).toBe('mail_not_resendable')
  expect((await read(orderId)).mails).toHaveLength(6)
  expect(await mailOf()).toMatchObject({ state: 'sent' })
  const other = await onDelivery()
  expect(await codeOf(await change(other.orderId, `mails/${original}/resend`, { timesResent: 0 }))).toBe(
    'mail_not_of_order',
  )
})
