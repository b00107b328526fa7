// A change of an order and its label: refused by the carrier and then corrected, changed after the label was made, and
// both at the same moment.

import { vi } from 'vitest'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { type CarrierDesk, openCarrierDesk } from '#tests/support/carrier-desk.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const clock = { now: new Date() }
const OPTIONS: ApiOptions = { clock, limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let desk: CarrierDesk
test.beforeAll(async ({ api: started, sandbox }) => {
  api = started
  orders = await openAdminOrders(api)
  desk = await openCarrierDesk(api, sandbox, clock)
})
test.beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const idOf = ({ shipments: [first] }: AdminParcel) => first?.order.id ?? ''
const carrierRows = ({ checkout_id }: AdminParcel) =>
  api.db
    .selectFrom('carrier_shipments')
    .select(['id', 'status', 'reference'])
    .where('checkout_id', '=', checkout_id)
    .orderBy('created_at')
    .execute()

async function correct(parcel: AdminParcel, what: object) {
  const { change } = await orders.read(idOf(parcel))
  return orders.change(idOf(parcel), 'receiver', { version: change.version, ...what })
}

test('after correcting a refused phone or locker on the order, its label is made', async () => {
  const parcel = await desk.placeToLocker()
  await api.db
    .updateTable('orders')
    .set({ phone: '+4915123456789', parcel_locker_id: 'DEMO-NIE-MA' })
    .where('checkout_id', '=', parcel.checkout_id)
    .execute()
  await api.db
    .updateTable('shipments')
    .set({ receiver_phone: '+4915123456789', parcel_locker_id: 'DEMO-NIE-MA' })
    .where('order_id', '=', idOf(parcel))
    .execute()
  await desk.request(parcel)
  expect((await desk.send(parcel)).ok).toBe(false)
  expect((await desk.found(parcel)).carrier).toMatchObject({ status: 'refused' })
  expect((await correct(parcel, { phone: '600 200 300', selectedLocker: 'DEMO-WAW-002' })).status).toBe(200)
  await desk.request(parcel)
  expect((await desk.send(parcel)).ok).toBe(true)
  expect(await desk.atCarrier(parcel)).toMatchObject([
    { request: { receiver: { phone: '600200300' }, custom_attributes: { target_point: 'DEMO-WAW-002' } } },
  ])
})

test('while the label is being made the buyer cannot change the locker, so label and order agree', async () => {
  const waiting = await desk.placeToLocker()
  await desk.request(waiting)
  const token = new URL(api.services.orderLinks.create(waiting.checkout_id)).hash.slice(1)
  const linked = (await (await api.post('/api/order-link', { token })).json()) as { change: { version: string } }
  const late = await api.post('/api/order-link/receiver', {
    token,
    version: linked.change.version,
    selectedLocker: 'DEMO-WAW-002',
  })
  expect(await orders.codeOf(late)).toBe('parcel_not_changeable')

  for (let round = 0; round < 5; round++) {
    const parcel = await desk.placeToLocker()
    await desk.request(parcel)
    const [, changed] = await Promise.all([desk.send(parcel), correct(parcel, { selectedLocker: 'DEMO-WAW-002' })])
    expect(['ok', 'carrier_unsettled', 'changed_meanwhile']).toContain(await orders.codeOf(changed))
    const [row] = (await carrierRows(parcel)).filter(({ status }) => status !== 'cancelled')
    if (row?.status !== 'created' && row?.status !== 'confirmed') continue
    const { parcel_locker_id } = await api.db
      .selectFrom('orders')
      .select('parcel_locker_id')
      .where('id', '=', idOf(parcel))
      .executeTakeFirstOrThrow()
    const stored = await desk.shipx.shipments(row.reference)
    expect(stored.map(({ request }) => request)).toMatchObject([
      { custom_attributes: { target_point: parcel_locker_id } },
    ])
  }
})

test('a change makes a label invalid: its number is removed, and a new parcel has the new locker', async () => {
  await api.startJobs()
  const parcel = await desk.placeToLocker()
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  const number = (await desk.found(parcel)).shipments[0]?.tracking_number
  expect(number).toMatch(/^\d+$/)
  expect((await orders.read(idOf(parcel))).change.label_number).toBe(number)
  expect((await correct(parcel, { selectedLocker: 'DEMO-WAW-002' })).status).toBe(200)
  expect((await desk.found(parcel)).shipments[0]).toMatchObject({ tracking_number: null, label_url: null })
  expect(orders.sentencesOf(await orders.read(idOf(parcel)))).toContainEqual(
    expect.stringContaining(`Etykieta z numerem ${number} jest nieaktualna, trzeba utworzyć nową.`),
  )
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  expect(await carrierRows(parcel)).toMatchObject([
    { status: 'cancelled', reference: desk.numberOf(parcel) },
    { status: 'confirmed', reference: `${desk.numberOf(parcel)}-2` },
  ])
  expect(await desk.shipx.shipments(`${desk.numberOf(parcel)}-2`)).toMatchObject([
    { request: { custom_attributes: { target_point: 'DEMO-WAW-002' } } },
  ])
})
