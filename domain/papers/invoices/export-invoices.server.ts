import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type CsvColumns, toCsvAmount, toCsvFile } from '#domain/kernel/text/csv.ts'
import type { Services } from '#domain/services.ts'
import type { InvoiceFilters } from './invoice-list.ts'
import { type ListedInvoice, listAllInvoices } from './invoice-list-queries.server.ts'

const COLUMNS: CsvColumns<ListedInvoice> = [
  ['Numer', ({ number }) => number],
  ['Wystawiono', ({ issued_on }) => issued_on],
  ['Koryguje', ({ corrects }) => corrects],
  ['Nabywca', ({ buyer }) => buyer],
  ['NIP', ({ nip }) => nip],
  ['Brutto', ({ gross_grosze }) => toCsvAmount(gross_grosze)],
  ['Zamówienie', ({ order_number }) => order_number],
  ['Numer KSeF', ({ ksef_number }) => ksef_number],
]

/** All invoices that match the filters as a file, which the log of changes records because it names buyers. */
export async function exportInvoices(
  { db }: Pick<Services, 'db'>,
  userId: string,
  filters: Omit<InvoiceFilters, 'page'>,
): Promise<string> {
  const invoices = await listAllInvoices(db, filters)
  await recordAudit(db, { userId, action: 'invoices.exported', details: { invoices: invoices.length } })
  return toCsvFile(COLUMNS, invoices)
}
