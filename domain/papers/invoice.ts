import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import type { Company } from './company.ts'
import type { VatRate, VatSum } from './vat.ts'

/** A line of an invoice. `gross_grosze` is what all pieces cost after discounts. */
export type InvoiceLine = {
  name: string
  /** The EAN or the shop's own code; '' when there is none. */
  code: string
  quantity: number
  unit: 'szt.' | 'usł.'
  rate: VatRate
  gross_grosze: Grosze
  /** Its id on all papers of the sale. Papers of before it was kept have none. */
  row?: string
}

/** A person, or a company with its NIP. */
export type InvoiceBuyer =
  | ({ kind: 'company' } & Company)
  | { kind: 'person'; name: string; street: string; postal_code: string; city: string }

export type InvoiceSeller = {
  /** Ten digits. */
  nip: string
  name: string
  address: string
  /** '' when it is not set. */
  bdo: string
  regon: string
  email: string
  phone: string
  /** '' when it has none for buyers; absent in papers of before it was kept. */
  bank_account?: string
}

/** An issued invoice: all that is printed on it and sent of it. It never changes. */
export type Invoice = {
  /** 'FV/2026/000123'; a correction is 'FK/2026/000007'. */
  number: string
  issued_on: Day
  /** The day of the sale. */
  sold_on: Day
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  /** What is sold; of a correction: what is left after it. */
  lines: readonly InvoiceLine[]
  /** By rate; of a correction: the differences. */
  sums: readonly VatSum[]
  /** Of a correction: the difference. */
  gross_grosze: Grosze
  /** The first parts of the ids of its orders. */
  order_numbers: readonly string[]
  ordered_on: Day
  payment: PaymentWay
  /** Paid before it was sent: the day on which the money arrived. */
  paid_on: Day | null
  /** Whether a till receipt was printed for the sale, so that the invoice is one to a receipt. */
  has_receipt: boolean
  /** Its number, where it is known. */
  receipt_number?: string
  /** Null: no correction. */
  corrected: CorrectedInvoice | null
}

/** The invoice that a correction corrects. */
export type CorrectedInvoice = {
  number: string
  issued_on: Day
  /** Null: it was issued outside of KSeF. */
  ksef_number: string | null
  /** 'Zwrot towaru', 'Obniżenie ceny' */
  reason: string
  /** The lines before this correction. */
  lines_before: readonly InvoiceLine[]
  /** Of a correction that names another buyer: who was on the invoice before. */
  buyer_before?: InvoiceBuyer
  /** Whether it counts from the day of the sale, because the mistake was there from the beginning. */
  counts_from_sale?: boolean
}
