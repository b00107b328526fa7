import type { ColumnType, Generated } from 'kysely'
import type { Grosze } from '#domain/kernel/money.ts'
import type { Invoice } from '#domain/papers/invoice.ts'

/** `FV`: invoices, `FK`: corrections. */
export type InvoiceSeries = 'FV' | 'FK'

export type InvoiceTables = {
  /** The last number of each series, taken in the transaction that stores the paper. */
  invoice_series: { series: InvoiceSeries; year: number; last_number: number }
  /** Issued invoices and corrections. A row never changes. */
  invoices: {
    id: Generated<string>
    checkout_id: string
    number: string
    /** The invoice that a correction corrects. */
    corrects_id: string | null
    content: ColumnType<Invoice, string, never>
    /** Of a correction: the difference. */
    gross_grosze: Grosze
    issued_at: Generated<Date>
  }
}
