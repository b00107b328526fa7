import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeRefillTime, findRefillDays } from '#domain/alerts/refill.ts'

test('a bottle lasts two weeks to a year; a larger one is never used up sooner', () => {
  const volume = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(volume, volume, fc.option(fc.integer({ min: 1, max: 5_000 })), (a, b, learnt) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)]
      expect(findRefillDays(small, null)).toBeLessThanOrEqual(findRefillDays(large, null))
      const days = findRefillDays(small, learnt)
      expect(days).toBeGreaterThanOrEqual(14)
      expect(days).toBeLessThanOrEqual(365)
    }),
  )
})

test.each([
  [14, 'za około 2 tygodnie'],
  [45, 'za około 6 tygodni'],
  [75, 'za około 2 miesiące'],
  [150, 'za około 5 miesięcy'],
  [365, 'za około 12 miesięcy'],
])('%i days are said as people say them', (days, said) => {
  expect(describeRefillTime(days)).toBe(said)
})
