// The register of returns: what the events of a sale take of its receipt, by rate.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSums, subtractSums, sumByRate, TAXED_RATES } from '#domain/papers/vat.ts'
import { toReceiptLines } from '#domain/till/receipt.ts'
import { listReturns, type ReturnEvent } from '#domain/till/return-register.ts'

const saleLine = fc.record({
  name: fc.constant('Oud'),
  quantity: fc.integer({ min: 1, max: 20 }),
  gross_grosze: fc.integer({ min: 1, max: 200_000 }),
  rate: fc.constantFrom(...TAXED_RATES),
})
const sale = fc.array(saleLine, { minLength: 1, maxLength: 8 })
const grossOf = (lines: readonly { gross_grosze: number }[]) => lines.reduce((sum, line) => sum + line.gross_grosze, 0)

const FROZEN = new Date(1_000)
const receiptOf = (lines: Parameters<typeof toReceiptLines>[0], as_sold = true) => {
  const printed = toReceiptLines(lines)
  return { gross_grosze: grossOf(printed), lines: printed, frozen_at: FROZEN, as_sold }
}
const event = (more: Partial<ReturnEvent> & Pick<ReturnEvent, 'grosze'>): ReturnEvent => {
  const moment = more.moment ?? new Date(2_000)
  return {
    order_id: 'first',
    sold_grosze: 1_000_000,
    decided_at: moment,
    kind: 'returned',
    cause: 'goodwill',
    lines: null,
    ...more,
    moment,
  }
}
const KINDS = ['returned', 'came back', 'paid twice', 'cancelled', 'restored', 'amended'] as const
const anyEvent = fc
  .record({
    order_id: fc.constantFrom('first', 'second'),
    grosze: fc.integer({ min: 1, max: 200_000 }),
    at: fc.integer({ min: 1, max: 9_000 }),
    kind: fc.constantFrom(...KINDS),
    cause: fc.constantFrom('withdrawal' as const, 'goodwill' as const, 'change' as const, 'overpayment' as const, null),
    rates: fc.array(fc.constantFrom(...TAXED_RATES), { maxLength: 3 }),
  })
  .map(({ at, rates, grosze, ...rest }) => {
    const lines = rates.map((rate) => ({ rate, grosze: Math.floor(grosze / Math.max(1, rates.length)) }))
    const known = lines.reduce((sum, line) => sum + line.grosze, 0)
    return event({ ...rest, moment: new Date(at), ...(rates.length > 0 ? { lines, grosze: known } : { grosze }) })
  })
const events = fc.array(anyEvent).map((all) => all.toSorted((a, b) => a.moment.getTime() - b.moment.getTime()))

test('rows never take more than the receipt says, and later events never change a row', () => {
  fc.assert(
    fc.property(sale, events, fc.boolean(), (sold, all, asSold) => {
      const receipt = receiptOf(sold, asSold)
      const rows = listReturns(receipt, all)
      for (const count of all.keys()) {
        if ((all[count]?.moment ?? FROZEN) <= FROZEN) continue
        const until = listReturns(receipt, all.slice(0, count))
        expect(rows.slice(0, until.length)).toEqual(until)
      }
      expect(grossOf(rows)).toBeLessThanOrEqual(receipt.gross_grosze)
      expect(grossOf(rows)).toBeGreaterThanOrEqual(0)
      for (const { moment, gross_grosze, sums } of rows) {
        expect(moment.getTime()).toBeGreaterThanOrEqual(FROZEN.getTime())
        expect(grossOf(sums)).toBe(gross_grosze)
      }
    }),
  )
})

test('a sale that is restored after it was cancelled is at its rates again, also where nobody knows its lines', () => {
  const rows = listReturns(receiptOf([ROSE, BOOK]), [
    event({ grosze: 22_800, kind: 'cancelled' }),
    event({ grosze: 22_800, kind: 'restored', moment: new Date(3_000) }),
  ])
  expect(rows.map(({ gross_grosze }) => gross_grosze)).toEqual([22_800, -22_800])
  expect(rows[1]?.sums).toEqual(
    rows[0]?.sums.map((sum) => ({
      ...sum,
      net_grosze: -sum.net_grosze,
      vat_grosze: -sum.vat_grosze,
      gross_grosze: -sum.gross_grosze,
    })),
  )
})

test('a returned item is in the register at its own rate, and the VAT that is left is that of the lines that are left', () => {
  fc.assert(
    fc.property(sale, fc.nat(7), (sold, at) => {
      const back = sold[at % sold.length]
      if (!back) return
      const receipt = receiptOf(sold)
      const { rate, gross_grosze: grosze } = back
      const rows = listReturns(receipt, [event({ cause: 'withdrawal', grosze, lines: [{ rate, grosze }] })])
      expect(rows.map(({ reason }) => reason)).toEqual(['Zwrot towaru'])
      expect(addSums(rows).map((sum) => [sum.rate, sum.gross_grosze])).toEqual([[rate, grosze]])
      const left = subtractSums(sumByRate(receipt.lines), addSums(rows))
      const kept = sumByRate(sold.filter((line) => line !== back)).filter((sum) => sum.gross_grosze > 0)
      expect(left.filter((sum) => sum.gross_grosze > 0)).toEqual(kept)
    }),
  )
})

const ROSE = { name: 'Róża', quantity: 1, gross_grosze: 12_300, rate: '23' as const }
const BOOK = { name: 'Książka', quantity: 1, gross_grosze: 10_500, rate: '5' as const }
const book = { rate: '5', grosze: 10_500 }

test('what came back before the receipt was printed is a row of its moment; an older receipt had left it out', () => {
  const back = event({ cause: 'withdrawal', moment: new Date(500), grosze: 10_500, lines: [book] })
  expect(listReturns(receiptOf([ROSE, BOOK]), [back])).toEqual([
    {
      moment: FROZEN,
      reason: 'Zwrot towaru',
      gross_grosze: 10_500,
      sums: [{ rate: '5', net_grosze: 10_000, vat_grosze: 500, gross_grosze: 10_500 }],
    },
  ])
  expect(listReturns(receiptOf([ROSE], false), [back])).toEqual([])
})

test('a change that was decided before the receipt is on it; one decided later is a row once its money went back', () => {
  const decided = (at: number) => event({ cause: 'change', decided_at: new Date(at), grosze: 10_500, lines: [book] })
  expect(listReturns(receiptOf([ROSE]), [decided(900)])).toEqual([])
  expect(listReturns(receiptOf([ROSE, BOOK]), [decided(1_500)])).toMatchObject([
    { moment: new Date(2_000), reason: 'Zmiana zamówienia', gross_grosze: 10_500 },
  ])
})

test('an order that is cancelled after a part of its money went back takes the rest, also of a parcel of two', () => {
  const receipt = receiptOf([ROSE, BOOK])
  const lines = [{ rate: '5', grosze: 2_000 }]
  const first = { order_id: 'first', grosze: 10_500, lines: [book] }
  const reduced = event({ order_id: 'first', cause: 'complaint', grosze: 2_000, lines })
  const cancelled = event({ ...first, kind: 'cancelled', cause: 'not_collected', moment: new Date(3_000) })
  const more = event({ ...reduced, moment: new Date(4_000) })
  const restored = event({ ...cancelled, kind: 'restored', moment: new Date(5_000) })
  const rows = listReturns(receipt, [reduced, cancelled, more, restored])
  expect(rows.map(({ gross_grosze }) => gross_grosze)).toEqual([2_000, 8_500, -6_500])
  // An older receipt had left out what had come back before it.
  const earlier = { ...reduced, moment: new Date(500), decided_at: new Date(500) }
  const older = listReturns(receiptOf([ROSE, { ...BOOK, gross_grosze: 8_500 }], false), [earlier, cancelled])
  expect(older.map(({ gross_grosze }) => gross_grosze)).toEqual([8_500])
})

test('refunding a double payment is no return, and what goes back beyond the sale is missing once a refund comes back', () => {
  const receipt = receiptOf([{ ...ROSE, gross_grosze: 10_000 }])
  const rose = (grosze: number) => ({ sold_grosze: 10_000, grosze, lines: [{ rate: '23', grosze }] })
  const paidTwice = event({ kind: 'paid twice', cause: null, grosze: 10_000, moment: new Date(1_500) })
  const overpayment = event({ cause: 'overpayment', grosze: 10_000, lines: [], moment: new Date(2_000) })
  expect(listReturns(receipt, [paidTwice, overpayment])).toEqual([])
  const part = event({ ...rose(3_000), moment: new Date(2_001) })
  const lost = event({ ...rose(7_000), cause: 'dispute', grosze: 8_000, moment: new Date(2_002) })
  const cameBack = event({ ...part, kind: 'came back', moment: new Date(2_003) })
  expect(listReturns(receipt, [paidTwice, overpayment, part, lost, cameBack])).toMatchObject([
    { gross_grosze: 3_000, reason: 'Obniżenie ceny' },
    { gross_grosze: 7_000, reason: 'Obciążenie zwrotne (spór w banku)' },
    { gross_grosze: -2_000, reason: 'Zwrot nie doszedł do kupującego' },
  ])
})

test('an order of the parcel that was cancelled before the receipt has no rows; one cancelled later has all of it', () => {
  const receipt = receiptOf([ROSE])
  const lines = [{ rate: '23', grosze: 12_300 }]
  const cancelled = (order_id: string, at: number) =>
    event({ order_id, kind: 'cancelled', cause: 'not_collected', moment: new Date(at), grosze: 12_300, lines })
  expect(listReturns(receipt, [cancelled('second', 500)])).toEqual([])
  const restored = event({ ...cancelled('first', 3_000), kind: 'restored', moment: new Date(3_000) })
  expect(listReturns(receipt, [cancelled('first', 2_000), restored])).toMatchObject([
    { gross_grosze: 12_300, reason: 'Nieodebrana paczka' },
    { gross_grosze: -12_300, reason: 'Przywrócenie zamówienia' },
  ])
})
