import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countVat, findDeliveryRate, labelRate, subtractSums, sumByRate, VAT_RATES } from '#domain/papers/vat.ts'

const rate = fc.constantFrom(...VAT_RATES)
const grosze = fc.integer({ min: 0, max: 100_000_000 })
const lines = fc.array(fc.record({ rate, gross_grosze: grosze }), { maxLength: 40 })
const add = (parts: readonly { gross_grosze: number }[]) => parts.reduce((sum, part) => sum + part.gross_grosze, 0)

describe('VAT', () => {
  test.each([
    [10_000, '23', 1_870],
    [21_599, '23', 4_039],
    [1, '23', 0],
    [10_800, '8', 800],
    [10_500, '5', 500],
    [10_000, '0', 0],
    [10_000, 'zw', 0],
  ] as const)('of %i grosze at %s is %i grosze', (gross, at, vat) => {
    expect(countVat(gross, at)).toBe(vat)
    expect(countVat(-gross, at)).toBe(vat === 0 ? 0 : -vat)
  })

  test('differs from the exact part of the gross sum by half a grosz at most', () => {
    fc.assert(
      fc.property(grosze, rate, (gross, at) => {
        const percent = at === 'zw' ? 0 : Number(at)
        expect(Math.abs(countVat(gross, at) * (100 + percent) - gross * percent) * 2).toBeLessThanOrEqual(100 + percent)
      }),
    )
  })

  test('of lines: net and VAT add up to the gross sum of each rate, and the rates to all lines', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const sums = sumByRate(all)
        expect(add(sums)).toBe(add(all))
        for (const { rate: at, net_grosze, vat_grosze, gross_grosze } of sums) {
          expect(net_grosze + vat_grosze).toBe(gross_grosze)
          expect(gross_grosze).toBe(add(all.filter((line) => line.rate === at)))
        }
      }),
    )
  })

  test('of an invoice plus that of its correction is that of the remaining sum', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [old, now] = [sumByRate(before), sumByRate(after)]
        const changes = subtractSums(now, old)
        for (const at of VAT_RATES) {
          const vatOf = (sums: typeof old) => sums.find((sum) => sum.rate === at)?.vat_grosze ?? 0
          const grossOf = (sums: typeof old) => sums.find((sum) => sum.rate === at)?.gross_grosze ?? 0
          expect([vatOf(old) + vatOf(changes), grossOf(old) + grossOf(changes)]).toEqual([vatOf(now), grossOf(now)])
        }
      }),
    )
  })
})

test('rates have their names', () => {
  expect(VAT_RATES.map(labelRate)).toEqual(['23%', '8%', '5%', '0%', 'zw'])
})

test('a delivery has the highest rate of the goods in it, and that of perfumes without any', () => {
  expect(findDeliveryRate(['23'])).toBe('23')
  expect(findDeliveryRate(['8', '23'])).toBe('23')
  expect(findDeliveryRate(['5', '8'])).toBe('8')
  expect(findDeliveryRate(['0'])).toBe('0')
  expect(findDeliveryRate([])).toBe('23')
})
