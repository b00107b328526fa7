// What money that goes back lowers of the lines of a sale.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AllocationPurpose,
  allocate,
  fitLines,
  lowerLines,
  type OrderLine,
  sumOfLines,
  takeOff,
} from '#domain/money/allocate.ts'

const good = fc.record({
  rate: fc.constantFrom('23', '8', '5'),
  pieces: fc.integer({ min: 1, max: 9 }),
  grosze: fc.integer({ min: 1, max: 99_999 }),
})
const order = fc
  .record({ goods: fc.array(good, { minLength: 1, maxLength: 6 }), delivery: fc.nat(3_000) })
  .map(({ goods, delivery }): OrderLine[] => [
    ...goods.map((line, at) => ({ ...line, item_id: `item ${at}`, kept_grosze: 0 })),
    { item_id: null, rate: '23', pieces: 1, grosze: delivery, kept_grosze: 0 },
  ])

type Act = { kind: AllocationPurpose['kind']; grosze: number; wanted: number[]; part: number }
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('return' as const, 'price' as const, 'delivery' as const, 'cancellation' as const),
  grosze: fc.integer({ min: 1, max: 200_000 }),
  wanted: fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
})

function toPurpose(lines: readonly OrderLine[], { kind, wanted, part }: Act): AllocationPurpose {
  const goods = lines.filter(({ item_id }) => item_id !== null)
  if (kind === 'return') {
    const items = goods.flatMap(({ item_id, pieces, grosze }, at) => {
      const taken = Math.min(wanted[at] ?? 0, pieces)
      const worth_grosze = pieces === 0 ? 0 : Math.round((grosze * taken) / pieces)
      if (item_id === null || taken === 0) return []
      return [{ item_id, pieces: taken, worth_grosze, deduction_grosze: Math.floor(worth_grosze * part) }]
    })
    return { kind, items, delivery_grosze: part > 0.5 ? 1_299 : 0 }
  }
  const items = goods.flatMap(({ item_id }, at) =>
    item_id !== null && wanted[at] ? [{ item_id, grosze: wanted[at] * 500 }] : [],
  )
  return kind === 'price' ? { kind, items } : { kind }
}

test('what goes back is taken off the lines to the grosz, at most what they cost, and no line rises', () => {
  fc.assert(
    fc.property(order, fc.array(act, { minLength: 1, maxLength: 6 }), (ordered, acts) => {
      let lines = ordered
      for (const each of acts) {
        const taken = allocate(lines, each.grosze, toPurpose(lines, each))
        const gone = taken.reduce((sum, { grosze }) => sum + grosze, 0)
        expect(gone).toBe(Math.min(each.grosze, sumOfLines(lines)))
        const left = takeOff(lines, taken)
        expect(sumOfLines(left)).toBe(sumOfLines(lines) - gone)
        for (const [at, line] of left.entries()) {
          expect(line.grosze).toBeGreaterThanOrEqual(0)
          expect(line.grosze).toBeLessThanOrEqual(lines[at]?.grosze ?? 0)
          expect(line.kept_grosze).toBeGreaterThanOrEqual(0)
          // Pieces that all came back cost nothing any more; what the shop keeps of them is named apart.
          if (line.pieces === 0) expect(line.grosze).toBe(0)
        }
        lines = left
      }
    }),
  )
})

test('a lower price without a piece lowers the goods in proportion, at their own rates, and the delivery last', () => {
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 500_000 }), (lines, grosze) => {
      const taken = lowerLines(lines, grosze)
      const goods = lines.filter(({ item_id }) => item_id !== null)
      const worth = sumOfLines(goods)
      const offDelivery = taken.filter(({ item_id }) => item_id === null).reduce((sum, line) => sum + line.grosze, 0)
      expect(offDelivery).toBe(Math.max(0, Math.min(grosze, sumOfLines(lines)) - worth))
      for (const line of goods) {
        const off = taken.find(({ item_id }) => item_id === line.item_id)
        expect(off?.rate ?? line.rate).toBe(line.rate)
        expect(Math.abs((off?.grosze ?? 0) - (Math.min(grosze, worth) * line.grosze) / worth)).toBeLessThan(1)
      }
    }),
  )
})

const line = (item_id: string | null, grosze: number, pieces = 1, rate = '23') => ({
  ...{ item_id, rate, pieces, grosze },
  kept_grosze: 0,
})
const piece = (item_id: string, worth_grosze: number, deduction_grosze = 0) => ({
  ...{ item_id, pieces: 1, worth_grosze },
  deduction_grosze,
})

test('after goodwill a piece takes its lowered price along: no other line rises, and the delivery stays', () => {
  const ordered = [line('a', 10_000), line('b', 20_000), line(null, 1_599)]
  const lowered = takeOff(ordered, lowerLines(ordered, 500))
  expect(lowered.map(({ grosze }) => grosze)).toEqual([9_833, 19_667, 1_599])
  const back = allocate(lowered, 10_000, { kind: 'return', items: [piece('a', 10_000)], delivery_grosze: 0 })
  expect(takeOff(lowered, back).map(({ grosze, pieces }) => [grosze, pieces])).toEqual([
    [0, 0],
    [19_500, 1],
    [1_599, 1],
  ])
})

test('a deduction is what the shop keeps of the piece, which is gone', () => {
  const ordered = [line('a', 10_000), line('b', 7_000), line(null, 1_599)]
  const back = allocate(ordered, 7_500, { kind: 'return', items: [piece('a', 10_000, 2_500)], delivery_grosze: 0 })
  expect(back).toEqual([{ item_id: 'a', rate: '23', pieces: 1, grosze: 7_500, kept_grosze: 2_500 }])
  expect(takeOff(ordered, back)).toMatchObject([{ pieces: 0, grosze: 0, kept_grosze: 2_500 }, { grosze: 7_000 }, {}])
})

test('after goodwill the shop keeps as much of the last piece as was deducted', () => {
  const ordered = [line('a', 10_000), line(null, 1_599)]
  const lowered = takeOff(ordered, lowerLines(ordered, 500))
  const back = allocate(lowered, 8_800 + 1_599, {
    kind: 'return',
    items: [piece('a', 10_000, 700)],
    delivery_grosze: 1_599,
  })
  expect(takeOff(lowered, back)).toMatchObject([{ pieces: 0, grosze: 0, kept_grosze: 700 }, { grosze: 0 }])
})

test('of several pieces the ones that are left keep their price, less what was taken off for the returned one', () => {
  const ordered = [line('a', 20_000, 2), line(null, 1_599)]
  const back = allocate(ordered, 7_500, { kind: 'return', items: [piece('a', 10_000, 2_500)], delivery_grosze: 0 })
  expect(takeOff(ordered, back)[0]).toMatchObject({ pieces: 1, grosze: 10_000, kept_grosze: 2_500 })
})

test('lines at a sum that no row explains are lowered by their worth, or raised at the dearest', () => {
  fc.assert(
    fc.property(order, fc.nat(500_000), (lines, grosze) => {
      expect(sumOfLines(fitLines(lines, grosze))).toBe(grosze)
    }),
  )
})
