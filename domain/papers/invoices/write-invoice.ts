import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { formatCalendarDay } from '#domain/kernel/text.ts'
import { type CompanyUnit, formatNip, UNIT_KIND_NAMES } from '#domain/papers/company.ts'
import type { Invoice, InvoiceBuyer, InvoiceLine } from '#domain/papers/invoice.ts'
import { nameRate, type VatSum } from '#domain/papers/vat.ts'

/** 'faktura-FV-2026-000123.pdf' */
export const nameInvoiceFile = (number: string): string => `faktura-${number.replaceAll('/', '-')}.pdf`

/** 'Faktura korygująca' of a correction. */
export const nameInvoiceKind = ({ corrected }: Pick<Invoice, 'corrected'>): string =>
  corrected === null ? 'Faktura' : 'Faktura korygująca'

/** What is printed of an invoice that goes to KSeF. `proof`: of one that was handed over before it had its number. */
export type InvoiceCodes = { link: string; ksef_number: string | null; proof: string | null }

/** An issued invoice on paper, with its codes if it goes to KSeF. */
export function writeInvoice(invoice: Invoice, codes?: InvoiceCodes): PdfDocument {
  const { number, seller, sums, gross_grosze, corrected } = invoice
  const title = `${nameInvoiceKind(invoice)} ${number}`
  return {
    title,
    foot: `${seller.name}, ${title}`,
    parts: [
      { kind: 'title', text: title },
      { kind: 'facts', facts: listFacts(invoice) },
      ...(corrected
        ? [...listLines('Przed korektą', corrected.lines_before), ...listLines('Po korekcie', invoice.lines)]
        : listLines('Towary i usługi', invoice.lines)),
      { kind: 'heading', text: corrected ? 'Zmiana podatku' : 'Podatek' },
      { kind: 'amounts', rows: sums.map(toTaxRow) },
      {
        kind: 'amounts',
        rows: [{ label: labelTotal(invoice), amount: formatGrosze(Math.abs(gross_grosze)), strong: true }],
      },
      ...(codes ? [toCodes(codes)] : []),
      ...listNotes(invoice).map((text) => ({ kind: 'small', text }) as const),
    ],
  }
}

function toCodes({ link, ksef_number, proof }: InvoiceCodes): PdfPart {
  const first = { link, name: ksef_number ?? 'OFFLINE' }
  return { kind: 'codes', codes: proof === null ? [first] : [first, { link: proof, name: 'CERTYFIKAT' }] }
}

function listFacts(invoice: Invoice) {
  const { seller, buyer, issued_on, sold_on, order_numbers, corrected, payment, paid_on } = invoice
  const unit = buyer.kind === 'company' ? buyer.unit : undefined
  const numbers = [
    `NIP ${formatNip(seller.nip)}`,
    seller.regon && `REGON ${seller.regon}`,
    seller.bdo && `BDO ${seller.bdo}`,
  ]
  const orders = order_numbers.length > 1 ? 'Zamówienia' : 'Zamówienie'
  return [
    { name: 'Sprzedawca', lines: [seller.name, seller.address, numbers.filter(Boolean).join(', ')] },
    { name: 'Nabywca', lines: describeParty(buyer) },
    ...(unit ? [{ name: 'Odbiorca', lines: [...describeParty(unit), UNIT_KIND_NAMES[unit.kind]] }] : []),
    { name: 'Data wystawienia', lines: [formatCalendarDay(issued_on)] },
    { name: 'Data sprzedaży', lines: [formatCalendarDay(sold_on)] },
    { name: orders, lines: [order_numbers.join(', ')] },
    {
      name: 'Płatność',
      lines: [payment === 'prepaid' ? `online, ${formatCalendarDay(paid_on ?? sold_on)}` : 'za pobraniem'],
    },
    ...(corrected
      ? [
          { name: 'Koryguje', lines: [`${corrected.number} z ${formatCalendarDay(corrected.issued_on)}`] },
          { name: 'Przyczyna', lines: [corrected.reason] },
        ]
      : []),
  ]
}

function describeParty(party: InvoiceBuyer | CompanyUnit): string[] {
  const nip = party.kind === 'person' ? null : party.nip
  const address = [party.street, `${party.postal_code} ${party.city}`]
  return [party.name, ...address, ...(nip === null ? [] : [`NIP ${formatNip(nip)}`])]
}

function listLines(heading: string, lines: readonly InvoiceLine[]): PdfPart[] {
  if (lines.length === 0)
    return [
      { kind: 'heading', text: heading },
      { kind: 'small', text: 'Brak pozycji.' },
    ]
  return [
    { kind: 'heading', text: heading },
    {
      kind: 'amounts',
      rows: lines.map(({ name, code, quantity, unit, rate, gross_grosze }) => ({
        label: name,
        detail: [
          ...(code === '' ? [] : [code]),
          `${quantity} ${unit}${tellPrice(gross_grosze, quantity)}`,
          `VAT ${nameRate(rate)}`,
        ].join(', '),
        amount: formatGrosze(gross_grosze),
      })),
    },
  ]
}

/** ' po 100,00 zł' of several pieces at an equal price. */
const tellPrice = (gross: Grosze, quantity: number) =>
  quantity > 1 && gross % quantity === 0 ? ` po ${formatGrosze(gross / quantity)}` : ''

const toTaxRow = ({ rate, net_grosze, vat_grosze, gross_grosze }: VatSum) => ({
  label: `Stawka ${nameRate(rate)}`,
  detail: `netto ${formatGrosze(net_grosze)}, VAT ${formatGrosze(vat_grosze)}`,
  amount: formatGrosze(gross_grosze),
})

function labelTotal({ corrected, gross_grosze, payment }: Invoice): string {
  if (corrected && gross_grosze === 0) return 'Bez zmiany (brutto)'
  if (corrected) return gross_grosze < 0 ? 'Do zwrotu (brutto)' : 'Zwiększenie (brutto)'
  return payment === 'prepaid' ? 'Zapłacono (brutto)' : 'Do zapłaty przy odbiorze (brutto)'
}

function listNotes({ sums, has_receipt }: Invoice): string[] {
  return [
    ...(sums.some(({ rate }) => rate === 'zw') ? ['Zwolnienie z VAT: art. 113 ust. 1 ustawy o VAT.'] : []),
    ...(has_receipt ? ['Faktura do paragonu.'] : []),
  ]
}
