// The PDF of an invoice and its file for KSeF say the same: every fact of one is in the other, of each kind of paper.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { formatNip, UNIT_KIND_NAMES, UNIT_KINDS } from '#domain/papers/company.ts'
import type { Invoice, InvoiceBuyer, InvoiceLine } from '#domain/papers/invoice.ts'
import { nameRows } from '#domain/papers/invoice-facts.ts'
import { writeInvoice } from '#domain/papers/invoices/write-invoice.ts'
import { buildFa3 } from '#domain/papers/ksef/fa3.ts'
import { sumByRate, VAT_RATES } from '#domain/papers/vat.ts'
import { createPdfWriter } from '#infra/pdf/pdf-writer.ts'
import { aBuyerWithUnit, aCorrection, aLine, anInvoice } from '#tests/support/invoices.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

const KSEF_NUMBER = '5265877635-20250826-0100001AF629-AF'
const writer = createPdfWriter()
const readPaper = async (invoice: Invoice) =>
  (await readPdf(await writer.write(writeInvoice(invoice)))).join(' ').replaceAll(/[\s\u00ad]+/g, '')
const build = (invoice: Invoice) => buildFa3(invoice, new Date('2026-11-25T09:12:30Z'))

const text = (element: string) => element.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const zloty = (amount: string) => {
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.')
  return decimals.length > 2 ? `${whole},${decimals} zł` : formatGrosze(Number(whole + decimals))
}
const day = (iso: string) => formatCalendarDay(iso)
/** What a paper shows of an element, by its name. Elements that say 'no', technical ones and codes of roles have none. */
const SHOWN: Record<string, (value: string) => string> = {
  NIP: formatNip,
  Nazwa: (value) => value,
  AdresL1: (value) => value,
  AdresL2: (value) => value,
  Email: (value) => value,
  Telefon: (value) => value,
  JST: (value) => (value === '1' ? UNIT_KIND_NAMES.local_government : ''),
  GV: (value) => (value === '1' ? UNIT_KIND_NAMES.vat_group : ''),
  P_1: day,
  P_2: (value) => value,
  P_6: day,
  P_15: zloty,
  P_19A: (value) => value,
  PrzyczynaKorekty: (value) => value,
  DataWystFaKorygowanej: day,
  NrFaKorygowanej: (value) => value,
  NrKSeFFaKorygowanej: (value) => `KSeF ${value}`,
  NrKSeFN: () => 'wystawiona poza KSeF',
  FP: () => 'Faktura do paragonu',
  Wartosc: (value) => `Faktura do paragonu nr ${value}.`,
  P_7: (value) => value,
  GTIN: (value) => value,
  Indeks: (value) => value,
  P_8A: (value) => value,
  P_8B: (value) => value,
  P_9B: zloty,
  P_11A: zloty,
  P_12: (value) => `VAT ${value === 'zw' ? 'zw' : `${value.replace(' KR', '')}%`}`,
  DataZaplaty: day,
  OpisPlatnosci: (value) => value,
  NrRB: (value) => value,
  DataZamowienia: day,
  NrZamowienia: (value) => value,
  PelnaNazwa: (value) => value,
  REGON: (value) => `REGON ${value}`,
  BDO: (value) => `BDO ${value}`,
}
const WITHOUT_TEXT =
  /^(KodFormularza|WariantFormularza|DataWytworzeniaFa|SystemInfo|KodKraju|BrakID|Rola|KodWaluty|P_1[678]A?|P_19N?|P_22N|P_23|P_PMarzyN|RodzajFaktury|TypKorekty|NrKSeF|Klucz|NrWierszaFa|UU_ID|StanPrzed|Zaplacono|PlatnoscInna)$/

/** Each element with a text. */
const elementsOf = (file: string) =>
  [...file.matchAll(/<(\w+)(?: [^>]*)?>([^<]+)<\/\1>/g)].map(
    ([, name = '', value = '']) => [name, text(value)] as const,
  )

async function compare(invoice: Invoice) {
  const paper = await readPaper(invoice)
  const file = build(invoice)
  const shown = (said: string) => said.replaceAll(/[\s\u00ad]+/g, '')
  const elements = elementsOf(file)
  for (const [name, value] of elements) {
    const show = /^P_1[34]_/.test(name) ? zloty : SHOWN[name]
    if (show === undefined) expect(name).toMatch(WITHOUT_TEXT)
    else expect(paper, `${name} ${value}`).toContain(shown(show(value)))
  }
  // The reverse: what the paper lists is in the file.
  const said = new Set(elements.flatMap(([name, value]) => [shown(SHOWN[name]?.(value) ?? value), shown(value)]))
  const document = writeInvoice(invoice)
  const facts = document.parts.flatMap((part) => (part.kind === 'facts' ? part.facts : []))
  for (const { name, lines } of facts) {
    for (const line of lines) {
      const parts = [line, ...line.split(/, | z (?=\d)/)].map(shown)
      const isSaid = (part: string) => said.has(part) || said.has(part.replace(/^(NIP|Konto:|zapłacono|złożone)/, ''))
      expect(parts.slice(1).every(isSaid) || isSaid(parts[0] ?? ''), `${name}: ${line}`).toBe(true)
    }
  }
  return { paper, file, elements }
}

const person: InvoiceBuyer = {
  kind: 'person',
  name: 'Łucja Żółć',
  street: 'Źródlana 1',
  postal_code: '31-005',
  city: 'Kraków',
}
const uneven = aLine({ name: 'Oud عود 🌹 Róża', code: '2900000000018', quantity: 3, gross_grosze: 31_294 })
const ACCOUNT = 'PL61109010140000071219812874'
const unpaid = anInvoice({ payment: 'cash_on_delivery', paid_on: null, sold_on: '2026-11-20' })
const mended = aCorrection(anInvoice(), KSEF_NUMBER, { lines: anInvoice().lines, sums: [], gross_grosze: 0 })
const ofAnotherBuyer = {
  ...mended,
  corrected: mended.corrected && { ...mended.corrected, buyer_before: person, counts_from_sale: true },
}
const KINDS: [string, Invoice][] = [
  ['a correction of the buyer', ofAnotherBuyer],
  ['of a company', anInvoice()],
  ['of a person, to a receipt', anInvoice({ buyer: person, has_receipt: true })],
  ['to a numbered receipt', anInvoice({ buyer: person, has_receipt: true, receipt_number: '4711' })],
  ['on delivery, with an account', { ...unpaid, seller: { ...unpaid.seller, bank_account: ACCOUNT } }],
  ['whose pieces do not divide', anInvoice({ lines: [uneven, aLine()] })],
  ['of every rate', anInvoice({ lines: VAT_RATES.map((rate) => aLine({ rate, name: `Towar ${rate}` })) })],
  ['of several orders', anInvoice({ order_numbers: ['1a2b3c4d', '2b3c4d5e'] })],
  ...UNIT_KINDS.map((kind): [string, Invoice] => [
    `with a unit: ${kind}`,
    anInvoice({ buyer: aBuyerWithUnit({ kind }) }),
  ]),
  ['a correction of what came back', aCorrection(anInvoice(), KSEF_NUMBER)],
  ['a correction of one from outside of KSeF', aCorrection(anInvoice(), null)],
  ['a correction of a person’s', aCorrection(anInvoice({ buyer: person, has_receipt: true }), KSEF_NUMBER)],
  ['a correction to zero', aCorrection(anInvoice(), KSEF_NUMBER, { lines: [] })],
  [
    'a correction of a part',
    aCorrection(anInvoice({ lines: [uneven] }), KSEF_NUMBER, {
      lines: [{ ...uneven, quantity: 2, gross_grosze: 20_862 }],
    }),
  ],
  [
    'a correction of an exempt one',
    aCorrection(anInvoice({ lines: [aLine({ rate: 'zw' })] }), KSEF_NUMBER, { lines: [] }),
  ],
]

test.for(KINDS)('an invoice %s: the PDF says what its file says, and the reverse', async ([, invoice]) => {
  const { elements } = await compare({ ...invoice, lines: invoice.lines })
  const rows = elements.filter(([name]) => name === 'NrWierszaFa').length
  expect(elements.filter(([name]) => name === 'P_9B')).toHaveLength(rows)
})

test('any lines: each has a unit price of which its sum follows to the grosz', async () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 99 }),
    gross_grosze: fc.integer({ min: 1, max: 9_999_999 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (drawn) => {
      const lines: InvoiceLine[] = drawn.map((one, at) => aLine({ ...one, name: `Towar ${at + 1}` }))
      const file = build(anInvoice({ lines, sums: sumByRate(lines) }))
      const prices = elementsOf(file).flatMap(([name, value]) => (name === 'P_9B' ? [Number(value)] : []))
      expect(prices.map((price, at) => Math.round(price * (lines[at]?.quantity ?? 0) * 100))).toEqual(
        lines.map(({ gross_grosze }) => gross_grosze),
      )
    }),
    { numRuns: 100 },
  )
})

test('rows of a correction are paired by number and id, each set counted from 1', () => {
  const [oud, ambra, delivery] = nameRows(
    [aLine({ name: 'Oud' }), aLine({ name: 'Ambra' }), aLine({ name: 'Dostawa', unit: 'usł.', code: '' })],
    [],
    'FV/2026/000123',
  )
  if (!oud || !ambra || !delivery) throw new Error('a line is missing')
  const original = anInvoice({ lines: [oud, ambra, delivery] })
  const fresh = aLine({ name: 'Wanilia' })
  const lines = nameRows(
    [{ ...oud, quantity: 1, gross_grosze: 10_000 }, delivery, fresh],
    original.lines,
    'FK/2026/000007',
  )
  const file = build(aCorrection(original, KSEF_NUMBER, { lines }))
  const rows = [...file.matchAll(/<FaWiersz>(.*?)<\/FaWiersz>/g)].map(([, row = '']) =>
    ['NrWierszaFa', 'UU_ID', 'P_8B', 'P_9B', 'StanPrzed'].map((name) => row.match(`<${name}>([^<]*)`)?.[1]),
  )
  expect(rows).toEqual([
    ['1', 'FV/2026/000123-1', '2', '100.00', '1'],
    ['1', 'FV/2026/000123-1', '1', '100.00', undefined],
    ['2', 'FV/2026/000123-2', '2', '100.00', '1'],
    ['2', 'FV/2026/000123-2', '0', '100.00', undefined],
    ['3', 'FK/2026/000007-3', '2', '100.00', undefined],
  ])
})

test.for([
  ['5901234123457', 'GTIN'],
  ['96385074', 'GTIN'],
  ['036000291452', 'GTIN'],
  ['2900000000018', 'Indeks'],
  ['5901234123450', 'Indeks'],
  ['RÓŻA-50', 'Indeks'],
])('the code %s is sent as %s', ([code = '', field]) => {
  expect(build(anInvoice({ lines: [aLine({ code })] }))).toContain(`<${field}>${code}</${field}>`)
})
