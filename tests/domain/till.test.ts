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

test('receipt: pieces that do not split evenly have two prices, and a long name keeps its size', () => {
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

const paid = (grosze: number, order_id = 'first') => ({ order_id, moment: new Date(0), cause: 'paid', grosze })
const changes = fc
  .array(
    fc.record({
      order_id: fc.constantFrom('first', 'second'),
      grosze: fc.integer({ min: -200_000, max: 100_000 }),
      moment: fc.date({ min: new Date(1), noInvalidDate: true }),
      cause: fc.constantFrom('refunded', 'refund came back', 'dispute lost', 'amended', 'paid'),
    }),
  )
  .map((all) => all.toSorted((a, b) => a.moment.getTime() - b.moment.getTime()))
/** A receipt of two orders, of which money was paid twice, or went back before the receipt was printed. */
const printedSale = fc
  .record({ sold: sale, more: fc.integer({ min: -5_000, max: 50_000 }), second: fc.nat(50_000) })
  .map(({ sold, more, second }) => {
    const lines = toReceiptLines(sold)
    const gross_grosze = grossOf(lines)
    const opening = [paid(gross_grosze + more - second), paid(second, 'second')]
    return { receipt: { gross_grosze, lines, frozen_at: new Date(0) }, opening }
  })

test('register: the rows of a receipt are what the shop no longer keeps of it, to the grosz of VAT at each rate', () => {
  fc.assert(
    fc.property(printedSale, changes, ({ receipt, opening }, later) => {
      const movements = [...opening, ...later]
      const rows = listReturns(receipt, movements)
      const hasOf = (order: string) =>
        Math.max(
          0,
          movements.reduce((sum, { order_id, grosze }) => sum + (order_id === order ? grosze : 0), 0),
        )
      const kept_grosze = Math.min(receipt.gross_grosze, hasOf('first') + hasOf('second'))
      expect(receipt.gross_grosze - grossOf(rows)).toBe(kept_grosze)
      const left = sumByRate(scaleLines(receipt.lines, kept_grosze))
      const returned = addSums(rows)
      for (const { rate, gross_grosze: gross, vat_grosze: vat } of sumByRate(receipt.lines)) {
        const kept = left.find((sum) => sum.rate === rate)
        const back = returned.find((sum) => sum.rate === rate)
        expect(gross - (back?.gross_grosze ?? 0)).toBe(kept?.gross_grosze)
        expect(vat - (back?.vat_grosze ?? 0)).toBe(kept?.vat_grosze)
      }
    }),
  )
})

test('register: later events never change a row', () => {
  fc.assert(
    fc.property(printedSale, changes, ({ receipt, opening }, later) => {
      const rows = listReturns(receipt, [...opening, ...later])
      for (const count of later.keys()) {
        const until = listReturns(receipt, [...opening, ...later.slice(0, count)])
        expect(until).toEqual(rows.slice(0, until.length))
      }
    }),
  )
})

test('register: refunding a double payment is no return, and a lost dispute takes only what is left', () => {
  const lines = toReceiptLines([{ name: 'Róża', quantity: 1, gross_grosze: 10_000, rate: '23' }])
  const receipt = { gross_grosze: 10_000, lines, frozen_at: new Date(0) }
  const move = (at: number, cause: string, grosze: number) => ({ ...paid(grosze), moment: new Date(at), cause })
  const twice = [paid(10_000), paid(10_000), move(1, 'refunded', -10_000)]
  expect(listReturns(receipt, twice)).toEqual([])
  const part = [...twice, move(2, 'refunded', -3_000)]
  expect(listReturns(receipt, part)).toMatchObject([
    { moment: new Date(2), gross_grosze: 3_000, reason: 'Zwrot pieniędzy' },
  ])
  const lost = [...part, move(3, 'dispute lost', -10_000), move(4, 'refund came back', 3_000)]
  expect(listReturns(receipt, lost)).toMatchObject([
    { moment: new Date(2), gross_grosze: 3_000 },
    { moment: new Date(3), gross_grosze: 7_000, reason: 'Przegrany spór w banku' },
  ])
})

test('a month ends where the next one begins', () => {
  expect(boundMonth('2026-11')).toEqual({ from: '2026-11-01', to: '2026-12-01' })
  expect(boundMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
})
