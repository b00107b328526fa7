import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { CSV_BOM } from '#domain/kernel/text/csv.ts'

/** Why a file cannot be read. */
export type CsvFailure = { reason: 'csv_unreadable'; problem: string }

/** `line`: where it begins in a spreadsheet or an editor. */
export type CsvRecord = { line: number; cells: string[] }

/** The head of a table and its lines; empty lines are left out. */
export type CsvTable = { head: readonly string[]; rows: CsvRecord[]; delimiter: string }

const DELIMITERS = [';', '\t', ',', '|']
/** Lines and characters that are read to find the delimiter. */
const SAMPLE = 40
const SAMPLE_LENGTH = 64 * 1024
/** Cells of a line; further ones are read as one. */
const MOST_CELLS = 2000

/**
 * Reads a table with semicolons, commas, tabs or bars, or with the delimiter that a first line `sep=` names. Skips empty
 * lines.
 * @param most lines below the head; the rest of a longer file is not even read
 */
export function readTable(text: string, most = Number.POSITIVE_INFINITY): Result<CsvTable, CsvFailure> {
  const content = (text.startsWith(CSV_BOM) ? text.slice(1) : text).replace(/\r\n?/g, '\n')
  const named = /^"?sep=(.)"?[;,\t|]*(?=\n|$)/i.exec(content)
  // The line `sep=` is emptied but kept, because a spreadsheet counts it.
  const table = content.slice(named?.[0].length ?? 0)
  const delimiter = named?.[1] ?? guessDelimiter(table)
  const records: CsvRecord[] = []
  const reading = readRecords(table, delimiter)
  let next = reading.next()
  for (; !next.done && records.length <= most + 1; next = reading.next()) {
    if (countCells(next.value.cells) > 0) records.push(next.value)
  }
  if (records.length > most + 1) return unreadable(`Plik ma więcej niż ${most} wierszy.`)
  if (next.done && !next.value) return unreadable('Brakuje zamykającego cudzysłowu.')
  const [head, ...rows] = records
  if (!head) return unreadable('Plik jest pusty.')
  if (rows.length === 0) return unreadable('Plik nie ma żadnego wiersza pod nagłówkiem.')
  return ok({ head: head.cells.slice(0, countCells(head.cells)), rows, delimiter })
}

/** Why a text is not the expected table. */
export const unreadable = (problem: string) => fail({ reason: 'csv_unreadable' as const, problem })

/** Number of cells without the empty ones at the end. */
export const countCells = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The delimiter by which the most lines have as many cells as the head; of equals the one with the widest head. */
function guessDelimiter(text: string): string {
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...measure(text, delimiter) })).toSorted(
    (a, b) => b.fitting - a.fitting || b.width - a.width,
  )
  return best?.delimiter ?? ';'
}

/** Cells of the head, and the share of the first lines that have as many; a head of one cell fits nothing. */
function measure(text: string, delimiter: string): { fitting: number; width: number } {
  const sample: CsvRecord[] = []
  for (const record of readRecords(text.slice(0, SAMPLE_LENGTH), delimiter)) {
    if (countCells(record.cells) > 0) sample.push(record)
    if (sample.length === SAMPLE) break
  }
  const [head, ...rows] = sample
  const width = head ? countCells(head.cells) : 0
  if (width < 2) return { fitting: 0, width }
  const fits = ({ cells }: CsvRecord) => cells.length >= width && countCells(cells) <= width
  return { fitting: (1 + rows.filter(fits).length) / (1 + rows.length), width }
}

/**
 * The records of a text, one by one, so that reading can stop early. Returns whether every quotation mark is closed. Line
 * numbers include line breaks inside quotation marks.
 */
function* readRecords(text: string, delimiter: string): Generator<CsvRecord, boolean, undefined> {
  const findEnd = makeFinder(text, delimiter)
  let cells: string[] = []
  let line = 1
  let startedAt = 1
  for (let at = 0; at < text.length; ) {
    let cell = ''
    if (text[at] === '"') {
      const quoted = readQuoted(text, at)
      if (quoted === null) return false
      cell = quoted.cell
      line += quoted.lines
      at = quoted.end
    }
    const end = findEnd(at, cells.length < MOST_CELLS)
    cells.push(cell + text.slice(at, end))
    at = end + 1
    if (text[end] === delimiter && at < text.length) continue
    if (text[end] === delimiter) cells.push('')
    yield { line: startedAt, cells }
    cells = []
    line += 1
    startedAt = line
  }
  return true
}

/** The text between quotation marks, where it ends, and its line breaks; null: it does not end. */
function readQuoted(text: string, open: number): { cell: string; end: number; lines: number } | null {
  const parts: string[] = []
  for (let at = open + 1; ; ) {
    const close = text.indexOf('"', at)
    if (close === -1) return null
    parts.push(text.slice(at, close))
    if (text[close + 1] !== '"') {
      const cell = parts.join('"')
      return { cell, end: close + 1, lines: cell.split('\n').length - 1 }
    }
    at = close + 2
  }
}

/** Finds where an unquoted text ends; each part of the whole text is searched once. */
function makeFinder(text: string, delimiter: string): (from: number, mayDivide: boolean) => number {
  const next = { '\n': -1, [delimiter]: -1 }
  const find = (sign: string, from: number): number => {
    const known = next[sign] ?? -1
    if (known >= from) return known
    const found = text.indexOf(sign, from)
    next[sign] = found === -1 ? text.length : found
    return next[sign]
  }
  return (from, mayDivide) => (mayDivide ? Math.min(find(delimiter, from), find('\n', from)) : find('\n', from))
}
