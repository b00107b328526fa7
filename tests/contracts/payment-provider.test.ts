import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { beforeEach, describe } from 'vitest'
import type { PaymentProvider, ProviderFailure, SessionRequest } from '#domain/payments/payment-provider.ts'
import type { Result } from '#domain/result.ts'
import { createStripeProvider, type StripeOptions } from '#infra/payments/stripe-provider.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openMailbox, type SandboxFault } from '#tests/support/mailbox.ts'
import { openStripe } from '#tests/support/stripe.ts'

/**
 * The contract of PaymentProvider, checked on the sandbox's Stripe. With STRIPE_CONTRACT_KEY=sk_test_... the same suite runs
 * against Stripe's own test mode; what needs a buyer, a bank or a failure runs in the sandbox alone.
 */
const OWN_KEY = process.env.STRIPE_CONTRACT_KEY
const inSandbox = test.runIf(OWN_KEY === undefined)

const MINUTE = 60_000
let sandbox: Sandbox
let provider: PaymentProvider

test.beforeAll(({ sandbox: started }) => {
  sandbox = started
})
beforeEach(async () => {
  provider = newProvider()
  await openMailbox(sandbox).clearFaults()
})

function newProvider(changes: Partial<StripeOptions> = {}): PaymentProvider {
  const account =
    OWN_KEY === undefined ? sandbox.stripe : { secretKey: OWN_KEY, webhookSecret: 'whsec_not_used_here_at_all' }
  return createStripeProvider({ mode: 'test', ...account, ...changes })
}

function aRequest(changes: Partial<SessionRequest> = {}): SessionRequest {
  const paymentId = changes.paymentId ?? randomUUID()
  return {
    idempotencyKey: `payment:${paymentId}:session`,
    paymentId,
    orderId: randomUUID(),
    customerEmail: 'kupujaca@example.com',
    lines: [
      { name: 'Nocny Ogród, 100 ml', quantity: 2, unitGrosze: 12_999 },
      { name: 'Żywica & Dym', quantity: 1, unitGrosze: 8_950, imageUrl: 'https://sklep.example/media/zywica.webp' },
    ],
    delivery: { name: 'Dostawa: InPost Paczkomat', grosze: 1_299 },
    successUrl: 'https://sklep.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://sklep.example/payment-cancel?order=1',
    expiresAt: new Date(Date.now() + 30 * MINUTE),
    ...changes,
  }
}

async function succeed<Value>(result: Promise<Result<Value, ProviderFailure>>): Promise<Value> {
  const answer = await result
  if (!answer.ok) throw new Error(`${answer.failure.reason}: ${answer.failure.why}`)
  return answer.value
}
const reasonOf = async (result: Promise<Result<unknown, ProviderFailure>>) => {
  const answer = await result
  return answer.ok ? 'ok' : answer.failure.reason
}
const open = (changes?: Partial<SessionRequest>) => succeed(provider.createSession(aRequest(changes)))
const stripe = () => openStripe(sandbox)
const plan = (fault: SandboxFault) => openMailbox(sandbox).planFault(fault)

/** The provider without the adapter, to see what is there. */
function direct(): Stripe {
  if (OWN_KEY !== undefined) return new Stripe(OWN_KEY)
  const { hostname: host, port } = new URL(sandbox.stripe.url)
  return new Stripe(sandbox.stripe.secretKey, { host, port, protocol: 'http' })
}

async function openPaid(): Promise<{ sessionId: string; providerPaymentId: string }> {
  const { id } = await open()
  await stripe().act(id, { action: 'pay', method: 'blik' })
  const { providerPaymentId } = await succeed(provider.findSession(id))
  if (providerPaymentId === null) throw new Error('paid, but without an id of the money')
  return { sessionId: id, providerPaymentId }
}

describe('a payment session', () => {
  test('is open, adds up to lines and delivery, and carries our ids', async () => {
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
      paymentId: request.paymentId,
      orderId: request.orderId,
      providerPaymentId: null,
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

  test('is refused under the key of another one', async () => {
    const request = aRequest()
    await succeed(provider.createSession(request))
    expect(await reasonOf(provider.createSession({ ...request, orderId: randomUUID() }))).toBe('provider_refused')
  })

  test('is made when little time is left too, and then once', async () => {
    const request = aRequest({ expiresAt: new Date(Date.now() + 3 * MINUTE) })
    const session = await succeed(provider.createSession(request))
    expect(session.status).toBe('open')
    expect((await succeed(provider.createSession(request))).id).toBe(session.id)
  })

  test('that was made in time is found again by a late try', async () => {
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

  test('is not found by an id that nobody gave', async () => {
    for (const id of ['cs_test_a1unknown', 'order', '../v1/refunds', 'cs test']) {
      expect(await reasonOf(provider.findSession(id)), id).toBe('provider_unknown_id')
    }
    expect(await reasonOf(provider.expireSession('cs_test_a1unknown'))).toBe('provider_unknown_id')
  })

  test('ends once, and is answered as it is after that', async () => {
    const { id } = await open()
    const expired = await succeed(provider.expireSession(id))
    expect(expired).toMatchObject({ id, status: 'expired', url: null, paid: false, underWay: false })
    expect(await succeed(provider.expireSession(id))).toEqual(expired)
    expect(await succeed(provider.findSession(id))).toEqual(expired)
  })

  inSandbox('that somebody else made, or that names two payments, is none of ours', async () => {
    const price_data = { currency: 'pln', unit_amount: 5_000, product_data: { name: 'A' } }
    const claims = [
      {},
      { client_reference_id: 'payment' },
      { metadata: { payment_id: 'payment' } },
      { client_reference_id: 'payment', metadata: { payment_id: 'another' } },
    ]
    for (const claim of claims) {
      const { id } = await direct().checkout.sessions.create({
        mode: 'payment',
        line_items: [{ quantity: 1, price_data }],
        success_url: 'https://sklep.example/',
        ...claim,
      })
      expect((await succeed(provider.findSession(id))).paymentId, JSON.stringify(claim)).toBeNull()
    }
  })

  inSandbox('offers card, BLIK and Przelewy24 in Polish, for 31 minutes', async () => {
    const expiresAt = new Date(Date.now() + 30 * MINUTE)
    const { id } = await open({ expiresAt })
    const stored = (await stripe().sessions()).find((session) => session.id === id)
    expect(stored).toMatchObject({ locale: 'pl', methods: ['card', 'blik', 'p24'], livemode: false })
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
    await stripe().act(id, { action: 'advance', ms: 30.5 * MINUTE })
    expect((await succeed(provider.findSession(id))).status).toBe('open')
    await stripe().act(id, { action: 'advance', ms: MINUTE })
    expect((await succeed(provider.findSession(id))).status).toBe('expired')
  })

  inSandbox('tells a transfer on its way from one that came and one that failed', async () => {
    const [came, failed] = [await open(), await open()]
    for (const { id } of [came, failed]) {
      await stripe().act(id, { action: 'start_transfer' })
      expect(await succeed(provider.findSession(id))).toMatchObject({ status: 'complete', paid: false, underWay: true })
    }
    await stripe().act(came.id, { action: 'end_transfer', succeeded: true })
    expect(await succeed(provider.findSession(came.id))).toMatchObject({ paid: true, underWay: false })
    await stripe().act(failed.id, { action: 'end_transfer', succeeded: false })
    expect(await succeed(provider.findSession(failed.id))).toMatchObject({ paid: false, underWay: false })
  })

  inSandbox('may be paid late, after it has expired', async () => {
    const { id } = await open()
    await succeed(provider.expireSession(id))
    await stripe().act(id, { action: 'pay_late' })
    expect(await succeed(provider.findSession(id))).toMatchObject({ status: 'complete', paid: true })
  })

  inSandbox('of one mode does not exist in the other', async () => {
    const live = createStripeProvider({ mode: 'live', ...sandbox.stripeLive })
    const session = await succeed(live.createSession(aRequest()))
    expect(session).toMatchObject({ mode: 'live', id: expect.stringMatching(/^cs_live_/) })
    expect(await reasonOf(provider.findSession(session.id))).toBe('provider_unknown_id')
    expect((await succeed(live.findSession(session.id))).id).toBe(session.id)
  })
})

describe('a refund', () => {
  test('of money that nobody knows is refused', async () => {
    const request = { idempotencyKey: randomUUID(), providerPaymentId: 'pi_unknown', amountGrosze: 100 }
    expect(await reasonOf(provider.refund(request))).toBe('provider_unknown_id')
    expect(await reasonOf(provider.findRefunds('pi_unknown'))).not.toBe('ok')
  })

  inSandbox('happens once under one key', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    const request = { idempotencyKey: `refund:${randomUUID()}`, providerPaymentId, amountGrosze: 5_000 }
    const refund = await succeed(provider.refund(request))
    expect(refund).toEqual({
      id: expect.stringMatching(/^re_/),
      providerPaymentId,
      amountGrosze: 5_000,
      status: 'succeeded',
    })
    expect(await succeed(provider.refund(request))).toEqual(refund)
    expect(await succeed(provider.findRefunds(providerPaymentId))).toEqual([refund])
    expect((await succeed(provider.findSession(sessionId))).refundedGrosze).toBe(5_000)
    expect(await reasonOf(provider.refund({ ...request, amountGrosze: 6_000 }))).toBe('provider_refused')
  })

  inSandbox('never gives back more than was paid', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    const { amountGrosze } = await succeed(provider.findSession(sessionId))
    const giveBack = (grosze: number) =>
      provider.refund({ idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: grosze })
    expect(await reasonOf(giveBack(amountGrosze + 1))).toBe('provider_refused')
    await succeed(giveBack(amountGrosze - 1))
    expect(await reasonOf(giveBack(2))).toBe('provider_refused')
    await succeed(giveBack(1))
    expect((await succeed(provider.findSession(sessionId))).refundedGrosze).toBe(amountGrosze)
  })

  inSandbox('may stay pending, succeed later, or fail; a failed one counts no more', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    await plan({ service: 'stripe-refunds', mode: 'pending', times: 2 })
    const giveBack = () => provider.refund({ idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 1_000 })
    const [first, second] = [await succeed(giveBack()), await succeed(giveBack())]
    expect([first.status, second.status]).toEqual(['pending', 'pending'])
    await stripe().endRefund(first.id, true)
    await stripe().endRefund(second.id, false)
    const statuses = Object.fromEntries(
      (await succeed(provider.findRefunds(providerPaymentId))).map(({ id, status }) => [id, status]),
    )
    expect(statuses).toEqual({ [first.id]: 'succeeded', [second.id]: 'failed' })
    expect((await succeed(provider.findSession(sessionId))).refundedGrosze).toBe(1_000)
  })

  inSandbox('is found among more than one page of them', async () => {
    const { providerPaymentId } = await openPaid()
    const made: string[] = []
    for (let number = 0; number < 101; number += 1) {
      const request = { idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 1 }
      made.push((await succeed(provider.refund(request))).id)
    }
    const found = await succeed(provider.findRefunds(providerPaymentId))
    expect(found.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
  })
})

describe('a product', () => {
  const aProduct = () => ({
    idempotencyKey: randomUUID(),
    productId: randomUUID(),
    name: 'Nocny Ogród',
    description: 'Jaśmin i piżmo',
    unitGrosze: 12_999,
  })

  test('is created with its price, once under one key', async () => {
    const product = aProduct()
    const synced = await succeed(provider.createProduct(product))
    expect(synced).toEqual({
      providerProductId: expect.stringMatching(/^prod_/),
      providerPriceId: expect.stringMatching(/^price_/),
    })
    expect(await succeed(provider.createProduct(product))).toEqual(synced)
    expect(await direct().products.retrieve(synced.providerProductId)).toMatchObject({
      active: true,
      name: 'Nocny Ogród',
      description: 'Jaśmin i piżmo',
      default_price: synced.providerPriceId,
      metadata: { product_id: product.productId },
    })
    expect(await direct().prices.retrieve(synced.providerPriceId)).toMatchObject({
      currency: 'pln',
      unit_amount: 12_999,
    })
  })

  test('gets another price only for another amount', async () => {
    const product = aProduct()
    const synced = await succeed(provider.createProduct(product))
    const renamed = { ...product, ...synced, idempotencyKey: randomUUID(), name: 'Nocny Ogród II', description: null }
    expect(await succeed(provider.updateProduct(renamed))).toEqual(synced)
    const dearer = { ...renamed, idempotencyKey: randomUUID(), unitGrosze: 13_999 }
    const repriced = await succeed(provider.updateProduct(dearer))
    expect(repriced.providerProductId).toBe(synced.providerProductId)
    expect(repriced.providerPriceId).not.toBe(synced.providerPriceId)
    expect(await direct().products.retrieve(synced.providerProductId)).toMatchObject({
      name: 'Nocny Ogród II',
      description: null,
      default_price: repriced.providerPriceId,
    })
    const prices = [synced, repriced].map(({ providerPriceId }) => direct().prices.retrieve(providerPriceId))
    expect(await Promise.all(prices)).toMatchObject([
      { active: false, unit_amount: 12_999 },
      { active: true, unit_amount: 13_999 },
    ])
    // Tried again after a broken connection, with the price that was known before.
    expect(await succeed(provider.updateProduct(dearer))).toEqual(repriced)
  })

  test('is taken off sale, also twice, and comes back with an update', async () => {
    const product = aProduct()
    const synced = await succeed(provider.createProduct(product))
    await succeed(provider.deactivateProduct(synced))
    await succeed(provider.deactivateProduct(synced))
    const isActive = async () => (await direct().products.retrieve(synced.providerProductId)).active
    expect(await isActive()).toBe(false)
    const again = { ...product, ...synced, idempotencyKey: randomUUID() }
    expect(await succeed(provider.updateProduct(again))).toEqual(synced)
    expect(await isActive()).toBe(true)
  })

  test('that the provider does not know is told apart', async () => {
    const unknown = { providerProductId: 'prod_unknown', providerPriceId: 'price_unknown' }
    expect(await reasonOf(provider.deactivateProduct(unknown))).toBe('provider_unknown_id')
    expect(await reasonOf(provider.updateProduct({ ...aProduct(), ...unknown }))).toBe('provider_unknown_id')
  })
})

describe('when the provider fails', () => {
  const impatient = () => newProvider({ timeoutMs: 400, retries: 1 })

  test('a key that is not accepted: nothing is known, and the key is not told', async () => {
    const secretKey = 'sk_test_51NotAcceptedAtAll0123456789'
    const answer = await newProvider({ secretKey }).createSession(aRequest())
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'provider_unavailable' } })
    expect(JSON.stringify(answer)).not.toMatch(/sk_test|0123456789|6789/)
  })

  test('nothing listening, or nobody there', async () => {
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
      await openMailbox(sandbox).clearFaults()
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
      const session = await succeed(impatient().createSession(request))
      expect(await sessionsOf(request)).toEqual([session.id])
    },
  )

  inSandbox.for(['cut_after', 'hang_after'] as const)(
    '%s, always: one session is there, found by the same key',
    async (mode) => {
      const request = aRequest()
      await plan({ service: 'stripe', mode, times: 1_000 })
      expect(await reasonOf(impatient().createSession(request))).toBe('provider_unavailable')
      await openMailbox(sandbox).clearFaults()
      const session = await succeed(provider.createSession(request))
      expect(await sessionsOf(request)).toEqual([session.id])
    },
  )

  inSandbox('a refund that was cut after it happened happens once', async () => {
    const { providerPaymentId } = await openPaid()
    const request = { idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 2_000 }
    await plan({ service: 'stripe', mode: 'cut_after', times: 1_000, path: '/v1/refunds' })
    expect(await reasonOf(impatient().refund(request))).toBe('provider_unavailable')
    await openMailbox(sandbox).clearFaults()
    const refund = await succeed(provider.refund(request))
    expect(await succeed(provider.findRefunds(providerPaymentId))).toEqual([refund])
  })

  const sessionsOf = async ({ paymentId }: SessionRequest) =>
    (await stripe().sessions()).filter(({ clientReferenceId }) => clientReferenceId === paymentId).map(({ id }) => id)
})
