import type { Transaction } from 'kysely'
import { listBrandNames } from '#domain/catalog/admin/admin-brand-queries.server.ts'
import { readAllAdminProducts } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { readPriceLedgers } from '#domain/catalog/prices/price-queries.server.ts'
import { lockCatalog } from '#domain/catalog/product-store.server.ts'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { isPreviewToken, makePreviewToken } from '#domain/kernel/idempotency/preview-token.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { listProducers } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { addRow, type ChosenRow, changeRow, type RowWork, type SheetRow, type WordLine } from './apply-row.server.ts'
import { KnownProducts } from './existing-products.ts'
import { type Nameable, startLine } from './import-line.ts'
import type { ProductCsvRow } from './product-csv.ts'
import { type ImportLine, type ImportReport, importReportSchema, type ProductImport } from './product-import.ts'

type AskedRows = Pick<ProductImport, 'token' | 'existing'> & {
  userId: string
  /** The use case, and all that identifies its request. */
  operation: string
  request: object
  rows: readonly (SheetRow | ChosenRow)[]
  word: WordLine
  /** Products of the same name and another volume are others. */
  tellsByVolume?: boolean
  /** Runs in the transaction that applies the rows, with the ids of their products by line. */
  onApplied?(trx: Transaction<Database>, ids: ReadonlyMap<number, string>): Promise<Result<unknown, Busy>>
}

export type ImportFailure = Busy | { reason: 'import_outdated' }

/**
 * Adds and changes products, all or none. Without a token it is a preview: the same work runs by the same rules and is
 * rolled back, and the report says what would happen to every line. With the token of a report it is applied, if the
 * outcome is still the same. A token applies once: a repeat gets the first report, even while the first call still runs.
 */
export async function importRows(
  services: Pick<Services, 'db' | 'jobs' | 'productLimit'>,
  { userId, operation, request, rows, token, onApplied, ...asked }: AskedRows,
): Promise<Result<ImportReport, ImportFailure>> {
  if (token !== null && !isPreviewToken(token)) return fail({ reason: 'import_outdated' })
  const work = async (trx: Transaction<Database>): Promise<Result<ImportReport, NotApplied | Busy>> => {
    await lockCatalog(trx)
    const ids = new Map<number, string>()
    const overLimit: number[] = []
    const lines = await applyRows({ ...services, ...asked, trx, userId, ids, overLimit }, rows)
    const over_limit = overLimit.length === 0 ? null : { limit: services.productLimit, lines: overLimit }
    const report = { ...summarize(lines), token: makePreviewToken(lines, token), over_limit }
    if (token !== report.token || report.wrong > 0 || over_limit !== null)
      return fail({ reason: 'not_applied', report })
    const followed = await onApplied?.(trx, ids)
    if (followed?.ok === false) return followed
    const { added, changed } = report
    await recordAudit(trx, { userId, action: 'products.imported', details: { added, changed } })
    return ok({ ...report, applied: true })
  }
  const call = { userId, operation, requestHash: hashRequest(request) }
  const done =
    token === null
      ? await transact<ImportReport, NotApplied | Busy>(services.db, work)
      : await idempotent<ImportReport, NotApplied | Busy>(
          services.db,
          { ...call, key: `import-${token}`, answer: importReportSchema },
          work,
        )
  if (done.ok) return done
  if (done.failure.reason === 'busy') return fail({ reason: 'busy' })
  return done.failure.reason === 'not_applied' && token === null
    ? ok(done.failure.report)
    : fail({ reason: 'import_outdated' })
}

type NotApplied = { reason: 'not_applied'; report: ImportReport }

function summarize(lines: ImportLine[]): Omit<ImportReport, 'token' | 'over_limit'> {
  return {
    lines,
    added: lines.filter(({ action }) => action === 'add').length,
    changed: lines.filter(({ action }) => action === 'change').length,
    wrong: lines.filter(({ problems }) => problems.length > 0).length,
    applied: false,
  }
}

/** Products are locked in the order of their ids, as orders lock them. The lines are returned in their own order. */
async function applyRows(work: RowWork, rows: readonly (SheetRow | ChosenRow)[]): Promise<ImportLine[]> {
  const nameable = await readNameable(work.trx)
  const products = new Map((await readAllAdminProducts(work.trx)).map((product) => [product.id, product]))
  const known = new KnownProducts([...products.values()], work)
  const firstLineOf = new Map<string, number>()
  const lines: ImportLine[] = []
  const toChange: ((ProductCsvRow | ChosenRow) & { id: string; found: ImportLine['existing'] })[] = []
  for (const row of rows) {
    const id = ('values' in row ? row.values.id : (row.cells.id ?? '')).toLowerCase()
    if ('values' in row) toChange.push({ ...row, id, found: null })
    else if (row.problems.length > 0) lines.push({ ...startLine(row), problems: row.problems })
    else if (id !== '') toChange.push({ ...row, id, found: null })
    else {
      const added = await addRow(work, row, { nameable, known, products })
      // A line that was written for a new product says nothing by its empty cells.
      if ('id' in added) {
        work.ids.set(row.line, added.id)
        toChange.push({ ...row, cells: omitEmpty(row.cells), ...added })
      } else lines.push(added)
    }
  }
  // As they are before the changes write into them.
  const ledgers = await readPriceLedgers(work.trx, toChange.map(({ id }) => id).filter(isUuid))
  for (const row of toChange.toSorted((a, b) => a.id.localeCompare(b.id) || a.line - b.line)) {
    const earlier = firstLineOf.get(row.id)
    if (earlier !== undefined) {
      lines.push({ ...startLine(row), problems: [`Ten produkt jest w pliku dwa razy: także w wierszu ${earlier}.`] })
    } else {
      firstLineOf.set(row.id, row.line)
      lines.push({
        ...(await changeRow(work, row, { nameable, before: products.get(row.id), ledger: ledgers.get(row.id) ?? [] })),
        existing: row.found,
      })
    }
  }
  return lines.toSorted((a, b) => a.line - b.line)
}

const omitEmpty = (cells: ProductCsvRow['cells']): ProductCsvRow['cells'] =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))

async function readNameable(trx: Transaction<Database>): Promise<Nameable> {
  const { brands } = await listBrandNames(trx)
  return { brand_id: brands.filter(({ active }) => active), producer_id: await listProducers(trx) }
}
