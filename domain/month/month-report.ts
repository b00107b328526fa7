import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { addSums, countVat, type VatSum } from '#domain/papers/vat.ts'

/** `return`: a line of the register of returns, of a sale with a receipt. */
export const DOCUMENT_KINDS = ['invoice', 'correction', 'receipt', 'return'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** What the accountant books. Amounts of corrections and returns are negative where money went back. */
export type MonthDocument = {
  /** Unique among all documents of the shop. */
  key: string
  kind: DocumentKind
  /** Null: a receipt whose number nobody wrote down. */
  number: string | null
  /** The day it was issued, and that of the sale. */
  day: Day
  sold_on: Day
  order_number: string
  buyer: { name: string; nip: string | null } | null
  sums: readonly VatSum[]
  gross_grosze: Grosze
  ksef_number: string | null
  /** Whether it is an invoice for KSeF without a number yet. Months that were closed before this was kept do not say. */
  awaits_ksef?: boolean
  /** An invoice, or its correction, of a sale whose receipt counts already. */
  has_receipt: boolean
  /** Whether it mends the buyer of a sale, and counts from its day, also in a closed month. */
  counts_from_sale?: boolean
}

/** Why a sale of the month does not agree with its papers. */
export type MonthProblem =
  | 'no_invoice'
  | 'invoice_differs'
  | 'no_receipt'
  | 'unclear_receipt'
  | 'receipt_differs'
  | 'awaits_ksef'

/** What changed of a closed month since it was declared. `later`, `payout`: recorded late, in the next month. */
export type MonthChange = {
  change: 'changed' | 'added' | 'gone' | 'later' | 'payout'
  /** 'faktura FV/2026/000123', 'Stripe' */
  name: string
  order_number: string | null
  /** What is different, in words. */
  what: string
}

/** What is stored of a month when it is closed. */
export type MonthReport = {
  month: string
  closed_at: string | null
  /** The month is over, and all before it are closed. */
  may_close: boolean
  groups: { kind: DocumentKind; count: number; sums: VatSum[] }[]
  /** Of all documents: the VAT due, by rate. */
  sums: VatSum[]
  /** Of a closed month: what changed since it was last declared. `version`: sent back when they are declared. */
  changes: { version: string; rows: MonthChange[] }
  problems: { problem: MonthProblem; order_id: string; order_number: string; grosze: Grosze }[]
}

/** A till counts VAT once a day from the gross sum of each rate, so that its report says other grosze than its receipts. */
function sumReceipts(receipts: readonly MonthDocument[]): VatSum[] {
  const byDay = Map.groupBy(receipts, ({ day }) => day)
  const days = [...byDay.values()].map((ofDay) =>
    addSums(ofDay).map(({ rate, gross_grosze }) => {
      const vat_grosze = countVat(gross_grosze, rate)
      return { rate, vat_grosze, net_grosze: gross_grosze - vat_grosze, gross_grosze }
    }),
  )
  return addSums(days.map((sums) => ({ sums })))
}

/** Documents by kind with their sums, and the sums of all. */
export function sumDocuments(documents: readonly MonthDocument[]): Pick<MonthReport, 'groups' | 'sums'> {
  const groups = DOCUMENT_KINDS.map((kind) => {
    const ofKind = documents.filter((document) => document.kind === kind)
    const counted = ofKind.filter(({ has_receipt }) => !has_receipt)
    const sums = kind === 'receipt' ? sumReceipts(ofKind) : addSums(counted)
    return { kind, count: ofKind.length, sums }
  })
  return { groups, sums: addSums(groups) }
}
