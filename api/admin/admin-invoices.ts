import { papersCall } from '#api/call.ts'
import { answerPdf } from '#api/contracts.ts'
import { answerFile } from '#api/http.ts'
import { isAdmin } from '#domain/accounts/account.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { type CsvColumns, toCsvAmount, toCsvFile } from '#domain/kernel/text/csv.ts'
import { findInvoicePaper } from '#domain/papers/invoices/find-invoice-paper.server.ts'
import { invoiceFiltersSchema } from '#domain/papers/invoices/invoice-list.ts'
import type { ListedInvoice } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { listAllInvoices, listInvoices } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { CSV } from './admin-exports.ts'

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

export const adminInvoiceCalls = [
  papersCall.get(
    '/invoices',
    {
      summary: 'Invoices and corrections, newest first',
      description:
        '`search`: a number, a NIP, a part of a name, or the number of an order. `unissued`: sales without their paper; ' +
        'none for an accountant, since their buyers stand on no paper yet.',
      query: invoiceFiltersSchema,
      answers: ['A page of invoices'],
    },
    async ({ services, user, query }) => {
      const list = await listInvoices(services.db, query)
      return ok(isAdmin(user, services.adminEmail) ? list : { ...list, unissued: [] })
    },
  ),
  papersCall.get(
    '/exports/invoices',
    {
      summary: 'All invoices that match the filters of the list, as a CSV file',
      query: invoiceFiltersSchema,
      answers: ['The file', ['text/csv']],
    },
    async ({ services, query }) => {
      return ok(answerFile(toCsvFile(COLUMNS, await listAllInvoices(services.db, query)), CSV, 'faktury.csv'))
    },
  ),
  papersCall.get(
    '/invoices/{id}',
    {
      summary: 'An issued invoice',
      answers: ['The invoice as a PDF file', ['application/pdf']],
      refuses: ['invoice_not_found'],
    },
    async ({ services, params }) => {
      const paper = await findInvoicePaper(services, params.id)
      return paper ? answerPdf<never>(ok(paper)) : fail({ reason: 'invoice_not_found' })
    },
  ),
]
