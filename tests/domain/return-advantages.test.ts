// Whatever pieces come back in whichever order, the buyer pays for what is kept exactly what it would have cost alone,
// and gets everything back with the last piece.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitDiscount } from '#domain/codes/code.ts'
import { shareOfPieces } from '#domain/kernel/amounts/split-grosze.ts'
import { type Advantage, findLost, type GivenFor, limitAdvantages } from '#domain/returns/advantages.ts'
import { calculateReturn } from '#domain/returns/return-amount.ts'

const GIVEN: GivenFor = { orders: ['12345678'], code: null, delivery: null, sampleCode: null, deducted: {}, waived: {} }
const bought = fc.array(
  fc.record({ price: fc.integer({ min: 100, max: 30_000 }), pieces: fc.integer({ min: 1, max: 4 }) }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

type Line = { price: number; pieces: number; discount: number; back: number }

const toPiece = ({ price, pieces, discount, back }: Line, returned: number) => ({
  unitPriceGrosze: price,
  ordered: pieces,
  earlier: back,
  returned,
  loweredGrosze: 0,
  discountGrosze: discount,
  takenOut: 0,
  earlierTakenOut: 0,
  isCancelled: false,
  isSample: false,
})

test('a code with a least sum: kept goods cost their full price below it, their discounted one from it on', () => {
  fc.assert(
    fc.property(bought, fc.double({ min: 0.1, max: 1, noNaN: true }), fc.array(fc.nat()), (items, part, picks) => {
      const amounts = items.map(({ price, pieces }) => price * pieces)
      const full = amounts.reduce((sum, amount) => sum + amount, 0)
      const leastGrosze = Math.ceil(full * part)
      const discounts = splitDiscount({ kind: 'percent', value: 20 }, amounts)
      const lines: Line[] = items.map((item, at) => ({ ...item, discount: discounts[at] ?? 0, back: 0 }))
      let paid = full - discounts.reduce((sum, discount) => sum + discount, 0)
      let deducted = 0
      for (let left = items.reduce((sum, { pieces }) => sum + pieces, 0), at = 0; left > 0; left--, at++) {
        const open = lines.filter(({ back, pieces }) => back < pieces)
        const chosen = open[(picks[at] ?? 0) % open.length]
        const pieces = lines.map((line) => toPiece(line, line === chosen ? 1 : 0))
        const given = {
          ...GIVEN,
          code: { text: 'LATO', leastGrosze, waivedGrosze: 0 },
          deducted: { least_sum: deducted },
        }
        const lost = findLost(pieces, given, { buyer: true, isUnsent: false })
        const amount = calculateReturn({
          pieces,
          paidDeliveryGrosze: 0,
          cheapestDeliveryGrosze: 0,
          deductionGrosze: 0,
          advantages: lost,
        })
        expect(amount.totalGrosze).toBeGreaterThanOrEqual(0)
        paid -= amount.totalGrosze
        deducted += amount.advantages.reduce((sum, { grosze }) => sum + grosze, 0)
        if (chosen) chosen.back += 1
        const kept = lines.reduce((sum, line) => sum + line.price * (line.pieces - line.back), 0)
        const keptOff = lines.reduce(
          (sum, line) => sum + shareOfPieces(line.discount, line.pieces - line.back, line.pieces),
          0,
        )
        const due = kept < leastGrosze && kept > 0 ? kept : kept - keptOff
        // A return gives back at least nothing, so the rest of a larger deduction waits for the next one.
        expect(paid).toBeLessThanOrEqual(due)
        if (kept === 0) expect(paid).toBe(0)
      }
    }),
  )
})

test('the code for samples takes back what it took off beyond the kept samples, once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.array(fc.nat(8)),
      (all, price, parts) => {
        const used = all * price
        let back = 0
        let deducted = 0
        for (const part of [...parts, all]) {
          const returned = Math.min(part, all - back)
          if (returned === 0) continue
          const line = { price, pieces: all, discount: 0, back }
          const items = [{ ...toPiece(line, returned), isSample: true }]
          const sampleCode = { text: 'ABC', orders: ['87654321'], usedGrosze: used }
          const given = { ...GIVEN, sampleCode, deducted: { sample_code: deducted } }
          const lost: Advantage[] = findLost(items, given, { buyer: false, isUnsent: false })
          expect(lost.map(({ grosze }) => grosze)).toEqual([returned * price])
          expect(limitAdvantages(lost, price)).toMatchObject([{ grosze: price }])
          deducted += returned * price
          back += returned
        }
        expect(deducted).toBe(used)
      },
    ),
  )
})

test('free delivery by the sum is lost before dispatch alone, and with goods that are kept', () => {
  const items = [toPiece({ price: 20_000, pieces: 2, discount: 0, back: 0 }, 1)]
  const given = { ...GIVEN, delivery: { fromGrosze: 30_000, costGrosze: 1_599 } }
  const kinds = (returned: number, by: { buyer: boolean; isUnsent: boolean }) =>
    findLost([toPiece({ price: 20_000, pieces: 2, discount: 0, back: 0 }, returned)], given, by).map(({ kind }) => kind)
  expect(findLost(items, given, { buyer: true, isUnsent: true })).toMatchObject([{ grosze: 1_599 }])
  expect(kinds(1, { buyer: true, isUnsent: false })).toEqual([])
  expect(kinds(1, { buyer: false, isUnsent: true })).toEqual([])
  expect(kinds(2, { buyer: true, isUnsent: true })).toEqual([])
})

test('a kept sample whose price a complaint lowered covers only what it still costs', () => {
  const items = [
    { ...toPiece({ price: 990, pieces: 4, discount: 0, back: 0 }, 2), isSample: true, loweredGrosze: 1_500 },
  ]
  const given = { ...GIVEN, sampleCode: { text: 'ABC', orders: ['87654321'], usedGrosze: 2_460 } }
  expect(findLost(items, given, { buyer: true, isUnsent: false })).toMatchObject([{ grosze: 2_460 - (1_980 - 1_500) }])
})
