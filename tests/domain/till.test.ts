import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSums, scaleLines, sumByRate, TAXED_RATES } from '#domain/papers/vat.ts'
import { boundMonth, toReceiptLines } from '#domain/till/receipt.ts'
import { listReturns } from '#domain/till/return-register.ts'

const saleLine = fc.record({
  name: fc.string({ minLength: 1, maxLength: 120 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  gross_grosze: fc.integer({ min: 1, max: 200_000 }),
  rate: fc.constantFrom(...TAXED_RATES),
})
const sale = fc.array(saleLine, { minLength: 1, maxLength: 8 })
const grossOf = (lines: readonly { gross_grosze: number }[]) => lines.reduce((sum, line) => sum + line.gross_grosze, 0)

test('receipt: price times pieces of its lines is what the sale costs, at each rate, in names that printers take', () => {
  fc.assert(
    fc.property(sale, (lines) => {
      const printed = toReceiptLines(lines)
      for (const { quantity, unit_grosze, gross_grosze, name } of printed) {
        expect(quantity * unit_grosze).toBe(gross_grosze)
        expect(unit_grosze).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(40)
      }
      expect(sumByRate(printed)).toEqual(sumByRate(lines))
    }),
  )
})

test('receipt: pieces that do not split evenly stand at two prices, and a long name keeps its size', () => {
  const name = 'Dom Zapachów Bardzo Długa Nazwa Perfum, 50 ml · Woda perfumowana'
  expect(toReceiptLines([{ name, quantity: 3, gross_grosze: 10_000, rate: '23' }])).toEqual([
    {
      name: 'Dom Zapachów Bardzo Długa Nazwa P, 50 ml',
      quantity: 1,
      unit_grosze: 3_334,
      gross_grosze: 3_334,
      rate: '23',
    },
    {
      name: 'Dom Zapachów Bardzo Długa Nazwa P, 50 ml',
      quantity: 2,
      unit_grosze: 3_333,
      gross_grosze: 6_666,
      rate: '23',
    },
  ])
})

test('register: the rows of a receipt are what the shop no longer keeps of it, to the grosz of VAT at each rate', () => {
  const change = fc.record({
    grosze: fc.integer({ min: -50_000, max: 200_000 }),
    moment: fc.date({ noInvalidDate: true }),
  })
  fc.assert(
    fc.property(sale, fc.array(change), fc.nat({ max: 1_000 }), (lines, changes, part) => {
      const printed = toReceiptLines(lines)
      const gross_grosze = grossOf(printed)
      const kept_grosze = Math.floor((gross_grosze * part) / 1_000)
      const receipt = { gross_grosze, kept_grosze, lines: printed, frozen_at: new Date(0) }
      const rows = listReturns(
        receipt,
        changes.map((each) => ({ ...each, cause: 'refunded' })),
      )
      expect(grossOf(rows)).toBe(gross_grosze - kept_grosze)
      const left = sumByRate(scaleLines(printed, kept_grosze))
      const returned = addSums(rows)
      for (const { rate, gross_grosze: gross, vat_grosze: vat } of sumByRate(printed)) {
        const kept = left.find((sum) => sum.rate === rate)
        const back = returned.find((sum) => sum.rate === rate)
        expect(gross - (back?.gross_grosze ?? 0)).toBe(kept?.gross_grosze)
        expect(vat - (back?.vat_grosze ?? 0)).toBe(kept?.vat_grosze)
      }
    }),
  )
})

test('register: money that was paid twice and goes back is no return', () => {
  const lines = toReceiptLines([{ name: 'Róża', quantity: 1, gross_grosze: 10_000, rate: '23' }])
  const receipt = { gross_grosze: 10_000, lines, frozen_at: new Date(0) }
  const back = { moment: new Date(1), cause: 'refunded', grosze: 10_000 }
  const part = { moment: new Date(2), cause: 'refunded', grosze: 3_000 }
  expect(listReturns({ ...receipt, kept_grosze: 10_000 }, [back])).toEqual([])
  expect(listReturns({ ...receipt, kept_grosze: 7_000 }, [back, part])).toMatchObject([
    { moment: part.moment, gross_grosze: 3_000, reason: 'Zwrot pieniędzy' },
  ])
})

test('months end where the next begins', () => {
  expect(boundMonth('2026-11')).toEqual({ from: '2026-11-01', to: '2026-12-01' })
  expect(boundMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
})
