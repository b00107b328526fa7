import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { prepaidCart, startedAhead } from '#tests/support/orders.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
})

test('cancel: twenty simultaneous calls return the pieces once', async () => {
  const { orderId, item } = await orders.onDelivery(5)
  expect(await orders.stockOf(item)).toMatchObject({ stock_quantity: 3 })
  const body = { reason: 'rezygnacja telefoniczna', seen: 'pending' }
  const codes = await orders.codesOf(
    await Promise.all(Array.from({ length: 20 }, () => orders.change(orderId, 'cancel', body))),
  )
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['ok', 'changed_meanwhile']))
  expect(await orders.stockOf(item)).toMatchObject({ stock_quantity: 5 })
  const order = await orders.read(orderId)
  expect(order).toMatchObject({ status: 'cancelled', shipment: { label: 'Anulowana' } })
  expect(orders.sentencesOf(order)).toContain(
    'Anulowano zamówienie: rezygnacja telefoniczna. Sztuki wróciły do magazynu.',
  )
  expect(order.actions).toEqual({ cancel: false, mark_paid: false, complete: false })
})

test('cancel: an order that was paid after the page was read is not cancelled', async () => {
  const { orderId } = await orders.paidAhead()
  expect(await orders.codeOf(await orders.change(orderId, 'cancel', { reason: 'pomyłka', seen: 'pending' }))).toBe(
    'changed_meanwhile',
  )
  const item = await orders.anItem(5)
  const started = await startedAhead(api, await api.customer(), prepaidCart([item]))
  await orders.stripe.act(started.sessionId, { action: 'pay' })
  const paying = await orders.change(started.orderId, 'cancel', { reason: 'pomyłka', seen: 'pending' })
  expect(await orders.codeOf(paying)).toBe('order_already_paid')
  expect(await orders.statusOf(started.orderId)).toBe('pending')
})

test('status: the admin marks cash-on-delivery orders as paid; only the provider marks prepaid ones', async () => {
  const { orderId } = await orders.onDelivery()
  expect(await orders.codeOf(await orders.change(orderId, 'status', { seen: 'paid', to: 'completed' }))).toBe(
    'changed_meanwhile',
  )
  expect(await orders.codeOf(await orders.change(orderId, 'status', { seen: 'pending', to: 'paid' }))).toBe('ok')
  expect(await orders.codeOf(await orders.change(orderId, 'status', { seen: 'pending', to: 'paid' }))).toBe('ok')
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', orderId).execute()
  expect(await orders.codeOf(await orders.change(orderId, 'status', { seen: 'paid', to: 'completed' }))).toBe('ok')
  expect(await orders.codeOf(await orders.change(orderId, 'status', { seen: 'completed', to: 'paid' }))).toBe(
    'order_status_refused',
  )
  expect(orders.sentencesOf(await orders.read(orderId)).slice(0, 2)).toEqual([
    'Zakończono zamówienie.',
    'Oznaczono jako opłacone.',
  ])
  const open = await startedAhead(api, await api.customer(), prepaidCart([await orders.anItem()]))
  for (const to of ['paid', 'completed']) {
    expect(await orders.codeOf(await orders.change(open.orderId, 'status', { seen: 'pending', to }))).toBe(
      'order_status_refused',
    )
  }
})

test('a cash-on-delivery order is completed once it is paid, not while the parcel travels', async () => {
  const { orderId } = await orders.onDelivery()
  await orders.setShipment(orderId, { status: 'shipped' })
  expect((await orders.read(orderId)).actions.complete).toBe(false)
  const completing = { seen: 'pending', to: 'completed' }
  expect(await orders.codeOf(await orders.change(orderId, 'status', completing))).toBe('parcel_not_sent')
  // The parcel comes back with its pieces.
  expect((await orders.setShipment(orderId, { status: 'cancelled' })).status).toBe(200)
  expect(await orders.statusOf(orderId)).toBe('cancelled')
})

test('a paid, then cancelled order sent after all collects no money again; once refunded it is not sent', async () => {
  const { orderId } = await orders.onDelivery()
  const { total_grosze: totalGrosze } = await orders.read(orderId)
  await orders.change(orderId, 'status', { seen: 'pending', to: 'paid' })
  await orders.change(orderId, 'cancel', { seen: 'paid', reason: 'pomyłka' })
  expect((await orders.setShipment(orderId, { status: 'shipped' })).status).toBe(200)
  expect(await orders.statusOf(orderId)).toBe('paid')
  await orders.setShipment(orderId, { status: 'cancelled' })
  const transfer = { transfer_id: crypto.randomUUID(), amount_grosze: totalGrosze, reason: 'zwrot', returned_seen: 0 }
  expect(await orders.codeOf(await orders.change(orderId, 'transfers', transfer))).toBe('ok')
  const again = await orders.setShipment(orderId, { status: 'shipped' })
  expect(await orders.codeOf(again)).toBe('order_not_restorable')
})

test('notes: can be written and deleted, and are not in the log of changes', async () => {
  const { orderId } = await orders.onDelivery()
  const note = 'Dzwoniła: <b>zmiana</b>\nadresu & "paczkomat"'
  expect(await orders.codeOf(await orders.change(orderId, 'notes', { note: `  ${note} ` }))).toBe('ok')
  const [entry] = (await orders.read(orderId)).diary
  expect(entry).toMatchObject({ sentence: note, tone: 'note' })
  for (const wrong of ['', '   ', 'x'.repeat(2001), 'a\0b']) {
    expect((await orders.change(orderId, 'notes', { note: wrong })).status).toBe(400)
  }
  const remove = () =>
    api.call(`/api/admin/orders/${orderId}/notes/${entry?.note_id}`, {
      method: 'DELETE',
      headers: { Cookie: orders.admin, Origin: api.base },
    })
  expect([await orders.codeOf(await remove()), await orders.codeOf(await remove())]).toEqual(['ok', 'note_not_found'])
  expect(JSON.stringify(await orders.auditOf(orderId))).not.toContain('adresu')
})

test('mails: a double click sends one again, a waiting one is not sent again, five times is the limit', async () => {
  const { orderId } = await orders.onDelivery()
  const mailOf = async () => (await orders.read(orderId)).mails.find(({ name }) => name === 'Potwierdzenie zamówienia')
  const original = (await orders.read(orderId)).mails[0]?.id ?? ''
  const resend = (timesResent: number) =>
    orders.change(orderId, `mails/${original}/resend`, { times_resent: timesResent })
  const sendAll = () =>
    api.db.updateTable('mail_outbox').set({ sent_at: new Date() }).where('sent_at', 'is', null).execute()
  expect(await orders.codeOf(await resend(0))).toBe('mail_not_resendable')
  await sendAll()
  expect(await orders.codesOf(await Promise.all([resend(0), resend(0), resend(0)]))).toEqual(['ok', 'ok', 'ok'])
  expect((await orders.read(orderId)).mails.filter(({ state }) => state === 'waiting')).toHaveLength(1)
  expect(await orders.codeOf(await resend(1))).toBe('mail_not_resendable')
  for (const times of [1, 2, 3, 4]) {
    await sendAll()
    expect(await orders.codeOf(await resend(times))).toBe('ok')
  }
  await sendAll()
  expect(await orders.codeOf(await resend(5))).toBe('mail_not_resendable')
  expect((await orders.read(orderId)).mails).toHaveLength(6)
  expect(await mailOf()).toMatchObject({ state: 'sent' })
  const other = await orders.onDelivery()
  expect(await orders.codeOf(await orders.change(other.orderId, `mails/${original}/resend`, { times_resent: 0 }))).toBe(
    'mail_not_of_order',
  )
})
