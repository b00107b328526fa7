import { adminCall } from '#api/call.ts'
import { wordFailure } from '#api/errors.ts'
import { importReportSchema, productImportSchema } from '#domain/catalog/sheet/product-import.ts'
import { exportProducts, importProducts } from '#domain/catalog/sheet/product-sheet.server.ts'
import { ok } from '#domain/kernel/result.ts'

const warsawDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' })

export const adminProductSheetCalls = [
  adminCall.get(
    '/products/export',
    {
      summary: 'All active products as a file for spreadsheets: UTF-8, semicolons, no formulas',
      answers: ['The file', ['text/csv']],
    },
    async ({ services, user }, c) => {
      const name = `produkty-${warsawDay.format(services.now())}.csv`
      c.header('Content-Type', 'text/csv; charset=utf-8')
      c.header('Content-Disposition', `attachment; filename="${name}"`)
      return ok(c.body(await exportProducts(services, user.id)))
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
    ({ services, user, body }) => importProducts(services, { userId: user.id, file: body, word: wordFailure }),
  ),
]
