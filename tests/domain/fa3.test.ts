import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/kernel/calendar-day.ts'
import { UNIT_KINDS } from '#domain/papers/company.ts'
import type { Invoice, InvoiceBuyer, InvoiceLine } from '#domain/papers/invoice.ts'
import { buildFa3, formatAmount } from '#domain/papers/ksef/fa3.ts'
import { subtractSums, sumByRate, VAT_RATES } from '#domain/papers/vat.ts'
import { createInvoiceSchema } from '#infra/ksef/invoice-schema.ts'
import { aBuyerWithUnit, aCorrection, aLine, anInvoice, SELLER_NIP } from '#tests/support/invoices.ts'

const schema = createInvoiceSchema()
const MADE_AT = new Date('2026-11-25T09:12:30.123Z')
const build = (invoice: Invoice) => buildFa3(invoice, MADE_AT)
const KSEF_NUMBER = '5265877635-20250826-0100001AF629-AF'

/** Texts as people and other programs may leave them: controls, halves of pairs, line ends, and very long ones. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 700 }),
  fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '<', '&', ']]>', '\u0000', '\ud800', '\ufffe', '\u0085', 'ą') }),
)
const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2026-01-01', days))
const amount = fc.integer({ min: 0, max: 100_000_000 })
const line: fc.Arbitrary<InvoiceLine> = fc.record({
  name: text,
  code: fc.oneof(text, fc.constant('5901234123457')),
  quantity: fc.integer({ min: 1, max: 9999 }),
  unit: fc.constantFrom('szt.', 'usł.'),
  rate: fc.constantFrom(...VAT_RATES),
  gross_grosze: amount,
})
const place = { street: text, postal_code: text, city: text }
const unit = fc.record({
  kind: fc.constantFrom(...UNIT_KINDS),
  nip: fc.constantFrom(null, '7740001454'),
  name: text,
  ...place,
})
const company = { kind: fc.constant('company' as const), nip: fc.constant('5213017228'), name: text, ...place }
const buyer: fc.Arbitrary<InvoiceBuyer> = fc.oneof(
  fc.record(company),
  fc.record({ ...company, unit }),
  fc.record({ kind: fc.constant('person' as const), name: text, ...place }),
)
const seller = fc.record({
  nip: fc.constant(SELLER_NIP),
  name: text,
  address: text,
  bdo: fc.oneof(text, fc.constantFrom('', '000123456')),
  regon: fc.oneof(text, fc.constantFrom('', '012345678', '01234567812345')),
  email: fc.oneof(text, fc.emailAddress()),
  phone: text,
})
const invoice: fc.Arbitrary<Invoice> = fc
  .record({
    number: text,
    issued_on: day,
    sold_on: day,
    seller,
    buyer,
    lines: fc.array(line, { maxLength: 6 }),
    order_numbers: fc.array(text, { maxLength: 120 }),
    ordered_on: day,
    payment: fc.constantFrom('prepaid', 'cash_on_delivery'),
    paid_on: fc.option(day),
    has_receipt: fc.boolean(),
    corrected: fc.option(
      fc.record({
        number: text,
        issued_on: day,
        ksef_number: fc.constantFrom(null, KSEF_NUMBER),
        reason: text,
        lines_before: fc.array(line, { maxLength: 6 }),
      }),
    ),
  })
  .map((drawn) => {
    const sums = subtractSums(sumByRate(drawn.lines), sumByRate(drawn.corrected?.lines_before ?? []))
    return { ...drawn, sums, gross_grosze: sums.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0) }
  })

describe('the file of an invoice', () => {
  test('is valid by the schema of the ministry, whatever is written on the invoice', async () => {
    await fc.assert(
      fc.asyncProperty(invoice, async (drawn) => {
        expect(await schema.findMistakes(build(drawn))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('has no character that KSeF refuses', () => {
    fc.assert(
      fc.property(invoice, (drawn) => {
        const file = build(drawn)
        expect(file.isWellFormed()).toBe(true)
        expect(file.replace('?>\n', '?>')).not.toMatch(/[\p{Cc}\p{Noncharacter_Code_Point}]/u)
      }),
    )
  })

  test('carries number, days, sums by rate, lines, payment and orders', () => {
    const file = build(anInvoice({ sold_on: '2026-11-24' }))
    expect(file).toContain('kodSystemowy="FA (3)"')
    expect(file).toContain('<DataWytworzeniaFa>2026-11-25T09:12:30Z</DataWytworzeniaFa>')
    expect(file).toContain('<P_1>2026-11-25</P_1><P_2>FV/2026/000123</P_2><P_6>2026-11-24</P_6>')
    expect(file).toContain('<P_13_1>175.60</P_13_1><P_14_1>40.39</P_14_1><P_15>215.99</P_15>')
    expect(file).toContain('<Nazwa>Sklep „Róża” &amp; Syn</Nazwa>')
    expect(file).toContain(
      '<GTIN>5901234123457</GTIN><P_8A>szt.</P_8A><P_8B>2</P_8B><P_9B>100.00</P_9B><P_11A>200.00</P_11A><P_12>23</P_12>',
    )
    expect(file).toContain('<Zaplacono>1</Zaplacono><DataZaplaty>2026-11-24</DataZaplaty>')
    expect(file).toContain('<DataZamowienia>2026-11-24</DataZamowienia><NrZamowienia>1a2b3c4d</NrZamowienia>')
    expect(file).toContain('<REGON>012345678</REGON><BDO>000123456</BDO>')
    expect(file).not.toContain('<FP>')
  })

  test('has a line for each rate, and P_12 as the ministry names it', () => {
    const file = build(anInvoice({ lines: (['23', '8', '5', '0'] as const).map((rate) => aLine({ rate })) }))
    expect(file.match(/<P_1[34]_\w+>/g)).toEqual(
      ['P_13_1', 'P_14_1', 'P_13_2', 'P_14_2', 'P_13_3', 'P_14_3', 'P_13_6_1'].map((name) => `<${name}>`),
    )
    expect(file).toContain('<P_12>0 KR</P_12>')
  })

  test('of an exempt seller names the exemption and no VAT', () => {
    const file = build(anInvoice({ lines: [aLine({ rate: 'zw' })] }))
    expect(file).toContain('<P_13_7>200.00</P_13_7><P_15>200.00</P_15>')
    expect(file).toMatch(/<P_19>1<\/P_19><P_19A>art\. 113 [^<]+<\/P_19A>/)
    expect(file).not.toMatch(/P_19N|P_13_1|P_14/)
  })

  test('for a person says that there is no number, and FP after a receipt', () => {
    const buyer = { kind: 'person', name: 'Łucja Żółć', street: 'Źródlana 1', postal_code: '31-005', city: 'Kraków' }
    const file = build(anInvoice({ buyer: buyer as InvoiceBuyer, has_receipt: true }))
    expect(file).toContain('<BrakID>1</BrakID><Nazwa>Łucja Żółć</Nazwa>')
    expect(file).toContain('<RodzajFaktury>VAT</RodzajFaktury><FP>1</FP>')
  })

  test.for([
    ['local_government', '<JST>1</JST><GV>2</GV>', 8],
    ['vat_group', '<JST>2</JST><GV>1</GV>', 10],
  ] as const)('says who buys under the NIP of the buyer: %s', ([kind, marks, role]) => {
    const file = build(anInvoice({ buyer: aBuyerWithUnit({ kind }) }))
    const named = '<BrakID>1</BrakID><Nazwa>Szkoła Podstawowa nr 1 „Róża”</Nazwa></DaneIdentyfikacyjne>'
    const lines = '<AdresL1>ul. Szkolna 5</AdresL1><AdresL2>32-020 Wieliczka</AdresL2>'
    const address = `<Adres><KodKraju>PL</KodKraju>${lines}</Adres>`
    expect(file).toContain(
      `${marks}</Podmiot2><Podmiot3><DaneIdentyfikacyjne>${named}${address}<Rola>${role}</Rola></Podmiot3><Fa>`,
    )
    const numbered = anInvoice({ buyer: aBuyerWithUnit({ kind, nip: '7740001454' }) })
    const withNip = '<Podmiot3><DaneIdentyfikacyjne><NIP>7740001454</NIP><Nazwa>Szkoła'
    expect(build(numbered)).toContain(withNip)
    expect(build(aCorrection(numbered, KSEF_NUMBER))).toContain(withNip)
  })

  test('of a company that buys for itself names no other receiver', () => {
    const file = build(anInvoice())
    expect(file).toContain('<JST>2</JST><GV>2</GV></Podmiot2><Fa>')
  })

  test('of a correction has differences in its sums, and lines before and after', () => {
    const original = anInvoice()
    const file = build(aCorrection(original, KSEF_NUMBER))
    expect(file).toContain('<P_13_1>-162.60</P_13_1><P_14_1>-37.40</P_14_1><P_15>-200.00</P_15>')
    expect(file).toContain(
      `<NrFaKorygowanej>FV/2026/000123</NrFaKorygowanej><NrKSeF>1</NrKSeF><NrKSeFFaKorygowanej>${KSEF_NUMBER}<`,
    )
    expect(file.match(/<P_8B>\d+<\/P_8B>/g)).toEqual(['<P_8B>2</P_8B>', '<P_8B>0</P_8B>'])
    expect(file.match(/<P_11A>200\.00<\/P_11A><P_12>23<\/P_12><StanPrzed>1<\/StanPrzed>/g)).toHaveLength(1)
    expect(build(aCorrection(original, null))).toContain('<NrKSeFN>1</NrKSeFN>')
  })

  test('has amounts in the format of the schema', () => {
    expect([0, 5, -5, -100, 123_456_789].map(formatAmount)).toEqual(['0.00', '0.05', '-0.05', '-1.00', '1234567.89'])
  })
})

test('checking a file by the schema names the wrong element', async () => {
  const file = build(anInvoice())
  const [mistake] = await schema.findMistakes(file.replace('<P_15>215.99', '<P_15>215,99'))
  expect(mistake).toContain('P_15')
  expect(await schema.findMistakes(file.slice(0, -5))).not.toEqual([])
})
