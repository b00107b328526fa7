import { adminCall } from '#api/call.ts'
import { answerPdf } from '#api/contracts.ts'
import { answerFile } from '#api/http.ts'
import { CSV_BOM, toCsvAmount, toCsvLine } from '#domain/kernel/csv.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { findInvoicePaper } from '#domain/papers/invoices/find-invoice-paper.server.ts'
import { invoiceFiltersSchema, invoiceListSchema, type ListedInvoice } from '#domain/papers/invoices/invoice-list.ts'
import { listAllInvoices, listInvoices } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { CSV } from './admin-exports.ts'

const HEAD = ['Numer', 'Wystawiono', 'Koryguje', 'Nabywca', 'NIP', 'Brutto', 'Zamówienie', 'Numer KSeF']

const toLine = ({ number, issued_on, corrects, buyer, nip, gross_grosze, order_number, ksef_number }: ListedInvoice) =>
  toCsvLine([number, issued_on, corrects, buyer, nip, toCsvAmount(gross_grosze), order_number, ksef_number])

export const adminInvoiceCalls = [
  adminCall.get(
    '/invoices',
    {
      summary: 'Invoices and corrections, newest first',
      description: '`search`: a number, a NIP, a part of a name, or the number of an order.',
      query: invoiceFiltersSchema,
      answers: ['A page of invoices', invoiceListSchema],
    },
    async ({ services, query }) => ok(await listInvoices(services.db, query)),
  ),
  adminCall.get(
    '/exports/invoices',
    {
      summary: 'All invoices that match the filters of the list, as a CSV file',
      query: invoiceFiltersSchema,
      answers: ['The file', ['text/csv']],
    },
    async ({ services, query }) => {
      const lines = await listAllInvoices(services.db, query)
      return ok(answerFile(CSV_BOM + toCsvLine(HEAD) + lines.map(toLine).join(''), CSV, 'faktury.csv'))
    },
  ),
  adminCall.get(
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
