import { vi } from 'vitest'
import type { Run } from '#domain/runs/run.ts'
import type { AdminParcel } from '#domain/shipping/admin-parcel.ts'
import followParcels from '#domain/shipping/follow-parcels.job.server.ts'
import { sendToCarrier } from '#domain/shipping/send-to-carrier.server.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, errorOf, LOCKER, productsOnSale, toLocker } from '#tests/support/orders.ts'
import { openShipx } from '#tests/support/shipx.ts'

const clock = { now: new Date() }
const OPTIONS: ApiOptions = { clock, limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

const SIZES = { locker_template: 'medium', length_mm: 200, width_mm: 150, height_mm: 100, weight_grams: 800 }
const LOST = { service: 'shipx', method: 'POST', path: '/v1/organizations/' } as const

let api: Api
let shipments: Shipments
let shipx: ReturnType<typeof openShipx>
test.beforeAll(async ({ api: started, sandbox }) => {
  api = started
  shipments = await openShipments(api)
  shipx = openShipx(sandbox)
})
test.beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await api.mailbox.clearFaults()
})

const create = (parcels: readonly AdminParcel[]) =>
  shipments.send('POST', 'carrier-shipments', { parcels: parcels.map((parcel) => parcel.checkout_id), sizes: SIZES })
async function request(...parcels: AdminParcel[]): Promise<string> {
  const answer = await create(parcels)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}
async function ended(id: string): Promise<Run> {
  let run: Run | undefined
  await eventually(async () => {
    run = (await (await shipments.get(`runs/${id}`)).json()) as Run
    expect(run.status).not.toBe('running')
  })
  if (!run) throw new Error('no run')
  return run
}
async function found(parcel: AdminParcel): Promise<AdminParcel> {
  const now = await shipments.find(parcel)
  if (!now) throw new Error('the parcel is gone')
  return now
}
const numberOf = (parcel: AdminParcel) => parcel.shipments[0]?.order.id.slice(0, 8) ?? ''
const atCarrier = (parcel: AdminParcel) => shipx.shipments(numberOf(parcel))
const send = (parcel: AdminParcel) => sendToCarrier(api.services, parcel.checkout_id)
const follow = () => followParcels.run(api.services, {}, { last: false })
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
async function placeToLocker(orders = 1): Promise<AdminParcel & { email: string }> {
  const buyer = await api.customer()
  const items = await productsOnSale(api, orders)
  expect((await buyer.order(cart(items, { customerData: toLocker, shippingCost: LOCKER }))).status).toBe(200)
  const [parcel] = (await shipments.list()).items
  if (!parcel) throw new Error('no parcel')
  return { ...parcel, email: buyer.email }
}
const confirmed = (parcel: AdminParcel) =>
  eventually(async () => expect((await found(parcel)).carrier?.status).toBe('confirmed'))
const mailsTo = async (email: string) => {
  const mails = api.db.selectFrom('mail_outbox').select('template').where('recipient', '=', email)
  return (await mails.where('template', 'like', 'shipment%').orderBy('created_at').execute()).map(
    ({ template }) => template,
  )
}

test('a lost answer, a lost call, many processes at once: one parcel at the carrier each time', async () => {
  const [answerLost, callLost, raced] = [await placeToLocker(2), await placeToLocker(), await placeToLocker()]
  const [one, other] = await Promise.all([create([answerLost, callLost, raced]), create([raced, answerLost])])
  expect([one.status, other.status, await one.json()]).toEqual([200, 200, await other.json()])

  await api.mailbox.planFault({ ...LOST, mode: 'cut_after' })
  expect(await send(answerLost)).toMatchObject({ failure: { problem: { reason: 'carrier_unavailable' } } })
  expect((await found(answerLost)).carrier?.status).toBe('requested')
  expect(await send(answerLost)).toEqual({ ok: true, value: null })

  await api.mailbox.planFault({ ...LOST, mode: 'cut' })
  expect((await send(callLost)).ok).toBe(false)
  // It may still be on its way: it is looked for, and not asked for again.
  expect(await send(callLost)).toMatchObject({ failure: { retryAfterSeconds: 60 } })
  expect(await atCarrier(callLost)).toEqual([])
  later(61)
  expect((await send(callLost)).ok).toBe(true)

  const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(raced)))
  expect(outcomes.some(({ ok }) => ok)).toBe(true)
  for (const parcel of [answerLost, callLost, raced]) {
    expect(await send(parcel)).toEqual({ ok: true, value: null })
    expect(await atCarrier(parcel)).toHaveLength(1)
    expect((await found(parcel)).carrier).toMatchObject({
      status: 'created',
      problem: null,
      cod_grosze: parcel.due_grosze,
    })
  }
  const [stored] = await atCarrier(answerLost)
  const due = (answerLost.due_grosze ?? 0) / 100
  expect(stored?.request).toMatchObject({
    service: 'inpost_locker_standard',
    parcels: [{ template: 'medium' }],
    custom_attributes: { target_point: 'DEMO-WAW-001' },
    receiver: { first_name: 'Anna', last_name: 'Kowalska', phone: '600100200', email: 'odbiorca@example.test' },
    cod: { amount: due },
    insurance: { amount: due },
  })
})

test('what is cancelled before the carrier heard of it never gets there, and what was lost for good is said', async () => {
  const [cancelled, lost] = [await shipments.place(), await placeToLocker()]
  await request(cancelled, lost)
  expect((await shipments.update(cancelled.shipments, { status: 'cancelled' })).status).toBe(200)
  expect(await send(cancelled)).toMatchObject({ failure: { problem: { reason: 'parcel_cancelled' } } })
  await api.mailbox.planFault({ ...LOST, mode: 'error' })
  expect((await send(lost)).ok).toBe(false)
  later(61)
  await follow()
  expect((await found(lost)).carrier).toMatchObject({
    status: 'refused',
    problem: expect.stringMatching(/nie odpowiada/),
  })
  expect([await atCarrier(cancelled), await atCarrier(lost)]).toEqual([[], []])
  await request(lost)
  expect((await send(lost)).ok).toBe(true)
  expect(await atCarrier(lost)).toHaveLength(1)
})

test('many at once: each succeeds or fails for itself, with number, label and sentence; again makes none', async () => {
  await api.startJobs()
  const [toBox, byCourier, wrong, sent] = [
    await placeToLocker(2),
    await shipments.place(),
    await placeToLocker(),
    await shipments.place(),
  ]
  const [wrongId = ''] = wrong.shipments.map(({ id }) => id)
  await api.db.updateTable('shipments').set({ receiver_phone: '+4915112345678' }).where('id', '=', wrongId).execute()
  await shipments.update(sent.shipments, { status: 'shipped' })
  const run = await ended(await request(toBox, byCourier, wrong, sent))
  expect(run).toMatchObject({ kind: 'carrier-shipments', mode: null, status: 'done', failure: null })
  const messages = new Map(run.errors.map(({ id, name, message }) => [id, [name, message]]))
  expect(messages).toEqual(
    new Map([
      [
        wrong.checkout_id,
        [`#${numberOf(wrong)} Anna Kowalska`, 'InPost odrzucił dane: telefon odbiorcy – niewłaściwa wartość.'],
      ],
      [sent.checkout_id, [`#${numberOf(sent)} Anna Kowalska`, 'Paczka jest już wysłana.']],
    ]),
  )
  expect([await atCarrier(wrong), await atCarrier(sent)]).toEqual([[], []])
  expect((await found(wrong)).carrier?.status).toBe('refused')
  expect(await (await shipments.get('carrier')).json()).toEqual({ configured: true, sizes: SIZES, run_id: null })

  for (const parcel of [toBox, byCourier]) {
    await confirmed(parcel)
    const { shipments: parts, carrier } = await found(parcel)
    const [stored] = await atCarrier(parcel)
    expect(parts.map(({ tracking_number }) => tracking_number)).toEqual(parts.map(() => stored?.trackingNumber))
    for (const { label_url } of parts) expect(label_url).toBe(`/api/admin/carrier-shipments/${carrier?.id}/label`)
  }
  const again = await ended(await request(toBox, byCourier))
  expect(again).toMatchObject({ done: 2, failed: 0 })
  expect([await atCarrier(toBox), await atCarrier(byCourier)].map(({ length }) => length)).toEqual([1, 1])

  const ids = [(await found(toBox)).carrier?.id, (await found(byCourier)).carrier?.id]
  const one = await shipments.get(`carrier-shipments/${ids[0]}/label`)
  expect([one.status, one.headers.get('content-type'), one.headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="etykieta-${numberOf(toBox)}.pdf"`,
  ])
  expect((await one.text()).slice(0, 5)).toBe('%PDF-')
  const both = await shipments.get(`carrier-labels?ids=${ids.join(',')}`)
  expect([both.status, both.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const wrongOne = (await found(wrong)).carrier?.id
  expect((await errorOf(await shipments.get(`carrier-shipments/${wrongOne}/label`))).code).toBe('label_not_ready')
  expect((await errorOf(await shipments.get('carrier-shipments/none/label'))).code).toBe('carrier_shipment_not_found')
  await api.mailbox.planFault({ service: 'shipx', mode: 'error' })
  const away = await errorOf(await shipments.get(`carrier-shipments/${ids[0]}/label`))
  expect([away.status, away.code]).toEqual([503, 'carrier_unavailable'])

  // The label is the sender's, not the customer's.
  const { cookie } = await api.customer(toBox.email)
  const own = (await (await api.get('/api/me/shipments', { Cookie: cookie })).json()) as { label_url: string | null }[]
  expect(own.map(({ label_url }) => label_url)).toEqual([null, null])
})

test('the way of a parcel moves its status, forwards alone, with the mails of each step', async () => {
  const parcel = await placeToLocker(2)
  await ended(await request(parcel))
  await confirmed(parcel)
  const [stored] = await atCarrier(parcel)
  const statuses = async () => (await found(parcel)).shipments.map(({ status }) => status)
  const move = async (status: string) => {
    await shipx.move(stored?.id ?? 0, status)
    later(600)
    await follow()
  }
  expect(await mailsTo(parcel.email)).toEqual([])
  await move('taken_by_courier')
  expect([await statuses(), await mailsTo(parcel.email)]).toEqual([['shipped', 'shipped'], ['shipment-sent']])
  // What the admin puts right is not undone by the same word again.
  await shipments.update((await found(parcel)).shipments, { status: 'processing' })
  later(600)
  await follow()
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
  // Its way is over: nothing that comes later is asked for, nor moves it.
  await move('taken_by_courier')
  expect(await statuses()).toEqual(['delivered', 'delivered'])
})

test('a parcel that waits for money says so, can be cancelled, and is sent anew under another name', async () => {
  const parcel = await placeToLocker()
  await api.mailbox.planFault({ service: 'shipx-payments', mode: 'unpaid' })
  await ended(await request(parcel))
  await eventually(async () =>
    expect((await found(parcel)).carrier).toMatchObject({
      status: 'created',
      problem: expect.stringMatching(/opłaty/),
    }),
  )
  const cancel = async () => shipments.send('DELETE', `carrier-shipments/${(await found(parcel)).carrier?.id}`, {})
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).status).toBe(200)
  expect([(await atCarrier(parcel))[0]?.status, (await found(parcel)).carrier?.status]).toEqual([
    'canceled',
    'cancelled',
  ])
  expect((await found(parcel)).shipments[0]).toMatchObject({
    status: 'created',
    tracking_number: null,
    label_url: null,
  })
  await ended(await request(parcel))
  await confirmed(parcel)
  expect(await shipx.shipments(`${numberOf(parcel)}-2`)).toHaveLength(1)
  const refused = await errorOf(await cancel())
  expect([refused.status, refused.code]).toEqual([409, 'carrier_too_late'])
  expect((await found(parcel)).carrier?.status).toBe('confirmed')
  const unknown = await shipments.send('DELETE', `carrier-shipments/${crypto.randomUUID()}`, {})
  expect((await errorOf(unknown)).code).toBe('carrier_shipment_not_found')
})

test('too many calls are waited for as long as the carrier says; a key that is not accepted ends it at once', async () => {
  const [patient, refused] = [await placeToLocker(), await placeToLocker()]
  await api.mailbox.planFault({ ...LOST, mode: 'limit', retryAfterSeconds: 1 })
  expect(await ended(await request(patient))).toMatchObject({ done: 1, failed: 0 })
  expect(await atCarrier(patient)).toHaveLength(1)
  await api.mailbox.planFault({ ...LOST, mode: 'unauthorized' })
  const run = await ended(await request(refused))
  expect(run.errors.map(({ message }) => message)).toEqual([
    'InPost nie przyjmuje klucza sklepu. Sprawdź SHIPX_TOKEN i SHIPX_ORGANIZATION_ID.',
  ])
  expect(await atCarrier(refused)).toEqual([])
})

test('as many as a page has are asked for in one call, again and again', async () => {
  const many: AdminParcel[] = []
  for (let n = 0; n < 12; n += 1) many.push(await shipments.place())
  expect(await ended(await request(...many))).toMatchObject({ total: 12, done: 12, failed: 0 })
  for (let n = 0; n < 7; n += 1) expect(await ended(await request(...many))).toMatchObject({ done: 12 })
  for (const parcel of many) expect(await atCarrier(parcel)).toHaveLength(1)
})

test('without keys of the carrier nothing is begun', async ({ newApi }) => {
  const bare = await newApi({ shipx: null })
  const own = await openShipments(bare)
  const parcel = await own.place()
  expect(await (await own.get('carrier')).json()).toMatchObject({ configured: false })
  const body = { parcels: [parcel.checkout_id], sizes: SIZES }
  for (const answer of [
    await own.send('POST', 'carrier-shipments', body),
    await own.send('DELETE', `carrier-shipments/${crypto.randomUUID()}`, {}),
    await own.get(`carrier-labels?ids=${crypto.randomUUID()}`),
  ]) {
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'carrier_missing' })
  }
  const invalid = await own.send('POST', 'carrier-shipments', { ...body, sizes: { ...SIZES, weight_grams: 0 } })
  expect((await errorOf(invalid)).fields).toHaveProperty(['sizes.weight_grams'])
})
