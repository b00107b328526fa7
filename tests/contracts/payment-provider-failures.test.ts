import { randomUUID } from 'node:crypto'
import { describe } from 'vitest'
import type { SessionRequest } from '#domain/payments/payment-provider.ts'
import { aRequest, type Contract, expect, inSandbox, reasonOf, succeed, test } from './provider-setup.ts'

let provider: Contract['provider']
let newProvider: Contract['newProvider']
let stripe: Contract['stripe']
let plan: Contract['plan']
let clearFaults: Contract['clearFaults']
let openPaid: Contract['openPaid']
test.beforeAll(({ contract }) => {
  ;({ provider, newProvider, stripe, plan, clearFaults, openPaid } = contract)
})

describe('when the provider fails', () => {
  const impatient = () => newProvider({ timeoutMs: 400, retries: 1 })

  test('a rejected key: the provider counts as unavailable, and the key is not revealed', async () => {
    const secretKey = 'sk_test_51NotAcceptedAtAll0123456789'
    const answer = await newProvider({ secretKey }).createSession(aRequest())
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'provider_unavailable' } })
    expect(JSON.stringify(answer)).not.toMatch(/sk_test|0123456789|6789/)
  })

  test('connection refused, or host unreachable', async () => {
    for (const url of ['http://127.0.0.1:1', 'http://nobody.invalid']) {
      const nowhere = newProvider({ url, timeoutMs: 500, retries: 0 })
      expect(await reasonOf(nowhere.createSession(aRequest())), url).toBe('provider_unavailable')
    }
  })

  inSandbox.for(['error', 'limit', 'garbage', 'cut', 'hang'] as const)(
    '%s: unavailable, and healed by the same key',
    async (mode) => {
      const request = aRequest()
      const { providerPaymentId, sessionId } = await openPaid()
      const refund = { idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 100 }
      await plan({ service: 'stripe', mode, times: 1_000 })
      const calls = await Promise.all([
        impatient().createSession(request),
        impatient().findSession(sessionId),
        impatient().expireSession(sessionId),
        impatient().refund(refund),
        impatient().findRefunds(providerPaymentId),
      ])
      for (const answer of calls)
        expect(answer).toMatchObject({ ok: false, failure: { reason: 'provider_unavailable' } })
      await clearFaults()
      expect((await succeed(provider.createSession(request))).paymentId).toBe(request.paymentId)
      await succeed(provider.refund(refund))
      expect(await succeed(provider.findRefunds(providerPaymentId))).toHaveLength(1)
    },
  )

  inSandbox.for(['error', 'cut', 'hang', 'cut_after', 'hang_after'] as const)(
    '%s, once: a second try under the same key follows',
    async (mode) => {
      const request = aRequest()
      await plan({ service: 'stripe', mode, times: 1 })
      // On a busy machine the second try may take longer than an impatient one waits.
      const session = await succeed(newProvider({ timeoutMs: 2_000, retries: 1 }).createSession(request))
      expect(await sessionsOf(request)).toEqual([session.id])
    },
  )

  inSandbox.for(['cut_after', 'hang_after'] as const)(
    '%s, always: one session is there, found by the same key',
    async (mode) => {
      const request = aRequest()
      await plan({ service: 'stripe', mode, times: 1_000 })
      expect(await reasonOf(impatient().createSession(request))).toBe('provider_unavailable')
      await clearFaults()
      const session = await succeed(provider.createSession(request))
      expect(await sessionsOf(request)).toEqual([session.id])
    },
  )

  inSandbox('a refund whose answer was lost is made once', async () => {
    const { providerPaymentId } = await openPaid()
    const request = { idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 2_000 }
    await plan({ service: 'stripe', mode: 'cut_after', times: 1_000, path: '/v1/refunds' })
    expect(await reasonOf(impatient().refund(request))).toBe('provider_unavailable')
    await clearFaults()
    const refund = await succeed(provider.refund(request))
    expect(await succeed(provider.findRefunds(providerPaymentId))).toEqual([refund])
  })

  const sessionsOf = async ({ paymentId }: SessionRequest) =>
    (await stripe.sessions()).filter(({ clientReferenceId }) => clientReferenceId === paymentId).map(({ id }) => id)
})
