import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { openCarrierDesk } from '#tests/support/carrier-desk.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openParcels } from '#tests/support/open-parcels.ts'
import { errorOf, orderedName } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

// Kinds of withdrawal before dispatch: by link, by number and e-mail, matched later by the owner, as a complaint; of
// the whole parcel, of some pieces; with the label requested before, during and after it. Parcels paid on delivery:
// withdrawn-cash-on-delivery.test.ts.
const clock = { now: new Date() }
const OPTIONS: ApiOptions = { clock, limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
let desk: Awaited<ReturnType<typeof openCarrierDesk>>
let parcels: ReturnType<typeof openParcels>
test.beforeAll(async ({ api: started, sandbox }) => {
  api = started
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
  desk = await openCarrierDesk(api, sandbox, clock)
  parcels = openParcels(api, desk)
})

/** Withdraws by number and e-mail, as somebody without the link does. */
async function withdrawTyped(orderId: string): Promise<string> {
  const { email, first_name, last_name } = await api.db
    .selectFrom('orders')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const body = { name: `${first_name} ${last_name}`, order_number: orderId.slice(0, 8), email }
  const answer = await returns.send('/api/withdrawals', body)
  return returns.match(((await answer.json()) as { number: string }).number)
}

test('prepaid, whole parcel: all screens show it, label and sending ask first, one press cancels and refunds', async () => {
  const order = await orders.paidAhead(10)
  const checkoutId = await returns.checkoutOf(order.orderId)
  const caseId = await withdrawTyped(order.orderId)
  const found = await returns.read(caseId)
  const sentence = `Odstąpienie od 2 × ${await orderedName(api, order.orderId)} (${found.number}).`
  expect(found).toMatchObject({ stage: 'to_settle', dispatch: 'not_sent', match: 'typed' })
  // Nothing was delivered: the whole sum is refunded.
  expect(found.money?.owed_grosze).toBe(order.totalGrosze)

  const parcel = await parcels.read(checkoutId)
  const warning = { id: caseId, kind: 'withdrawal', sentence, takes_out: 'whole' }
  expect(parcel.warnings).toMatchObject([warning])
  expect((await parcels.readPacking(checkoutId))?.warnings).toMatchObject([warning])
  const page = await orders.read(order.orderId)
  expect(page.warnings).toMatchObject([warning])
  expect(orders.sentencesOf(page)).toContain(sentence.replaceAll(/\s/g, ' '))
  const list = (await (await desk.shipments.get(`orders?search=${order.orderId.slice(0, 8)}`)).json()) as {
    items: { warnings: string[] }[]
  }
  expect(list.items[0]?.warnings).toEqual([sentence])

  for (const refused of [
    await desk.create([parcel]),
    await desk.shipments.update(parcel.shipments, { status: 'shipped' }),
    await desk.shipments.send('POST', 'packing', { ids: desk.shipments.idsOf(parcel), packed: true }),
  ]) {
    const { error } = (await refused.json()) as { error: { code: string; message: string; details: unknown } }
    expect([refused.status, error.code]).toEqual([409, 'parcel_warned'])
    expect(error.message).toContain(sentence)
    expect(error.details).toMatchObject({ warnings: [warning] })
  }
  expect((await parcels.read(checkoutId)).carrier).toBeNull()

  const presses = await Promise.all(
    [1, 2, 3].map(() => returns.act(caseId, 'take-out', { owed_grosze: order.totalGrosze })),
  )
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await orders.statusOf(order.orderId)).toBe('cancelled')
  expect(await parcels.readStock(order.item)).toBe(10)
  const refunds = await api.db.selectFrom('refunds').selectAll().where('payment_id', '=', order.paymentId).execute()
  expect(refunds).toMatchObject([{ amount_grosze: order.totalGrosze }])
  expect(await makeRefund(api.services, refunds[0]?.id ?? '')).toMatchObject({ ok: true })
  expect(await returns.read(caseId)).toMatchObject({ stage: 'settled', settled_grosze: order.totalGrosze })
  expect(await parcels.readPacking(checkoutId)).toBeUndefined()
})

test('a withdrawal from another address: packing and sending ask first, until the owner has decided', async () => {
  const parcel = await desk.placeToLocker()
  const [orderId = ''] = desk.shipments.orderIdsOf(parcel)
  const body = { name: 'Ala', order_number: orderId.slice(0, 8), email: 'ala.prywatnie@example.test' }
  const answer = await returns.send('/api/withdrawals', body)
  const { number } = (await answer.json()) as { number: string }
  const caseId = await returns.match(number)
  const sentence = `Odstąpienie ${number} podaje inny e-mail niż zamówienie. Sprawdź, kto pisze, zanim paczka wyjdzie.`
  const warning = { id: caseId, kind: 'withdrawal', sentence, takes_out: null }
  const seen = await parcels.read(parcel.checkout_id)
  expect(seen.warnings).toMatchObject([warning])
  for (const refused of [
    await desk.shipments.update(seen.shipments, { status: 'shipped' }),
    await desk.shipments.send('POST', 'packing', { ids: desk.shipments.idsOf(seen), packed: true }),
  ]) {
    expect(await errorOf(refused)).toMatchObject({ code: 'parcel_warned', details: { warnings: [warning] } })
  }
  expect((await returns.act(caseId, 'match', { order_number: orderId.slice(0, 8) })).status).toBe(200)
  expect((await parcels.read(parcel.checkout_id)).warnings).toMatchObject([{ id: caseId, takes_out: 'whole' }])
  expect(await returns.read(caseId)).toMatchObject({ stage: 'to_settle', dispatch: 'not_sent' })
})

test('an owner who confirms the warning can pack, label and send, and the case waits for the goods', async () => {
  const parcel = await desk.placeToLocker()
  const [orderId = ''] = desk.shipments.orderIdsOf(parcel)
  const caseId = await withdrawTyped(orderId)
  const knows = [caseId]
  const created = await desk.shipments.send('POST', 'carrier-shipments', {
    parcels: [parcel.checkout_id],
    sizes: { locker_template: 'small', length_mm: 200, width_mm: 150, height_mm: 100, weight_grams: 800 },
    knows,
  })
  expect(created.status).toBe(200)
  expect((await desk.send(parcel)).ok).toBe(true)
  const now = await parcels.read(parcel.checkout_id)
  expect((await desk.shipments.update(now.shipments, { status: 'shipped', knows })).status).toBe(200)
  expect(await returns.read(caseId)).toMatchObject({ stage: 'waiting_for_goods', dispatch: 'sent' })
  // Nothing is left to take out.
  const late = await returns.act(caseId, 'take-out', { owed_grosze: 0 })
  expect((await errorOf(late)).code).toBe('changed_meanwhile')
})

test('a withdrawal between the request of a label and the call of the carrier: no second parcel is made', async () => {
  const parcel = await desk.placeToLocker()
  await desk.request(parcel)
  await withdrawTyped(desk.shipments.orderIdsOf(parcel)[0] ?? '')
  const sent = await desk.send(parcel)
  // The run may have read the parcel before the statement came; it does not ask anybody afterwards.
  if (!sent.ok) expect(sent.failure.problem).toEqual({ reason: 'parcel_warned' })
  else expect(await desk.atCarrier(parcel)).toHaveLength(1)
})

test('labels of many: only the withdrawn parcel fails', async () => {
  const [whole, withdrawn] = [await desk.placeToLocker(), await desk.placeToLocker()]
  await withdrawTyped(desk.shipments.orderIdsOf(withdrawn)[0] ?? '')
  await desk.request(whole, withdrawn)
  expect((await parcels.read(withdrawn.checkout_id)).carrier).toBeNull()
  expect((await parcels.read(whole.checkout_id)).carrier).not.toBeNull()
})

test('prepaid, one piece of two: it is refunded and not packed, and the order stays as it was sold', async () => {
  const order = await orders.paidAhead(10)
  const checkoutId = await returns.checkoutOf(order.orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: order.item.id, quantity: 1 }])
  const price = Math.round(order.item.price * 100)
  const wrong = await returns.act(caseId, 'take-out', { owed_grosze: 0 })
  expect((await errorOf(wrong)).code).toBe('owed_changed')
  expect((await returns.act(caseId, 'take-out', { owed_grosze: price })).status).toBe(200)
  const parcel = await parcels.read(checkoutId)
  expect(parcel.shipments[0]?.order.items).toMatchObject([{ quantity: 1 }])
  expect(parcel.total_grosze).toBe(order.totalGrosze)
  expect(await parcels.readStock(order.item)).toBe(9)
  expect(
    await api.db.selectFrom('order_amendments').select('id').where('order_id', '=', order.orderId).execute(),
  ).toEqual([])
  // Cancelled afterwards, only the other piece returns.
  const page = await orders.read(order.orderId)
  await orders.change(order.orderId, 'cancel', { seen: 'paid', version: page.version, reason: 'jednak nic' })
  expect(await parcels.readStock(order.item)).toBe(10)
  // Sent after all, the order takes the piece that is in the parcel.
  const { shipments } = await parcels.read(checkoutId)
  expect((await desk.shipments.update(shipments, { status: 'shipped' })).status).toBe(200)
  expect(await parcels.readStock(order.item)).toBe(9)
})

test('a complaint that demands a refund stops the parcel, too', async () => {
  const complained = await orders.onDelivery()
  const checkoutId = await returns.checkoutOf(complained.orderId)
  await returns.complainByLink(checkoutId, 'withdrawal', [{ product_id: complained.item.id, quantity: 2 }])
  expect((await parcels.read(checkoutId)).warnings).toMatchObject([{ kind: 'withdrawal', takes_out: null }])
})

test('marking goods as sent back can be undone', async () => {
  const order = await orders.paidAhead()
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', order.orderId).execute()
  const checkoutId = await returns.checkoutOf(order.orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: order.item.id, quantity: 1 }])
  for (const [body, stage] of [
    [{}, 'to_settle'],
    [{ proven: false }, 'waiting_for_goods'],
    [{ proven: true }, 'to_settle'],
  ] as const) {
    expect((await returns.act(caseId, 'sent-back', body)).status).toBe(200)
    expect((await returns.read(caseId)).stage).toBe(stage)
  }
})
