import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { listBrandNames } from '#domain/catalog/admin/admin-brand-queries.server.ts'
import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import { readAllAdminProducts } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { addProduct, type CreateFailure } from '#domain/catalog/admin/create-product.server.ts'
import { toGrosze } from '#domain/catalog/admin/product-content.server.ts'
import { newProductSchema, productChangesSchema } from '#domain/catalog/admin/product-form.ts'
import { changeStock, type StockFailure } from '#domain/catalog/admin/set-stock.server.ts'
import { changeProduct, type UpdateFailure } from '#domain/catalog/admin/update-product.server.ts'
import { findLowestBeforePlanned, type PriceLedger, planReduction } from '#domain/catalog/prices/price-ledger.ts'
import { readPriceLedgers } from '#domain/catalog/prices/price-queries.server.ts'
import type { ReducedFields } from '#domain/catalog/prices/reduced-price.ts'
import { lockCatalog } from '#domain/catalog/product-store.server.ts'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fromWallClock, toWallClock } from '#domain/kernel/calendar-day.ts'
import { hashRequest, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { listProducers } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { KnownProducts, wordExisting } from './existing-products.ts'
import {
  compareContent,
  describeContent,
  describeProblem,
  describeUnknownName,
  type Nameable,
  readStockCell,
  showStock,
  startLine,
  toInput,
} from './import-line.ts'
import { type ProductCsvRow, parseVersion } from './product-csv.ts'
import { type ImportLine, type ImportReport, importReportSchema, type ProductImport } from './product-import.ts'

/** Why a line cannot be applied, as the use cases report it. */
export type LineFailure = CreateFailure | UpdateFailure | StockFailure

/** The sentence for a failure. */
export type WordLine = (failure: LineFailure) => string

/** A line of a file; `scentLine`: the line of the first size of its scent, where it is a further one. */
export type SheetRow = ProductCsvRow & { scentLine?: number | null }

type AskedRows = Pick<ProductImport, 'token' | 'existing'> & {
  userId: string
  /** The use case, and all that identifies its request. */
  operation: string
  request: object
  rows: readonly SheetRow[]
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
  if (token !== null && !TOKEN.test(token)) return fail({ reason: 'import_outdated' })
  const work = async (trx: Transaction<Database>): Promise<Result<ImportReport, NotApplied | Busy>> => {
    await lockCatalog(trx)
    const ids = new Map<number, string>()
    const lines = await applyRows({ ...services, ...asked, trx, userId, ids }, rows)
    const report = summarize(lines, token?.slice(0, NONCE_LENGTH) ?? crypto.randomUUID().slice(0, NONCE_LENGTH))
    if (token !== report.token || report.wrong > 0) return fail({ reason: 'not_applied', report })
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

/** A part of its own, so that a later report of the same outcome can be applied again, and the hash of the outcome. */
const NONCE_LENGTH = 8
const TOKEN = /^[\da-f]{8}-[\da-f]{64}$/

function summarize(lines: ImportLine[], nonce: string): ImportReport {
  return {
    lines,
    added: lines.filter(({ action }) => action === 'add').length,
    changed: lines.filter(({ action }) => action === 'change').length,
    wrong: lines.filter(({ problems }) => problems.length > 0).length,
    applied: false,
    token: `${nonce}-${hashRequest(lines)}`,
  }
}

type Work = Pick<Services, 'jobs' | 'productLimit'> &
  Pick<AskedRows, 'userId' | 'word' | 'existing' | 'tellsByVolume'> & {
    trx: Transaction<Database>
    /** The products of the lines so far. */
    ids: Map<number, string>
  }

/** Products are locked in the order of their ids, as orders lock them. The lines are returned in their own order. */
async function applyRows(work: Work, rows: readonly SheetRow[]): Promise<ImportLine[]> {
  const nameable = await readNameable(work.trx)
  const products = new Map((await readAllAdminProducts(work.trx)).map((product) => [product.id, product]))
  const known = new KnownProducts([...products.values()], work)
  const firstLineOf = new Map<string, number>()
  const lines: ImportLine[] = []
  const toChange: (ProductCsvRow & { id: string; found: ImportLine['existing'] })[] = []
  for (const row of rows) {
    const id = (row.cells.id ?? '').toLowerCase()
    if (row.problems.length > 0) lines.push({ ...startLine(row), problems: row.problems })
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

/** The line of a new product; the id of the product that the line is to change instead, and how it was found. */
async function addRow(
  work: Work,
  row: SheetRow,
  { nameable, known, products }: { nameable: Nameable; known: KnownProducts; products: Map<string, AdminProduct> },
): Promise<ImportLine | { id: string; found: ImportLine['existing'] }> {
  const line: ImportLine = { ...startLine(row), action: 'add' }
  const { brand_id: brand = '', stock = '', name = '', price = '', volume_ml: volume = '' } = row.cells
  const cells = { ...row.cells, name, price, brand_id: brand }
  const input = toInput(cells, nameable, null)
  const found = known.find({
    name,
    brand_id: String(input.brand_id),
    product_code: row.cells.product_code ?? null,
    volume_ml: volume === '' ? null : Number(volume),
  })
  if (found) {
    const [only, another] = found.products
    const isOwnLine = found.products.some((product) => product.line !== null)
    if (work.existing === 'update' && only && !another && !isOwnLine) return { id: only.id, found: found.by }
    const isAsked = work.existing !== 'add' || found.by === 'code'
    if (isAsked) return { ...line, existing: found.by, problems: [wordExisting(found.products)] }
  }
  const parsed = newProductSchema.safeParse({ ...input, stock_quantity: stock })
  if (!parsed.success) return { ...line, problems: listProblems(parsed.error, cells, nameable) }
  const changes = describeContent(parsed.data, nameable)
  const { scentLine = null } = row
  if (scentLine !== null) changes.push({ column: 'Ten sam zapach co', from: '', to: `wiersz ${scentLine}` })
  // Without it the file has an error, and nothing is stored. A product of the shop may be a further size itself.
  const head = scentLine === null ? undefined : work.ids.get(scentLine)
  const scent = head === undefined ? {} : { scent_id: products.get(head)?.scent_id ?? head }
  const added = await addProduct(work, { ...parsed.data, ...scent })
  if (!added.ok) return { ...line, changes, problems: [work.word(added.failure)] }
  work.ids.set(row.line, added.value.id)
  known.add({ ...parsed.data, id: added.value.id, brand_name: brand, line: row.line })
  return { ...line, changes, existing: found?.by ?? null }
}

/** `before`: the product as it was when the call began; what changed since is found by its version and its stock. */
async function changeRow(
  work: Work,
  row: ProductCsvRow,
  { nameable, before, ledger }: { nameable: Nameable; before: AdminProduct | undefined; ledger: PriceLedger },
): Promise<ImportLine> {
  const line = startLine(row)
  if (!before) return { ...line, problems: [work.word({ reason: 'product_not_found' })] }
  line.name = before.name
  const version = parseVersion(row.cells.version ?? '') || before.version
  const parsed = productChangesSchema.safeParse({ ...toInput(row.cells, nameable, before), version })
  if (!parsed.success) return { ...line, problems: listProblems(parsed.error, row.cells, nameable) }
  const { version: _, trademarks_accepted: __, ...said } = parsed.data
  const { changed, changes } = compareContent(before, said, nameable)
  if (changes.length > 0) {
    line.changes.push(...changes)
    const isPriced = (['price', 'reduced_price_grosze', 'reduced_from', 'reduced_to'] as const).some(
      (name) => name in changed,
    )
    if (isPriced) line.reduction = describeReduction(ledger, { ...contentOf(before), ...changed })
    const result = await changeProduct(work, before.id, {
      ...changed,
      version,
      trademarks_accepted: false,
    })
    if (!result.ok) line.problems.push(work.word(result.failure))
  }
  await changeRowStock(work, row, before, line)
  return { ...line, action: line.changes.length > 0 ? 'change' : 'same' }
}

/** What may be announced of a reduction that is not over; null: there is none. */
function describeReduction(
  ledger: PriceLedger,
  { price, reduced_price_grosze: reducedGrosze, reduced_from: from, reduced_to: to }: ReducedFields,
): ImportLine['reduction'] {
  const now = new Date()
  if (reducedGrosze === null || from === null || to === null || to <= toWallClock(now)) return null
  const planned = { priceGrosze: toGrosze(price), reducedGrosze }
  return {
    price_grosze: planned.priceGrosze,
    reduced_grosze: reducedGrosze,
    lowest_grosze: findLowestBeforePlanned(ledger, planned, fromWallClock(from), now),
    percent: planReduction(ledger, planned, from, now)?.percent ?? 0,
  }
}

/**
 * Changes the stock of a line. The file says which stock it was exported with, so that later sales are never added
 * back.
 */
async function changeRowStock(
  { trx, userId, word }: Work,
  { cells }: ProductCsvRow,
  before: AdminProduct,
  line: ImportLine,
) {
  if (cells.stock === undefined) return
  const wanted = readStockCell(cells.stock)
  const seen =
    cells.seenStock === undefined ? { ok: true as const, stock: before.stock_quantity } : readStockCell(cells.seenStock)
  if (!wanted.ok || !seen.ok) {
    line.problems.push(
      describeProblem('stock_quantity', wanted.ok ? 'Nie zmieniaj kolumny „Stan przy eksporcie”' : wanted.problem),
    )
    return
  }
  if (wanted.stock === seen.stock) return
  line.changes.push({ column: 'Stan', from: showStock(before.stock_quantity), to: showStock(wanted.stock) })
  const change = { stock_quantity: wanted.stock, seen: seen.stock }
  const result = await changeStock(trx, { userId, productId: before.id }, change)
  if (!result.ok) line.problems.push(word(result.failure))
}

function listProblems(error: z.ZodError, cells: ProductCsvRow['cells'], nameable: Nameable): string[] {
  const given: Partial<Record<string, string>> = cells
  return error.issues.map(({ path, message }) => {
    const field = String(path[0] ?? '')
    return describeProblem(field, describeUnknownName(nameable, field, given[field] ?? '') ?? message)
  })
}
