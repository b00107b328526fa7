import { refuse, wordFailure } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { importReportSchema, productImportSchema } from '#domain/catalog/sheet/product-import.ts'
import { exportProducts, importProducts } from '#domain/catalog/sheet/product-sheet.server.ts'

const common = { tags: ['admin'], security: [{ session: [] }] }

const exportRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/products/export',
  summary: 'All active products as a file for spreadsheets: UTF-8, semicolons, no formulas',
  responses: {
    200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } },
    ...errors('not_found'),
  },
})

const importRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/products/import',
  summary: 'Adds and changes products from a file, all or none; without a token it only reports what would happen',
  request: { body: jsonBody(productImportSchema) },
  responses: {
    ...answers(importReportSchema, 'The outcome of every line'),
    ...bodyErrors('not_found', 'proof_required', 'csv_unreadable', 'import_outdated'),
  },
})

const warsawDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' })

export const adminProductSheetRoutes = createAdminRouter()
  .openapi(exportRoute, async (c) => {
    const { services, user } = c.var
    const name = `produkty-${warsawDay.format(services.now())}.csv`
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    return c.body(await exportProducts(services, user.id), 200)
  })
  .openapi(importRoute, async (c) => {
    const { services, user } = c.var
    const file = c.req.valid('json')
    const asked = { userId: user.id, file, word: wordFailure }
    const imported = await importProducts(services, asked)
    return imported.ok ? c.json(imported.value, 200) : refuse(c, imported.failure)
  })
