import { type AdminProduct, contentOf } from '#domain/catalog/admin/admin-product.ts'
import type { ProductField } from '#domain/catalog/product-field.ts'
import { headsOfFields, listFields, typeValue } from '#domain/catalog/product-field-lists.ts'
import { CSV_BOM, type CsvCell, toCsvLine } from '#domain/kernel/csv.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

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
const PRODUCT_CSV_ROWS_MAX = 500

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
    // The prefix keeps spreadsheets from rounding so long a number.
    version: formatVersion(product.version),
  }
  return toCsvLine(COLUMNS.map((column) => cells[column] ?? null))
}

const formatVersion = (version: string) => `v${version}`
/** The version in a cell; '' for none. */
export const parseVersion = (cell: string) => cell.replace(/^v/, '')

/** A line of the file: its number in a spreadsheet, and the cells of the present columns. */
export type ProductCsvRow = { line: number; cells: Partial<Record<ProductColumn, string>> }

/** Why a file cannot be read. */
export type CsvFailure = { reason: 'csv_unreadable'; problem: string }

/** Parses an exported or handwritten file with semicolons, commas or tabs. Skips empty lines. */
export function parseProductCsv(text: string): Result<ProductCsvRow[], CsvFailure> {
  const unreadable = (problem: string) => fail({ reason: 'csv_unreadable' as const, problem })
  const content = text.startsWith(CSV_BOM) ? text.slice(1) : text
  const records = parseRecords(content, guessDelimiter(content))
  if (records === null) return unreadable('Brakuje zamykającego cudzysłowu.')
  const [head, ...rows] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head) return unreadable('Plik jest pusty.')
  const columns = head.cells.map(findColumn)
  const unknown = head.cells.filter((cell, index) => cell.trim() !== '' && columns[index] === undefined)
  if (unknown.length > 0) return unreadable(`Nieznana kolumna: ${unknown.join(', ')}.`)
  const known = columns.filter((column) => column !== undefined)
  const repeated = known.find((column, index) => known.indexOf(column) !== index)
  if (repeated) return unreadable(`Kolumna „${PRODUCT_COLUMNS[repeated]}” powtarza się.`)
  if (!known.includes('id') && !known.includes('name')) return unreadable('Brakuje kolumny „ID” albo „Nazwa”.')
  if (rows.length === 0) return unreadable('Plik nie ma żadnego wiersza z produktem.')
  if (rows.length > PRODUCT_CSV_ROWS_MAX) return unreadable(`Plik ma więcej niż ${PRODUCT_CSV_ROWS_MAX} wierszy.`)
  return ok(rows.map(({ line, cells }) => ({ line, cells: nameCells(columns, cells) })))
}

function nameCells(columns: readonly (ProductColumn | undefined)[], cells: readonly string[]) {
  const named: ProductCsvRow['cells'] = {}
  for (const [index, column] of columns.entries()) {
    if (column !== undefined) named[column] = unescapeCell(cells[index] ?? '')
  }
  return named
}

function findColumn(head: string): ProductColumn | undefined {
  const folded = head.trim().toLocaleLowerCase('pl')
  return COLUMNS.find((column) => PRODUCT_COLUMNS[column].toLocaleLowerCase('pl') === folded)
}

/** Removes the mark that keeps text from being a formula. */
function unescapeCell(cell: string): string {
  const text = cell.trim()
  return /^'\s*[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** The delimiter that occurs most often in the head. */
function guessDelimiter(text: string): string {
  const head = text.split(/\r?\n/, 1)[0] ?? ''
  const count = (delimiter: string) => head.split(delimiter).length
  return [';', '\t', ','].toSorted((a, b) => count(b) - count(a))[0] ?? ';'
}

type CsvRecord = { line: number; cells: string[] }

/** Null when a quotation mark is never closed. Line numbers include line breaks inside quotation marks. */
function parseRecords(text: string, delimiter: string): CsvRecord[] | null {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let startedAt = 1
  const endRecord = () => {
    records.push({ line: startedAt, cells: [...cells, cell] })
    cells = []
    cell = ''
    startedAt = line
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\n') line += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRecord()
    else if (sign !== '\r') cell += sign
  }
  if (quoted) return null
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}
