import { CSV_BOM, type CsvCell, toCsvAmount, toCsvLine } from '#domain/kernel/csv.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import { addSums, nameRate, VAT_RATES, type VatSum } from '#domain/papers/vat.ts'
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
}

const file = (head: readonly string[], lines: readonly (readonly CsvCell[])[]) =>
  CSV_BOM + toCsvLine(head) + lines.map((line) => toCsvLine(line)).join('')

/** Every document of the month, one a line. An invoice to a receipt is marked FP: its sale is in the receipt's line. */
export function formatDocuments(documents: readonly MonthDocument[]): string {
  const rates = VAT_RATES.flatMap((rate) => [`Netto ${nameRate(rate)}`, `VAT ${nameRate(rate)}`])
  const head = [
    'Rodzaj',
    'Numer',
    'Wystawiono',
    'Sprzedaż',
    'Zamówienie',
    'NIP',
    'Nabywca',
    'Numer KSeF',
    'Do paragonu',
    'Brutto',
    ...rates,
  ]
  return file(
    head,
    documents.map(
      ({ kind, number, day, sold_on, order_number, buyer, ksef_number, has_receipt, gross_grosze, sums }) => [
        DOCUMENT_NAMES[kind].one,
        number,
        day,
        sold_on,
        order_number,
        buyer?.nip ?? null,
        buyer?.name ?? null,
        ksef_number,
        has_receipt ? 'FP' : null,
        toCsvAmount(gross_grosze),
        ...VAT_RATES.flatMap((rate) => {
          const sum = sums.find((each) => each.rate === rate)
          return [sum ? toCsvAmount(sum.net_grosze) : null, sum ? toCsvAmount(sum.vat_grosze) : null]
        }),
      ],
    ),
  )
}

/** What a line of sales has in place of a number of KSeF. */
const JPK_MARKS = ['OFF', 'BFK', 'DI'] as const
type JpkMark = (typeof JPK_MARKS)[number]

const JPK_HEAD = [
  'LpSprzedazy',
  'NrKontrahenta',
  'NazwaKontrahenta',
  'DowodSprzedazy',
  'DataWystawienia',
  'DataSprzedazy',
  'NrKSeF',
  ...JPK_MARKS,
  'TypDokumentu',
  'K_10',
  'K_13',
  'K_15',
  'K_16',
  'K_17',
  'K_18',
  'K_19',
  'K_20',
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
    .map((invoice, index) => [
      index + 1,
      invoice.buyer?.nip ?? 'BRAK',
      invoice.buyer?.name ?? 'BRAK',
      invoice.number,
      invoice.day,
      invoice.sold_on === invoice.day ? null : invoice.sold_on,
      invoice.ksef_number,
      ...toMarkCells(findMark(invoice)),
      invoice.has_receipt ? 'FP' : null,
      ...toJpkAmounts(invoice.sums),
    ])
  const till = groups.filter(({ kind }) => kind === 'receipt' || kind === 'return')
  if (till.every(({ count }) => count === 0)) return file(JPK_HEAD, invoices)
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1, 0)
  const report = [
    invoices.length + 1,
    'BRAK',
    'BRAK',
    `RO ${month}`,
    day.toISOString().slice(0, 10),
    null,
    null,
    ...toMarkCells('DI'),
    'RO',
    ...toJpkAmounts(addSums(till)),
  ]
  return file(JPK_HEAD, [...invoices, report])
}

function findMark({ ksef_number, awaits_ksef }: MonthDocument): JpkMark | null {
  if (ksef_number !== null) return null
  return awaits_ksef ? 'DI' : 'BFK'
}

const toMarkCells = (mark: JpkMark | null) => JPK_MARKS.map((each) => (each === mark ? 1 : null))

function toJpkAmounts(sums: readonly VatSum[]): CsvCell[] {
  const of = (rate: VatSum['rate']) => sums.find((sum) => sum.rate === rate)
  const both = (rate: VatSum['rate']) => {
    const sum = of(rate)
    return [sum ? toCsvAmount(sum.net_grosze) : null, sum ? toCsvAmount(sum.vat_grosze) : null]
  }
  const net = (rate: VatSum['rate']) => both(rate).slice(0, 1)
  return [...net('zw'), ...net('0'), ...both('5'), ...both('8'), ...both('23')]
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
    label: `Stawka ${nameRate(rate)}`,
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
    { label: 'Pobrania (InPost)', amount: amount(inpost?.paid_grosze) },
    { label: 'Pobrania, które nie wróciły', detail: `paczki: ${on_delivery.length}`, amount: formatGrosze(owed) },
  ]
}
