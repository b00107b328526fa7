import { describe } from 'vitest'
import { aMinuteAgo, type Contract, expect, failureOf, inSandbox, succeed, test, toLocker } from './carrier-setup.ts'

let carrier: Contract['carrier']
let newCarrier: Contract['newCarrier']
let plan: Contract['plan']
test.beforeAll(({ contract }) => {
  ;({ carrier, newCarrier, plan } = contract)
})

describe('when the carrier fails', () => {
  const impatient = () => newCarrier({ timeoutMs: 300 })

  test('a rejected key or organization is reported as such, and the key is not revealed', async () => {
    for (const changes of [{ token: 'not-accepted-0123456789' }, { organizationId: '999999999' }]) {
      const failure = await failureOf(newCarrier(changes).create(toLocker()))
      expect(failure.reason).toBe('carrier_unauthorized')
      expect(JSON.stringify(failure)).not.toContain('not-accepted')
      await expect(newCarrier(changes).check(AbortSignal.timeout(5_000))).rejects.toThrow(/ShipX answered/)
    }
    await carrier.check(AbortSignal.timeout(5_000))
  })

  test('connection refused, or host unreachable: the carrier counts as unavailable', async () => {
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

  inSandbox('too many calls: says when to retry, and nothing was created', async () => {
    const request = toLocker()
    await plan({ service: 'shipx', mode: 'limit', retryAfterSeconds: 42 })
    expect(await failureOf(carrier.create(request))).toMatchObject({ reason: 'carrier_busy', retryAfterSeconds: 42 })
    expect(await succeed(carrier.findByReference(request.reference, aMinuteAgo()))).toBeNull()
  })
})
