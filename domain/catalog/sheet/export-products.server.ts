import { readAllAdminProducts } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import type { Services } from '#domain/services.ts'
import { formatProductCsv } from './product-csv.ts'

/** All active products as a file that can be changed in a spreadsheet and imported again. */
export async function exportProducts({ db }: Pick<Services, 'db'>, userId: string): Promise<string> {
  const products = await readAllAdminProducts(db)
  await recordAudit(db, { userId, action: 'products.exported', details: { products: products.length } })
  return formatProductCsv(products)
}
