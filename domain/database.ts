import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { BookDifference } from '#domain/books/book-comparison.ts'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'
import type { GuideBlock } from '#domain/guides/guide.ts'
import type { AllocatedLinesColumn, MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { MailFailure } from '#domain/kernel/mail.ts'
import type { SoldAgain } from '#domain/kernel/order-words/order-act-fields.ts'
import type { DeliveryMethod, PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import type { MoneyViews } from '#domain/money/money-views.ts'
import type { MonthDocument, MonthReport } from '#domain/month/month-report.ts'
import type { ChangedLine, PiecesChange } from '#domain/orders/changes/parcel-change.ts'
import type { PiecesPlan } from '#domain/orders/changes/plan-pieces.ts'
import type { Company } from '#domain/papers/company.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import type { InvoiceMistake } from '#domain/papers/invoices/invoice-mistakes.ts'
import type { InvoicePerson } from '#domain/papers/invoices/person-invoice.ts'
import type { KsefFailure } from '#domain/papers/ksef/ksef.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import type { SaleViews } from '#domain/papers/sale-views.ts'
import type { TaxedRate } from '#domain/papers/vat.ts'
import type { Advantage } from '#domain/returns/advantages.ts'
import type { DeclaredItem } from '#domain/returns/statement.ts'
import type { ReceiptLine } from '#domain/till/receipt.ts'
import type { SchemaTables } from './schema-tables.ts'

/** JSON is written as text. */
type Written<Value> = ColumnType<Value, string, string>
type Frozen<Value> = ColumnType<Value, string, never>
type ByTrigger<Table> = { [Name in keyof Table]: GeneratedAlways<Table[Name]> }

/** Columns of which the code knows more than the database: JSON, what is never null, what only triggers write. */
type Known = {
  audit_events: { details: Frozen<Record<string, unknown>> }
  brand_slugs: ByTrigger<SchemaTables['brand_slugs']>
  checkouts: {
    total_grosze: GeneratedAlways<number>
    delivery: GeneratedAlways<DeliveryMethod>
    company: JSONColumnType<Company | null, Company | null | undefined, string | null>
    invoice_person: JSONColumnType<InvoicePerson | null, string | undefined, string>
  }
  book_comparisons: { differences: ColumnType<BookDifference[], string, string> }
  closed_months: { report: Frozen<MonthReport>; documents: Frozen<MonthDocument[]>; payouts: Frozen<PayoutReport> }
  disputes: { cause: MoneyCause | null; lines: AllocatedLinesColumn }
  guides: { blocks: ColumnType<GuideBlock[], string | undefined, string> }
  idempotency_keys: { answer: ColumnType<unknown, string | null | undefined, string> }
  invoice_problems: { mistakes: Written<InvoiceMistake[]> }
  invoices: { content: Frozen<Invoice>; movements: ColumnType<string[] | null, string[], never> }
  ksef_state: { failure: KsefFailure['reason'] | null }
  mail_outbox: {
    data: Written<unknown>
    failure_reason: MailFailure['reason'] | null
    priority: ColumnType<number, never, never>
  }
  month_amendments: { documents: Frozen<MonthDocument[]>; noted: ColumnType<string[], string[], never> }
  order_additions: { wanted: JSONColumnType<PiecesChange['items']>; plan: JSONColumnType<PiecesPlan> }
  order_changes: { lines: JSONColumnType<ChangedLine[]> }
  order_items: {
    vat_rate: GeneratedAlways<TaxedRate>
    purchase_cost_grosze: GeneratedAlways<number | null>
  }
  orders: {
    number: GeneratedAlways<string>
    total_grosze: GeneratedAlways<number>
    payment: GeneratedAlways<PaymentWay>
    delivery: GeneratedAlways<DeliveryMethod>
  }
  own_texts: { texts: Frozen<Record<string, unknown>> }
  product_ratings: ByTrigger<SchemaTables['product_ratings']>
  product_slugs: ByTrigger<SchemaTables['product_slugs']>
  products: { notes_pyramid: JSONColumnType<NotesPyramid> | null; current_price_grosze: GeneratedAlways<number> }
  receipts: { lines: ColumnType<ReceiptLine[] | null, string | null, string | null> }
  refunds: {
    cause: MoneyCause | null
    lines: AllocatedLinesColumn
    restock: ColumnType<SoldAgain[] | null, string | null | undefined, never>
  }
  return_cases: {
    declared_items: ColumnType<DeclaredItem[] | null, string | null, never>
    advantages: ColumnType<Advantage[] | null, string | null | undefined, string | null>
    lines: AllocatedLinesColumn
  }
  reviews: { author_first_name: GeneratedAlways<string | null> }
  shop_profile: { entered: Written<Record<string, unknown>> }
  transfers: { cause: MoneyCause | null; lines: AllocatedLinesColumn }
}
type With<Table, More> = Omit<Table, keyof More> & More

/** The tables and views of db/schema.sql for Kysely. Columns ending in `_grosze` are integer grosze. */
export type Database = {
  [Name in keyof SchemaTables]: Name extends keyof Known ? With<SchemaTables[Name], Known[Name]> : SchemaTables[Name]
} & MoneyViews &
  SaleViews & {
    /** Pictures of products and posters of films. */
    used_pictures: { image_key: string }
  }
