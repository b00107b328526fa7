import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { readProviderEvent } from '#domain/payments/payment-provider.ts'
import { createStripeProvider } from '#infra/payments/stripe-provider.ts'

/** Webhooks as Stripe signs them: the header is made by the SDK's own helper. */
const SECRET = 'whsec_a1B2c3d4E5f6g7H8'
const NOW = new Date('2026-11-21T18:00:00Z')
const AT = NOW.getTime() / 1000
const { webhooks } = new Stripe('sk_test_not_used')

const testMode = createStripeProvider({ mode: 'test', secretKey: 'sk_test_not_used', webhookSecret: SECRET })
const live = createStripeProvider({
  mode: 'live',
  secretKey: 'sk_live_not_used',
  webhookSecret: 'whsec_ofLiveMode12345678',
})

const event = (type: string, object: object, changes: object = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: false, data: { object }, ...changes }, null, 2)
const COMPLETED = event('checkout.session.completed', {
  id: 'cs_test_1',
  object: 'checkout.session',
  status: 'complete',
})

const sign = (payload: string, timestamp = AT, secret = SECRET) =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp })
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (payload: string, header: string | null = sign(payload), now = NOW) =>
  testMode.readEvent(bytes(payload), header, now)
const reasonOf = (answer: ReturnType<typeof read>) => (answer.ok ? 'ok' : answer.failure.reason)

describe('the subject of an event', () => {
  test.for([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ])('%s: a session', (type) => {
    expect(read(event(type, { id: 'cs_test_1' }))).toEqual({
      ok: true,
      value: { id: 'evt_1', type, mode: 'test', about: { kind: 'session', sessionId: 'cs_test_1' } },
    })
  })

  test.for<[string, object, object]>([
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, { providerPaymentId: 'pi_1', refundId: null }],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1' }, { providerPaymentId: 'pi_1', refundId: 're_1' }],
    ['refund.failed', { id: 're_1', payment_intent: { id: 'pi_1' } }, { providerPaymentId: 'pi_1', refundId: 're_1' }],
    ['charge.refund.updated', { id: 're_1', payment_intent: 'pi_1' }, { providerPaymentId: 'pi_1', refundId: 're_1' }],
    ['refund.failed', { id: 're_1', payment_intent: null }, { providerPaymentId: null, refundId: 're_1' }],
  ])('%s: a refund', ([type, object, about]) => {
    expect(read(event(type, object))).toMatchObject({ ok: true, value: { about: { kind: 'refund', ...about } } })
  })

  test.for(['charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.funds_reinstated'])(
    '%s: a dispute',
    (type) => {
      const object = { id: 'dp_1', payment_intent: 'pi_1', status: 'needs_response', amount: 12_999 }
      const about = {
        kind: 'dispute',
        providerPaymentId: 'pi_1',
        disputeId: 'dp_1',
        status: 'needs_response',
        amountGrosze: 12_999,
      }
      expect(read(event(type, object))).toMatchObject({ ok: true, value: { about } })
    },
  )

  test.for<[told: string, moved: number[] | null, status: string]>([
    ['prevented', [-12_999, 0], 'lost'],
    ['prevented', [], 'warning_closed'],
    ['prevented', null, 'warning_closed'],
    ['appeal_under_review', [-12_999], 'under_review'],
    ['appeal_needs_response', [-12_999], 'needs_response'],
    ['won', [-12_999, 12_999], 'won'],
  ])('a dispute of newer versions, %s with %o taken: %s', ([told, moved, status]) => {
    const object = {
      ...{ id: 'dp_1', payment_intent: 'pi_1', status: told, amount: 12_999, network_reason_code: '10.4' },
      balance_transactions: moved?.map((amount) => ({ object: 'balance_transaction', amount, fee: 9_000 })) ?? null,
    }
    expect(read(event('charge.dispute.closed', object))).toMatchObject({ ok: true, value: { about: { status } } })
  })

  test('anything else does not concern the shop', () => {
    for (const type of ['payment_intent.succeeded', 'customer.created', 'constructor', '__proto__']) {
      expect(read(event(type, { id: 'x' })), type).toMatchObject({
        ok: true,
        value: { type, about: { kind: 'other' } },
      })
    }
  })
})

describe('a signature', () => {
  test('is checked over the received bytes', () => {
    expect(reasonOf(read(COMPLETED))).toBe('ok')
    const reserialised = JSON.stringify(JSON.parse(COMPLETED))
    const others = [
      reserialised,
      `${COMPLETED}\n`,
      COMPLETED.replace('cs_test_1', 'cs_test_2'),
      COMPLETED.slice(0, -1),
      '',
    ]
    for (const payload of others) expect(reasonOf(read(payload, sign(COMPLETED)))).toBe('forged')
    // Two different sequences of bytes that decode to the same text.
    const broken = Buffer.concat([bytes(COMPLETED), Buffer.from([0xff])])
    const replaced = `${COMPLETED}\ufffd`
    expect(reasonOf(testMode.readEvent(broken, sign(replaced), NOW))).toBe('forged')
  })

  test('of another secret, missing, or of another scheme is forged', () => {
    const good = sign(COMPLETED)
    const headers = [
      null,
      '',
      'nonsense',
      sign(COMPLETED, AT, 'whsec_anotherSecret123456'),
      good.replace('v1=', 'v0='),
      good.replace(/v1=.*/, 'v1='),
      good.replace(/v1=.*/, `v1=${'0'.repeat(64)}`),
      good.slice(0, -1),
      `${good}00`,
      good.replace(/t=\d+,/, ''),
      good.replace(/t=\d+/, 't='),
      good.replace(/t=\d+/, 't=1e9'),
      good.replace(/t=(\d+)/, 't=$1.0'),
      `t=${AT - 1},${good}`,
      `${good},t=${AT - 1}`,
    ]
    for (const header of headers) expect(reasonOf(read(COMPLETED, header)), String(header)).toBe('forged')
  })

  test('is found among several while a secret is being replaced', () => {
    const other = sign(COMPLETED, AT, 'whsec_anotherSecret123456').split(',')[1]
    expect(reasonOf(read(COMPLETED, `${sign(COMPLETED)},${other}`))).toBe('ok')
    const [stamp, mine] = sign(COMPLETED).split(',')
    expect(reasonOf(read(COMPLETED, `${stamp},${other},${mine},v0=abc`))).toBe('ok')
    expect(reasonOf(read(COMPLETED, `${stamp},${other},${other}`))).toBe('forged')
  })

  test('is stale after 300 s, and 300 s before its time', () => {
    for (const away of [0, 299, 300, -299, -300]) {
      expect(reasonOf(read(COMPLETED, sign(COMPLETED, AT - away))), String(away)).toBe('ok')
    }
    for (const away of [301, 86_400, -301, -3_600]) {
      expect(reasonOf(read(COMPLETED, sign(COMPLETED, AT - away))), String(away)).toBe('forged')
    }
    expect(reasonOf(read(COMPLETED, sign(COMPLETED, 0.1)))).toBe('forged')
  })

  test('of one mode says nothing about the other', () => {
    const ofLive = event('checkout.session.completed', { id: 'cs_live_1' }, { livemode: true })
    expect(reasonOf(read(ofLive))).toBe('forged')
    const providers = { test: testMode, live }
    const readAny = (payload: string, secret: string) =>
      readProviderEvent(providers, bytes(payload), sign(payload, AT, secret), NOW)
    expect(readAny(COMPLETED, SECRET)).toMatchObject({ ok: true, value: { mode: 'test' } })
    expect(readAny(ofLive, 'whsec_ofLiveMode12345678')).toMatchObject({ ok: true, value: { mode: 'live' } })
    expect(reasonOf(readAny(ofLive, SECRET))).toBe('forged')
    expect(reasonOf(readAny(COMPLETED, 'whsec_ofLiveMode12345678'))).toBe('forged')
    expect(reasonOf(readAny('signed nonsense', SECRET))).toBe('unreadable')
    const none = readProviderEvent({ test: null, live: null }, bytes(COMPLETED), sign(COMPLETED), NOW)
    expect(reasonOf(none)).toBe('forged')
  })

  test('over anything except an event makes it unreadable, with a reason that does not quote it', () => {
    const payloads = [
      'no json',
      'null',
      '[]',
      '{}',
      event('checkout.session.completed', {}),
      event('charge.dispute.created', { id: 'dp_1', status: 'lost', amount: '5' }),
      event('checkout.session.completed', { id: 'cs' }, { livemode: 'false' }),
      event('checkout.session.completed', { id: 'cs' }, { object: 'v2.core.event' }),
    ]
    for (const payload of payloads) expect(reasonOf(read(payload)), payload).toBe('unreadable')
    expect(JSON.stringify(read('{"secret": "hunter2"}'))).not.toContain('hunter2')
  })
})
