import { papersCall } from '#api/call.ts'
import { answerPdf } from '#api/contracts.ts'
import { answerFile } from '#api/http.ts'
import { isAdmin } from '#domain/accounts/account.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { exportInvoices } from '#domain/papers/invoices/export-invoices.server.ts'
import { findInvoicePaper } from '#domain/papers/invoices/find-invoice-paper.server.ts'
import { invoiceFiltersSchema } from '#domain/papers/invoices/invoice-list.ts'
import { listInvoices } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { CSV } from './admin-exports.ts'

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
    async ({ services, user, query }) =>
      ok(answerFile(await exportInvoices(services, user.id, query), CSV, 'faktury.csv')),
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
