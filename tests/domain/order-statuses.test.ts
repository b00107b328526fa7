import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_ITEMS } from '#domain/cart/cart.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { ORDER_STATUSES, ORDER_TRANSITIONS } from '#domain/kernel/order-words/order-status.ts'
import { findOrigins, isTransitionAllowed, type Transitions } from '#domain/kernel/transitions.ts'
import { drawOrderIds } from '#domain/orders/order.ts'
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from '#domain/payments/payment.ts'
import {
  buildTrackingUrl,
  labelShipmentForAdmin,
  labelShipmentForCustomer,
  SHIPMENT_STATUSES,
  SHIPMENT_TRANSITIONS,
} from '#domain/shipping/shipment.ts'

/** Every pair of statuses, and whether the second may follow the first. */
function pairs<Status extends string>(statuses: readonly Status[], table: Transitions<Status>) {
  return statuses.flatMap((from) => statuses.map((to) => ({ from, to, allowed: isTransitionAllowed(table, from, to) })))
}

const allowedPairs = <Status extends string>(statuses: readonly Status[], table: Transitions<Status>) =>
  pairs(statuses, table)
    .filter(({ allowed }) => allowed)
    .map(({ from, to }) => `${from} -> ${to}`)

describe('transitions', () => {
  test('order: a pending one is paid, completed or cancelled; a completed one is cancelled when its parcel comes back', () => {
    expect(allowedPairs(ORDER_STATUSES, ORDER_TRANSITIONS)).toEqual([
      'pending -> paid',
      'pending -> completed',
      'pending -> cancelled',
      'paid -> completed',
      'paid -> cancelled',
      'completed -> cancelled',
      'cancelled -> pending',
      'cancelled -> paid',
    ])
  })

  test('payment: money that arrives late still counts, and a refund that fails leaves it paid', () => {
    expect(allowedPairs(PAYMENT_STATUSES, PAYMENT_TRANSITIONS)).toEqual([
      'open -> paid',
      'open -> expired',
      'open -> failed',
      'paid -> refund_pending',
      'expired -> paid',
      'failed -> paid',
      'refund_pending -> paid',
      'refund_pending -> refunded',
      'refunded -> paid',
    ])
  })

  test('payment: after any history only paid money is refunded, and a refund that fails later leaves it paid', () => {
    const wanted = fc.array(fc.constantFrom(...PAYMENT_STATUSES), { maxLength: 40 })
    fc.assert(
      fc.property(wanted, (steps) => {
        const history = ['open' as (typeof PAYMENT_STATUSES)[number]]
        for (const to of steps) {
          const from = history.at(-1) ?? 'open'
          if (isTransitionAllowed(PAYMENT_TRANSITIONS, from, to)) history.push(to)
        }
        const refunded = history.indexOf('refunded')
        if (refunded === -1) return
        expect(history.slice(0, refunded)).toContain('paid')
        expect(history[refunded + 1] ?? 'paid').toBe('paid')
      }),
    )
  })

  test('shipment: any status may follow any other, but not itself', () => {
    for (const { from, to, allowed } of pairs(SHIPMENT_STATUSES, SHIPMENT_TRANSITIONS)) {
      expect([from, to, allowed]).toEqual([from, to, from !== to])
    }
  })

  test.each([
    ['order', ORDER_STATUSES, ORDER_TRANSITIONS],
    ['payment', PAYMENT_STATUSES, PAYMENT_TRANSITIONS],
    ['shipment', SHIPMENT_STATUSES, SHIPMENT_TRANSITIONS],
  ])('%s: the origins of a status are exactly those that lead to it', (_, statuses: readonly string[], table) => {
    for (const { from, to, allowed } of pairs(statuses, table as Transitions<string>)) {
      expect(findOrigins(table as Transitions<string>, to).includes(from)).toBe(allowed)
    }
  })
})

describe('order number', () => {
  test('new ids: UUID v4, ascending, beginning and ending with one number of eight digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_ITEMS }), (count) => {
        const ids = drawOrderIds(count)
        expect(ids).toEqual(ids.toSorted())
        expect(new Set(ids.map(formatOrderNumber)).size).toBe(count)
        for (const id of ids) {
          expect(z.uuidv4().safeParse(id).success).toBe(true)
          expect(formatOrderNumber(id)).toMatch(/^[1-9]\d{7}$/)
          expect(id.slice(-8)).toBe(formatOrderNumber(id))
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('shipment', () => {
  test('labels: what the customer reads, and the archive for the admin alone', () => {
    expect([null, ...SHIPMENT_STATUSES].map(labelShipmentForCustomer)).toEqual([
      'Oczekuje',
      'Utworzona',
      'W realizacji',
      'Odebrana przez kuriera',
      'Dostarczona',
      'Anulowana',
    ])
    expect(labelShipmentForAdmin({ status: 'shipped', archived_at: null })).toBe('Wysłana')
    expect(labelShipmentForAdmin({ status: 'shipped', archived_at: new Date() })).toBe('Zarchiwizowana')
  })

  test('tracking: a link once there is a number, whatever the number looks like', () => {
    expect(buildTrackingUrl({ tracking_number: null })).toBeNull()
    expect(buildTrackingUrl({ tracking_number: '6200 & 1' })).toBe(
      'https://inpost.pl/sledzenie-przesylek?number=6200%20%26%201',
    )
  })
})
