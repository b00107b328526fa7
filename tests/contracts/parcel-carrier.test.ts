import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe } from 'vitest'
import type { Result } from '#domain/result.ts'
import type { CarrierFailure, CarrierRequest, CarrierShipment, ParcelCarrier } from '#domain/shipping/parcel-carrier.ts'
import { createShipxCarrier, type ShipxOptions } from '#infra/shipping/shipx.ts'
import { readSender } from '#infra/shipping/shipx-settings.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openMailbox, type SandboxFault } from '#tests/support/mailbox.ts'
import { openShipx } from '#tests/support/shipx.ts'

/**
 * The contract of ParcelCarrier, checked on the sandbox's ShipX. With SHIPX_CONTRACT_TOKEN, SHIPX_CONTRACT_ORGANIZATION and
 * SHIPX_CONTRACT_LOCKER (a locker that exists there) it runs against InPost's own sandbox; what needs a failure or a parcel that
 * travels runs here alone.
 */
const { SHIPX_CONTRACT_TOKEN: token, SHIPX_CONTRACT_ORGANIZATION: organizationId } = process.env
const OWN = token !== undefined && organizationId !== undefined
const inSandbox = test.runIf(!OWN)
const LOCKER = process.env.SHIPX_CONTRACT_LOCKER ?? 'DEMO-WAW-001'

const SENDER = readSender({
  name: 'Zapachy',
  email: 'sklep@example.com',
  phone: '+48 601 202 303',
  address: 'ul. Długa 3/4, 31-146 Kraków',
})

let sandbox: Sandbox
let carrier: ParcelCarrier
test.beforeAll(({ sandbox: started }) => {
  sandbox = started
  carrier = newCarrier()
})
test.beforeEach(() => openMailbox(sandbox).clearFaults())

const newCarrier = (changes: Partial<ShipxOptions> = {}) =>
  createShipxCarrier({
    ...(OWN ? { token, organizationId, url: 'https://sandbox-api-shipx-pl.easypack24.net' } : sandbox.shipx),
    sender: SENDER,
    ...changes,
  })
const plan = (fault: SandboxFault) => openMailbox(sandbox).planFault(fault)
const newReference = () => String(randomInt(10_000_000, 99_999_999))

function toLocker(changes: Partial<CarrierRequest> = {}): CarrierRequest {
  return {
    reference: newReference(),
    receiver: { firstName: 'Łucja', lastName: 'Żółć', email: 'lucja@example.com', phone: '+48600700800' },
    to: { service: 'locker', lockerId: LOCKER, template: 'small' },
    codGrosze: null,
    insuranceGrosze: null,
    ...changes,
  }
}
const toCourier = (changes: Partial<CarrierRequest> = {}) =>
  toLocker({
    to: {
      service: 'courier',
      address: { street: 'Źródlana', houseNumber: '12a/3', city: 'Kraków', postalCode: '31-005' },
      size: { lengthMm: 200, widthMm: 150, heightMm: 80, weightGrams: 750 },
    },
    insuranceGrosze: 14_990,
    ...changes,
  })

async function succeed<Value>(asked: Promise<Result<Value, CarrierFailure>>): Promise<Value> {
  const answer = await asked
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value
}
async function failureOf(asked: Promise<Result<unknown, CarrierFailure>>): Promise<CarrierFailure> {
  const answer = await asked
  if (answer.ok) throw new Error('no failure')
  return answer.failure
}
async function createConfirmed(request: CarrierRequest): Promise<CarrierShipment> {
  const { id } = await succeed(carrier.create(request))
  let found: CarrierShipment | undefined
  await eventually(async () => {
    ;[found] = await succeed(carrier.find([id]))
    expect(found?.trackingNumber).toMatch(/^\d{20,}$/)
  })
  if (!found) throw new Error('not found')
  return found
}
const aMinuteAgo = () => new Date(Date.now() - 60_000)

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
    const [stored] = await openShipx(sandbox).shipments(request.reference)
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

  test('is refused with the fields that are wrong', async () => {
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

  test('can be cancelled before it is confirmed, not after, and is found no more', async () => {
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

  test('that nobody created is not known', async () => {
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

  inSandbox('moves on as the carrier says', async () => {
    const { id } = await createConfirmed(toLocker())
    for (const status of ['taken_by_courier', 'ready_to_pickup', 'delivered']) {
      await openShipx(sandbox).move(id, status)
      expect(await succeed(carrier.find([id]))).toMatchObject([{ status }])
    }
  })
})

describe('labels', () => {
  test('of one and of several of one service are a PDF, of two services an archive', async () => {
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

describe('when the carrier fails', () => {
  const impatient = () => newCarrier({ timeoutMs: 300 })

  test('a key or an organization that is not accepted: nothing was made, and the key is not told', async () => {
    for (const changes of [{ token: 'not-accepted-0123456789' }, { organizationId: '999999999' }]) {
      const failure = await failureOf(newCarrier(changes).create(toLocker()))
      expect(failure.reason).toBe('carrier_unauthorized')
      expect(JSON.stringify(failure)).not.toContain('not-accepted')
      await expect(newCarrier(changes).check(AbortSignal.timeout(5_000))).rejects.toThrow(/ShipX answered/)
    }
    await carrier.check(AbortSignal.timeout(5_000))
  })

  test('nothing listening, or nobody there', async () => {
    for (const url of ['http://127.0.0.1:1', 'http://nobody.invalid']) {
      const nowhere = newCarrier({ url, timeoutMs: 500 })
      expect((await failureOf(nowhere.create(toLocker()))).reason, url).toBe('carrier_unavailable')
    }
  })

  inSandbox.for(['error', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after'] as const)(
    '%s: nothing is known, and the reference tells what happened',
    async (mode) => {
      const request = toLocker()
      await plan({ service: 'shipx', mode, times: 5, method: 'POST' })
      expect((await failureOf(impatient().create(request))).reason).toBe('carrier_unavailable')
      const happened = mode === 'cut_after' || mode === 'hang_after'
      expect((await succeed(carrier.findByReference(request.reference, aMinuteAgo()))) !== null).toBe(happened)
      await plan({ service: 'shipx', mode, times: 5 })
      const calls = await Promise.all([
        impatient().find(['7000001']),
        impatient().findByReference('12345678', aMinuteAgo()),
        impatient().printLabels(['7000001']),
      ])
      for (const answer of calls)
        expect(answer).toMatchObject({ ok: false, failure: { reason: 'carrier_unavailable' } })
    },
  )

  inSandbox('too many calls: says when to come again, and nothing was made', async () => {
    const request = toLocker()
    await plan({ service: 'shipx', mode: 'limit', retryAfterSeconds: 42 })
    expect(await failureOf(carrier.create(request))).toMatchObject({ reason: 'carrier_busy', retryAfterSeconds: 42 })
    expect(await succeed(carrier.findByReference(request.reference, aMinuteAgo()))).toBeNull()
  })
})

test('the sender is read from the address of the shop, or left to what InPost knows', () => {
  const read = (address: string, phone = '+48 601 202 303') =>
    readSender({ name: 'A', email: 'a@b.pl', phone, address })?.address ?? null
  expect(read('ul. Długa 3, 31-146 Kraków')).toEqual({
    street: 'Długa',
    houseNumber: '3',
    postalCode: '31-146',
    city: 'Kraków',
  })
  expect(read('al. 3 Maja 12a lok. 4, 00-950 Warszawa')).toMatchObject({
    street: 'al. 3 Maja',
    houseNumber: '12a lok. 4',
  })
  expect(read('Rynek Główny 1 / 2, 31-146 Kraków')).toMatchObject({ street: 'Rynek Główny', houseNumber: '1 / 2' })
  for (const address of ['Kraków', 'Długa, 31-146 Kraków', 'Długa 3 Kraków']) expect(read(address), address).toBeNull()
  expect(read('ul. Długa 3, 31-146 Kraków', '12')).toBeNull()
})

inSandbox('every amount arrives exactly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5_000_00 }), async (grosze) => {
      const request = toLocker({ codGrosze: grosze, insuranceGrosze: grosze })
      expect((await succeed(carrier.create(request))).codGrosze).toBe(grosze)
    }),
    { numRuns: 40 },
  )
})
