import { foldName } from '#domain/catalog/admin/admin-brand.ts'
import { listBrandNames } from '#domain/catalog/admin/admin-brand-queries.server.ts'
import {
  MOVED_PRODUCTS_MAX,
  type MovedColumn,
  type MovingIn,
  type MovingInReport,
} from '#domain/catalog/moving-in/moving-in.ts'
import { insertMoved } from '#domain/catalog/moving-in/moving-in-store.server.ts'
import { recognizeFile } from '#domain/catalog/moving-in/recognize-file.ts'
import { translateProducts } from '#domain/catalog/moving-in/translate-products.ts'
import type { WordLine } from '#domain/catalog/sheet/apply-row.server.ts'
import { type ImportFailure, importRows } from '#domain/catalog/sheet/import-rows.server.ts'
import { type CsvFailure, type CsvTable, readTable, unreadable } from '#domain/kernel/csv-table.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { fetchMovedPictures } from './moved-pictures.run.server.ts'

/** Values of a column that are shown, and their longest, characters. */
const EXAMPLES = 2
const EXAMPLE_MAX = 60

/**
 * Moves the products of another shop's file into this one, all or none, by the sheet's own rules. Without a token it is
 * a preview. Applied, it stores the addresses of their pictures and pages with them, and begins to fetch the pictures.
 */
export async function moveIn(
  services: Pick<Services, 'db' | 'jobs' | 'productLimit'>,
  { userId, word, request }: { userId: string; word: WordLine; request: MovingIn },
): Promise<Result<MovingInReport, CsvFailure | ImportFailure>> {
  const { token, existing, ...asked } = request
  const table = readTable(asked.file)
  if (!table.ok) return table
  const { head } = table.value
  const recognized = recognizeFile(head)
  const columns = head.map((_, index) => (asked.columns ?? recognized.columns)[index] ?? null)
  const brands = (await listBrandNames(services.db)).brands.filter(({ active }) => active)
  const brand = brands.find(({ id }) => id === asked.brand_id)?.name ?? ''
  const leftOut = new Set(asked.left_out)
  const moved = translateProducts(table.value, { shop: recognized.shop, columns, brand, leftOut })
  if (moved.rows.length > MOVED_PRODUCTS_MAX) {
    return unreadable(
      `Ma ${moved.rows.length} produktów, a naraz przenosimy najwyżej ${MOVED_PRODUCTS_MAX}. Podziel go na części.`,
    )
  }
  const known = new Set(brands.map(({ name }) => foldName(name)))
  const named = [...new Set(moved.rows.flatMap(({ cells }) => cells.brand_id || []))]
  const described = {
    shop: recognized.shop,
    columns: describeColumns(table.value, columns),
    left_out: moved.leftOut,
    remarks: moved.remarks,
    brands: brands.map(({ id, name }) => ({ id, name })),
    missing_brands: named.filter((name) => !known.has(foldName(name))),
    pictures: moved.rows.reduce((sum, { pictures }) => sum + pictures.length, 0),
    addresses: moved.rows.filter(({ path }) => path !== null).length,
  }
  const isNamed = columns.includes('name') && (columns.includes('price') || columns.includes('net_price'))
  if (!isNamed) return ok({ ...described, report: null })
  const report = await importRows(services, {
    userId,
    operation: 'move-in',
    request: { ...asked, existing },
    rows: moved.rows,
    token,
    existing,
    word,
    tellsByVolume: true,
    async onApplied(trx, ids) {
      await insertMoved(trx, moved.rows, ids)
      return fetchMovedPictures(services, trx, userId)
    },
  })
  return report.ok ? ok({ ...described, report: report.value }) : report
}

function describeColumns(
  { head, rows }: CsvTable,
  columns: readonly (MovedColumn | null)[],
): MovingInReport['columns'] {
  return head.map((name, index) => {
    const values = rows.flatMap(({ cells }) => cells[index]?.trim() || [])
    const examples = [...new Set(values)].slice(0, EXAMPLES).map((value) => value.slice(0, EXAMPLE_MAX))
    return { head: name, examples, is: columns[index] ?? null }
  })
}

/** Begins again to fetch the pictures that could not be fetched. */
export function retryMovedPictures(
  services: Pick<Services, 'db' | 'jobs'>,
  userId: string,
): Promise<Result<null, Busy>> {
  return transact<null, Busy>(services.db, (trx) => fetchMovedPictures(services, trx, userId))
}
