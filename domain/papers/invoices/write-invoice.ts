import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatAccountNumber } from '#domain/kernel/numbers/account-number.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { formatNip, UNIT_KIND_NAMES } from '#domain/papers/company.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { type InvoiceFacts, type InvoiceRow, listInvoiceFacts, type PartyFacts } from '#domain/papers/invoice-facts.ts'
import { labelRate, type VatSum } from '#domain/papers/vat.ts'

/** 'faktura-FV-2026-000123.pdf' */
export const nameInvoiceFile = (number: string): string => `faktura-${number.replaceAll('/', '-')}.pdf`

/** 'Faktura korygująca' of a correction. */
export const labelInvoiceKind = ({ corrected }: Pick<Invoice, 'corrected'>): string =>
  corrected === null ? 'Faktura' : 'Faktura korygująca'

/** What is printed of an invoice that goes to KSeF. `proof`: of one that was handed over before it had its number. */
export type InvoiceCodes = { link: string; ksef_number: string | null; proof: string | null }

/** An issued invoice on paper, with its codes if it goes to KSeF. It says what the file for KSeF says. */
export function writeInvoice(invoice: Invoice, codes?: InvoiceCodes): PdfDocument {
  const facts = listInvoiceFacts(invoice)
  const { number, seller, sums, gross_grosze, corrected } = facts
  const title = `${labelInvoiceKind(invoice)} ${number}`
  return {
    title,
    foot: `${seller.name}, ${title}`,
    parts: [
      { kind: 'title', text: title },
      { kind: 'facts', facts: listNamedFacts(facts) },
      ...listContents(facts),
      ...(sums.length === 0
        ? []
        : ([
            { kind: 'heading', text: corrected ? 'Zmiana podatku' : 'Podatek' },
            { kind: 'amounts', rows: sums.map(toTaxRow) },
          ] satisfies PdfPart[])),
      {
        kind: 'amounts',
        rows: [{ label: labelTotal(invoice), amount: formatGrosze(Math.abs(gross_grosze)), strong: true }],
      },
      ...(codes ? [toCodes(codes)] : []),
      ...listNotes(facts).map((text) => ({ kind: 'small', text }) as const),
    ],
  }
}

function listContents({ rows, corrected }: InvoiceFacts): PdfPart[] {
  if (corrected === null) return listRows('Towary i usługi', rows)
  // Only the buyer is another one.
  if (rows.length === 0) return [{ kind: 'small', text: 'Towary i usługi bez zmian.' }]
  const [before, after] = [rows.filter(({ isBefore }) => isBefore), rows.filter(({ isBefore }) => !isBefore)]
  return [...listRows('Przed korektą', before), ...listRows('Po korekcie', after)]
}

function toCodes({ link, ksef_number, proof }: InvoiceCodes): PdfPart {
  const first = { link, name: ksef_number ?? 'OFFLINE' }
  return { kind: 'codes', codes: proof === null ? [first] : [first, { link: proof, name: 'CERTYFIKAT' }] }
}

function listNamedFacts({ seller, buyer, unit, payment, corrected, ...facts }: InvoiceFacts) {
  const numbers = [
    `NIP ${formatNip(seller.nip)}`,
    seller.regon && `REGON ${seller.regon}`,
    seller.bdo && `BDO ${seller.bdo}`,
  ]
  const contact = [seller.email, seller.phone].filter(Boolean).join(', ')
  const orders = facts.order_numbers.length > 1 ? 'Zamówienia' : 'Zamówienie'
  return [
    {
      name: 'Sprzedawca',
      lines: [seller.name, seller.address, numbers.filter(Boolean).join(', '), ...(contact === '' ? [] : [contact])],
    },
    ...(corrected?.buyer_before
      ? [{ name: 'Nabywca przed korektą', lines: describeParty(corrected.buyer_before) }]
      : []),
    { name: corrected?.buyer_before ? 'Nabywca po korekcie' : 'Nabywca', lines: describeParty(buyer) },
    ...(unit ? [{ name: 'Odbiorca', lines: [...describeParty(unit), UNIT_KIND_NAMES[unit.kind]] }] : []),
    { name: 'Data wystawienia', lines: [formatCalendarDay(facts.issued_on)] },
    { name: 'Data sprzedaży', lines: [formatCalendarDay(facts.sold_on)] },
    {
      name: orders,
      lines: [facts.order_numbers.join(', '), `złożone ${formatCalendarDay(facts.ordered_on)}`],
    },
    ...(payment ? [{ name: 'Płatność', lines: describePayment(payment) }] : []),
    ...(corrected ? [{ name: 'Koryguje', lines: describeCorrected(corrected) }] : []),
    ...(corrected && corrected.reason !== '' ? [{ name: 'Przyczyna', lines: [corrected.reason] }] : []),
  ]
}

const describePayment = ({ way, paid_on, account }: NonNullable<InvoiceFacts['payment']>): string[] => [
  paid_on === null ? way : `${way}, zapłacono ${formatCalendarDay(paid_on)}`,
  ...(account === '' ? [] : [`Konto: ${formatAccountNumber(account)}`]),
]

/** With the number that KSeF gave it (art. 106j(2)(2a)). */
const describeCorrected = ({ number, issued_on, ksef_number }: NonNullable<InvoiceFacts['corrected']>): string[] => [
  `${number} z ${formatCalendarDay(issued_on)}`,
  ksef_number === null ? 'wystawiona poza KSeF' : `KSeF ${ksef_number}`,
]

const describeParty = ({ nip, name, street, place }: PartyFacts): string[] => [
  name,
  street,
  place,
  ...(nip === null ? [] : [`NIP ${formatNip(nip)}`]),
]

function listRows(heading: string, rows: readonly InvoiceRow[]): PdfPart[] {
  if (rows.length === 0) {
    return [
      { kind: 'heading', text: heading },
      { kind: 'small', text: 'Brak pozycji.' },
    ]
  }
  return [
    { kind: 'heading', text: heading },
    {
      kind: 'amounts',
      rows: rows.map(({ number, name, code, quantity, unit, unit_price, rate, gross_grosze }) => ({
        label: `${number}. ${name}`,
        detail: [
          ...(code === '' ? [] : [code]),
          `${quantity} ${unit} po ${formatUnitPrice(unit_price)}`,
          `VAT ${labelRate(rate)}`,
        ].join(', '),
        amount: formatGrosze(gross_grosze),
      })),
    },
  ]
}

/** '100,00 zł', '104,31333333 zł' */
function formatUnitPrice(price: string): string {
  const [zloty = '', decimals = ''] = price.split('.')
  return decimals.length === 2 ? formatGrosze(Number(zloty + decimals)) : `${zloty},${decimals}\u00a0zł`
}

const toTaxRow = ({ rate, net_grosze, vat_grosze, gross_grosze }: VatSum) => ({
  label: `Stawka ${labelRate(rate)}`,
  detail: `netto ${formatGrosze(net_grosze)}, VAT ${formatGrosze(vat_grosze)}`,
  amount: formatGrosze(gross_grosze),
})

/** A lower sum is not always money to give back: a parcel not collected, an invoice for another NIP. */
function labelTotal({ corrected, gross_grosze, payment }: Invoice): string {
  if (corrected && gross_grosze === 0) return 'Bez zmiany (brutto)'
  if (corrected) return gross_grosze < 0 ? 'Zmniejszenie (brutto)' : 'Zwiększenie (brutto)'
  return payment === 'cash_on_delivery' ? 'Do zapłaty przy odbiorze (brutto)' : 'Zapłacono (brutto)'
}

function listNotes({ exemption, has_receipt, receipt_number }: InvoiceFacts): string[] {
  return [
    ...(exemption === null ? [] : [`Zwolnienie z VAT: ${exemption}.`]),
    ...(has_receipt ? [`Faktura do paragonu${receipt_number && ` nr ${receipt_number}`}.`] : []),
  ]
}
