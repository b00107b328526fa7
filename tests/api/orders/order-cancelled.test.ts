// The ways in which an order is cancelled; each mails the buyer once: order page (on delivery, paid, with
// and without the money), shipment set to 'cancelled' (alone, of several in one parcel, many parcels at once), wave of
// orders, refund of all that was paid (order page; provider's dashboard in payment-webhooks), buyer gives up; unpaid in
// time has its own mail.
import { cancelOrderWithin } from '#domain/flows/orders/cancel-order.server.ts'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { CANCELLED_BY_WITHDRAWAL } from '#domain/kernel/order-words/order-status.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { cart, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'
import { testShop } from '#tests/support/shop-profile.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  shipments = await openShipments(api)
})

/** The mails that tell a buyer of a cancellation, as texts on one line. */
async function toldTo(orderId: string) {
  const mails = await api.db
    .selectFrom('mail_outbox')
    .innerJoin('orders', 'orders.email', 'mail_outbox.recipient')
    .select(['template', 'data', 'mail_outbox.created_at'])
    .where('orders.id', '=', orderId)
    .where('template', 'in', ['order-cancelled', 'payment-not-received'])
    .execute()
  const render = createMailRenderer({ db: api.db, ...testShop })
  return Promise.all(
    mails.map(async ({ template, ...mail }) => {
      const { text } = await render({ template, ...mail })
      return { template, text: text.replaceAll(/\s+/g, ' ') }
    }),
  )
}

async function expectTold(orderId: string, ...parts: (string | RegExp)[]): Promise<string> {
  const told = await toldTo(orderId)
  expect(told.map(({ template }) => template)).toEqual(['order-cancelled'])
  const text = told[0]?.text ?? ''
  for (const part of parts) expect(text).toMatch(part)
  return text
}

test('cancelling on the order’s page mails number, products and that nothing is due; only once', async () => {
  const { orderId, item } = await orders.onDelivery()
  const body = { reason: 'brak towaru', seen: 'pending' }
  expect(await orders.codeOf(await orders.change(orderId, 'cancel', body))).toBe('ok')
  expect(await orders.codeOf(await orders.change(orderId, 'cancel', body))).toBe('changed_meanwhile')
  const text = await expectTold(
    orderId,
    `Zamówienie nr ${orderId.slice(0, 8)}: anulowane Nic nie pobraliśmy i nie musisz nic płacić.`,
    'Sklep anulował zamówienie. Nie wyślemy go.',
    item.name,
  )
  expect(text).not.toMatch(/W paczce zostaje|Do zapłaty|brak towaru|Odstąp od umowy|oddamy|wraca/)
})

test('cancelling a paid order: the mail says that the whole sum is refunded, now or separately', async () => {
  const returned = await orders.paidAhead()
  const body = { reason: 'brak towaru', seen: 'paid' }
  const cancel = (id: string, how: 'cancel' | 'cancel-and-refund') => orders.change(id, how, body)
  expect(await orders.codeOf(await cancel(returned.orderId, 'cancel-and-refund'))).toBe('ok')
  const sum = `${returned.totalGrosze / 100}`.replace('.', ',')
  await expectTold(returned.orderId, `Cała wpłacona kwota, ${sum}`, 'wraca do Ciebie')

  const separately = await orders.paidAhead()
  expect(await orders.codeOf(await cancel(separately.orderId, 'cancel'))).toBe('ok')
  await expectTold(separately.orderId, `Wpłaconą kwotę, ${sum} zł, oddamy osobno`)

  const partly = await orders.paidAhead()
  await orders.change(partly.orderId, 'refunds', { ...refundOf(partly.paymentId, 1_000), outside: true })
  expect(await orders.codeOf(await cancel(partly.orderId, 'cancel'))).toBe('ok')
  await expectTold(partly.orderId, /Z wpłaconej kwoty .* wraca do Ciebie 10,00 zł\. Pozostałe .* oddamy osobno/)
})

test('shipments set to cancelled: one mail for each parcel says what still comes and what is due', async () => {
  const part = await shipments.place(3)
  const [first, ...others] = part.shipments
  if (!first) throw new Error('no shipment')
  expect((await shipments.update([first], { status: 'cancelled' })).status).toBe(200)
  const rest = others.reduce((sum, { order }) => sum + order.total_grosze, 0)
  await expectTold(
    first.order.id,
    `Zamówienie nr ${first.order.id.slice(0, 8)}: anulowane`,
    'W paczce zostaje',
    `Do zapłaty przy odbiorze: ${(rest / 100).toFixed(2).replace('.', ',')} zł.`,
  )

  const [one, two] = [await shipments.place(2), await shipments.place(1)]
  const all = [...one.shipments, ...two.shipments]
  expect((await shipments.update(all, { status: 'cancelled' })).status).toBe(200)
  const ids = shipments.orderIdsOf(one)
  const text = await expectTold(ids[0] ?? '', 'Zamówienia anulowane', 'Sklep anulował zamówienia.')
  for (const id of ids) expect(text).toContain(id.slice(0, 8))
  expect(text).not.toMatch(/W paczce zostaje|Do zapłaty/)
  await expectTold(shipments.orderIdsOf(two)[0] ?? '', 'Sklep anulował zamówienie.')
})

test('a cancellation that was undone before its mail was sent is not mailed', async () => {
  const parcel = await shipments.place(1)
  await shipments.update(parcel.shipments, { status: 'cancelled' })
  await shipments.update((await shipments.found(parcel)).shipments, { status: 'processing' })
  const text = await expectTold(shipments.orderIdsOf(parcel)[0] ?? '', 'Anulowanie zostało cofnięte')
  expect(text).not.toMatch(/Nic nie pobraliśmy|nie wyślemy/i)
})

test('refunding the whole sum cancels an unsent order, and mails this once', async () => {
  const { orderId, paymentId, totalGrosze: amountGrosze } = await orders.paidAhead()
  const refund = refundOf(paymentId, amountGrosze)
  await orders.change(orderId, 'refunds', { ...refund, outside: true })
  expect(await orders.statusOf(orderId)).toBe('cancelled')
  await expectTold(orderId, 'Wpłata wraca w całości, więc anulowaliśmy zamówienie.', 'Cała wpłacona kwota')
})

test('a buyer who cancels, in the panel or by the link, on delivery or paid ahead, is told that it was their decision', async () => {
  const changes = await openOrderChanges(api)
  const onDelivery = async () => changes.toLockerOnDelivery(await changes.products(2))
  for (const by of [changes.byPanel, changes.byLink]) {
    const placed = await onDelivery()
    const { version } = await changes.changeable(placed)
    expect((await by(placed, 'cancel', { version, number: null })).status).toBe(200)
    const text = await expectTold(
      placed.orderIds[0],
      'Anulowaliśmy zamówienia zgodnie z Twoją decyzją. Nie wyślemy ich.',
    )
    expect(text).not.toContain('Sklep anulował')
  }
  const { orderId } = await orders.paidAhead()
  const { checkout_id: checkoutId } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { change } = await changes.linked({ checkoutId })
  await changes.byLink({ checkoutId }, 'cancel', { version: change.version, number: null })
  await expectTold(orderId, 'Anulowaliśmy zamówienie zgodnie z Twoją decyzją.', 'Cała wpłacona kwota')
})

test('an order cancelled because its buyer withdrew before it was sent: the mail says so', async () => {
  const { orderId } = await orders.onDelivery()
  const { id: actorId } = await api.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const by = { actor: 'admin', actorId, reason: `${CANCELLED_BY_WITHDRAWAL}ODST-1` } as const
  await transact(api.db, (trx) => cancelOrderWithin(trx, orderId, by))
  await expectTold(orderId, 'Anulowaliśmy zamówienie zgodnie z Twoim odstąpieniem od umowy.')
})

test('a buyer who gives up gets one mail; an order not paid in time gets the mail that says how to pay', async () => {
  const buyer = await api.customer()
  const { orderId } = await startedAhead(api, buyer, prepaidCart([await orders.anItem()]))
  const giveUp = () => api.post(`/api/orders/${orderId}/give-up`, {}, { Cookie: buyer.cookie })
  expect((await Promise.all([giveUp(), giveUp()])).map(({ status }) => status)).toEqual([200, 200])
  await orders.check(orderId)
  await expectTold(
    orderId,
    'zgodnie z Twoją decyzją',
    'Gdyby płatność jednak do nas dotarła, wróci do Ciebie cała kwota',
  )

  const late = await startedAhead(api, await api.customer(), prepaidCart([await orders.anItem()]))
  await orders.runOut(late.orderId)
  expect((await toldTo(late.orderId)).map(({ template }) => template)).toEqual(['payment-not-received'])
})

test('cancelling a wave of orders mails everybody whose order had been confirmed', async () => {
  const before = Date.now()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const buyer = await api.customer()
  const { orderId } = (await (await buyer.order(cart([product]))).json()) as { orderId: string }
  const readAt = new Date(before + 60_000).toISOString()
  const Cookie = orders.admin
  const answer = await api.post(
    '/api/admin/order-waves/cancel',
    { network: null, read_at: readAt, after: null },
    { Cookie },
  )
  expect(answer.status).toBe(200)
  expect(await orders.statusOf(orderId)).toBe('cancelled')
  await expectTold(orderId, 'Sklep anulował zamówienie.')
})

test('when the money was transferred back before the cancellation, the mail does not promise it again', async () => {
  const { orderId } = await orders.onDelivery()
  const isIts = (parcel: AdminParcel) => shipments.orderIdsOf(parcel).includes(orderId)
  const set = async (status: string) => {
    const parcel = (await shipments.list()).items.find(isIts)
    expect((await shipments.update(parcel?.shipments ?? [], { status })).status).toBe(200)
  }
  await set('delivered')
  const { total_grosze: totalGrosze } = await orders.read(orderId)
  const transfer = { transfer_id: crypto.randomUUID(), amount_grosze: totalGrosze, reason: 'zwrot', returned_seen: 0 }
  expect(await orders.codeOf(await orders.change(orderId, 'transfers', transfer))).toBe('ok')
  await set('cancelled')
  const text = await expectTold(orderId, 'Cała wpłacona kwota')
  expect(text).not.toContain('oddamy')
})
