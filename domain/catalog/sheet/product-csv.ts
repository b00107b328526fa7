import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import { LOST_ZEROS, lacksLeadingZeros } from '#domain/catalog/admin/product-input.ts'
import type { ProductField } from '#domain/catalog/product-field.ts'
import { headsOfFields, listFields, typeValue } from '#domain/catalog/product-field-lists.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { type CellKind, findShift } from '#domain/kernel/tables/fit-row.ts'
import { foldHead } from '#domain/kernel/tables/read-cells.ts'
import {
  type CsvFailure,
  type CsvRecord,
  type CsvTable,
  readTable,
  unreadable,
} from '#domain/kernel/tables/read-table.ts'
import { CSV_BOM, type CsvCell, toCsvLine, unmarkCode, unmarkText } from '#domain/kernel/text/csv.ts'

const { name, brand_id, gender, price, ...others } = headsOfFields()

/**
 * The columns of a product file. All but the name are optional, in any order. A missing column leaves its field
 * unchanged.
 */
export const PRODUCT_COLUMNS = {
  id: 'ID',
  name,
  brand_id,
  gender,
  price,
  stock: 'Stan',
  seenStock: 'Stan przy eksporcie',
  ...others,
  version: 'Wersja',
}
export type ProductColumn = keyof typeof PRODUCT_COLUMNS
const COLUMNS = Object.keys(PRODUCT_COLUMNS) as ProductColumn[]

/** The largest file that may be imported, bytes, and the most products that change at once. */
export const PRODUCT_CSV_BYTES_MAX = 1024 * 1024
export const PRODUCT_ROWS_MAX = 1000

type Producers = readonly { id: string; name: string }[]

/** These products as a file for Polish spreadsheets. Brand and producer are written by their names. */
export function formatProductCsv(products: readonly AdminProduct[], producers: Producers): string {
  const head = toCsvLine(Object.values(PRODUCT_COLUMNS))
  return CSV_BOM + head + products.map((product) => toLine(product, producers)).join('')
}

function toLine(product: AdminProduct, producers: Producers): string {
  const content = contentOf(product)
  const fields = listFields().map(([name]): [ProductField, CsvCell] => [name, typeValue(name, content[name])])
  const cells: Partial<Record<string, CsvCell>> = {
    ...Object.fromEntries(fields),
    id: product.id,
    brand_id: product.brand_name,
    producer_id: producers.find(({ id }) => id === product.producer_id)?.name ?? null,
    stock: product.stock_quantity,
    seenStock: product.stock_quantity,
    product_code: markCode(product.product_code),
    // The prefix keeps spreadsheets from rounding such a long number.
    version: formatVersion(product.version),
  }
  return toCsvLine(COLUMNS.map((column) => cells[column] ?? null))
}

const formatVersion = (version: string) => `v${version}`
/** The version in a cell; '' for none. */
export const parseVersion = (cell: string) => cell.replace(/^v/, '')

/** Puts an apostrophe before a code that begins with a digit, so that spreadsheets neither round nor shorten it. */
const markCode = (code: string | null) => (code !== null && /^'*\d/.test(code) ? `'${code}` : code)

/**
 * A line of the file: its number in a spreadsheet, the cells of the present columns, and sentences about what cannot be
 * read.
 */
export type ProductCsvRow = { line: number; cells: Partial<Record<ProductColumn, string>>; problems: string[] }

/** Parses an exported or handwritten product file. */
export function parseProductCsv(text: string): Result<ProductCsvRow[], CsvFailure> {
  const table = readTable(text, PRODUCT_ROWS_MAX)
  if (!table.ok) return table
  const { head, rows, delimiter } = table.value
  const columns = head.map(findColumn)
  const unknown = head.filter((cell, index) => cell.trim() !== '' && columns[index] === undefined)
  if (unknown.length > 0) return unreadable(`Nieznana kolumna: ${unknown.join(', ')}.`)
  const known = columns.filter((column) => column !== undefined)
  const repeated = known.find((column, index) => known.indexOf(column) !== index)
  if (repeated) return unreadable(`Kolumna „${PRODUCT_COLUMNS[repeated]}” powtarza się.`)
  if (!known.includes('id') && !known.includes('name')) return unreadable('Brakuje kolumny „ID” albo „Nazwa”.')
  return ok(rows.map((record) => readRow({ columns, delimiter }, record)))
}

type Columns = Pick<CsvTable, 'delimiter'> & { columns: readonly (ProductColumn | undefined)[] }

function readRow({ columns, delimiter }: Columns, { line, cells }: CsvRecord): ProductCsvRow {
  const named: ProductCsvRow['cells'] = {}
  const isNew = (cells[columns.indexOf('id')] ?? '').trim() === ''
  const fitted = columns.map((column) => ({
    kind: KINDS[column ?? 'id'] ?? 'any',
    optional: isNew && OPTIONAL_AT_END.has(column),
  }))
  const problems = [findShift({ columns: fitted, delimiter }, { line, cells })]
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue
    const cell = (cells[index] ?? '').trim()
    const isCode = column === 'product_code'
    named[column] = isCode ? unmarkCode(cell) : unmarkText(cell)
    if (isCode && lacksLeadingZeros(cell)) problems.push(`${PRODUCT_COLUMNS.product_code}: ${LOST_ZEROS}`)
  }
  return { line, cells: named, problems: problems.filter((problem) => problem !== null) }
}

/** Columns that a line of a new product may end before: spreadsheets leave out delimiters of empty cells at the end. */
const OPTIONAL_AT_END: ReadonlySet<ProductColumn | undefined> = new Set<ProductColumn | undefined>([
  undefined,
  'seenStock',
  'version',
  ...(Object.keys(others) as ProductColumn[]),
])

const KINDS: Partial<Record<ProductColumn, CellKind>> = {
  name: 'text',
  price: 'amount',
  reduced_price_grosze: 'amount',
  purchase_cost_grosze: 'amount',
  stock: 'count',
  seenStock: 'count',
  volume_ml: 'count',
  notes: 'text',
  description: 'text',
}

function findColumn(head: string): ProductColumn | undefined {
  const folded = foldHead(head)
  return COLUMNS.find((column) => foldHead(PRODUCT_COLUMNS[column]) === folded)
}
