import type { AdminParcel } from '#domain/shipping/admin-parcel.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  shipments = await openShipments(api)
})

const idsOf = (parcel: AdminParcel) => parcel.shipments.map(({ id }) => id)
const orderIdsOf = (parcel: AdminParcel) => parcel.shipments.map(({ order }) => order.id)

async function found(parcel: AdminParcel): Promise<AdminParcel> {
  const now = await shipments.find(parcel)
  if (!now) throw new Error('the parcel is gone')
  return now
}

const eventsOf = async (orderId: string) => {
  const events = await api.db
    .selectFrom('order_events')
    .select(['subject', 'from_status', 'to_status', 'actor'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return events.map((event) => `${event.subject} ${event.from_status ?? ''}>${event.to_status} ${event.actor}`).slice(2)
}
const auditOf = async (id: string) => {
  const rows = await api.db
    .selectFrom('audit_events')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
const mailsTo = (email: string) =>
  api.db
    .selectFrom('mail_outbox')
    .select(['template', 'key'])
    .where('recipient', '=', email)
    .where('template', 'like', 'shipment%')
    .orderBy('created_at')
    .execute()
const stock = async (parcel: AdminParcel) => {
  const id = parcel.shipments[0]?.order.items[0]?.product_id ?? ''
  const row = await api.db
    .selectFrom('products')
    .select('stock_quantity')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.stock_quantity
}
const statusOf = async (orderId: string) =>
  (await api.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status

test('orders of one checkout are one parcel with the sum to collect; unpaid ones ahead have none', async () => {
  const before = (await shipments.list()).total
  const parcel = await shipments.place(3)
  expect(parcel.shipments).toHaveLength(3)
  const sum = parcel.shipments.reduce((total, { order }) => total + order.total_grosze, 0)
  expect(parcel).toMatchObject({ due_grosze: sum, total_grosze: sum })
  expect(parcel.shipments[0]).toMatchObject({
    status: 'created',
    archived_at: null,
    packed_at: null,
    tracking_number: null,
    receiver_name: 'Anna Kowalska',
    order: { status: 'pending', payment_status: null, city: 'Łódź', items: [{ quantity: 1 }] },
  })
  await startedAhead(api, await api.customer(), prepaidCart(await productsOnSale(api, 1)))
  expect(await shipments.list()).toMatchObject({ total: before + 1, page: 1, pageSize: 25 })
})

test('a status filter has every parcel with a shipment in it once, whole', async () => {
  const parcel = await shipments.place(3)
  const [, second, third] = parcel.shipments
  if (!second || !third) throw new Error('three orders')
  expect((await shipments.update([second, third], { status: 'delivered' })).status).toBe(200)
  for (const status of ['created', 'delivered']) {
    const { items, total } = await shipments.list(`?status=${status}`)
    const same = items.filter(({ checkout_id }) => checkout_id === parcel.checkout_id)
    expect(same.map(({ shipments: all }) => all.length)).toEqual([3])
    expect(total).toBe(items.length)
  }
  expect((await shipments.list('?status=delivered')).total).toBe(1)
  expect(await errorOf(await shipments.get('shipments?status=archived'))).toMatchObject({ code: 'invalid_request' })
})

test('any status may follow any other, with event, audit row and new version', async () => {
  const parcel = await shipments.place()
  for (const status of ['shipped', 'processing', 'delivered', 'created'] as const) {
    const { shipments: seen } = await found(parcel)
    expect((await shipments.update(seen, { status })).status).toBe(200)
    expect((await found(parcel)).shipments[0]).toMatchObject({ status })
  }
  const [orderId = ''] = orderIdsOf(parcel)
  expect(await eventsOf(orderId)).toEqual([
    'shipment created>shipped admin',
    'shipment shipped>processing admin',
    'shipment processing>delivered admin',
    'shipment delivered>created admin',
  ])
  expect(await auditOf(idsOf(parcel)[0] ?? '')).toEqual(Array(4).fill('shipment.updated'))
})

test('a change seen in another state is refused, and the same one again is answered as the first', async () => {
  const parcel = await shipments.place(2)
  const [first, second] = parcel.shipments
  if (!first || !second) throw new Error('two orders')
  const change = { status: 'shipped', tracking_number: ' 6200 0000 0001 ' }
  expect(await (await shipments.update(parcel.shipments, change)).json()).toEqual({ shipments: 2 })
  expect(await (await shipments.update(parcel.shipments, change)).json()).toEqual({ shipments: 0 })
  expect((await found(parcel)).shipments.map((row) => row.tracking_number)).toEqual(['620000000001', '620000000001'])
  const late = await errorOf(await shipments.update([first, second], { status: 'delivered' }))
  expect([late.status, late.code]).toEqual([409, 'changed_meanwhile'])
  expect((await found(parcel)).shipments.map(({ status }) => status)).toEqual(['shipped', 'shipped'])
  const none = await shipments.update([{ id: crypto.randomUUID(), version: first.version }], { status: 'delivered' })
  expect(await errorOf(none)).toMatchObject({ status: 404, code: 'shipment_not_found' })
})

test('sent with a number is mailed once for the parcel, also when the number comes later or is put right', async () => {
  const parcel = await shipments.place(2)
  await shipments.update(parcel.shipments, { status: 'shipped' })
  expect(await mailsTo(parcel.email)).toEqual([])
  for (const [number, mails] of [
    ['RR100', 1],
    ['RR101', 2],
  ] as const) {
    const { shipments: seen } = await found(parcel)
    expect((await shipments.update(seen, { status: 'shipped', tracking_number: number })).status).toBe(200)
    expect(await mailsTo(parcel.email)).toHaveLength(mails)
  }
  expect(await eventsOf(orderIdsOf(parcel)[0] ?? '')).toEqual([
    'shipment created>shipped admin',
    'shipment shipped>numbered admin',
    'shipment shipped>numbered admin',
  ])
})

test('an empty number is no number, and one of another parcel is refused', async () => {
  const [one, other] = [await shipments.place(), await shipments.place()]
  for (const tracking_number of ['', '   ', '\u0000', 'x'.repeat(101)]) {
    const answer = await errorOf(await shipments.update(one.shipments, { status: 'created', tracking_number }))
    expect([answer.status, answer.fields]).toMatchObject([400, { tracking_number: expect.any(String) }])
  }
  await shipments.update(one.shipments, { status: 'created', tracking_number: 'RR200' })
  const taken = await errorOf(await shipments.update(other.shipments, { status: 'shipped', tracking_number: 'RR200' }))
  expect(taken).toMatchObject({ status: 409, code: 'tracking_number_used', fields: { tracking_number: taken.message } })
  const mixed = await shipments.update([...(await found(one)).shipments, ...other.shipments], {
    status: 'shipped',
    tracking_number: 'RR201',
  })
  expect(await errorOf(mixed)).toMatchObject({ code: 'tracking_number_used' })
  expect((await found(other)).shipments[0]).toMatchObject({ status: 'created', tracking_number: null })
})

test('cancelling gives the pieces back exactly once, and a status after that takes them again', async () => {
  const parcel = await shipments.place(1, 10)
  const [orderId = ''] = orderIdsOf(parcel)
  expect(await stock(parcel)).toBe(9)
  const change = async (status: string) => (await shipments.update((await found(parcel)).shipments, { status })).status
  // Two tabs at once.
  const both = await Promise.all([1, 2].map(() => shipments.update(parcel.shipments, { status: 'cancelled' })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect([await stock(parcel), await statusOf(orderId)]).toEqual([10, 'cancelled'])
  expect(await change('shipped')).toBe(200)
  expect([await stock(parcel), await statusOf(orderId)]).toEqual([9, 'pending'])
  // Sent, and it came back.
  expect(await change('cancelled')).toBe(200)
  expect([await stock(parcel), await statusOf(orderId)]).toEqual([10, 'cancelled'])
  await productsOnSale(api, 1, 0)
  const gone = await errorOf(await shipments.update((await found(parcel)).shipments, { status: 'created' }))
  expect(gone).toMatchObject({ status: 409, code: 'order_stock_gone' })
  expect((await found(parcel)).shipments[0]?.status).toBe('cancelled')
  expect(await stock(parcel)).toBe(0)
})

test('a cancelled order leaves the sum of its parcel', async () => {
  const parcel = await shipments.place(2)
  const [first, second] = parcel.shipments
  if (!first || !second) throw new Error('two orders')
  await shipments.update([first], { status: 'cancelled' })
  expect(await found(parcel)).toMatchObject({ due_grosze: second.order.total_grosze })
})

test('archiving puts whole parcels away, keeps their status, and can be undone', async () => {
  const parcel = await shipments.place(2)
  await shipments.update(parcel.shipments, { status: 'delivered' })
  const before = (await shipments.list('?view=archived')).total
  const answer = await shipments.act('archive', idsOf(parcel).slice(1))
  expect([answer.status, await answer.json()]).toEqual([200, { parcels: 1 }])
  expect((await shipments.list()).items.map(({ checkout_id }) => checkout_id)).not.toContain(parcel.checkout_id)
  const archived = await found(parcel)
  expect(archived.shipments).toMatchObject([
    { status: 'delivered', archived_at: expect.any(String) },
    { status: 'delivered', archived_at: expect.any(String) },
  ])
  expect(await (await shipments.get('shipments/archive-count')).json()).toEqual({ total: before + 1 })
  expect(await errorOf(await shipments.act('archive', idsOf(parcel)))).toMatchObject({ code: 'changed_meanwhile' })
  expect(await (await shipments.act('restore', idsOf(parcel))).json()).toEqual({ parcels: 1 })
  expect((await found(parcel)).shipments[0]).toMatchObject({ status: 'delivered', archived_at: null })
  // By the dialog: as a status, and back by any other.
  await shipments.update((await found(parcel)).shipments, { status: 'archived' })
  expect((await found(parcel)).shipments[0]?.archived_at).not.toBeNull()
  await shipments.update((await found(parcel)).shipments.slice(0, 1), { status: 'shipped' })
  expect((await found(parcel)).shipments).toMatchObject([
    { status: 'shipped', archived_at: null },
    { status: 'delivered', archived_at: null },
  ])
  expect((await eventsOf(orderIdsOf(parcel)[1] ?? '')).slice(1)).toEqual([
    'shipment delivered>archived admin',
    'shipment delivered>restored admin',
    'shipment delivered>archived admin',
    'shipment delivered>restored admin',
  ])
})

test('only what is archived can be deleted, and order and panel stay whole', async () => {
  const parcel = await shipments.place(2)
  await shipments.update(parcel.shipments, { status: 'shipped', tracking_number: 'RR300' })
  const refused = await errorOf(await shipments.act('delete', idsOf(parcel)))
  expect(refused).toMatchObject({ status: 409, code: 'shipment_not_archived' })
  await shipments.act('archive', idsOf(parcel))
  const answer = await shipments.act('delete', idsOf(parcel).slice(0, 1))
  expect([answer.status, await answer.json()]).toEqual([200, { parcels: 1 }])
  expect(await shipments.find(parcel)).toBeUndefined()
  for (const action of ['delete', 'restore', 'archive'] as const) {
    expect(await errorOf(await shipments.act(action, idsOf(parcel)))).toMatchObject({ code: 'changed_meanwhile' })
  }
  expect((await shipments.update(parcel.shipments, { status: 'created' })).status).toBe(404)
  const cookie = await api.customer(parcel.email)
  const own = (await (await api.get('/api/me/orders', { Cookie: cookie.cookie })).json()) as {
    shipping_status: string
  }[]
  expect(own.map(({ shipping_status }) => shipping_status)).toEqual(['shipped', 'shipped'])
  const sent = (await (await api.get('/api/me/shipments', { Cookie: cookie.cookie })).json()) as object[]
  expect(sent).toMatchObject([{ tracking_number: 'RR300' }, { tracking_number: 'RR300' }])
  expect((await auditOf(idsOf(parcel)[0] ?? '')).at(-1)).toBe('shipment.deleted')
})

test('archived in one tab and deleted or restored in another: exactly one of both happens', async () => {
  for (const rival of ['restore', 'delete'] as const) {
    const parcel = await shipments.place(2)
    await shipments.act('archive', idsOf(parcel))
    const answers = await Promise.all([shipments.act('delete', idsOf(parcel)), shipments.act(rival, idsOf(parcel))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const now = await shipments.find(parcel)
    if (now) expect(now.shipments.every(({ archived_at }) => archived_at === null)).toBe(true)
    else expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('the archive has ten a page by the day, and a page beyond its end is the last one', async ({ newApi }) => {
  const other = await newApi()
  const own = await openShipments(other)
  for (let n = 0; n < 11; n++) {
    const parcel = await own.place(n === 0 ? 2 : 1)
    const days = new Date(Date.UTC(2026, 0, 1 + n, 12))
    await other.db.updateTable('shipments').set({ created_at: days }).where('id', 'in', idsOf(parcel)).execute()
    await own.act('archive', idsOf(parcel))
  }
  const first = await own.list('?view=archived')
  expect(first).toMatchObject({ total: 11, page: 1, pages: 2, pageSize: 10 })
  expect(first.items).toHaveLength(10)
  expect(first.items[0]?.created_at).toBe('2026-01-11T12:00:00.000Z')
  const last = await own.list('?view=archived&page=9')
  expect(last).toMatchObject({ page: 2 })
  expect(last.items.map((parcel) => parcel.shipments.length)).toEqual([2])
  await own.act('delete', idsOf(last.items[0] as AdminParcel))
  expect(await own.list('?view=archived&page=2')).toMatchObject({ total: 10, page: 1, pages: 1 })
})
