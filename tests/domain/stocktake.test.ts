import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf, planBooking } from '#domain/stocktakes/stocktake.ts'

const amount = fc.integer({ min: 0, max: 30 })

test('a booked difference never makes a stock negative, and what cannot be booked is named as missing', () => {
  const anyCount = fc.record({ product_id: fc.uuid(), counted: amount, expected: amount, stock: fc.option(amount) })
  fc.assert(
    fc.property(fc.uniqueArray(anyCount, { selector: ({ product_id }) => product_id }), (counts) => {
      const stocks = new Map(
        counts.flatMap(({ product_id, stock }): [string, number][] => (stock === null ? [] : [[product_id, stock]])),
      )
      const { changes, short } = planBooking(counts, stocks)
      for (const count of counts) {
        const change = changes.find(({ product_id }) => product_id === count.product_id)?.change ?? 0
        const missing = short.find(({ product_id }) => product_id === count.product_id)?.pieces ?? 0
        const stock = stocks.get(count.product_id)
        expect(change - missing).toBe(stock === undefined ? 0 : differenceOf(count))
        expect((stock ?? 0) + change).toBeGreaterThanOrEqual(0)
        // Nothing is missing while a piece is left.
        if (missing > 0) expect((stock ?? 0) + change).toBe(0)
      }
    }),
  )
})

test('the difference is that of the moment of the count, whatever was sold since', () => {
  const count = { product_id: 'a', counted: 5, expected: 7 }
  expect(planBooking([count], new Map([['a', 6]])).changes).toEqual([{ product_id: 'a', change: -2 }])
  expect(planBooking([count], new Map([['a', 1]]))).toEqual({
    changes: [{ product_id: 'a', change: -1 }],
    short: [{ product_id: 'a', pieces: 1 }],
  })
})
