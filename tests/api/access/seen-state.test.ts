import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import { openShipments } from '#tests/support/admin-shipments.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { SIZES } from '#tests/support/carrier-desk.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

// Ways in which a page may be outdated: the order changed, or its parcel was packed, sent, archived, returned or
// labelled. Acts: cancel (with and without refund), refund, complete, mark as paid, pack, send, restore, archive,
// delete, make a label; for one parcel and for many.
const OPTIONS: ApiOptions = { limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let shipments: Awaited<ReturnType<typeof openShipments>>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  shipments = await openShipments(api)
})

const codeOf = async (answer: Response) => (answer.ok ? 'ok' : (await errorOf(answer)).code)

async function parcelOf(orderId: string): Promise<AdminParcel> {
  const { items } = await shipments.list(`?search=${orderId.slice(0, 8)}`)
  const [parcel] = items
  if (!parcel) throw new Error('no parcel')
  return parcel
}

async function send(orderId: string): Promise<void> {
  const parcel = await parcelOf(orderId)
  expect((await shipments.update(parcel.shipments, { status: 'shipped' })).status).toBe(200)
}

test('cancel from a page older than the dispatch of the parcel changes nothing', async () => {
  const { orderId, item } = await orders.onDelivery(4)
  const { version } = await orders.read(orderId)
  await send(orderId)
  const stale = { seen: 'pending', reason: 'rezygnacja' }
  for (const body of [stale, { ...stale, version }]) {
    for (const act of ['cancel', 'cancel-and-refund']) {
      expect(await codeOf(await orders.change(orderId, act, body))).toBe('changed_meanwhile')
    }
  }
  expect(await orders.statusOf(orderId)).toBe('pending')
  expect((await orders.stockOf(item))?.stock_quantity).toBe(2)
  // A current page cannot cancel it either: a sent parcel has to come back first.
  const now = await orders.read(orderId)
  expect(now.actions.cancel).toBe(false)
  expect(await codeOf(await orders.change(orderId, 'cancel', { ...stale, version: now.version }))).toBe('order_sent')
  expect(now.shipment?.status).toBe('shipped')
})

test('when twenty windows cancel while another sends the parcel, exactly one act happens', async () => {
  const { orderId, item } = await orders.onDelivery(4)
  const { version } = await orders.read(orderId)
  const parcel = await parcelOf(orderId)
  const body = { seen: 'pending', reason: 'rezygnacja', version }
  const [sent, ...cancelled] = await Promise.all([
    shipments.update(parcel.shipments, { status: 'shipped' }),
    ...Array.from({ length: 20 }, () => orders.change(orderId, 'cancel', body)),
  ])
  const won = cancelled.filter(({ ok }) => ok).length
  expect(won + (sent?.ok ? 1 : 0)).toBe(1)
  expect((await orders.stockOf(item))?.stock_quantity).toBe(won === 1 ? 4 : 2)
  expect((await orders.read(orderId)).shipment?.status).toBe(won === 1 ? 'cancelled' : 'shipped')
})

test('refund, mark as paid, complete: an outdated page changes nothing', async () => {
  const ahead = await orders.paidAhead()
  const before = await orders.read(ahead.orderId)
  await send(ahead.orderId)
  const refund = { payment_id: ahead.paymentId, amount_grosze: 100, reason: 'za spóźnienie', refunds_seen: 0 }
  const stale = { ...refund, refund_id: crypto.randomUUID(), version: before.version }
  expect(await codeOf(await orders.change(ahead.orderId, 'refunds', stale))).toBe('changed_meanwhile')
  expect((await orders.read(ahead.orderId)).payment.attempts[0]?.refunds).toEqual([])
  const fresh = { ...stale, version: (await orders.read(ahead.orderId)).version }
  expect(await codeOf(await orders.change(ahead.orderId, 'refunds', fresh))).toBe('ok')

  const { orderId } = await orders.onDelivery()
  const { version } = await orders.read(orderId)
  await send(orderId)
  for (const to of ['paid', 'completed']) {
    const body = { seen: 'pending', to, version }
    expect(await codeOf(await orders.change(orderId, 'status', body))).toBe('changed_meanwhile')
  }
  expect(await orders.statusOf(orderId)).toBe('pending')
})

test('complete: is refused before the parcel was sent', async () => {
  const { orderId } = await orders.paidAhead()
  const here = await orders.read(orderId)
  expect(here.actions.complete).toBe(false)
  const body = { seen: 'paid', to: 'completed' }
  expect(await codeOf(await orders.change(orderId, 'status', body))).toBe('parcel_not_sent')
  await send(orderId)
  expect((await orders.read(orderId)).actions.complete).toBe(true)
  expect(await codeOf(await orders.change(orderId, 'status', body))).toBe('ok')
})

test('pack, send, restore: a page is outdated even if only the order changed', async () => {
  const { orderId } = await orders.onDelivery()
  const seen = await parcelOf(orderId)
  await api.db.updateTable('orders').set({ phone: '+48600700800' }).where('id', '=', orderId).execute()
  const versions = Object.fromEntries(seen.shipments.map(({ id, version }) => [id, version]))
  const pack = { ids: shipments.idsOf(seen), packed: true, versions }
  expect(await codeOf(await shipments.send('POST', 'packing', pack))).toBe('changed_meanwhile')
  expect(await codeOf(await shipments.update(seen.shipments, { status: 'shipped' }))).toBe('changed_meanwhile')
  expect((await parcelOf(orderId)).shipments[0]).toMatchObject({ status: 'created', packed_at: null })

  const here = await parcelOf(orderId)
  expect(await codeOf(await shipments.update(here.shipments, { status: 'cancelled' }))).toBe('ok')
  expect(await codeOf(await shipments.update(here.shipments, { status: 'processing' }))).toBe('changed_meanwhile')
  expect(await orders.statusOf(orderId)).toBe('cancelled')
})

test('archive, restore, delete of many: parcels that changed since are left out and named', async () => {
  const [still, moved] = [await shipments.place(), await shipments.place()]
  const versions = Object.fromEntries(
    [still, moved].flatMap((parcel) => parcel.shipments.map(({ id, version }) => [id, version])),
  )
  expect((await shipments.update(moved.shipments, { status: 'processing' })).status).toBe(200)
  const ids = [still, moved].flatMap(shipments.idsOf)
  const archived = await shipments.send('POST', 'shipments/archive', { ids, versions })
  const number = moved.shipments[0]?.order.id.slice(0, 8)
  expect([archived.status, await archived.json()]).toEqual([200, { parcels: 1, left_out: [number] }])
  expect((await shipments.found(moved)).shipments[0]?.archived_at).toBeNull()
  for (const act of ['restore', 'delete']) {
    const stale = { ids: shipments.idsOf(still), versions }
    expect(await codeOf(await shipments.send('POST', `shipments/${act}`, stale))).toBe('changed_meanwhile')
  }
})

test('labels of many: only the parcel that changed since fails', async () => {
  const [still, moved] = [await shipments.place(), await shipments.place()]
  const versions = Object.fromEntries(
    [still, moved].flatMap((parcel) => parcel.shipments.map(({ id, version }) => [id, version])),
  )
  const [orderId = ''] = shipments.orderIdsOf(moved)
  await api.db.updateTable('orders').set({ phone: '+48600700800' }).where('id', '=', orderId).execute()
  const parcels = [still, moved].map(({ checkout_id }) => checkout_id)
  const begun = await shipments.send('POST', 'carrier-shipments', { parcels, sizes: SIZES, versions })
  expect(begun.status).toBe(200)
  expect((await shipments.found(moved)).carrier).toBeNull()
  expect((await shipments.found(still)).carrier).not.toBeNull()
})

test('search: finds a parcel by order, receiver and tracking number', async () => {
  const parcel = await shipments.place()
  const number = parcel.shipments[0]?.order.id.slice(0, 8)
  const tracking = `62000${number}`
  await shipments.update(parcel.shipments, { status: 'shipped', tracking_number: tracking })
  const [shipment] = parcel.shipments
  for (const search of [number, tracking, `${number} ${shipment?.receiver_name.split(' ')[0]}`]) {
    const { items, total } = await shipments.list(`?search=${encodeURIComponent(search ?? '')}`)
    expect([search, total, items[0]?.checkout_id]).toEqual([search, 1, parcel.checkout_id])
  }
  expect((await shipments.list('?search=nikogo-takiego')).items).toEqual([])
})
