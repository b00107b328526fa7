import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareMonth } from '#domain/month/compare-month.ts'
import { formatDocuments, formatJpkSales } from '#domain/month/month-files.ts'
import { DOCUMENT_KINDS, type MonthDocument, sumDocuments } from '#domain/month/month-report.ts'
import { countVat, sumByRate, VAT_RATES } from '#domain/papers/vat.ts'

const document = (kind: MonthDocument['kind'], gross: number, more: Partial<MonthDocument> = {}): MonthDocument => ({
  key: crypto.randomUUID(),
  kind,
  number: 'FV/2026/000001',
  day: '2026-11-05',
  sold_on: '2026-11-05',
  order_number: '0a1b2c3d',
  buyer: null,
  sums: sumByRate([{ rate: '23', gross_grosze: gross }]),
  gross_grosze: gross,
  ksef_number: null,
  has_receipt: false,
  ...more,
})

describe('the documents of a month', () => {
  test('add up to the sums of all, by rate', () => {
    const any = fc
      .record({
        kind: fc.constantFrom(...DOCUMENT_KINDS),
        gross: fc.integer({ min: -500_000, max: 500_000 }),
        rate: fc.constantFrom(...VAT_RATES),
      })
      .map(({ kind, gross, rate }) => document(kind, gross, { sums: sumByRate([{ rate, gross_grosze: gross }]) }))
    fc.assert(
      fc.property(fc.array(any), (documents) => {
        const { groups, sums } = sumDocuments(documents)
        const gross = (parts: readonly { gross_grosze: number }[]) =>
          parts.reduce((total, { gross_grosze }) => total + gross_grosze, 0)
        expect(groups.reduce((total, { count }) => total + count, 0)).toBe(documents.length)
        expect(gross(sums)).toBe(gross(documents))
        expect(gross(groups.flatMap((group) => group.sums))).toBe(gross(documents))
        for (const { net_grosze, vat_grosze, gross_grosze } of sums) expect(net_grosze + vat_grosze).toBe(gross_grosze)
      }),
    )
  })

  test('receipts have the VAT that the till counts once a day, not that of each', () => {
    const receipts = [
      document('receipt', 102),
      document('receipt', 102),
      document('receipt', 102, { day: '2026-11-06' }),
    ]
    const [, , { sums } = { sums: [] }] = sumDocuments(receipts).groups
    expect(sums[0]?.vat_grosze).toBe(countVat(204, '23') + countVat(102, '23'))
  })

  test('an invoice for a sale with a receipt is listed and not counted again', () => {
    const documents = [document('receipt', 12_300), document('invoice', 12_300, { has_receipt: true })]
    const { groups, sums } = sumDocuments(documents)
    expect(groups.map(({ count }) => count)).toEqual([1, 0, 1, 0])
    expect(sums).toEqual([{ rate: '23', net_grosze: 10_000, vat_grosze: 2_300, gross_grosze: 12_300 }])
    expect(formatJpkSales({ month: '2026-11', groups }, documents)).toContain(';FP;')
  })
})

test('the file of sales has a line for each invoice, and one for all receipts less their returns', () => {
  const documents = [
    document('invoice', 12_300, { buyer: { name: 'Gabinet; Róża', nip: '7740001454' }, ksef_number: '7740001454-X' }),
    document('correction', -2_460, { number: 'FK/2026/000001', buyer: { name: 'Gabinet; Róża', nip: '7740001454' } }),
    document('receipt', 24_600),
    document('return', -12_300),
  ]
  const { groups } = sumDocuments(documents)
  const lines = formatJpkSales({ month: '2026-11', groups }, documents).trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe('1;7740001454;"Gabinet; Róża";FV/2026/000001;2026-11-05;;7740001454-X;;;;;;;;;;;100,00;23,00')
  expect(lines[2]).toBe('2;7740001454;"Gabinet; Róża";FK/2026/000001;2026-11-05;;;;1;;;;;;;;;-20,00;-4,60')
  expect(lines[3]).toBe('3;BRAK;BRAK;RO 2026-11;2026-11-30;;;;;1;RO;;;;;;;100,00;23,00')
  expect(formatDocuments(documents).trimEnd().split('\r\n')).toHaveLength(5)
})

test('the file of documents marks an invoice to a receipt, so that its sale is not added up twice', () => {
  const documents = [
    document('receipt', 12_300),
    document('invoice', 12_300, { has_receipt: true }),
    document('correction', -2_300, { has_receipt: true }),
    document('invoice', 4_100),
  ]
  const [head = [], ...lines] = formatDocuments(documents)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  const column = (name: string) => lines.map((line) => line[head.indexOf(name)])
  expect(column('Do paragonu')).toEqual(['', 'FP', 'FP', ''])
  expect(column('Brutto')).toEqual(['123,00', '123,00', '-23,00', '41,00'])
})

test('each line of sales has its number of KSeF or the one mark that says why it has none', () => {
  const documents = [
    document('invoice', 12_300, { ksef_number: '7740001454-X', awaits_ksef: false }),
    document('invoice', 12_300, { awaits_ksef: true }),
    document('invoice', 12_300, { awaits_ksef: false }),
    // As stored by a month that was closed before awaits_ksef existed.
    document('correction', -12_300),
    document('receipt', 12_300),
  ]
  const [head = [], ...lines] = formatJpkSales({ month: '2026-11', ...sumDocuments(documents) }, documents)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  const marks = ['NrKSeF', 'OFF', 'BFK', 'DI']
  const marked = lines.map((line) => marks.filter((mark) => line[head.indexOf(mark)] !== ''))
  expect(marked).toEqual([['NrKSeF'], ['DI'], ['BFK'], ['BFK'], ['DI']])
})

test('a closed month whose invoice got another NIP under the same name says the NIP', () => {
  const buyer = { name: 'Gabinet Maj', nip: '7740001454' }
  const declared = document('invoice', 10_000, { buyer })
  const present = { ...declared, buyer: { ...buyer, nip: '5213017228' } }
  expect(compareMonth([declared], [present])).toMatchObject([{ what: 'NIP 5213017228 (był 7740001454)' }])
})
