import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateReturn, findOwed, findWorth, shareBeside } from '#domain/returns/return-amount.ts'

const NO_CODE = { discountGrosze: 0, takenOut: 0, earlierTakenOut: 0 }
const price = fc.integer({ min: 1, max: 99_999 })
const parcel = fc
  .record({
    pieces: fc.array(fc.record({ unitPriceGrosze: price, ordered: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    paidDeliveryGrosze: fc.integer({ min: 0, max: 5_000 }),
    cheapestDeliveryGrosze: fc.integer({ min: 0, max: 5_000 }),
  })
  .chain((order) =>
    fc.record({
      order: fc.constant(order),
      // The pieces that each of up to four statements takes back.
      statements: fc.array(fc.tuple(...order.pieces.map(({ ordered }) => fc.integer({ min: 0, max: ordered }))), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  )

type Parcel = typeof parcel extends fc.Arbitrary<infer Value> ? Value : never

/** The refund of each statement. No piece is taken back twice. */
function returnAll({ order, statements }: Parcel) {
  const earlier = order.pieces.map(() => 0)
  return statements.map((wanted) => {
    const pieces = order.pieces.map(({ unitPriceGrosze, ordered }, index) => {
      const before = earlier[index] ?? 0
      const returned = Math.min(wanted[index] ?? 0, ordered - before)
      earlier[index] = before + returned
      return { unitPriceGrosze, ordered, earlier: before, returned, loweredGrosze: 0, ...NO_CODE }
    })
    return calculateReturn({ ...order, pieces, deductionGrosze: 0 })
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('withdrawals of one parcel never refund more than was paid, nor the delivery more than once', () => {
  fc.assert(
    fc.property(parcel, (given) => {
      const { order } = given
      const amounts = returnAll(given)
      const paidForPieces = sum(order.pieces.map(({ unitPriceGrosze, ordered }) => unitPriceGrosze * ordered))
      expect(sum(amounts.map(({ piecesGrosze }) => piecesGrosze))).toBeLessThanOrEqual(paidForPieces)
      const delivery = sum(amounts.map(({ deliveryGrosze }) => deliveryGrosze))
      expect(delivery).toBeLessThanOrEqual(Math.min(order.paidDeliveryGrosze, order.cheapestDeliveryGrosze))
      expect(sum(amounts.map(({ totalGrosze }) => totalGrosze))).toBeLessThanOrEqual(
        paidForPieces + order.paidDeliveryGrosze,
      )
    }),
  )
})

test('a buyer who returns all pieces gets their price and the cheapest delivery, in any number of statements', () => {
  fc.assert(
    fc.property(parcel, ({ order, statements }) => {
      const rest = order.pieces.map(({ ordered }) => ordered)
      const amounts = returnAll({ order, statements: [...statements, rest] as Parcel['statements'] })
      const paidForPieces = sum(order.pieces.map(({ unitPriceGrosze, ordered }) => unitPriceGrosze * ordered))
      expect(sum(amounts.map(({ totalGrosze }) => totalGrosze))).toBe(
        paidForPieces + Math.min(order.paidDeliveryGrosze, order.cheapestDeliveryGrosze),
      )
    }),
  )
})

test('a deduction takes at most the price of the pieces, never of the delivery', () => {
  fc.assert(
    fc.property(parcel, fc.integer({ min: 0, max: 1_000_000 }), ({ order }, deductionGrosze) => {
      const pieces = order.pieces.map((piece) => ({
        ...piece,
        earlier: 0,
        returned: piece.ordered,
        loweredGrosze: 0,
        ...NO_CODE,
      }))
      const amount = calculateReturn({ ...order, pieces, deductionGrosze })
      expect(amount.totalGrosze).toBeGreaterThanOrEqual(amount.deliveryGrosze)
      expect(amount.totalGrosze).toBe(amount.piecesGrosze + amount.deliveryGrosze - amount.deductionGrosze)
    }),
  )
})

test('a price reduction by a complaint is never refunded twice: the last piece is refunded at a lower price', () => {
  const item = fc.record({ unitPriceGrosze: price, ordered: fc.integer({ min: 1, max: 9 }) })
  const lowering = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      item,
      lowering,
      fc.array(fc.integer({ min: 0, max: 9 })),
      ({ unitPriceGrosze, ordered }, part, wanted) => {
        const paid = unitPriceGrosze * ordered
        const loweredGrosze = Math.floor(paid * part)
        let earlier = 0
        const worths = [...wanted, ordered].map((count) => {
          const returned = Math.min(count, ordered - earlier)
          const worth = findWorth({ unitPriceGrosze, ordered, earlier, returned, loweredGrosze, ...NO_CODE })
          earlier += returned
          return worth
        })
        expect(sum(worths)).toBe(paid - loweredGrosze)
        expect(Math.min(...worths)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('money from the order’s page pays one case: in any order of closing, each item is refunded once', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const ITEMS = ['a', 'b'] as const
  const grosze = fc.integer({ min: 0, max: 50_000 })
  const given = fc.record({
    totals: fc.array(fc.record({ itemId: fc.constantFrom(...ITEMS), grosze }), { minLength: 1, maxLength: 5 }),
    moneys: fc.array(fc.record({ itemId: fc.constantFrom(...ITEMS, null), grosze }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(given, fc.infiniteStream(fc.nat()), ({ totals, moneys }, order) => {
      const claims = totals.map((total, day) => ({
        ...total,
        ...{ caseId: `case ${day}`, orderId: 'order', pieces: 1, receivedAt: at(day + 1) },
        settledAt: null as Date | null,
        place: order.next().value,
      }))
      // All money comes when all cases are open.
      const beside = moneys.map((money, day) => ({ orderId: 'order', pieces: 0, ...money, decidedAt: at(10 + day) }))
      const settled = { a: 0, b: 0 }
      for (const [turn, claim] of claims.toSorted((a, b) => a.place - b.place).entries()) {
        const paid = shareBeside(beside, claims).paid.find(({ caseId }) => caseId === claim.caseId)?.grosze ?? 0
        settled[claim.itemId] += claim.grosze - paid
        claim.grosze = paid
        claim.settledAt = at(20 + turn)
      }
      const of = (itemId: string | null, all: readonly { itemId: string | null; grosze: number }[]) =>
        sum(all.filter((each) => each.itemId === itemId).map((each) => each.grosze))
      const missing = ITEMS.map((itemId) => Math.max(0, of(itemId, totals) - of(itemId, moneys)))
      expect(settled.a + settled.b).toBe(Math.max(0, sum(missing) - of(null, moneys)))
    }),
  )
})

test('the sum owed never exceeds the remaining paid sum, and is reduced by other refunds', () => {
  const money = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(money, money, money, money, (total, paidGrosze, earlier, beside) => {
      const returnedGrosze = earlier + beside
      const amount = { totalGrosze: total, deliveryGrosze: 0, deliveryGivenGrosze: 0, keptGrosze: 0 }
      const owed = findOwed(amount, { paidGrosze, returnedGrosze, returnedBesideGrosze: beside })
      expect(owed).toBeGreaterThanOrEqual(0)
      expect(owed).toBeLessThanOrEqual(Math.max(0, paidGrosze - returnedGrosze))
      expect(owed + beside).toBeLessThanOrEqual(Math.max(total, beside))
      // After the refund nothing more is owed.
      const after = { paidGrosze, returnedGrosze: returnedGrosze + owed, returnedBesideGrosze: beside + owed }
      expect(findOwed(amount, after)).toBe(0)
    }),
  )
})

test('after a lower price the shop still keeps deduction and dearer delivery, but never the cheapest delivery', () => {
  const grosze = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(
      grosze,
      grosze,
      fc.nat(3_000),
      fc.nat(800),
      fc.nat(100_000),
      (price, deduction, cheapest, more, low) => {
        const paidDeliveryGrosze = cheapest + more
        const amount = calculateReturn({
          pieces: [{ unitPriceGrosze: price, ordered: 1, earlier: 0, returned: 1, loweredGrosze: 0, ...NO_CODE }],
          ...{ paidDeliveryGrosze, cheapestDeliveryGrosze: cheapest, deductionGrosze: deduction },
        })
        const returnedGrosze = Math.min(low, price)
        const money = { paidGrosze: price + paidDeliveryGrosze, returnedGrosze, returnedBesideGrosze: 0 }
        const left = Math.max(0, price - returnedGrosze - Math.min(price, deduction))
        expect(findOwed(amount, money)).toBe(left + cheapest)
      },
    ),
  )
})
