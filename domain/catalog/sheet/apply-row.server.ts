import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import { addProduct, type CreateFailure } from '#domain/catalog/admin/create-product.server.ts'
import { newProductSchema, productChangesSchema } from '#domain/catalog/admin/product-form.ts'
import { changeStock, type StockFailure } from '#domain/catalog/admin/set-stock.server.ts'
import { changeProduct, type UpdateFailure } from '#domain/catalog/admin/update-product.server.ts'
import { findLowestBeforePlanned, type PriceLedger, planReduction } from '#domain/catalog/prices/price-ledger.ts'
import type { ReducedFields } from '#domain/catalog/prices/reduced-price.ts'
import type { Database } from '#domain/database.ts'
import { parseCheckedZl } from '#domain/kernel/amounts/money.ts'
import { fromWallClock, toWallClock } from '#domain/kernel/calendar-day.ts'
import type { Services } from '#domain/services.ts'
import { describeExisting, type KnownProducts } from './existing-products.ts'
import {
  checkStock,
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
import type { BulkRow, ImportLine, ProductImport } from './product-import.ts'

/** Why a line cannot be applied, as the use cases report it. */
export type LineFailure = CreateFailure | UpdateFailure | StockFailure

/** The sentence for a failure. */
export type WordLine = (failure: LineFailure) => string

/** A line of a file; `scentLine`: the line of the first size of its scent, where it is a further one. */
export type SheetRow = ProductCsvRow & { scentLine?: number | null }

/** A chosen product with its new values. */
export type ChosenRow = { line: number; values: BulkRow }

/** What the lines of a file share while they are applied. */
export type RowWork = Pick<Services, 'jobs' | 'productLimit'> &
  Pick<ProductImport, 'existing'> & {
    trx: Transaction<Database>
    userId: string
    word: WordLine
    /** Products of the same name and another volume are others. */
    tellsByVolume?: boolean | undefined
    /** The products of the lines so far. */
    ids: Map<number, string>
    /** Lines of new products that the limit of the shop leaves no room for. */
    overLimit: number[]
  }

/** The line of a new product; the id of the product that the line is to change instead, and how it was found. */
export async function addRow(
  work: RowWork,
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
    if (isAsked) return { ...line, existing: found.by, problems: [describeExisting(found.products)] }
  }
  const parsed = newProductSchema.safeParse({ ...input, stock_quantity: stock })
  if (!parsed.success) return { ...line, problems: listProblems(parsed.error, cells, nameable) }
  const changes = describeContent(parsed.data, nameable)
  const { scentLine = null } = row
  if (scentLine !== null) changes.push({ column: 'Ten sam zapach co', from: '', to: `wiersz ${scentLine}` })
  // Without it the file has an error, and nothing is stored. A product of the shop may be a further size itself.
  const head = scentLine === null ? undefined : work.ids.get(scentLine)
  const scent = head === undefined ? {} : { scent_id: products.get(head)?.scent_id ?? head }
  const added = await addProduct({ ...work, reason: 'imported' }, { ...parsed.data, ...scent })
  if (!added.ok && added.failure.reason === 'product_limit_reached') {
    work.overLimit.push(row.line)
    return { ...line, changes }
  }
  if (!added.ok) return { ...line, changes, problems: [work.word(added.failure)] }
  work.ids.set(row.line, added.value.id)
  known.add({ ...parsed.data, id: added.value.id, brand_name: brand, line: row.line })
  return { ...line, changes, existing: found?.by ?? null }
}

/** `before`: the product as it was when the call began; what changed since is found by its version and its stock. */
export async function changeRow(
  work: RowWork,
  row: ProductCsvRow | ChosenRow,
  { nameable, before, ledger }: { nameable: Nameable; before: AdminProduct | undefined; ledger: PriceLedger },
): Promise<ImportLine> {
  const line = startLine(row)
  if (!before) return { ...line, problems: [work.word({ reason: 'product_not_found' })] }
  line.name = before.name
  const { input, stock } = 'values' in row ? takeValues(row.values) : readCells(row.cells, nameable, before)
  const parsed = productChangesSchema.safeParse(input)
  if (!parsed.success) {
    return { ...line, problems: listProblems(parsed.error, 'cells' in row ? row.cells : {}, nameable) }
  }
  const { version, trademarks_accepted: _, ...said } = parsed.data
  const { changed, changes } = compareContent(before, said, nameable)
  if (changes.length > 0) {
    line.changes.push(...changes)
    const isPriced = (['price', 'reduced_price_grosze', 'reduced_from', 'reduced_to'] as const).some(
      (name) => name in changed,
    )
    if (isPriced) line.reduction = describeReduction(ledger, { ...contentOf(before), ...changed })
    const result = await changeProduct(work, before.id, { ...changed, version, trademarks_accepted: false })
    if (!result.ok) line.problems.push(work.word(result.failure))
  }
  const reason = 'values' in row ? 'set' : 'imported'
  if (stock) await changeRowStock(work, { ...stock, reason }, before, line)
  return { ...line, action: line.changes.length > 0 ? 'change' : 'same' }
}

/** What a line says of a product: the input of its form, and the wanted stock with the seen one. */
type Said = { input: Record<string, unknown>; stock: Record<'wanted' | 'seen', ReturnType<typeof checkStock>> | null }

/** A file may say which stock it was exported with, so that later sales are never added back. */
function readCells(cells: ProductCsvRow['cells'], nameable: Nameable, before: AdminProduct): Said {
  const { stock, seenStock } = cells
  const version = parseVersion(cells.version ?? '') || before.version
  const seen = seenStock === undefined ? { ok: true as const, stock: before.stock_quantity } : readStockCell(seenStock)
  return {
    input: { ...toInput(cells, nameable, before), version },
    stock: stock === undefined ? null : { wanted: readStockCell(stock), seen },
  }
}

const takeValues = ({ id: _, stock, ...input }: BulkRow): Said => ({
  input,
  stock: stock ? { wanted: checkStock(stock.stock_quantity), seen: { ok: true, stock: stock.seen } } : null,
})

/** What may be announced of a reduction that is not over; null: there is none. */
function describeReduction(
  ledger: PriceLedger,
  { price, reduced_price_grosze: reducedGrosze, reduced_from: from, reduced_to: to }: ReducedFields,
): ImportLine['reduction'] {
  const now = new Date()
  if (reducedGrosze === null || from === null || to === null || to <= toWallClock(now)) return null
  const planned = { priceGrosze: parseCheckedZl(price), reducedGrosze }
  return {
    price_grosze: planned.priceGrosze,
    reduced_grosze: reducedGrosze,
    lowest_grosze: findLowestBeforePlanned(ledger, planned, fromWallClock(from), now),
    percent: planReduction(ledger, planned, from, now)?.percent ?? 0,
  }
}

async function changeRowStock(
  { trx, userId, word }: RowWork,
  { wanted, seen, reason }: NonNullable<Said['stock']> & { reason: 'set' | 'imported' },
  before: AdminProduct,
  line: ImportLine,
) {
  if (!wanted.ok || !seen.ok) {
    line.problems.push(
      describeProblem('stock_quantity', wanted.ok ? 'Nie zmieniaj kolumny „Stan przy eksporcie”' : wanted.problem),
    )
    return
  }
  if (wanted.stock === seen.stock) return
  line.changes.push({ column: 'Stan', from: showStock(before.stock_quantity), to: showStock(wanted.stock) })
  const change = { stock_quantity: wanted.stock, seen: seen.stock, keepsMark: true }
  const result = await changeStock(trx, { userId, productId: before.id, reason }, change)
  if (!result.ok) line.problems.push(word(result.failure))
}

function listProblems(error: z.ZodError, cells: ProductCsvRow['cells'], nameable: Nameable): string[] {
  const given: Partial<Record<string, string>> = cells
  return error.issues.map(({ path, message }) => {
    const field = String(path[0] ?? '')
    return describeProblem(field, describeUnknownName(nameable, field, given[field] ?? '') ?? message)
  })
}
