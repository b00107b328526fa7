import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import type { Company } from './company.ts'
import type { InvoicePerson } from './invoices/person-invoice.ts'
import type { VatRate } from './vat.ts'

/** Views of what was sold, for invoices, the till and the month. */
export type SaleViews = {
  /** All orders of one parcel, with their money as it stands. */
  sales: {
    checkout_id: string
    payment: PaymentWay
    company: Company | null
    /** Who asked for an invoice as a person, after the sale. */
    invoice_person: InvoicePerson | null
    ordered_at: Date
    total_grosze: Grosze
    /** `zw`: the seller was exempt from VAT, and so are all lines. */
    delivery_vat_rate: VatRate
    /** Whether all of its orders are cancelled. */
    is_cancelled: boolean
    /** What the shop has of it or is to collect, at most `total_grosze`. */
    kept_grosze: Grosze
    /** When it was paid ahead or, on delivery, first sent; null: not yet. */
    sold_at: Date | null
  }
  /** Its products and its delivery, at what they cost after discounts. What is free has no line. */
  sale_lines: {
    checkout_id: string
    order_id: string
    /** Null: the delivery of the order. */
    item_id: string | null
    product_id: string | null
    name: string
    quantity: number
    gross_grosze: Grosze
    rate: VatRate
  }
}
