import { vi } from 'vitest'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openShipments } from '#tests/support/admin-shipments.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { type CarrierDesk, CREATION, openCarrierDesk, SIZES } from '#tests/support/carrier-desk.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
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
})
test.beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await api.mailbox.clearFaults()
})

test('a lost answer, a lost call and many processes at once each make one parcel at the carrier', async () => {
  const [answerLost, callLost, raced] = [
    await desk.placeToLocker(2),
    await desk.placeToLocker(),
    await desk.placeToLocker(),
  ]
  const [one, other] = await Promise.all([desk.create([answerLost, callLost, raced]), desk.create([raced, answerLost])])
  expect([one.status, other.status, await one.json()]).toEqual([200, 200, await other.json()])

  await api.mailbox.planFault({ ...CREATION, mode: 'cut_after' })
  expect(await desk.send(answerLost)).toMatchObject({ failure: { problem: { reason: 'carrier_unavailable' } } })
  expect((await desk.found(answerLost)).carrier?.status).toBe('requested')
  expect(await desk.send(answerLost)).toEqual({ ok: true, value: null })

  await api.mailbox.planFault({ ...CREATION, mode: 'cut' })
  expect((await desk.send(callLost)).ok).toBe(false)
  // The request may still be in progress, so the parcel is looked for and not requested again.
  expect(await desk.send(callLost)).toMatchObject({ failure: { retryAfterSeconds: 60 } })
  expect(await desk.atCarrier(callLost)).toEqual([])
  desk.later(61)
  expect((await desk.send(callLost)).ok).toBe(true)

  const outcomes = await Promise.all(Array.from({ length: 6 }, () => desk.send(raced)))
  expect(outcomes.some(({ ok }) => ok)).toBe(true)
  for (const parcel of [answerLost, callLost, raced]) {
    expect(await desk.send(parcel)).toEqual({ ok: true, value: null })
    expect(await desk.atCarrier(parcel)).toHaveLength(1)
    expect((await desk.found(parcel)).carrier).toMatchObject({
      status: 'created',
      problem: null,
      cod_grosze: parcel.due_grosze,
    })
  }
  const [stored] = await desk.atCarrier(answerLost)
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

test('of a parcel whose first order was paid by a transfer the carrier collects the second one, as pages and slip say', async () => {
  const parcel = await desk.placeToLocker(2)
  const [paid, due] = parcel.shipments.map(({ order }) => order)
  if (!paid || !due) throw new Error('the parcel has fewer orders')
  const marked = await shipments.send('POST', `orders/${paid.id}/status`, { seen: 'pending', to: 'paid' })
  expect(marked.status).toBe(200)
  expect((await desk.found(parcel)).due_grosze).toBe(due.total_grosze)
  const linked = await readLinkedCheckout(api.services, parcel.checkout_id)
  expect(linked).toMatchObject({
    payment: { state: 'due_on_delivery', due_grosze: due.total_grosze },
  })

  await desk.request(parcel)
  expect((await desk.send(parcel)).ok).toBe(true)
  const [stored] = await desk.atCarrier(parcel)
  const amount = due.total_grosze / 100
  expect(stored?.request).toMatchObject({ cod: { amount }, insurance: { amount } })
  expect((await desk.found(parcel)).carrier).toMatchObject({ cod_grosze: due.total_grosze, outdated: false })
  // Paid as well, it has a label with a sum that nobody owes.
  expect((await shipments.send('POST', `orders/${due.id}/status`, { seen: 'pending', to: 'paid' })).status).toBe(200)
  expect(await desk.found(parcel)).toMatchObject({ due_grosze: null, carrier: { outdated: true } })
})

test('a parcel cancelled before its request never reaches the carrier, and a lost request is reported', async () => {
  const [cancelled, lost] = [await shipments.place(), await desk.placeToLocker()]
  await desk.request(cancelled, lost)
  expect((await shipments.update(cancelled.shipments, { status: 'cancelled' })).status).toBe(200)
  expect(await desk.send(cancelled)).toMatchObject({ failure: { problem: { reason: 'parcel_cancelled' } } })
  await api.mailbox.planFault({ ...CREATION, mode: 'error' })
  expect((await desk.send(lost)).ok).toBe(false)
  desk.later(61)
  await desk.follow()
  expect((await desk.found(lost)).carrier).toMatchObject({
    status: 'refused',
    problem: expect.stringMatching(/nie odpowiada/),
  })
  expect([await desk.atCarrier(cancelled), await desk.atCarrier(lost)]).toEqual([[], []])
  await desk.request(lost)
  expect((await desk.send(lost)).ok).toBe(true)
  expect(await desk.atCarrier(lost)).toHaveLength(1)
})

test('many parcels at once succeed or fail separately, with a label or a sentence; a retry adds none', async () => {
  await api.startJobs()
  const [toBox, byCourier, wrong, sent] = [
    await desk.placeToLocker(2),
    await shipments.place(),
    await desk.placeToLocker(),
    await shipments.place(),
  ]
  const [wrongId = ''] = wrong.shipments.map(({ id }) => id)
  await api.db.updateTable('shipments').set({ receiver_phone: '+4915112345678' }).where('id', '=', wrongId).execute()
  await shipments.update(sent.shipments, { status: 'shipped' })
  const run = await desk.ended(await desk.request(toBox, byCourier, wrong, sent))
  expect(run).toMatchObject({ kind: 'carrier-shipments', mode: null, status: 'done', failure: null })
  const messages = new Map(run.errors.map(({ id, name, message }) => [id, [name, message]]))
  expect(messages).toEqual(
    new Map([
      [
        wrong.checkout_id,
        [`#${desk.numberOf(wrong)} Anna Kowalska`, 'InPost odrzucił dane: telefon odbiorcy – niewłaściwa wartość.'],
      ],
      [sent.checkout_id, [`#${desk.numberOf(sent)} Anna Kowalska`, 'Paczka jest już wysłana.']],
    ]),
  )
  expect([await desk.atCarrier(wrong), await desk.atCarrier(sent)]).toEqual([[], []])
  expect((await desk.found(wrong)).carrier?.status).toBe('refused')
  expect(await (await shipments.get('carrier')).json()).toEqual({ configured: true, sizes: SIZES, run_id: null })

  for (const parcel of [toBox, byCourier]) {
    await desk.confirmed(parcel)
    const { shipments: parts, carrier } = await desk.found(parcel)
    const [stored] = await desk.atCarrier(parcel)
    expect(parts.map(({ tracking_number }) => tracking_number)).toEqual(parts.map(() => stored?.trackingNumber))
    for (const { label_url } of parts) expect(label_url).toBe(`/api/admin/carrier-shipments/${carrier?.id}/label`)
  }
  const again = await desk.ended(await desk.request(toBox, byCourier))
  expect(again).toMatchObject({ done: 2, failed: 0 })
  expect([await desk.atCarrier(toBox), await desk.atCarrier(byCourier)].map(({ length }) => length)).toEqual([1, 1])

  const ids = [(await desk.found(toBox)).carrier?.id, (await desk.found(byCourier)).carrier?.id]
  const one = await shipments.get(`carrier-shipments/${ids[0]}/label`)
  expect([one.status, one.headers.get('content-type'), one.headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="etykieta-${desk.numberOf(toBox)}.pdf"`,
  ])
  expect((await one.text()).slice(0, 5)).toBe('%PDF-')
  const both = await shipments.get(`carrier-labels?ids=${ids.join(',')}`)
  expect([both.status, both.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const wrongOne = (await desk.found(wrong)).carrier?.id
  expect((await errorOf(await shipments.get(`carrier-shipments/${wrongOne}/label`))).code).toBe('label_not_ready')
  expect((await errorOf(await shipments.get('carrier-shipments/none/label'))).code).toBe('carrier_shipment_not_found')
  await api.mailbox.planFault({ service: 'shipx', mode: 'error' })
  const away = await errorOf(await shipments.get(`carrier-shipments/${ids[0]}/label`))
  expect([away.status, away.code]).toEqual([503, 'carrier_unavailable'])

  // The label is for the sender, not for the customer.
  const { cookie } = await api.customer(toBox.email)
  const own = (await (await api.get('/api/me/shipments', { Cookie: cookie })).json()) as { label_url: string | null }[]
  expect(own.map(({ label_url }) => label_url)).toEqual([null, null])
})

test('a rate limit of the carrier is waited out; a refused key ends the run at once', async () => {
  const [patient, refused] = [await desk.placeToLocker(), await desk.placeToLocker()]
  await api.mailbox.planFault({ ...CREATION, mode: 'limit', retryAfterSeconds: 1 })
  expect(await desk.ended(await desk.request(patient))).toMatchObject({ done: 1, failed: 0 })
  expect(await desk.atCarrier(patient)).toHaveLength(1)
  await api.mailbox.planFault({ ...CREATION, mode: 'unauthorized' })
  const run = await desk.ended(await desk.request(refused))
  expect(run.errors.map(({ message }) => message)).toEqual([
    'InPost nie przyjmuje klucza sklepu. Sprawdź SHIPX_TOKEN i SHIPX_ORGANIZATION_ID.',
  ])
  expect(await desk.atCarrier(refused)).toEqual([])
})

test('a whole page of parcels is requested in one call, repeatedly', async () => {
  const many: AdminParcel[] = []
  for (let n = 0; n < 12; n += 1) many.push(await shipments.place())
  expect(await desk.ended(await desk.request(...many))).toMatchObject({ total: 12, done: 12, failed: 0 })
  for (let n = 0; n < 7; n += 1) expect(await desk.ended(await desk.request(...many))).toMatchObject({ done: 12 })
  for (const parcel of many) expect(await desk.atCarrier(parcel)).toHaveLength(1)
})

test('without keys of the carrier no run begins', async ({ newApi }) => {
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
