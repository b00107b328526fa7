import { readAllAdminProducts } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import type { CsvFailure } from '#domain/kernel/csv-table.ts'
import type { Result } from '#domain/kernel/result.ts'
import { listProducers } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { WordLine } from './apply-row.server.ts'
import { type ImportFailure, importRows } from './import-rows.server.ts'
import { formatProductCsv, parseProductCsv } from './product-csv.ts'
import type { ImportReport, ProductImport } from './product-import.ts'

type Asked = { userId: string; file: ProductImport; word: WordLine }

/** Adds and changes products from a file, as importRows says. */
export async function importProducts(
  services: Pick<Services, 'db' | 'jobs' | 'productLimit'>,
  { userId, file, word }: Asked,
): Promise<Result<ImportReport, CsvFailure | ImportFailure>> {
  const { csv, token, existing } = file
  const parsed = parseProductCsv(csv)
  if (!parsed.ok) return parsed
  const operation = 'import-products'
  return importRows(services, {
    userId,
    operation,
    rows: parsed.value,
    request: { csv, existing },
    token,
    existing,
    word,
  })
}

/** All active products as a file that can be edited in a spreadsheet and imported again. */
export async function exportProducts({ db }: Pick<Services, 'db'>, userId: string): Promise<string> {
  const [products, producers] = await Promise.all([readAllAdminProducts(db), listProducers(db)])
  await recordAudit(db, { userId, action: 'products.exported', details: { products: products.length } })
  return formatProductCsv(products, producers)
}
