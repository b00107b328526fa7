import { decodeHTMLStrict } from 'entities/decode'
import { type CellKind, findShift } from '#domain/kernel/tables/fit-row.ts'
import type { CsvRecord, CsvTable } from '#domain/kernel/tables/read-table.ts'
import { unmarkCode, unmarkText } from '#domain/kernel/text/csv.ts'
import type { MovedColumn } from './moving-in.ts'

/** A line by the columns that it fills; of several of one kind, in their order. `shift`: why its cells cannot be trusted. */
export type MovedLine = { line: number; cells: Partial<Record<MovedColumn, string[]>>; shift: string | null }

export const all = ({ cells }: MovedLine, column: MovedColumn) => cells[column] ?? []
export const first = (line: MovedLine, column: MovedColumn) => all(line, column).find((cell) => cell !== '') ?? ''
export const hasColumn = ({ cells }: MovedLine, column: MovedColumn) => cells[column] !== undefined

const KINDS: Partial<Record<MovedColumn, CellKind>> = {
  name: 'text',
  brand: 'text',
  price: 'amount',
  net_price: 'amount',
  sale_price: 'amount',
  compare_price: 'amount',
  stock: 'count',
  ean: 'ean',
  notes: 'text',
  description: 'text',
  summary: 'text',
  words: 'text',
  pictures: 'text',
}

/** Columns that decide whether and for how much a product is sold: no line may end before one of them. */
const NEEDED: ReadonlySet<MovedColumn | null> = new Set<MovedColumn | null>([
  ...(['name', 'brand', 'price', 'net_price', 'currency', 'gender', 'volume', 'ean', 'code', 'stock'] as const),
  ...(['available', 'counted', 'status', 'visibility', 'type', 'id', 'parent'] as const),
])

/** Columns of HTML, whose entities are decoded with their tags. */
const HTML: ReadonlySet<MovedColumn> = new Set<MovedColumn>(['name', 'description', 'summary', 'ingredients'])

/** Reads lines of a foreign table. Apostrophes of spreadsheets and entities of HTML are gone. */
export function makeLineReader(
  { delimiter }: Pick<CsvTable, 'delimiter'>,
  columns: readonly (MovedColumn | null)[],
): (record: CsvRecord) => MovedLine {
  const fitted = columns.map((column) => ({
    kind: (column && KINDS[column]) ?? 'any',
    optional: !NEEDED.has(column),
  }))
  return (record) => ({
    line: record.line,
    cells: readCells(record, columns),
    shift: findShift({ columns: fitted, delimiter }, record),
  })
}

function readCells({ cells }: CsvRecord, columns: readonly (MovedColumn | null)[]): MovedLine['cells'] {
  const read: MovedLine['cells'] = {}
  for (const [index, column] of columns.entries()) {
    if (column === null) continue
    const cell = (cells[index] ?? '').trim()
    const text = column === 'ean' || column === 'code' ? unmarkCode(cell) : unmarkText(cell).replaceAll('\\n', '\n')
    const list = read[column] ?? []
    const isPlain = HTML.has(column) || !text.includes('&')
    list.push(isPlain ? text : decodeHTMLStrict(text).replaceAll('\u00a0', ' ').trim())
    read[column] = list
  }
  return read
}

/** Whether the type of a line is this one, or one of several. */
export const isType = (line: MovedLine, ...types: string[]) =>
  first(line, 'type')
    .toLowerCase()
    .split(',')
    .some((each) => types.includes(each.trim()))

/** What heads the variants of a product and is none itself (WooCommerce, Magento). */
export const isVariantHead = (line: MovedLine) => isType(line, 'variable', 'configurable')

export type Option = { name: string; value: string }

const DEFAULT_OPTION = /^(?:default title|default|domyślny)$/i

/** The options of a line: 'Pojemność' is '50 ml'. */
export function listOptions(line: MovedLine): Option[] {
  const names = all(line, 'option_name')
  const options = all(line, 'option_value').map((value, index) => ({ name: names[index] ?? '', value }))
  // 'manufacturer=Evarisse,size=50 ml' (Magento), 'Płeć:Damskie:1:0,Pojemność:50 ml:2' (PrestaShop).
  const attributes = all(line, 'attributes').flatMap((cell) =>
    cell.split(/,(?=[\w-]+=|[^,:=]+:)/).flatMap((pair) => {
      const [, name, value] = /^([\w-]+)=(.*)$/s.exec(pair.trim()) ?? /^([^:=]+):([^:]*)/.exec(pair.trim()) ?? []
      return name !== undefined && value !== undefined ? [{ name: name.trim(), value: value.trim() }] : []
    }),
  )
  return [...options, ...attributes].filter(({ value }) => value !== '' && !DEFAULT_OPTION.test(value))
}
