import { vi } from 'vitest'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { type CarrierDesk, openCarrierDesk } from '#tests/support/carrier-desk.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

const clock = { now: new Date() }
const OPTIONS: ApiOptions = { clock, limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

let api: Api
let shipments: CarrierDesk['shipments']
let desk: CarrierDesk
test.beforeAll(async ({ api: started, sandbox }) => {
  api = started
  desk = await openCarrierDesk(api, sandbox, clock)
  shipments = desk.shipments
  await api.startJobs()
})
test.beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await api.mailbox.clearFaults()
})

const mailsTo = async (email: string) => {
  const mails = api.db.selectFrom('mail_outbox').select('template').where('recipient', '=', email)
  return (await mails.where('template', 'like', 'shipment%').orderBy('created_at').execute()).map(
    ({ template }) => template,
  )
}

test('the carrier’s states move a parcel’s status only forwards, with the mails of each step', async () => {
  const parcel = await desk.placeToLocker(2)
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  const [stored] = await desk.atCarrier(parcel)
  const statuses = async () => (await desk.found(parcel)).shipments.map(({ status }) => status)
  const move = async (status: string) => {
    await desk.shipx.move(stored?.id ?? 0, status)
    desk.later(600)
    await desk.follow()
  }
  expect(await mailsTo(parcel.email)).toEqual([])
  await move('taken_by_courier')
  expect([await statuses(), await mailsTo(parcel.email)]).toEqual([['shipped', 'shipped'], ['shipment-sent']])
  // A correction by the admin is not undone when the carrier repeats its state.
  await shipments.update((await desk.found(parcel)).shipments, { status: 'processing' })
  desk.later(600)
  await desk.follow()
  expect(await statuses()).toEqual(['processing', 'processing'])
  await move('ready_to_pickup')
  expect(await statuses()).toEqual(['shipped', 'shipped'])
  await move('delivered')
  expect([await statuses(), await mailsTo(parcel.email)]).toEqual([
    ['delivered', 'delivered'],
    ['shipment-sent', 'shipment-delivered'],
  ])
  const events = await api.db
    .selectFrom('order_events')
    .select(['to_status', 'actor'])
    .where('order_id', '=', parcel.shipments[0]?.order.id ?? '')
    .where('actor', '=', 'provider')
    .orderBy('id')
    .execute()
  expect(events.map(({ to_status }) => to_status)).toEqual(['numbered', 'shipped', 'shipped', 'delivered'])
  // The parcel has arrived: it is no longer checked, and later states do not move it.
  await move('taken_by_courier')
  expect(await statuses()).toEqual(['delivered', 'delivered'])
})

test('a parcel that waits for the carrier’s payment says so, can be cancelled, and is requested again', async () => {
  const parcel = await desk.placeToLocker()
  await api.mailbox.planFault({ service: 'shipx-payments', mode: 'unpaid' })
  await desk.ended(await desk.request(parcel))
  await eventually(async () =>
    expect((await desk.found(parcel)).carrier).toMatchObject({
      status: 'created',
      problem: expect.stringMatching(/opłaty/),
    }),
  )
  const cancel = async () => shipments.send('DELETE', `carrier-shipments/${(await desk.found(parcel)).carrier?.id}`, {})
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).status).toBe(200)
  expect([(await desk.atCarrier(parcel))[0]?.status, (await desk.found(parcel)).carrier?.status]).toEqual([
    'canceled',
    'cancelled',
  ])
  expect((await desk.found(parcel)).shipments[0]).toMatchObject({
    status: 'created',
    tracking_number: null,
    label_url: null,
  })
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  expect(await desk.shipx.shipments(`${desk.numberOf(parcel)}-2`)).toHaveLength(1)
  const refused = await errorOf(await cancel())
  expect([refused.status, refused.code]).toEqual([409, 'carrier_too_late'])
  expect((await desk.found(parcel)).carrier?.status).toBe('confirmed')
  const unknown = await shipments.send('DELETE', `carrier-shipments/${crypto.randomUUID()}`, {})
  expect((await errorOf(unknown)).code).toBe('carrier_shipment_not_found')
})

test('labels of cancelled orders are left out of the file and named; a file of only these is refused', async () => {
  const [kept, cancelled] = [await desk.placeToLocker(), await desk.placeToLocker()]
  await desk.ended(await desk.request(kept, cancelled))
  for (const parcel of [kept, cancelled]) await desk.confirmed(parcel)
  const { shipments: parts } = await desk.found(cancelled)
  expect((await desk.shipments.update(parts, { status: 'cancelled' })).status).toBe(200)
  const ids = await Promise.all([kept, cancelled].map(async (parcel) => (await desk.found(parcel)).carrier?.id))
  const both = await desk.shipments.get(`carrier-labels?ids=${ids.join(',')}`)
  expect([both.status, both.headers.get('X-Left-Out')]).toEqual([200, desk.numberOf(cancelled)])
  const alone = await desk.shipments.get(`carrier-shipments/${ids[1]}/label`)
  expect(await errorOf(alone)).toMatchObject({ status: 409, code: 'labels_cancelled' })
})

/** Parcels whose label is used or wrong: back at the sender, lost, delivered by mistake, another receiver, another sum. */
test('a parcel that is sent again gets a new number; the diary keeps the old one, its label no longer prints', async () => {
  const parcel = await desk.placeToLocker(2)
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  const [stored] = await desk.atCarrier(parcel)
  const first = await desk.found(parcel)
  const number = first.shipments[0]?.tracking_number
  const move = async (status: string) => {
    await desk.shipx.move(stored?.id ?? 0, status)
    desk.later(600)
    await desk.follow()
  }
  await move('taken_by_courier')
  // The owner says that the parcel is in the shop, the carrier does not: it is neither finished nor requested again.
  await shipments.update((await desk.found(parcel)).shipments, { status: 'created' })
  expect(await desk.ended(await desk.request(parcel))).toMatchObject({ done: 0, failed: 1 })
  expect((await desk.found(parcel)).shipments[0]?.tracking_number).toBe(number)

  await move('returned_to_sender')
  await shipments.update((await desk.found(parcel)).shipments, { status: 'created' })
  expect((await desk.found(parcel)).carrier).toMatchObject({ status: 'confirmed', outdated: true })
  const labelOf = (id: string | undefined) => shipments.get(`carrier-shipments/${id}/label`)
  expect((await errorOf(await labelOf(first.carrier?.id))).code).toBe('label_outdated')
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  const again = await desk.found(parcel)
  expect(await desk.shipx.shipments(`${desk.numberOf(parcel)}-2`)).toHaveLength(1)
  expect(again.carrier).toMatchObject({ status: 'confirmed', outdated: false, cod_grosze: parcel.due_grosze })
  expect(again.carrier?.id).not.toBe(first.carrier?.id)
  for (const { tracking_number } of again.shipments) {
    expect(tracking_number).not.toBeNull()
    expect(tracking_number).not.toBe(number)
  }
  expect((await errorOf(await labelOf(first.carrier?.id))).code).toBe('label_outdated')
  expect((await labelOf(again.carrier?.id)).status).toBe(200)
  const page = await shipments.get(`orders/${parcel.shipments[0]?.order.id}`)
  const { diary } = (await page.json()) as { diary: { sentence: string }[] }
  expect(diary.map(({ sentence }) => sentence)).toContain(
    `Paczka jedzie jeszcze raz, z nową etykietą. Poprzedni numer: ${number}.`,
  )
  // Requested twice, there is still one parcel.
  await desk.ended(await desk.request(again))
  expect(await desk.shipx.shipments(`${desk.numberOf(parcel)}-3`)).toEqual([])
})

test('another locker or sum needs a new label; a cancelled and restored parcel keeps its unused one', async () => {
  const parcel = await desk.placeToLocker()
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  const orderId = parcel.shipments[0]?.order.id ?? ''
  await shipments.update((await desk.found(parcel)).shipments, { status: 'cancelled' })
  await shipments.update((await desk.found(parcel)).shipments, { status: 'created' })
  expect((await desk.found(parcel)).carrier).toMatchObject({ outdated: false })
  expect(await desk.ended(await desk.request(parcel))).toMatchObject({ done: 1 })
  expect(await desk.shipx.shipments(`${desk.numberOf(parcel)}-2`)).toEqual([])

  await api.db
    .updateTable('shipments')
    .set({ parcel_locker_id: 'DEMO-WAW-002' })
    .where('order_id', '=', orderId)
    .execute()
  expect((await desk.found(parcel)).carrier).toMatchObject({ outdated: true })
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  expect((await desk.found(parcel)).carrier).toMatchObject({ outdated: false, cod_grosze: parcel.due_grosze })

  await api.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', orderId).execute()
  expect((await desk.found(parcel)).carrier).toMatchObject({ outdated: true })
  await desk.ended(await desk.request(parcel))
  await desk.confirmed(parcel)
  expect((await desk.found(parcel)).carrier).toMatchObject({ outdated: false, cod_grosze: null })
})
