import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTransitionAllowed } from '#domain/kernel/transitions.ts'
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS, type PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentSession } from '#domain/payments/payment-provider.ts'
import { describePaymentState } from '#domain/payments/payment-status.ts'
import { decideRefundedStatus, listRefundSteps, type RefundStatus } from '#domain/payments/refunds/refund.ts'
import { type Attempt, decideSettlement, findNextCheck, type Verdict } from '#domain/payments/settlement/settlement.ts'

const ATTEMPT: Attempt = {
  id: '11111111-0000-4000-8000-000000000001',
  orderId: '22222222-0000-4000-8000-000000000002',
  mode: 'test',
  providerSessionId: 'cs_1',
  status: 'open',
  amountGrosze: 12_999,
  currency: 'pln',
}

const SESSION: PaymentSession = {
  id: 'cs_1',
  mode: 'test',
  url: null,
  status: 'complete',
  paid: true,
  underWay: false,
  amountGrosze: 12_999,
  currency: 'pln',
  means: ['card', 'blik'],
  paymentId: ATTEMPT.id,
  orderId: ATTEMPT.orderId,
  providerPaymentId: 'pi_1',
  paidWith: 'blik',
  refundedGrosze: 0,
}

const statuses = fc.constantFrom(...PAYMENT_STATUSES)
const sessions = fc
  .record({
    id: fc.constantFrom('cs_1', 'cs_2'),
    mode: fc.constantFrom('test' as const, 'live' as const),
    status: fc.constantFrom('open' as const, 'complete' as const, 'expired' as const),
    paid: fc.boolean(),
    underWay: fc.boolean(),
    amountGrosze: fc.constantFrom(12_999, 12_998, 1),
    currency: fc.constantFrom('pln', 'PLN', 'eur'),
    paymentId: fc.constantFrom(ATTEMPT.id, ATTEMPT.orderId, null),
    orderId: fc.constantFrom(ATTEMPT.orderId, ATTEMPT.id, null),
    providerPaymentId: fc.constantFrom('pi_1', null),
    paidWith: fc.constantFrom('blik', null),
    refundedGrosze: fc.nat(20_000),
  })
  .map((given): PaymentSession => ({ ...given, means: ['card'], url: null }))
const attempts = fc
  .record({ status: statuses, providerSessionId: fc.constantFrom('cs_1', null) })
  .map((given): Attempt => ({ ...ATTEMPT, ...given }))

const isAsked = (session: PaymentSession) =>
  session.mode === 'test' &&
  session.amountGrosze === 12_999 &&
  session.currency.toLowerCase() === 'pln' &&
  session.paymentId === ATTEMPT.id &&
  session.orderId === ATTEMPT.orderId

/** The status of the payment after the settlement. */
function statusAfter(status: PaymentStatus, verdict: Verdict): PaymentStatus {
  if (verdict.kind === 'paid') return 'paid'
  return verdict.kind === 'ended' ? verdict.as : status
}

describe('settlement', () => {
  test('a payment becomes paid only by a paid session with the same amount, currency, mode, payment, order and id', () => {
    fc.assert(
      fc.property(attempts, sessions, (attempt, session) => {
        if (decideSettlement(attempt, session).kind !== 'paid') return
        expect(session.paid).toBe(true)
        expect(isAsked(session)).toBe(true)
        expect(session.id).toBe(attempt.providerSessionId ?? session.id)
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['paymentId', { paymentId: '33333333-0000-4000-8000-000000000003' }],
    ['paymentId', { paymentId: null }],
    ['orderId', { orderId: '33333333-0000-4000-8000-000000000003' }],
    ['sessionId', { id: 'cs_2' }],
    ['mode', { mode: 'live' }],
    ['amount', { amountGrosze: 12_998 }],
    ['amount', { amountGrosze: 13_000 }],
    ['currency', { currency: 'eur' }],
    ['providerPaymentId', { providerPaymentId: null }],
  ] as const)('a session with another %s changes nothing, and the difference is named: %j', (name, changed) => {
    const verdict = decideSettlement(ATTEMPT, { ...SESSION, ...changed })
    expect(verdict).toEqual({ kind: 'mismatch', differs: [name] })
  })

  test('a session whose id was never stored is accepted when all else agrees', () => {
    const attempt = { ...ATTEMPT, providerSessionId: null }
    expect(decideSettlement(attempt, SESSION)).toEqual({ kind: 'paid', providerPaymentId: 'pi_1' })
    expect(decideSettlement(attempt, { ...SESSION, amountGrosze: 1 }).kind).toBe('mismatch')
  })

  test('every settlement follows the table of transitions, and settling by the same session again changes nothing', () => {
    fc.assert(
      fc.property(attempts, sessions, (attempt, session) => {
        const verdict = decideSettlement(attempt, session)
        const status = statusAfter(attempt.status, verdict)
        if (status === attempt.status) return
        expect(isTransitionAllowed(PAYMENT_TRANSITIONS, attempt.status, status)).toBe(true)
        expect(decideSettlement({ ...attempt, status }, session)).toEqual({ kind: 'unchanged' })
      }),
      { numRuns: 5000 },
    )
  })

  test('in any sequence of reads, received money is never forgotten', () => {
    const own = sessions.filter((session) => isAsked(session) && session.id === 'cs_1')
    fc.assert(
      fc.property(fc.array(own, { maxLength: 12 }), (read) => {
        let status: PaymentStatus = 'open'
        let hasCome = false
        for (const session of read) {
          status = statusAfter(status, decideSettlement({ ...ATTEMPT, status }, session))
          hasCome ||= session.paid && session.providerPaymentId !== null
          expect(status === 'paid').toBe(hasCome)
        }
      }),
    )
  })

  test.each([
    ['open', { status: 'open', paid: false }, { kind: 'unchanged' }],
    ['open', { status: 'complete', paid: false, underWay: true }, { kind: 'unchanged' }],
    ['open', { status: 'complete', paid: false }, { kind: 'ended', as: 'failed' }],
    ['open', { status: 'expired', paid: false }, { kind: 'ended', as: 'expired' }],
    ['expired', { status: 'expired', paid: false }, { kind: 'unchanged' }],
    ['failed', {}, { kind: 'paid', providerPaymentId: 'pi_1' }],
    ['expired', {}, { kind: 'paid', providerPaymentId: 'pi_1' }],
    ['paid', {}, { kind: 'unchanged' }],
    ['refunded', {}, { kind: 'unchanged' }],
    ['paid', { status: 'open', paid: false }, { kind: 'unchanged' }],
  ] as const)('a payment that is %s and a session that says %j', (status, changed, verdict) => {
    expect(decideSettlement({ ...ATTEMPT, status }, { ...SESSION, ...changed })).toEqual(verdict)
  })
})

describe('the next check at the provider', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const next = (status: PaymentStatus, checks: number, expiresAt = minutes(30)) =>
    findNextCheck({ status, checks, expiresAt }, now)

  test('of an open payment: after a minute, then less often, at the latest at its expiry', () => {
    expect([0, 1, 2, 3, 9].map((checks) => next('open', checks))).toEqual([1, 2, 4, 5, 5].map(minutes))
    expect(next('open', 5, minutes(3))).toEqual(minutes(3))
    expect([0, 5, 9, 30].map((checks) => next('open', checks, now))).toEqual([1, 32, 60, 60].map(minutes))
  })

  test.each(['paid', 'refunded'] as const)(
    'of a %s one: five times within a month, because refunds are made or fail at the provider',
    (status) => {
      expect([0, 1, 2, 3, 4].map((checks) => next(status, checks))).toEqual(
        [1, 2, 4, 8, 16].map((days) => minutes(days * 24 * 60)),
      )
      expect(next(status, 5)).toBeNull()
    },
  )

  test('of an unpaid one: for some days, because money may come late', () => {
    expect([0, 1, 5].map((checks) => next('expired', checks))).toEqual([60, 120, 24 * 60].map(minutes))
    expect(next('failed', 6)).toBeNull()
    expect(next('refund_pending', 40)).toEqual(minutes(24 * 60))
  })
})

describe('refunds', () => {
  const refunds = fc.array(
    fc.record({
      status: fc.constantFrom<RefundStatus[]>('pending', 'succeeded', 'failed'),
      amountGrosze: fc.integer({ min: 1, max: 200 }),
    }),
    { maxLength: 6 },
  )

  test('a payment is refunded once all of it was refunded or taken by the bank, pending until then, else paid', () => {
    fc.assert(
      fc.property(refunds, fc.constantFrom(0, 80, 200), (given, lostGrosze) => {
        const sum = (wanted: RefundStatus) =>
          given.filter(({ status }) => status === wanted).reduce((total, { amountGrosze }) => total + amountGrosze, 0)
        const [back, waiting] = [sum('succeeded') + lostGrosze, sum('pending')]
        const expected = back >= 200 ? 'refunded' : back + waiting >= 200 ? 'refund_pending' : 'paid'
        expect(decideRefundedStatus(200, { refunds: given, lostGrosze })).toBe(expected)
      }),
    )
  })

  test('every step between two statuses of a paid payment is in the table of transitions', () => {
    const paid = ['paid', 'refund_pending', 'refunded'] as const
    for (const from of paid) {
      for (const to of paid) {
        const path = [from, ...listRefundSteps(from, to)]
        expect(path.at(-1)).toBe(to)
        for (const [index, step] of path.slice(1).entries()) {
          expect([path[index], step, isTransitionAllowed(PAYMENT_TRANSITIONS, path[index] ?? from, step)]).toEqual([
            path[index],
            step,
            true,
          ])
        }
      }
    }
  })
})

test('a buyer reads that an order is paid even if another attempt paid it', () => {
  expect(describePaymentState('open', 'pending')).toBe('checking')
  expect(describePaymentState('paid', 'paid')).toBe('paid')
  expect(describePaymentState('expired', 'cancelled')).toBe('not_paid')
  expect(describePaymentState('expired', 'paid')).toBe('paid')
  expect(describePaymentState('refund_pending', 'cancelled')).toBe('refunded')
  expect(describePaymentState('refunded', 'paid')).toBe('refunded')
  expect(describePaymentState('refunded', 'paid', { isPaidOtherwise: true })).toBe('paid')
  expect(describePaymentState('refunded', 'paid', { isPaidOtherwise: true, isAddition: true })).toBe('refunded')
})
