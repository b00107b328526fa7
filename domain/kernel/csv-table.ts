import { CSV_BOM } from './csv.ts'
import { fail, ok, type Result } from './result.ts'

/** Why a file cannot be read. */
export type CsvFailure = { reason: 'csv_unreadable'; problem: string }

/** The head of a table and its lines; empty lines are left out. */
export type CsvTable = { head: readonly string[]; rows: CsvRecord[] }

/**
 * Reads a table with semicolons, commas or tabs, or with the delimiter that a first line `sep=` names. Skips empty
 * lines.
 */
export function readTable(text: string): Result<CsvTable, CsvFailure> {
  const content = (text.startsWith(CSV_BOM) ? text.slice(1) : text).replace(/\r\n?/g, '\n')
  const named = /^"?sep=(.)"?[;,\t]*(?=\n|$)/i.exec(content)
  // The line `sep=` is emptied but kept, because a spreadsheet counts it.
  const table = content.slice(named?.[0].length ?? 0)
  const records = parseRecords(table, named?.[1] ?? guessDelimiter(table))
  if (records === null) return unreadable('Brakuje zamykającego cudzysłowu.')
  const [head, ...rows] = records.filter(({ cells }) => countCells(cells) > 0)
  if (!head) return unreadable('Plik jest pusty.')
  if (rows.length === 0) return unreadable('Plik nie ma żadnego wiersza pod nagłówkiem.')
  return ok({ head: head.cells.slice(0, countCells(head.cells)), rows })
}

/** Why a text is not the expected table. */
export const unreadable = (problem: string) => fail({ reason: 'csv_unreadable' as const, problem })

/** Number of cells without the empty ones at the end. */
export const countCells = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The delimiter that occurs most often in the head, not counting what stands in brackets ('Tags (x,y,z...)'). */
function guessDelimiter(text: string): string {
  const head = (text.trimStart().split('\n', 1)[0] ?? '').replace(/\([^()]*\)/g, '')
  const count = (delimiter: string) => head.split(delimiter).length
  return [';', '\t', ','].toSorted((a, b) => count(b) - count(a))[0] ?? ';'
}

export type CsvRecord = { line: number; cells: string[] }

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
    else cell += sign
  }
  if (quoted) return null
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}
