import { readAllAdminProducts } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { CsvFailure } from '#domain/kernel/tables/read-table.ts'
import { listProducers } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { WordLine } from './apply-row.server.ts'
import { type ImportFailure, importRows } from './import-rows.server.ts'
import { formatProductCsv, parseProductCsv } from './product-csv.ts'
import type { ImportReport, ProductImport, ProductRows } from './product-import.ts'

type ImportServices = Pick<Services, 'db' | 'jobs' | 'productLimit'>
type Asked = { userId: string; word: WordLine }

/** Adds and changes products from a file, as importRows says. */
export async function importProducts(
  services: ImportServices,
  { file: { csv, token, existing }, ...asked }: Asked & { file: ProductImport },
): Promise<Result<ImportReport, CsvFailure | ImportFailure>> {
  const parsed = parseProductCsv(csv)
  if (!parsed.ok) return parsed
  const [operation, request] = ['import-products', { csv, existing }]
  return importRows(services, { ...asked, operation, request, rows: parsed.value, token, existing })
}

/** Changes products that were chosen, as importRows says. */
export function changeProducts(
  services: ImportServices,
  { changes: { rows, token }, ...asked }: Asked & { changes: ProductRows },
): Promise<Result<ImportReport, ImportFailure>> {
  const lines = rows.map((values, index) => ({ line: index + 1, values }))
  const [operation, request] = ['change-products', { rows }]
  return importRows(services, { ...asked, operation, request, rows: lines, token, existing: 'ask' })
}

/** All active products as a file that can be edited in a spreadsheet and imported again. */
export async function exportProducts({ db }: Pick<Services, 'db'>, userId: string): Promise<string> {
  const [products, producers] = await Promise.all([readAllAdminProducts(db), listProducers(db)])
  await recordAudit(db, { userId, action: 'products.exported', details: { products: products.length } })
  return formatProductCsv(products, producers)
}
