import { randomInt } from 'node:crypto'
import type { Result } from '#domain/kernel/result.ts'
import type { CarrierFailure, CarrierRequest, CarrierShipment } from '#domain/shipping/carrier/parcel-carrier.ts'
import { createShipxCarrier, type ShipxOptions } from '#infra/shipping/shipx.ts'
import { readSender } from '#infra/shipping/shipx-settings.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { openMailbox, type SandboxFault } from '#tests/support/mailbox.ts'
import { openShipx } from '#tests/support/shipx.ts'

export { expect }

/**
 * The contract of ParcelCarrier (parcel-carrier*.test.ts), checked against the sandbox's ShipX. With
 * SHIPX_CONTRACT_TOKEN, SHIPX_CONTRACT_ORGANIZATION and SHIPX_CONTRACT_LOCKER (an existing locker) it runs against
 * InPost's own sandbox. Tests that need a failure or a moving parcel run only in the shop's sandbox.
 */
const { SHIPX_CONTRACT_TOKEN: token, SHIPX_CONTRACT_ORGANIZATION: organizationId } = process.env
const OWN_ACCOUNT =
  token !== undefined && organizationId !== undefined
    ? { token, organizationId, url: 'https://sandbox-api-shipx-pl.easypack24.net' }
    : null
export const OWN = OWN_ACCOUNT !== null
const LOCKER = process.env.SHIPX_CONTRACT_LOCKER ?? 'DEMO-WAW-001'

/** `contract`: the tested carrier and its environment. No failure is planned when a test begins. */
export const test = base
  .extend('contract', { scope: 'file' }, ({ sandbox }) => prepareContract(sandbox))
  .extend('withoutFaults', { auto: true }, async ({ contract }) => {
    await contract.clearFaults()
    return true
  })
export const inSandbox = test.runIf(!OWN)

export type Contract = ReturnType<typeof prepareContract>

const SENDER = readSender({
  name: 'Zapachy',
  email: 'sklep@example.com',
  phone: '+48 601 202 303',
  address: 'ul. Długa 3/4, 31-146 Kraków',
})

function prepareContract(sandbox: Sandbox) {
  const newCarrier = (changes: Partial<ShipxOptions> = {}) =>
    createShipxCarrier({ ...(OWN_ACCOUNT ?? sandbox.shipx), sender: SENDER, ...changes })
  const carrier = newCarrier()
  return {
    carrier,
    newCarrier,
    shipx: openShipx(sandbox),
    plan: (fault: SandboxFault) => openMailbox(sandbox).planFault(fault),
    clearFaults: () => openMailbox(sandbox).clearFaults(),

    async createConfirmed(request: CarrierRequest): Promise<CarrierShipment> {
      const { id } = await succeed(carrier.create(request))
      let found: CarrierShipment | undefined
      await eventually(async () => {
        ;[found] = await succeed(carrier.find([id]))
        expect(found?.trackingNumber).toMatch(/^\d{20,}$/)
      })
      if (!found) throw new Error('not found')
      return found
    },
  }
}

const newReference = () => String(randomInt(10_000_000, 99_999_999))

export function toLocker(changes: Partial<CarrierRequest> = {}): CarrierRequest {
  return {
    reference: newReference(),
    receiver: { firstName: 'Łucja', lastName: 'Żółć', email: 'lucja@example.com', phone: '+48600700800' },
    to: { service: 'locker', lockerId: LOCKER, template: 'small' },
    codGrosze: null,
    insuranceGrosze: null,
    ...changes,
  }
}
export const toCourier = (changes: Partial<CarrierRequest> = {}) =>
  toLocker({
    to: {
      service: 'courier',
      address: { street: 'Źródlana', houseNumber: '12a/3', city: 'Kraków', postalCode: '31-005' },
      size: { lengthMm: 200, widthMm: 150, heightMm: 80, weightGrams: 750 },
    },
    insuranceGrosze: 14_990,
    ...changes,
  })

export async function succeed<Value>(asked: Promise<Result<Value, CarrierFailure>>): Promise<Value> {
  const answer = await asked
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value
}
export async function failureOf(asked: Promise<Result<unknown, CarrierFailure>>): Promise<CarrierFailure> {
  const answer = await asked
  if (answer.ok) throw new Error('no failure')
  return answer.failure
}
export const aMinuteAgo = () => new Date(Date.now() - 60_000)
