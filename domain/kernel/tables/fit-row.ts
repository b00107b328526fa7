import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { type CsvRecord, type CsvTable, countCells } from './read-table.ts'

/** What the cells of a column look like, as far as a value of another column can be told from them. */
export type CellKind = 'amount' | 'count' | 'ean' | 'text' | 'any'

/** `optional`: a line may end before it, because spreadsheets leave out delimiters of empty cells at the end. */
export type FittedColumn = { kind: CellKind; optional: boolean }

const CELLS = { one: 'komórkę', few: 'komórki', many: 'komórek' }
const QUOTE = 'Komórkę, która ma w sobie przecinek lub średnik, weź w cudzysłów.'

/** A sentence about a line whose cells are missing or under the wrong heads; null for none. */
export function findShift(
  { columns, delimiter }: Pick<CsvTable, 'delimiter'> & { columns: readonly FittedColumn[] },
  { line, cells }: CsvRecord,
): string | null {
  const describe = (count: number, cause: string) =>
    `Wiersz ${line} ma ${count} ${pluralize(count, CELLS)}, a nagłówek ${columns.length}. ${cause}`
  const count = countCells(cells)
  if (count > columns.length) return describe(count, QUOTE)
  if (delimiter === ',') {
    const split = findSplitAmount(columns, cells)
    if (split !== null) return describe(count, `Kwota ${split} zajmuje dwie z nich: weź ją w cudzysłów.`)
  }
  const isWhole = cells.length >= columns.length || columns.slice(cells.length).every(({ optional }) => optional)
  return isWhole ? null : describe(cells.length, 'Wiersz jest urwany: uzupełnij brakujące komórki, choćby puste.')
}

/**
 * The amount that a decimal comma split into two cells of a file with commas ('59,90'), where the line has no more cells
 * than the head; null: the line fits better as it is.
 */
function findSplitAmount(columns: readonly FittedColumn[], cells: readonly string[]): string | null {
  const misfits = countMisfits(columns, cells)
  for (const [index, { kind }] of columns.entries()) {
    const [whole = '', fraction = ''] = [cells[index]?.trim(), cells[index + 1]?.trim()]
    if (kind !== 'amount' || !/^\d{1,6}$/.test(whole) || !/^\d{2}$/.test(fraction)) continue
    const amount = `${whole},${fraction}`
    if (countMisfits(columns, cells.toSpliced(index, 2, amount)) < misfits) return amount
  }
  return null
}

const countMisfits = (columns: readonly FittedColumn[], cells: readonly string[]) =>
  columns.filter(({ kind }, index) => {
    const cell = cells[index]?.trim() ?? ''
    return cell !== '' && !FITS[kind](cell)
  }).length

const FITS: Record<CellKind, (cell: string) => boolean> = {
  amount: (cell) => /\d/.test(cell) && cell.length <= 20,
  count: (cell) => /^[>~]?-?\d{1,7}(?:[.,]0*)?\+?(?:\s*szt\.?)?$/.test(cell) || /^\p{L}/u.test(cell),
  ean: (cell) => /^'?(?:\d{8}|\d{12,14})$/.test(cell),
  text: (cell) => !/^[\d.,\s]+$/.test(cell),
  any: () => true,
}
