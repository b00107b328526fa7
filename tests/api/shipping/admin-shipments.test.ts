import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
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

test('orders of one checkout are one parcel with the sum to collect; unpaid prepaid orders have none', async () => {
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

test('a status filter lists each parcel with a shipment in that status once, with all its shipments', async () => {
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

test('any status may follow any other, and each change writes an event, an audit row and a new version', async () => {
  const parcel = await shipments.place()
  for (const status of ['shipped', 'processing', 'delivered', 'created'] as const) {
    const { shipments: seen } = await shipments.found(parcel)
    expect((await shipments.update(seen, { status })).status).toBe(200)
    expect((await shipments.found(parcel)).shipments[0]).toMatchObject({ status })
  }
  const [orderId = ''] = shipments.orderIdsOf(parcel)
  expect(await shipments.eventsOf(orderId)).toEqual([
    'shipment created>shipped admin',
    'shipment shipped>processing admin',
    'shipment processing>delivered admin',
    'shipment delivered>created admin',
  ])
  expect(await shipments.auditOf(shipments.idsOf(parcel)[0] ?? '')).toEqual(Array(4).fill('shipment.updated'))
})

test('a change of an outdated state is refused, and a repeated change gets the first answer', async () => {
  const parcel = await shipments.place(2)
  const [first, second] = parcel.shipments
  if (!first || !second) throw new Error('two orders')
  const change = { status: 'shipped', tracking_number: ' 6200 0000 0001 ' }
  expect(await (await shipments.update(parcel.shipments, change)).json()).toEqual({ shipments: 2 })
  expect(await (await shipments.update(parcel.shipments, change)).json()).toEqual({ shipments: 0 })
  expect((await shipments.found(parcel)).shipments.map((row) => row.tracking_number)).toEqual([
    '620000000001',
    '620000000001',
  ])
  const late = await errorOf(await shipments.update([first, second], { status: 'delivered' }))
  expect([late.status, late.code]).toEqual([409, 'changed_meanwhile'])
  expect((await shipments.found(parcel)).shipments.map(({ status }) => status)).toEqual(['shipped', 'shipped'])
  const none = await shipments.update([{ id: crypto.randomUUID(), version: first.version }], { status: 'delivered' })
  expect(await errorOf(none)).toMatchObject({ status: 404, code: 'shipment_not_found' })
})

test('a sent parcel is mailed once it has a number, and again when the number is corrected', async () => {
  const parcel = await shipments.place(2)
  await shipments.update(parcel.shipments, { status: 'shipped' })
  expect(await mailsTo(parcel.email)).toEqual([])
  for (const [number, mails] of [
    ['RR100', 1],
    ['RR101', 2],
  ] as const) {
    const { shipments: seen } = await shipments.found(parcel)
    expect((await shipments.update(seen, { status: 'shipped', tracking_number: number })).status).toBe(200)
    expect(await mailsTo(parcel.email)).toHaveLength(mails)
  }
  expect(await shipments.eventsOf(shipments.orderIdsOf(parcel)[0] ?? '')).toEqual([
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
  const mixed = await shipments.update([...(await shipments.found(one)).shipments, ...other.shipments], {
    status: 'shipped',
    tracking_number: 'RR201',
  })
  expect(await errorOf(mixed)).toMatchObject({ code: 'tracking_number_used' })
  expect((await shipments.found(other)).shipments[0]).toMatchObject({ status: 'created', tracking_number: null })
})

test('cancelling returns the pieces exactly once, and leaving that status takes them again', async () => {
  const parcel = await shipments.place(1, 10)
  const [orderId = ''] = shipments.orderIdsOf(parcel)
  expect(await stock(parcel)).toBe(9)
  const change = async (status: string) =>
    (await shipments.update((await shipments.found(parcel)).shipments, { status })).status
  // Two tabs at once.
  const both = await Promise.all([1, 2].map(() => shipments.update(parcel.shipments, { status: 'cancelled' })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect([await stock(parcel), await statusOf(orderId)]).toEqual([10, 'cancelled'])
  expect(await change('shipped')).toBe(200)
  expect([await stock(parcel), await statusOf(orderId)]).toEqual([9, 'pending'])
  // Sent, then returned.
  expect(await change('cancelled')).toBe(200)
  expect([await stock(parcel), await statusOf(orderId)]).toEqual([10, 'cancelled'])
  await productsOnSale(api, 1, 0)
  const gone = await errorOf(await shipments.update((await shipments.found(parcel)).shipments, { status: 'created' }))
  expect(gone).toMatchObject({ status: 409, code: 'order_stock_gone' })
  expect((await shipments.found(parcel)).shipments[0]?.status).toBe('cancelled')
  expect(await stock(parcel)).toBe(0)
})

test('a cancelled order no longer counts in the sum of its parcel', async () => {
  const parcel = await shipments.place(2)
  const [first, second] = parcel.shipments
  if (!first || !second) throw new Error('two orders')
  await shipments.update([first], { status: 'cancelled' })
  expect(await shipments.found(parcel)).toMatchObject({ due_grosze: second.order.total_grosze })
})
