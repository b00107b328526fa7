import { adminCall } from '#api/call.ts'
import { describeFailure } from '#api/errors.ts'
import { answerFile } from '#api/http.ts'
import { importReportSchema, productImportSchema, productRowsSchema } from '#domain/catalog/sheet/product-import.ts'
import { changeProducts, exportProducts, importProducts } from '#domain/catalog/sheet/product-sheet.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { ok } from '#domain/kernel/result.ts'
import { CSV } from './admin-exports.ts'

export const adminProductSheetCalls = [
  adminCall.get(
    '/products/export',
    {
      summary: 'All active products as a file for spreadsheets: UTF-8, semicolons, no formulas',
      answers: ['The file', ['text/csv']],
    },
    async ({ services, user }) => {
      const name = `produkty-${readWarsawClock(services.now()).day}.csv`
      return ok(answerFile(await exportProducts(services, user.id), CSV, name))
    },
  ),
  adminCall.post(
    '/products/import',
    {
      summary: 'Adds and changes products from a file, all or none; without a token it only reports what would happen',
      body: productImportSchema,
      answers: ['The outcome of every line', importReportSchema],
      refuses: ['csv_unreadable', 'import_outdated'],
    },
    ({ services, user, body }) => importProducts(services, { userId: user.id, file: body, word: describeFailure }),
  ),
  adminCall.post(
    '/products/changes',
    {
      summary: 'Changes prices, reductions and stock of many products, all or none; without a token it only reports',
      body: productRowsSchema,
      answers: ['The outcome of every row', importReportSchema],
      refuses: ['import_outdated'],
    },
    ({ services, user, body }) => changeProducts(services, { userId: user.id, changes: body, word: describeFailure }),
  ),
]
