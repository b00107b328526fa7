import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  describeReductions,
  findLowestBefore,
  findReduction,
  type LedgerEntry,
  listReductions,
  planReduction,
} from '#domain/catalog/prices/price-ledger.ts'
import { wallClockSchema } from '#domain/catalog/prices/reduced-price.ts'
import { describeReduction } from '#domain/catalog/product.ts'
import { addDays, fromWallClock, readWarsawClock, toWallClock } from '#domain/kernel/calendar-day.ts'

const HOUR = 60 * 60 * 1000
const PLAIN = { reduced: false }
const REDUCED = { reduced: true }
/** Around both nights on which the clocks change. */
const NIGHTS = [Date.parse('2026-03-29T01:00:00Z'), Date.parse('2026-10-25T01:00:00Z')]
const grosze = fc.integer({ min: 100, max: 200 })
const moment = fc
  .tuple(fc.constantFrom(...NIGHTS), fc.integer({ min: -40 * 24, max: 40 * 24 }), fc.constantFrom(0, 1, 30 * 60_000))
  .map(([night, hours, more]) => new Date(night + hours * HOUR + more))

/** Prices one after the other, some after a gap in which the product was not sold; the last one is in force. */
const ledger = fc
  .tuple(
    moment,
    fc.array(
      fc.record({ grosze, reduced: fc.boolean(), hours: fc.nat(20 * 24), gap: fc.constantFrom(0, 0, 0, 5 * 24) }),
      { minLength: 1 },
    ),
  )
  .map(([start, prices]): LedgerEntry[] => {
    let at = start.getTime() - 30 * 24 * HOUR
    return prices.map(({ grosze, reduced, hours, gap }, index) => {
      const from = new Date(at + gap * HOUR)
      at = from.getTime() + hours * HOUR
      return { grosze, reduced, from, to: index === prices.length - 1 ? null : new Date(at) }
    })
  })

/** The days on which a price was in force before a moment, first and last. */
function daysOf({ from, to }: LedgerEntry, before: Date): [string, string] | null {
  const end = Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, before.getTime())
  return end <= from.getTime() ? null : [readWarsawClock(from).day, readWarsawClock(new Date(end - 1)).day]
}

describe('the lowest price of the 30 days before a reduction', () => {
  test('is the lowest of all prices in force on one of those Polish days, in every night and gap', () => {
    fc.assert(
      fc.property(ledger, moment, (prices, cut) => {
        const first = addDays(readWarsawClock(cut).day, -30)
        const counted = prices.filter((entry) => (daysOf(entry, cut)?.[1] ?? '') >= first)
        const lowest = counted.length === 0 ? null : Math.min(...counted.map((entry) => entry.grosze))
        expect(findLowestBefore(prices, cut)).toBe(lowest)
      }),
      { numRuns: 500 },
    )
  })

  test('counts the whole first day, also where a clock change makes it 25 hours long', () => {
    const cut = fromWallClock('2026-11-24T12:00')
    const sold = { ...PLAIN, grosze: 10_000, from: fromWallClock('2026-08-01T00:00'), to: null }
    const until = (clock: string, more = 0) =>
      findLowestBefore(
        [sold, { ...PLAIN, grosze: 8_000, from: sold.from, to: new Date(fromWallClock(clock).getTime() + more) }],
        cut,
      )
    expect(until('2026-10-25T00:00')).toBe(10_000)
    expect(until('2026-10-25T00:00', 1)).toBe(8_000)
    expect(until('2026-10-24T23:59')).toBe(10_000)
  })

  test('a second cut counts the first', () => {
    const from = new Date('2026-11-20T10:00:00Z')
    const second = new Date('2026-11-24T10:00:00Z')
    const before = { ...PLAIN, grosze: 10_000, from: new Date('2026-01-01T00:00:00Z'), to: from }
    const once = [before, { ...REDUCED, grosze: 8_000, from, to: null }]
    expect(findReduction(once)).toEqual({ lowestGrosze: 10_000, percent: 20 })
    const twice = [
      before,
      { ...REDUCED, grosze: 8_000, from, to: second },
      { ...REDUCED, grosze: 7_000, from: second, to: null },
    ]
    expect(findReduction(twice)).toEqual({ lowestGrosze: 8_000, percent: 12 })
  })

  test('of a product sold for less than 30 days counts since it was first sold; a first price is no reduction', () => {
    const listed = new Date('2026-11-14T10:00:00Z')
    const cut = new Date('2026-11-24T10:00:00Z')
    expect(findReduction([{ ...REDUCED, grosze: 5_000, from: listed, to: null }])).toBeNull()
    expect(
      findReduction([
        { ...PLAIN, grosze: 6_000, from: listed, to: cut },
        { ...REDUCED, grosze: 5_000, from: cut, to: null },
      ]),
    ).toEqual({ lowestGrosze: 6_000, percent: 16 })
  })

  test('a price that was lowered for good is no reduction, nor is one that was as low before', () => {
    const [first, second] = [new Date('2026-09-01T10:00:00Z'), new Date('2026-11-24T10:00:00Z')]
    const dear = { ...PLAIN, grosze: 9_000, from: new Date('2026-01-01T00:00:00Z'), to: first }
    const lowered = { ...PLAIN, grosze: 8_000, from: first }
    expect(findReduction([dear, { ...lowered, to: null }])).toBeNull()
    const reduced = { ...REDUCED, grosze: 8_000, from: second, to: null }
    expect(findReduction([dear, { ...lowered, to: second }, reduced])).toBeNull()
  })

  test('a percentage is rounded down, so it never exceeds the reduction', () => {
    fc.assert(
      fc.property(ledger, (prices) => {
        const found = findReduction(prices)
        const present = prices.at(-1)?.grosze ?? 0
        if (found === null) return
        const { lowestGrosze: lowest, percent } = found
        expect(percent * lowest).toBeLessThanOrEqual((lowest - present) * 100)
        expect((percent + 1) * lowest).toBeGreaterThan((lowest - present) * 100)
        const shown = describeReduction({ current_price_cents: present, lowest_price_cents: lowest })
        expect(shown).toBe(percent === 0 ? '' : `−${percent}\u00a0%`)
      }),
    )
  })
})

describe('what may be said about a planned reduction', () => {
  const planned = { priceGrosze: 10_000, reducedGrosze: 8_000 }

  test('says what is true once the reduction has begun', () => {
    fc.assert(
      fc.property(ledger, grosze, grosze, fc.nat(50 * 24 * 60), (prices, price, reduced, minutes) => {
        const opened = prices.at(-1)
        if (!opened || opened.grosze === reduced) return
        const now = new Date(opened.from.getTime() + HOUR)
        const from = toWallClock(new Date(now.getTime() + minutes * 60_000))
        const begins = fromWallClock(from)
        const start = begins > now ? begins : now
        const carriedOut = [
          ...prices.with(-1, { ...opened, to: now }),
          ...(start > now ? [{ ...PLAIN, grosze: price, from: now, to: start }] : []),
          { ...REDUCED, grosze: reduced, from: start, to: null },
        ]
        const plan = { priceGrosze: price, reducedGrosze: reduced }
        expect(planReduction(prices, plan, from, now)).toEqual(findReduction(carriedOut))
      }),
      { numRuns: 300 },
    )
  })

  test('is listed for today and each later day on which it changes', () => {
    fc.assert(
      fc.property(ledger, (prices) => {
        const now = new Date((prices.at(-1)?.from.getTime() ?? 0) + HOUR)
        const today = readWarsawClock(now).day
        const plan = { priceGrosze: 210, reducedGrosze: 120 }
        const steps = listReductions(prices, plan, now)
        expect(steps[0]?.day).toBe(today)
        for (let days = 0; days < 60; days += 1) {
          const day = addDays(today, days)
          const percent = planReduction(prices, plan, `${day}T00:00`, now)?.percent ?? 0
          expect(steps.findLast((step) => step.day <= day)?.percent).toBe(percent)
        }
      }),
    )
  })

  test('reads as a sentence', () => {
    const now = fromWallClock('2026-11-24T12:00')
    const prices = [
      { ...PLAIN, grosze: 10_000, from: fromWallClock('2026-01-01T00:00'), to: fromWallClock('2026-10-30T08:00') },
      { ...PLAIN, grosze: 9_100, from: fromWallClock('2026-10-30T08:00'), to: fromWallClock('2026-11-03T20:00') },
      { ...PLAIN, grosze: 10_000, from: fromWallClock('2026-11-03T20:00'), to: null },
    ]
    expect(describeReductions(listReductions(prices, planned, now)).replaceAll('\u00a0', ' ')).toBe(
      'dziś −12 %, od 4.12. −20 %',
    )
    const fresh = [{ ...PLAIN, grosze: 8_000, from: fromWallClock('2026-11-20T08:00'), to: null }]
    expect(describeReductions(listReductions(fresh, planned, now)).replaceAll('\u00a0', ' ')).toBe(
      'dziś bez słowa o obniżce, od 25.12. −20 %',
    )
  })

  test('does not change while the reduction runs', () => {
    const from = fromWallClock('2026-11-20T08:00')
    const running = [
      { ...PLAIN, grosze: 10_000, from: fromWallClock('2026-01-01T00:00'), to: from },
      { ...REDUCED, grosze: 8_000, from, to: null },
    ]
    const now = fromWallClock('2026-11-24T12:00')
    expect(planReduction(running, planned, '2026-11-20T08:00', now)).toEqual({ lowestGrosze: 10_000, percent: 20 })
  })
})

test('a local time is the moment at which Polish clocks show it, except in the skipped hour', () => {
  fc.assert(
    fc.property(moment, (at) => {
      const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
      const back = fromWallClock(toWallClock(minute)).getTime() - minute.getTime()
      // In the hour that occurs twice the second one is meant.
      expect([0, HOUR]).toContain(back)
    }),
  )
  expect(fromWallClock('2026-10-25T02:30').toISOString()).toBe('2026-10-25T01:30:00.000Z')
  expect(toWallClock(fromWallClock('2026-03-29T02:30'))).toBe('2026-03-29T03:30')
})

test.each([
  ['2026-12-04T08:00', '2026-12-04T08:00'],
  ['2026-12-04 08:00:00', '2026-12-04T08:00'],
  ['4.12.2026 8:00', '2026-12-04T08:00'],
  [' ', null],
  [null, null],
])('a typed local time %j is %j', (typed, clock) => {
  expect(wallClockSchema.parse(typed)).toBe(clock)
})

test.each(['jutro', '2026-02-30T08:00', '2026-12-04', '4.13.2026 8:00', '2026-12-04T24:00'])(
  'a typed local time %j is refused with a sentence',
  (typed) => {
    const refused = wallClockSchema.safeParse(typed)
    expect(refused.error?.issues[0]?.message).toBe('Podaj dzień i godzinę, na przykład 4.12.2026 8:00')
  },
)
