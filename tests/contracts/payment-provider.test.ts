import { randomUUID } from 'node:crypto'
import { describe } from 'vitest'
import { ALL_PAYMENT_MEANS } from '#domain/payments/payment-means.ts'
import { createStripeProvider } from '#infra/payments/stripe-provider.ts'
import { aRequest, type Contract, expect, inSandbox, MINUTE, reasonOf, succeed, test } from './provider-setup.ts'

let sandbox: Contract['sandbox']
let provider: Contract['provider']
let direct: Contract['direct']
let stripe: Contract['stripe']
let open: Contract['open']
let openPaid: Contract['openPaid']
test.beforeAll(({ contract }) => {
  ;({ sandbox, provider, direct, stripe, open, openPaid } = contract)
})

describe('a payment session', () => {
  test('is open, adds up to its lines and delivery, and carries the shop’s ids', async () => {
    const request = aRequest()
    const session = await succeed(provider.createSession(request))
    expect(session).toEqual({
      id: expect.stringMatching(/^cs_test_/),
      mode: 'test',
      url: expect.stringMatching(/^https?:\/\//),
      status: 'open',
      paid: false,
      underWay: false,
      amountGrosze: 2 * 12_999 + 8_950 + 1_299,
      currency: 'pln',
      means: expect.arrayContaining(['card']),
      paymentId: request.paymentId,
      orderId: request.orderId,
      providerPaymentId: null,
      paidWith: null,
      refundedGrosze: 0,
    })
    expect(await succeed(provider.findSession(session.id))).toEqual(session)
  })

  test('costs nothing for a delivery that costs nothing', async () => {
    const session = await open({ delivery: { name: 'Dostawa', grosze: 0 } })
    expect(session.amountGrosze).toBe(2 * 12_999 + 8_950)
  })

  test('is the same for the same key, also when asked at once', async () => {
    const request = aRequest()
    const first = await succeed(provider.createSession(request))
    expect(await succeed(provider.createSession(request))).toEqual(first)
    const other = aRequest()
    const ids = await Promise.all(Array.from({ length: 5 }, () => succeed(provider.createSession(other))))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(ids[0]?.id).not.toBe(first.id)
  })

  test('is refused under the key of a different session', async () => {
    const request = aRequest()
    await succeed(provider.createSession(request))
    expect(await reasonOf(provider.createSession({ ...request, orderId: randomUUID() }))).toBe('provider_refused')
  })

  test('is created once even if little time is left', async () => {
    const request = aRequest({ expiresAt: new Date(Date.now() + 3 * MINUTE) })
    const session = await succeed(provider.createSession(request))
    expect(session.status).toBe('open')
    expect((await succeed(provider.createSession(request))).id).toBe(session.id)
  })

  test('that was created in time is found by a late retry', async () => {
    const expiresAt = new Date(Date.now() + 29.5 * MINUTE)
    const request = aRequest({ expiresAt })
    const session = await succeed(provider.createSession(request))
    expect((await succeed(provider.createSession(request))).id).toBe(session.id)
  })

  test('is refused where its amount is too small', async () => {
    const request = aRequest({
      lines: [{ name: 'Próbka', quantity: 1, unitGrosze: 1 }],
      delivery: { name: '', grosze: 0 },
    })
    expect(await reasonOf(provider.createSession(request))).toBe('provider_refused')
  })

  test('is not found by an unknown id', async () => {
    for (const id of ['cs_test_a1unknown', 'order', '../v1/refunds', 'cs test']) {
      expect(await reasonOf(provider.findSession(id)), id).toBe('provider_unknown_id')
    }
    expect(await reasonOf(provider.expireSession('cs_test_a1unknown'))).toBe('provider_unknown_id')
  })

  test('ends once, and later calls return its state', async () => {
    const { id } = await open()
    const expired = await succeed(provider.expireSession(id))
    expect(expired).toMatchObject({ id, status: 'expired', url: null, paid: false, underWay: false })
    expect(await succeed(provider.expireSession(id))).toEqual(expired)
    expect(await succeed(provider.findSession(id))).toEqual(expired)
  })

  inSandbox('that another program made, or that names two payments, is not the shop’s', async () => {
    const price_data = { currency: 'pln', unit_amount: 5_000, product_data: { name: 'A' } }
    const claims = [
      {},
      { client_reference_id: 'payment' },
      { metadata: { payment_id: 'payment' } },
      { client_reference_id: 'payment', metadata: { payment_id: 'another' } },
    ]
    for (const claim of claims) {
      const { id } = await direct.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ quantity: 1, price_data }],
        success_url: 'https://sklep.example/',
        ...claim,
      })
      expect((await succeed(provider.findSession(id))).paymentId, JSON.stringify(claim)).toBeNull()
    }
  })

  inSandbox('offers the given means of payment in Polish, for 31 minutes', async () => {
    const expiresAt = new Date(Date.now() + 30 * MINUTE)
    const { id } = await open({ expiresAt, means: ['card', 'klarna'] })
    const stored = (await stripe.sessions()).find((session) => session.id === id)
    expect(stored).toMatchObject({ locale: 'pl', methods: ['card', 'klarna'], livemode: false })
    expect(stored?.intentMetadata).toEqual(stored?.metadata)
    expect(stored?.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Nocny Ogród, 100 ml', 2],
      ['Żywica & Dym', 1],
      ['Dostawa: InPost Paczkomat', 1],
    ])
    expect(stored?.expiresAt).toBe(Math.ceil(expiresAt.getTime() / 1000) * 1000 + MINUTE)
  })

  inSandbox('is paid once the buyer has paid, and cannot be ended then', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    const paid = await succeed(provider.findSession(sessionId))
    expect(paid).toMatchObject({ status: 'complete', paid: true, underWay: false, url: null, refundedGrosze: 0 })
    expect(providerPaymentId).toMatch(/^pi_/)
    expect(await succeed(provider.expireSession(sessionId))).toEqual(paid)
  })

  inSandbox('expires by the clock of the provider', async () => {
    const { id } = await open()
    await stripe.act(id, { action: 'advance', ms: 30.5 * MINUTE })
    expect((await succeed(provider.findSession(id))).status).toBe('open')
    await stripe.act(id, { action: 'advance', ms: MINUTE })
    expect((await succeed(provider.findSession(id))).status).toBe('expired')
  })

  inSandbox('distinguishes a transfer in progress, one that arrived and one that failed', async () => {
    const [came, failed] = [await open(), await open()]
    for (const { id } of [came, failed]) {
      await stripe.act(id, { action: 'start_transfer' })
      expect(await succeed(provider.findSession(id))).toMatchObject({ status: 'complete', paid: false, underWay: true })
    }
    await stripe.act(came.id, { action: 'end_transfer', succeeded: true })
    expect(await succeed(provider.findSession(came.id))).toMatchObject({ paid: true, underWay: false })
    await stripe.act(failed.id, { action: 'end_transfer', succeeded: false })
    expect(await succeed(provider.findSession(failed.id))).toMatchObject({ paid: false, underWay: false })
  })

  inSandbox('may be paid late, after it has expired', async () => {
    const { id } = await open()
    await succeed(provider.expireSession(id))
    await stripe.act(id, { action: 'pay_late' })
    expect(await succeed(provider.findSession(id))).toMatchObject({ status: 'complete', paid: true })
  })

  inSandbox.for(ALL_PAYMENT_MEANS)('says that it was paid with %s', async (method) => {
    const { id } = await open({ means: ALL_PAYMENT_MEANS })
    await stripe.act(id, { action: 'pay', method })
    expect((await succeed(provider.findSession(id))).paidWith).toBe(method)
  })

  inSandbox.for(ALL_PAYMENT_MEANS)('paid with %s, late, can be refunded in part', async (method) => {
    const { id } = await open({ means: ALL_PAYMENT_MEANS })
    await stripe.act(id, { action: 'start_transfer', method })
    expect(await succeed(provider.findSession(id))).toMatchObject({ paid: false, underWay: true })
    await stripe.act(id, { action: 'end_transfer', succeeded: true })
    const { paidWith, providerPaymentId } = await succeed(provider.findSession(id))
    expect(paidWith).toBe(method)
    const part = { idempotencyKey: `part:${id}`, providerPaymentId: providerPaymentId ?? '', amountGrosze: 1_00 }
    expect((await succeed(provider.refund(part))).status).toBe('succeeded')
    expect((await succeed(provider.findSession(id))).refundedGrosze).toBe(1_00)
  })

  inSandbox('leaves out a means that the account has lost, which it names no longer', async () => {
    expect(await succeed(provider.listMeans())).toEqual(ALL_PAYMENT_MEANS)
    await stripe.lose('klarna')
    expect(await succeed(provider.listMeans())).toEqual(ALL_PAYMENT_MEANS.filter((means) => means !== 'klarna'))
    expect((await open({ means: ['card', 'klarna'] })).means).toEqual(['card'])
    expect(await reasonOf(provider.createSession(aRequest({ means: ['klarna'] })))).toBe('provider_refused')
    await stripe.lose()
    expect((await open({ means: ['card', 'klarna'] })).means).toEqual(['card', 'klarna'])
  })

  inSandbox('of one mode does not exist in the other', async () => {
    const live = createStripeProvider({ mode: 'live', ...sandbox.stripeLive })
    const session = await succeed(live.createSession(aRequest()))
    expect(session).toMatchObject({ mode: 'live', id: expect.stringMatching(/^cs_live_/) })
    expect(await reasonOf(provider.findSession(session.id))).toBe('provider_unknown_id')
    expect((await succeed(live.findSession(session.id))).id).toBe(session.id)
  })
})
