import fc from 'fast-check'
import { describe } from 'vitest'
import { eventually } from '#tests/support/fixtures.ts'
import {
  aMinuteAgo,
  type Contract,
  expect,
  failureOf,
  inSandbox,
  OWN,
  succeed,
  test,
  toCourier,
  toLocker,
} from './carrier-setup.ts'

let carrier: Contract['carrier']
let shipx: Contract['shipx']
let plan: Contract['plan']
let createConfirmed: Contract['createConfirmed']
test.beforeAll(({ contract }) => {
  ;({ carrier, shipx, plan, createConfirmed } = contract)
})

describe('a parcel', () => {
  test('to a locker is created, found by its reference, and gets its number a moment later', async () => {
    const request = toLocker()
    expect(await succeed(carrier.findByReference(request.reference, aMinuteAgo()))).toBeNull()
    const created = await succeed(carrier.create(request))
    expect(created).toMatchObject({ reference: request.reference, codGrosze: null, problem: null })
    expect((await succeed(carrier.findByReference(request.reference, aMinuteAgo())))?.id).toBe(created.id)
    await eventually(async () => {
      const [now] = await succeed(carrier.find([created.id]))
      expect(now).toMatchObject({
        id: created.id,
        status: 'confirmed',
        trackingNumber: expect.stringMatching(/^\d{20,}$/),
      })
    })
  })

  test('by courier carries size, cash on delivery and insurance to the grosz', async () => {
    const request = toCourier({ codGrosze: 28_289, insuranceGrosze: 28_289 })
    expect((await succeed(carrier.create(request))).codGrosze).toBe(28_289)
    if (OWN) return
    const [stored] = await shipx.shipments(request.reference)
    expect(stored?.request).toMatchObject({
      service: 'inpost_courier_standard',
      receiver: {
        first_name: 'Łucja',
        phone: '600700800',
        address: {
          street: 'Źródlana',
          building_number: '12a/3',
          city: 'Kraków',
          post_code: '31-005',
          country_code: 'PL',
        },
      },
      sender: { company_name: 'Zapachy', phone: '601202303', address: { street: 'Długa', building_number: '3/4' } },
      parcels: [
        {
          dimensions: { length: '200', width: '150', height: '80', unit: 'mm' },
          weight: { amount: '0.75', unit: 'kg' },
        },
      ],
      cod: { amount: 282.89, currency: 'PLN' },
      insurance: { amount: 282.89, currency: 'PLN' },
    })
  })

  test('worth less than 1 zł is insured for 1 zł, the least that the carrier insures', async () => {
    const cheap = toCourier({ codGrosze: 1, insuranceGrosze: 1 })
    expect((await succeed(carrier.create(cheap))).codGrosze).toBe(1)
    if (OWN) return
    const [stored] = await shipx.shipments(cheap.reference)
    expect(stored?.request).toMatchObject({ cod: { amount: 0.01 }, insurance: { amount: 1 } })
  })

  test('is refused with its invalid fields', async () => {
    const noLocker = toLocker({ to: { service: 'locker', lockerId: 'NIE-MA-TAKIEGO', template: 'small' } })
    expect(await failureOf(carrier.create(noLocker))).toMatchObject({
      reason: 'carrier_refused',
      code: 'validation_failed',
      problems: [{ field: 'custom_attributes.target_point', problem: 'does_not_exist' }],
    })
    const receiver = { firstName: 'Jan', lastName: 'Nowak', email: 'jan@example.com', phone: '+4915112345678' }
    const wrong = await failureOf(carrier.create(toLocker({ receiver })))
    expect(wrong).toMatchObject({ reason: 'carrier_refused', problems: [{ field: 'receiver.phone' }] })
    expect(JSON.stringify(wrong)).not.toContain('jan@example.com')
    expect(await succeed(carrier.findByReference(noLocker.reference, aMinuteAgo()))).toBeNull()
  })

  test('can be cancelled only before it is confirmed, and is then no longer found', async () => {
    const request = toLocker()
    const confirmed = await createConfirmed(toLocker())
    expect((await failureOf(carrier.cancel(confirmed.id))).reason).toBe('carrier_too_late')
    if (OWN) return
    await plan({ service: 'shipx-payments', mode: 'unpaid' })
    const { id } = await succeed(carrier.create(request))
    await eventually(async () => {
      expect(await succeed(carrier.find([id]))).toMatchObject([
        { status: 'offer_selected', problem: 'not_enough_funds' },
      ])
    })
    await succeed(carrier.cancel(id))
    expect(await succeed(carrier.find([id]))).toMatchObject([{ status: 'canceled' }])
    expect(await succeed(carrier.findByReference(request.reference, aMinuteAgo()))).toBeNull()
  })

  test('that was never created is unknown', async () => {
    expect(await succeed(carrier.find(['1']))).toEqual([])
    expect(await succeed(carrier.find([]))).toEqual([])
    expect((await failureOf(carrier.cancel('1'))).reason).toBe('carrier_unknown_id')
    expect((await failureOf(carrier.printLabels(['1']))).reason).toBe('carrier_unknown_id')
  })

  inSandbox('is found among more than a page of others', async () => {
    const last = toLocker()
    for (let n = 0; n < 31; n += 1) await succeed(carrier.create(toLocker()))
    const { id } = await succeed(carrier.create(last))
    expect((await succeed(carrier.findByReference(last.reference, aMinuteAgo())))?.id).toBe(id)
  })

  inSandbox('has the states that the carrier reports', async () => {
    const { id } = await createConfirmed(toLocker())
    for (const status of ['taken_by_courier', 'ready_to_pickup', 'delivered']) {
      await shipx.move(id, status)
      expect(await succeed(carrier.find([id]))).toMatchObject([{ status }])
    }
  })
})

describe('labels', () => {
  test('of parcels of one service are a PDF, of two services an archive', async () => {
    const [one, other, courier] = await Promise.all([
      createConfirmed(toLocker()),
      createConfirmed(toLocker()),
      createConfirmed(toCourier()),
    ])
    for (const [ids, type, begins] of [
      [[one.id], 'pdf', '%PDF-'],
      [[one.id, other.id], 'pdf', '%PDF-'],
      [[one.id, courier.id], 'zip', 'PK'],
    ] as const) {
      const label = await succeed(carrier.printLabels(ids))
      expect([label.type, Buffer.from(label.bytes.subarray(0, begins.length)).toString()]).toEqual([type, begins])
    }
  })

  test('are not printed before the parcel is confirmed', async () => {
    const { id } = await succeed(carrier.create(toLocker()))
    expect((await failureOf(carrier.printLabels([id]))).reason).toBe('carrier_too_late')
  })
})

inSandbox('every amount is sent to the grosz', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5_000_00 }), async (grosze) => {
      const request = toLocker({ codGrosze: grosze, insuranceGrosze: grosze })
      expect((await succeed(carrier.create(request))).codGrosze).toBe(grosze)
    }),
    { numRuns: 40 },
  )
})
