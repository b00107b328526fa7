import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { readGtin } from '#domain/kernel/numbers/gtin.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { toPrintable } from '#domain/kernel/text/printable.ts'
import type { UnitKind } from './company.ts'
import type { CorrectedInvoice, Invoice, InvoiceBuyer, InvoiceLine } from './invoice.ts'
import { isSameThing, listCorrectedLines } from './ksef/fa3-correction.ts'
import { toToken } from './ksef/fa3-xml.ts'
import { VAT_RATES, type VatRate, type VatSum } from './vat.ts'

/** A name with its address. `nip`: null of a person, and of a unit without one. */
export type PartyFacts = { nip: string | null; name: string; street: string; place: string }

/** A line. In a correction each changed one is a row before and a row after, with the same number and id. */
export type InvoiceRow = {
  number: number
  id: string
  isBefore: boolean
  name: string
  /** '' when there is none. */
  code: string
  /** Whether it is not only the shop's own. */
  isGtin: boolean
  quantity: number
  unit: InvoiceLine['unit']
  /** Złote: '104.31333333'; two to eight decimals. */
  unit_price: string
  gross_grosze: Grosze
  rate: VatRate
}

type CorrectedFacts = Pick<CorrectedInvoice, 'number' | 'issued_on' | 'ksef_number' | 'reason'> & {
  /** Of a correction that names another buyer: who was on the invoice before. */
  buyer_before: PartyFacts | null
  counts_from_sale: boolean
}

/** All that is said of an invoice: the PDF and the file for KSeF are both written of it, so neither says more. */
export type InvoiceFacts = {
  number: string
  issued_on: Day
  sold_on: Day
  seller: { nip: string; name: string; address: string; email: string; phone: string; regon: string; bdo: string }
  buyer: PartyFacts
  unit: (PartyFacts & { kind: UnitKind }) | null
  rows: readonly InvoiceRow[]
  /** In the order of their fields. */
  sums: readonly VatSum[]
  gross_grosze: Grosze
  /** The article of an exemption; null: there is none. */
  exemption: string | null
  has_receipt: boolean
  /** '' when it is not known. */
  receipt_number: string
  corrected: CorrectedFacts | null
  /** Null of a correction, whose money goes back the way it came. */
  payment: { way: string; paid_on: Day | null; account: string } | null
  ordered_on: Day
  order_numbers: readonly string[]
}

const EXEMPTION = 'art. 113 ust. 1 i 9 ustawy z dnia 11 marca 2004 r. o podatku od towarów i usług'

/** The most orders that FA(3) can name. */
const MOST_ORDERS = 100
/** The longest name or line of an address. */
const MOST_NAME = 512
const MOST_TEXT = 256

/** A text as both show it: one line without characters that fonts or KSeF lack. A dash stands for nothing. */
const tell = (text: string, most = MOST_NAME) => toToken(toPrintable(text), most) || '-'
const tellOptional = (text: string, most = MOST_TEXT) => toToken(toPrintable(text), most)

export function listInvoiceFacts(invoice: Invoice): InvoiceFacts {
  const { seller, buyer, corrected, lines, sums, payment, paid_on } = invoice
  const unit = buyer.kind === 'company' ? buyer.unit : undefined
  const isExempt = [...sums, ...lines, ...(corrected?.lines_before ?? [])].some(({ rate }) => rate === 'zw')
  const email = tellOptional(seller.email)
  // A number that is cut would be another one.
  const phone = tellOptional(seller.phone).replaceAll(' ', '')
  const account = (seller.bank_account ?? '').replaceAll(/[^\dA-Z]/gi, '')
  return {
    number: tell(invoice.number, MOST_TEXT),
    issued_on: invoice.issued_on,
    sold_on: invoice.sold_on,
    seller: {
      nip: seller.nip,
      name: tell(seller.name),
      address: tell(seller.address),
      email: /^.+@.+$/u.test(email) && email.length <= 255 ? email : '',
      phone: [...phone].length <= 16 ? phone : '',
      regon: /^(\d{9}|\d{14})$/.test(seller.regon) ? seller.regon : '',
      bdo: /^\d{1,9}$/.test(seller.bdo) ? seller.bdo : '',
    },
    buyer: toBuyer(buyer),
    unit: unit ? { ...toParty(unit, unit.nip), kind: unit.kind } : null,
    rows: corrected
      ? listPairs(invoice, corrected)
      : lines.map((line, at) => toRow(line, at + 1, invoice.number, false)),
    sums: VAT_RATES.flatMap((rate) => sums.filter((sum) => sum.rate === rate)),
    gross_grosze: invoice.gross_grosze,
    exemption: isExempt ? EXEMPTION : null,
    has_receipt: invoice.has_receipt,
    receipt_number: tellOptional(invoice.receipt_number ?? ''),
    corrected: corrected && {
      number: tell(corrected.number, MOST_TEXT),
      issued_on: corrected.issued_on,
      ksef_number: corrected.ksef_number,
      reason: tellOptional(corrected.reason),
      buyer_before: corrected.buyer_before ? toBuyer(corrected.buyer_before) : null,
      counts_from_sale: corrected.counts_from_sale === true,
    },
    payment: corrected
      ? null
      : {
          way: WAYS[payment],
          paid_on,
          account: paid_on === null && account.length >= 10 && account.length <= 34 ? account : '',
        },
    ordered_on: invoice.ordered_on,
    order_numbers: invoice.order_numbers
      .map((number) => tellOptional(number))
      .filter(Boolean)
      .slice(0, MOST_ORDERS),
  }
}

const WAYS: Record<PaymentWay, string> = {
  prepaid: 'Płatność internetowa',
  cash_on_delivery: 'Za pobraniem',
  elsewhere: 'Płatność przez marketplace',
}

type Party = { name: string; street: string; postal_code: string; city: string }

const toParty = ({ name, street, postal_code, city }: Party, nip: string | null): PartyFacts => ({
  nip,
  name: tell(name),
  street: tell(street),
  place: tellOptional(`${postal_code} ${city}`, MOST_NAME),
})

const toBuyer = (buyer: InvoiceBuyer) => toParty(buyer, buyer.kind === 'company' ? buyer.nip : null)

/** The changed lines in pairs, numbered alike before and after; what is new comes last and has a row after alone. */
function listPairs({ number, lines }: Invoice, corrected: CorrectedInvoice): InvoiceRow[] {
  const rows = listCorrectedLines(corrected.lines_before, lines)
  let pair = 0
  return rows.map(({ line, isBefore }, at) => {
    const before = rows[at - 1]
    if (isBefore || !before?.isBefore) pair += 1
    // The price of what is gone is that of before.
    const priced = line.quantity === 0 && before ? before.line : line
    return { ...toRow(line, pair, number, isBefore), unit_price: countUnitPrice(priced) }
  })
}

function toRow(line: InvoiceLine, number: number, invoice: string, isBefore: boolean): InvoiceRow {
  const { quantity, unit, rate, gross_grosze } = line
  const code = tellOptional(line.code, 50)
  return {
    number,
    id: line.row ?? tellOptional(nameRow(invoice, number), 50),
    isBefore,
    name: tell(line.name),
    code,
    isGtin: readGtin(code) !== null,
    quantity,
    unit,
    unit_price: countUnitPrice(line),
    gross_grosze,
    rate,
  }
}

/** '33.33333333': what a piece costs, of which the price of all follows to the grosz. */
function countUnitPrice({ gross_grosze: gross, quantity }: InvoiceLine): string {
  return (gross / 100 / Math.max(quantity, 1)).toFixed(8).replace(/0{1,6}$/, '')
}

const nameRow = (invoice: string, number: number) => `${invoice}-${number}`

/**
 * Gives the lines of a paper their ids. What stands on the paper before keeps its own, so that a line is the same one on
 * all papers of its sale.
 */
export function nameRows(lines: readonly InvoiceLine[], before: readonly InvoiceLine[], number: string): InvoiceLine[] {
  const left = [...before]
  return lines.map((line, at) => {
    const found = left.findIndex((one) => isSameThing(one, line))
    const [known] = found === -1 ? [] : left.splice(found, 1)
    return { ...line, row: known?.row ?? line.row ?? nameRow(number, at + 1) }
  })
}
