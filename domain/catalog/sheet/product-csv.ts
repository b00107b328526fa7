import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import { lacksLeadingZeros } from '#domain/catalog/admin/product-input.ts'
import type { ProductField } from '#domain/catalog/product-field.ts'
import { headsOfFields, listFields, typeValue } from '#domain/catalog/product-field-lists.ts'
import { CSV_BOM, type CsvCell, toCsvLine, unmarkText } from '#domain/kernel/csv.ts'
import { type CsvFailure, type CsvRecord, countCells, readTable, unreadable } from '#domain/kernel/csv-table.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { pluralize } from '#domain/kernel/text.ts'

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

/** The largest file that may be imported, bytes, and its most lines below the head. */
export const PRODUCT_CSV_BYTES_MAX = 1024 * 1024
const PRODUCT_CSV_ROWS_MAX = 1000

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
const unmarkCode = (cell: string) => (/^'+\d/.test(cell) ? cell.slice(1) : unmarkText(cell))

/**
 * A line of the file: its number in a spreadsheet, the cells of the present columns, and sentences about what cannot be
 * read.
 */
export type ProductCsvRow = { line: number; cells: Partial<Record<ProductColumn, string>>; problems: string[] }

/** Parses an exported or handwritten product file. */
export function parseProductCsv(text: string): Result<ProductCsvRow[], CsvFailure> {
  const table = readTable(text)
  if (!table.ok) return table
  const { head, rows } = table.value
  const columns = head.map(findColumn)
  const unknown = head.filter((cell, index) => cell.trim() !== '' && columns[index] === undefined)
  if (unknown.length > 0) return unreadable(`Nieznana kolumna: ${unknown.join(', ')}.`)
  const known = columns.filter((column) => column !== undefined)
  const repeated = known.find((column, index) => known.indexOf(column) !== index)
  if (repeated) return unreadable(`Kolumna „${PRODUCT_COLUMNS[repeated]}” powtarza się.`)
  if (!known.includes('id') && !known.includes('name')) return unreadable('Brakuje kolumny „ID” albo „Nazwa”.')
  if (rows.length > PRODUCT_CSV_ROWS_MAX) return unreadable(`Plik ma więcej niż ${PRODUCT_CSV_ROWS_MAX} wierszy.`)
  return ok(rows.map((record) => readRow(columns, record)))
}

function readRow(columns: readonly (ProductColumn | undefined)[], { line, cells }: CsvRecord): ProductCsvRow {
  const named: ProductCsvRow['cells'] = {}
  const problems = [findShift(columns, { line, cells })]
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue
    const cell = (cells[index] ?? '').trim()
    const isCode = column === 'product_code'
    named[column] = isCode ? unmarkCode(cell) : unmarkText(cell)
    if (isCode && lacksLeadingZeros(cell)) problems.push(LOST_ZEROS)
  }
  return { line, cells: named, problems: problems.filter((problem) => problem !== null) }
}

const LOST_ZEROS =
  `${PRODUCT_COLUMNS.product_code}: wygląda na EAN bez zer na początku, Excel je usuwa. Wpisz wszystkie cyfry ` +
  'w kolumnie ustawionej jako tekst, a przed własnym kodem postaw apostrof'

/** Columns that a line of a new product may end before: spreadsheets leave out delimiters of empty cells at the end. */
const OPTIONAL_AT_END: ReadonlySet<ProductColumn | undefined> = new Set<ProductColumn | undefined>([
  undefined,
  'seenStock',
  'version',
  ...(Object.keys(others) as ProductColumn[]),
])

/** A sentence about a line whose cells are missing or under the wrong heads; null for none. */
function findShift(columns: readonly (ProductColumn | undefined)[], { line, cells }: CsvRecord): string | null {
  const describe = (count: number, cause: string) =>
    `Wiersz ${line} ma ${count} ${pluralize(count, CELLS)}, a nagłówek ${columns.length}. ${cause}`
  const count = countCells(cells)
  if (count > columns.length) {
    return describe(count, 'Komórkę, która ma w sobie przecinek lub średnik, weź w cudzysłów.')
  }
  const isNew = (cells[columns.indexOf('id')] ?? '').trim() === ''
  const isWhole =
    cells.length >= columns.length || (isNew && columns.slice(cells.length).every((each) => OPTIONAL_AT_END.has(each)))
  return isWhole ? null : describe(cells.length, 'Wiersz jest urwany: uzupełnij brakujące komórki, choćby puste.')
}

const CELLS = { one: 'komórkę', few: 'komórki', many: 'komórek' }

function findColumn(head: string): ProductColumn | undefined {
  const folded = head.trim().toLocaleLowerCase('pl')
  return COLUMNS.find((column) => PRODUCT_COLUMNS[column].toLocaleLowerCase('pl') === folded)
}
