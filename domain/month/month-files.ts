import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { type CsvCell, type CsvColumns, toCsvAmount, toCsvFile } from '#domain/kernel/text/csv.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import { addSums, labelRate, VAT_RATES, type VatSum } from '#domain/papers/vat.ts'
import type { DocumentKind, MonthDocument, MonthProblem, MonthReport } from './month-report.ts'

export const DOCUMENT_NAMES: Record<DocumentKind, { one: string; many: string }> = {
  invoice: { one: 'faktura', many: 'Faktury' },
  correction: { one: 'korekta', many: 'Korekty' },
  receipt: { one: 'paragon', many: 'Paragony' },
  return: { one: 'zwrot do paragonu', many: 'Zwroty do paragonów' },
}

export const PROBLEM_NAMES: Record<MonthProblem, string> = {
  no_invoice: 'sprzedaż na firmę bez faktury',
  invoice_differs: 'faktura z korektami nie zgadza się z pieniędzmi',
  no_receipt: 'sprzedaż bez paragonu',
  unclear_receipt: 'nie wiadomo, czy paragon się wydrukował',
  receipt_differs: 'paragon na inną kwotę',
  awaits_ksef: 'faktura czeka na numer KSeF',
}

/** Net and VAT of a rate; empty cells where nothing was sold at it. */
const netOf = (sums: readonly VatSum[], rate: VatSum['rate']) => toAmountOf(sums, rate, 'net_grosze')
const vatOf = (sums: readonly VatSum[], rate: VatSum['rate']) => toAmountOf(sums, rate, 'vat_grosze')

function toAmountOf(sums: readonly VatSum[], rate: VatSum['rate'], of: 'net_grosze' | 'vat_grosze'): CsvCell {
  const sum = sums.find((each) => each.rate === rate)
  return sum ? toCsvAmount(sum[of]) : null
}

const DOCUMENT_COLUMNS: CsvColumns<MonthDocument> = [
  ['Rodzaj', ({ kind }) => DOCUMENT_NAMES[kind].one],
  ['Numer', ({ number }) => number],
  ['Wystawiono', ({ day }) => day],
  ['Sprzedaż', ({ sold_on }) => sold_on],
  ['Zamówienie', ({ order_number }) => order_number],
  ['NIP', ({ buyer }) => buyer?.nip ?? null],
  ['Nabywca', ({ buyer }) => buyer?.name ?? null],
  ['Numer KSeF', ({ ksef_number }) => ksef_number],
  ['Do paragonu', ({ has_receipt }) => (has_receipt ? 'FP' : null)],
  ['Brutto', ({ gross_grosze }) => toCsvAmount(gross_grosze)],
  ...VAT_RATES.flatMap(
    (rate): CsvColumns<MonthDocument> => [
      [`Netto ${labelRate(rate)}`, ({ sums }) => netOf(sums, rate)],
      [`VAT ${labelRate(rate)}`, ({ sums }) => vatOf(sums, rate)],
    ],
  ),
]

/** Every document of the month, one a line. An invoice to a receipt is marked FP: its sale is in the receipt's line. */
export const formatDocuments = (documents: readonly MonthDocument[]): string => toCsvFile(DOCUMENT_COLUMNS, documents)

/** What a line of sales has in place of a number of KSeF. */
const JPK_MARKS = ['OFF', 'BFK', 'DI'] as const
type JpkMark = (typeof JPK_MARKS)[number]

type JpkLine = {
  at: number
  nip: string
  name: string
  number: string | null
  day: string
  /** Null: the day of the document. */
  soldOn: string | null
  ksefNumber: string | null
  mark: JpkMark | null
  kind: 'FP' | 'RO' | null
  sums: readonly VatSum[]
}

const JPK_COLUMNS: CsvColumns<JpkLine> = [
  ['LpSprzedazy', ({ at }) => at],
  ['NrKontrahenta', ({ nip }) => nip],
  ['NazwaKontrahenta', ({ name }) => name],
  ['DowodSprzedazy', ({ number }) => number],
  ['DataWystawienia', ({ day }) => day],
  ['DataSprzedazy', ({ soldOn }) => soldOn],
  ['NrKSeF', ({ ksefNumber }) => ksefNumber],
  ...JPK_MARKS.map((each): CsvColumns<JpkLine>[number] => [each, ({ mark }) => (mark === each ? 1 : null)]),
  ['TypDokumentu', ({ kind }) => kind],
  ['K_10', ({ sums }) => netOf(sums, 'zw')],
  ['K_13', ({ sums }) => netOf(sums, '0')],
  ['K_15', ({ sums }) => netOf(sums, '5')],
  ['K_16', ({ sums }) => vatOf(sums, '5')],
  ['K_17', ({ sums }) => netOf(sums, '8')],
  ['K_18', ({ sums }) => vatOf(sums, '8')],
  ['K_19', ({ sums }) => netOf(sums, '23')],
  ['K_20', ({ sums }) => vatOf(sums, '23')],
]

/**
 * Lines of sales under the names of JPK_V7M: invoices and corrections one by one, all receipts less returns as one
 * report of the till (RO). A line has its number of KSeF or a mark in its place: BFK of an invoice outside of KSeF, DI of
 * one that waits for its number and of all else. OFF is for failures that the ministry announced, of which the shop does
 * not know. An invoice to a receipt is marked FP and left out of sums there.
 */
export function formatJpkSales(
  { month, groups }: Pick<MonthReport, 'month' | 'groups'>,
  documents: readonly MonthDocument[],
): string {
  const invoices = documents
    .filter(({ kind }) => kind === 'invoice' || kind === 'correction')
    .map(
      (invoice, index): JpkLine => ({
        at: index + 1,
        nip: invoice.buyer?.nip ?? 'BRAK',
        name: invoice.buyer?.name ?? 'BRAK',
        number: invoice.number,
        day: invoice.day,
        soldOn: invoice.sold_on === invoice.day ? null : invoice.sold_on,
        ksefNumber: invoice.ksef_number,
        mark: findMark(invoice),
        kind: invoice.has_receipt ? 'FP' : null,
        sums: invoice.sums,
      }),
    )
  const till = groups.filter(({ kind }) => kind === 'receipt' || kind === 'return')
  if (till.every(({ count }) => count === 0)) return toCsvFile(JPK_COLUMNS, invoices)
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1, 0)
  const report: JpkLine = {
    at: invoices.length + 1,
    nip: 'BRAK',
    name: 'BRAK',
    number: `RO ${month}`,
    day: day.toISOString().slice(0, 10),
    soldOn: null,
    ksefNumber: null,
    mark: 'DI',
    kind: 'RO',
    sums: addSums(till),
  }
  return toCsvFile(JPK_COLUMNS, [...invoices, report])
}

function findMark({ ksef_number, awaits_ksef }: MonthDocument): JpkMark | null {
  if (ksef_number !== null) return null
  return awaits_ksef ? 'DI' : 'BFK'
}

/** The month on paper. `name`: 'listopad 2026'. */
export function writeMonthPaper(report: MonthReport, payouts: PayoutReport, name: string, seller: string): PdfDocument {
  const title = `Zestawienie: ${name}`
  return {
    title,
    foot: `${seller}, ${title}`,
    parts: [
      { kind: 'title', text: title },
      {
        kind: 'text',
        text:
          report.closed_at === null
            ? 'Miesiąc nie jest zamknięty: zestawienie może się jeszcze zmienić.'
            : 'Miesiąc jest zamknięty. Późniejsze zmiany są w następnym.',
      },
      ...report.groups
        .filter(({ count }) => count > 0)
        .flatMap(({ kind, count, sums }): PdfPart[] => [
          { kind: 'heading', text: `${DOCUMENT_NAMES[kind].many}: ${count}` },
          { kind: 'amounts', rows: toRows(sums) },
        ]),
      { kind: 'heading', text: 'Razem' },
      { kind: 'amounts', rows: [...toRows(report.sums), totalOf(report.sums)] },
      { kind: 'heading', text: 'Wypłaty' },
      { kind: 'amounts', rows: payoutRows(payouts) },
      ...(report.problems.length === 0
        ? []
        : ([
            { kind: 'heading', text: `Do wyjaśnienia: ${report.problems.length}` },
            ...report.problems.map(({ problem, order_number, grosze }) => ({
              kind: 'small' as const,
              text: `Zamówienie ${order_number}: ${PROBLEM_NAMES[problem]}, ${formatGrosze(grosze)}`,
            })),
          ] satisfies PdfPart[])),
    ],
  }
}

const toRows = (sums: readonly VatSum[]) =>
  sums.map(({ rate, net_grosze, vat_grosze, gross_grosze }) => ({
    label: `Stawka ${labelRate(rate)}`,
    detail: `netto ${formatGrosze(net_grosze)}, VAT ${formatGrosze(vat_grosze)}`,
    amount: formatGrosze(gross_grosze),
  }))

function totalOf(sums: readonly VatSum[]) {
  const vat = sums.reduce((total, { vat_grosze }) => total + vat_grosze, 0)
  const gross = sums.reduce((total, { gross_grosze }) => total + gross_grosze, 0)
  return { label: 'Brutto', detail: `VAT należny ${formatGrosze(vat)}`, amount: formatGrosze(gross), strong: true }
}

function payoutRows({ stripe, inpost, on_delivery }: PayoutReport) {
  const owed = on_delivery.reduce((total, { grosze }) => total + grosze, 0)
  const amount = (grosze: number | undefined) => (grosze === undefined ? 'brak pliku' : formatGrosze(grosze))
  return [
    { label: 'Karty i BLIK (Stripe)', amount: amount(stripe?.paid_grosze) },
    { label: 'Zwroty i spory (Stripe)', amount: amount(stripe?.returned_grosze) },
    { label: 'Opłaty Stripe', amount: amount(stripe?.fees_grosze) },
    ...(stripe?.other_grosze ? [{ label: 'Inne (Stripe)', amount: formatGrosze(stripe.other_grosze) }] : []),
    { label: 'Pobrania (InPost)', amount: amount(inpost?.paid_grosze) },
    { label: 'Pobrania, które nie wróciły', detail: `paczki: ${on_delivery.length}`, amount: formatGrosze(owed) },
  ]
}
