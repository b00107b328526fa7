// Ways to change an order after it was placed: the owner on the order's page (receiver, destination), the buyer in the
// panel and by the mailed link (receiver, destination, cancelling one order or the parcel), on delivery and paid ahead,
// before and after a label. Whatever comes after packing, or from a page read before another change, is refused.
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges, type Placed } from '#tests/support/order-changes.ts'
import { cart, errorOf, prepaidCart, startedAhead } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let changes: Awaited<ReturnType<typeof openOrderChanges>>
let orders: typeof changes.orders
test.beforeAll(async ({ api: started }) => {
  api = started
  changes = await openOrderChanges(api)
  orders = changes.orders
})

test('owner: corrects locker and phone of the whole parcel once, with diary entry, mail and audit entry', async () => {
  const placed = await changes.toLockerOnDelivery(await changes.products(2))
  const [first, second] = placed.orderIds
  const { change } = await orders.read(first)
  const body = { version: change.version, selectedLocker: 'DEMO-WAW-002', phone: '500 600 700', firstName: 'Hanna' }
  const codes = await orders.codesOf(await Promise.all([1, 2].map(() => orders.change(first, 'receiver', body))))
  // The second press finds the change done, or comes too early to see it.
  expect(['changed_meanwhile,ok', 'ok,ok']).toContain(codes.join())
  for (const id of [first, second ?? '']) {
    const order = await orders.read(id)
    expect(order).toMatchObject({
      customer: { name: 'Hanna Kowalska', phone: '+48500600700' },
      change: { receiver: { selectedLocker: { inpost_id: 'DEMO-WAW-002' } } },
    })
    expect(orders.sentencesOf(order).filter((sentence) => sentence.startsWith('Zmieniono'))).toEqual([
      expect.stringMatching(
        /^Zmieniono odbiorcę z Anna Kowalska na Hanna Kowalska\. Zmieniono telefon odbiorcy z \+48 600 100 200 na \+48 500 600 700\. Zmieniono paczkomat z .*DEMO-WAW-001.* na .*DEMO-WAW-002.*\.$/,
      ),
    ])
  }
  const shipments = await api.db
    .selectFrom('shipments')
    .select(['receiver_name', 'receiver_phone', 'parcel_locker_id'])
    .where('order_id', 'in', placed.orderIds)
    .execute()
  expect(shipments).toEqual(
    placed.orderIds.map(() => ({
      receiver_name: 'Hanna Kowalska',
      receiver_phone: '+48500600700',
      parcel_locker_id: 'DEMO-WAW-002',
    })),
  )
  expect(await changes.mailsTo('order-changed', placed.buyer.email)).toHaveLength(1)
  const audited = await orders.auditOf(first)
  expect(audited.filter(({ action }) => action === 'order.receiver_changed')).toHaveLength(1)
  expect(JSON.stringify(audited)).not.toMatch(/Hanna|500600700/)
})

test('a change of the parcel brings no cancelled order of it back into the takings', async () => {
  const placed = await changes.toLockerOnDelivery(await changes.products(2))
  const [first, second = ''] = placed.orderIds
  const { version } = await changes.changeable(placed)
  expect((await changes.byLink(placed, 'cancel', { version, number: second.slice(0, 8) })).status).toBe(200)
  const kept = async () =>
    (await api.db.selectFrom('kept_orders').select('kept_grosze').where('order_id', '=', second).execute()).map(
      ({ kept_grosze }) => Number(kept_grosze),
    )
  expect(await kept()).toEqual([0])
  const { change } = await orders.read(first)
  const changed = await orders.change(first, 'receiver', { version: change.version, phone: '500 600 700' })
  expect(changed.status).toBe(200)
  expect(await kept()).toEqual([0])
  // What builds before migration 0086 stored for such a change.
  const event = { subject: 'order', from_status: 'cancelled', to_status: 'changed', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id: second, ...event })
    .execute()
  expect(await kept()).toEqual([0])
})

test('owner: an outdated page, a closed locker, a foreign phone and a sent parcel are refused', async () => {
  const placed = await changes.toLockerOnDelivery(await changes.products(1))
  const [id] = placed.orderIds
  const { change } = await orders.read(id)
  const version = { version: change.version }
  const foreign = await errorOf(await orders.change(id, 'receiver', { ...version, phone: '+49 151 23456789' }))
  expect(foreign).toMatchObject({
    code: 'invalid_request',
    fields: {
      phone: 'InPost wysyła kod odbioru tylko na polskie numery komórkowe. Podaj 9 cyfr, np. 600 100 200.',
    },
  })
  const gone = await errorOf(await orders.change(id, 'receiver', { ...version, selectedLocker: 'DEMO-NIE-MA' }))
  expect(gone).toMatchObject({ code: 'locker_closed', fields: { selectedLocker: expect.any(String) } })
  await api.db.updateTable('shipments').set({ packed_at: new Date() }).where('order_id', '=', id).execute()
  expect(await orders.codeOf(await orders.change(id, 'receiver', { ...version, firstName: 'Hanna' }))).toBe(
    'changed_meanwhile',
  )
  const packed = (await orders.read(id)).change
  expect(packed).toMatchObject({ receiver_refusal: null, pieces_refusal: 'Paczka jest już spakowana.' })
  await api.db.updateTable('shipments').set({ status: 'shipped' }).where('order_id', '=', id).execute()
  const sent = (await orders.read(id)).change
  expect(sent.receiver_refusal).toBe('Paczka jest już wysłana.')
  const late = await orders.change(id, 'receiver', { version: sent.version, firstName: 'Hanna' })
  expect(await errorOf(late)).toMatchObject({
    code: 'parcel_not_changeable',
    message: 'Paczka jest już wysłana. Tego nie da się już zmienić.',
  })
  expect(await changes.mailsTo('order-changed', placed.buyer.email)).toEqual([])
})

test('buyer: chooses another locker, by panel and by the link, which does not reveal the buyer', async () => {
  const placed = await changes.toLockerOnDelivery(await changes.products(1))
  await api.db
    .updateTable('orders')
    .set({ parcel_locker_id: 'DEMO-NIE-MA', parcel_locker_name: 'DEMO-NIE-MA' })
    .where('id', '=', placed.orderIds[0])
    .execute()
  const { version } = await changes.changeable(placed)
  const changed = await changes.byPanel(placed, 'receiver', { version, selectedLocker: 'DEMO-WAW-002' })
  expect(changed.status).toBe(200)
  const page = await changes.linked(placed)
  expect(page).toMatchObject({
    delivery: { place: expect.stringContaining('DEMO-WAW-002') },
    change: { receiver: null, too_late: null },
  })
  expect(JSON.stringify(page)).not.toMatch(/Kowalska|600100200/)
  const again = await changes.byLink(placed, 'receiver', {
    version: page.change.version,
    selectedLocker: 'DEMO-WAW-001',
  })
  expect(again.status).toBe(200)
  expect(orders.sentencesOf(await orders.read(placed.orderIds[0])).slice(0, 5)).toContainEqual(
    expect.stringMatching(/^Zmiana przez kupującego\. Zmieniono paczkomat z .*002.* na .*001.*\.$/),
  )
  expect(await changes.mailsTo('order-changed', placed.buyer.email)).toHaveLength(2)
})

test('buyer: by courier only the typed fields change', async () => {
  const buyer = await api.customer()
  const answer = await buyer.order(cart(await changes.products(1)))
  const placed = { buyer, ...((await answer.json()) as Omit<Placed, 'buyer'>) }
  const { change } = await changes.linked(placed)
  const changed = await changes.byLink(placed, 'receiver', {
    version: change.version,
    houseNumber: '7',
    phone: '22 635 41 21',
  })
  expect(changed.status).toBe(200)
  expect(await changes.changeable(placed)).toMatchObject({
    receiver: { street: 'Prosta', houseNumber: '7', city: 'Łódź', phone: '+48226354121', firstName: 'Anna' },
  })
})

test('buyer: other buyers’ orders answer 404; for a prepared parcel the refusal names the shop’s phone', async () => {
  const placed = await changes.toLockerOnDelivery(await changes.products(1))
  const stranger = { ...placed, buyer: await api.customer() }
  const { version } = await changes.changeable(placed)
  for (const what of ['receiver', 'cancel'] as const) {
    const body = what === 'cancel' ? { version, number: null } : { version, firstName: 'Ewa' }
    expect(await orders.codeOf(await changes.byPanel(stranger, what, body))).toBe('order_not_found')
    const forged = await api.post(`/api/order-link/${what}`, {
      token: `${changes.tokenOf(placed.checkoutId)}x`,
      ...body,
    })
    expect(await orders.codeOf(forged)).toBe('order_link_invalid')
  }
  for (const columns of [
    { packed_at: new Date() },
    { packed_at: null, status: 'processing' as const },
    { status: 'created' as const, tracking_number: '520000012680041086770099' },
  ]) {
    await api.db.updateTable('shipments').set(columns).where('order_id', '=', placed.orderIds[0]).execute()
    const { version: seen, too_late: tooLate } = await changes.changeable(placed)
    expect(tooLate).toContain(api.services.profile.sellerPhone)
    for (const answer of [
      await changes.byPanel(placed, 'receiver', { version: seen, firstName: 'Ewa' }),
      await changes.byLink(placed, 'cancel', { version: seen, number: null }),
    ]) {
      expect(await errorOf(answer)).toMatchObject({ code: 'parcel_not_changeable', message: tooLate })
    }
  }
  expect(await orders.statusOf(placed.orderIds[0])).toBe('pending')
})

test('buyer cancels one order of a parcel, then the rest: pieces return once, nothing is due', async () => {
  const items = await changes.products(3, 5)
  const placed = await changes.toLockerOnDelivery(items)
  const { version, numbers } = await changes.changeable(placed)
  const one = await changes.byLink(placed, 'cancel', { version, number: numbers[0] })
  expect(one.status).toBe(200)
  expect(await Promise.all(items.map(changes.stockOf))).toEqual([5, 4, 4])
  expect(await orders.codeOf(await changes.byPanel(placed, 'cancel', { version, number: null }))).toBe(
    'changed_meanwhile',
  )
  const rest = { version: (await changes.changeable(placed)).version, number: null }
  const codes = await orders.codesOf(await Promise.all([1, 2, 3].map(() => changes.byPanel(placed, 'cancel', rest))))
  expect(codes).toEqual(['ok', 'ok', 'ok'])
  expect(await Promise.all(items.map(changes.stockOf))).toEqual([5, 5, 5])
  expect((await changes.linked(placed)).payment.state).toBe('cancelled')
  const order = await orders.read(placed.orderIds[0])
  expect(order).toMatchObject({ status: 'cancelled', shipment: { status: 'cancelled' } })
  expect(orders.sentencesOf(order)).toContain(
    'Zamówienie anulowano na życzenie kupującego. Sztuki wróciły do magazynu.',
  )
  const notices = await api.db
    .selectFrom('owner_notices')
    .select('subject_id')
    .where('kind', '=', 'cancelled')
    .where('subject_id', 'in', placed.orderIds)
    .execute()
  expect(notices).toHaveLength(3)
})

test('buyer cancels a prepaid order: the whole sum is refunded at once, and an open payment page ends', async () => {
  const { orderId, item, totalGrosze } = await orders.paidAhead()
  const { checkout_id: checkoutId } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const before = await changes.stockOf(item)
  const { change } = await changes.linked({ checkoutId })
  expect(change.refund_grosze).toBe(totalGrosze)
  expect((await changes.byLink({ checkoutId }, 'cancel', { version: change.version, number: null })).status).toBe(200)
  const order = await orders.read(orderId)
  expect(order).toMatchObject({
    status: 'cancelled',
    payment: { attempts: [{ refunds: [{ amount_grosze: totalGrosze }] }] },
  })
  expect(await changes.stockOf(item)).toBe((before ?? 0) + 2)

  const buyer = await api.customer()
  const open = await startedAhead(api, buyer, prepaidCart([item]))
  const placed = { buyer, checkoutId: open.checkoutId, orderIds: [open.orderId] as [string] }
  const { version } = await changes.changeable(placed)
  expect((await changes.byPanel(placed, 'cancel', { version, number: null })).status).toBe(200)
  expect(await orders.statusOf(open.orderId)).toBe('cancelled')
  const [session] = await orders.sessionsOf(open.orderId)
  expect(session).toMatchObject({ status: 'expired' })
})
