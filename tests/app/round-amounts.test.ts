import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAmounts } from '#app/admin/figures/round-amounts.ts'

test.each([
  [0, [0, 1, 2, 3, 4]],
  [3.99, [0, 1, 2, 3, 4]],
  [275, [0, 70, 140, 210, 280]],
  [867.45, [0, 250, 500, 750, 1000]],
])('the axis of a chart with at most %d zł shows round amounts', (most, amounts) => {
  expect(listAmounts(most)).toEqual(amounts)
})

test('the axis of a chart holds every amount, in whole zł, without much space above it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4_00, max: 9_999_999_99 }), (grosze) => {
      const amounts = listAmounts(grosze / 100)
      const top = amounts.at(-1) ?? 0
      expect(amounts.every(Number.isInteger)).toBe(true)
      expect(top).toBeGreaterThanOrEqual(grosze / 100)
      expect(top).toBeLessThanOrEqual((2 * grosze) / 100)
    }),
  )
})
