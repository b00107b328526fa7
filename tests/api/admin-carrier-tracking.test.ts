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

test('the way of a parcel moves its status, forwards alone, with the mails of each step', async () => {
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

test('a parcel that waits for money says so, can be cancelled, and is sent again under another reference', async () => {
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
