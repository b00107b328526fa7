import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** Makes Excel read a file as UTF-8. */
export const CSV_BOM = '\uFEFF'

/** `grosze`: an amount, written as a number of zł that a spreadsheet can add up. */
export type CsvCell = string | number | { grosze: Grosze } | null

/**
 * Text that a spreadsheet would take for a formula or the beginning of one, also after spaces and in full-width
 * characters. Leading apostrophes are included, because `unmarkText` would remove one.
 */
const FORMULA = /^'*\s*[=+\-@\t\r＝＋－＠]/

/** The text of a cell without the apostrophe that keeps it from being a formula. */
export const unmarkText = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** The code in a cell without the apostrophe that keeps its digits. */
export const unmarkCode = (cell: string): string => (/^'+\d/.test(cell) ? cell.slice(1) : unmarkText(cell))

/** One line of a file with semicolons, as Polish spreadsheets expect it. Text that looks like a formula stays text. */
export const toCsvLine = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(';')}\r\n`

/** The columns of a file: the head of each, and its cell in a row. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => CsvCell])[]

/** The first line of a file. */
export const toCsvHead = (columns: CsvColumns<never>): string => CSV_BOM + toCsvLine(columns.map(([head]) => head))

export const toCsvRows = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => toCsvLine(columns.map(([, cell]) => cell(row)))).join('')

export const toCsvFile = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  toCsvHead(columns) + toCsvRows(columns, rows)

function toCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return (cell.grosze / 100).toFixed(2).replace('.', ',')
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** An amount with two decimals: 12340 -> '123,40'. */
export const toCsvAmount = (grosze: Grosze): CsvCell => ({ grosze })
