import { foldName } from '#domain/catalog/admin/admin-brand.ts'
import { type AdminProduct, contentOf, NEGATIVE_STOCK, STOCK_MAX } from '#domain/catalog/admin/admin-product.ts'
import type { ProductContent, ProductField } from '#domain/catalog/product-field.ts'
import { listFields, showValue } from '#domain/catalog/product-field-lists.ts'
import { PRODUCT_COLUMNS, type ProductCsvRow } from './product-csv.ts'
import type { ImportLine } from './product-import.ts'

/** 'Cena (zł): Cena musi być większa od 0'. */
export function describeProblem(field: string, sentence: string): string {
  const head = field === 'stock_quantity' ? PRODUCT_COLUMNS.stock : findHead(field)
  return head === undefined ? sentence : `${head}: ${sentence}`
}

const findHead = (field: string) => listFields().find(([name]) => name === field)?.[1].csv?.head

/** Fields whose cells hold the name of what the shop knows by an id. */
type NamedField = 'brand_id' | 'producer_id'
const isNamed = (field: string): field is NamedField => field === 'brand_id' || field === 'producer_id'

/** What cells can name: the brands that products can have, and the producers. */
export type Nameable = Record<NamedField, readonly { id: string; name: string }[]>

/** Several producers may have one name; brands may not. */
function findNamed(nameable: Nameable, field: NamedField, cell: string) {
  return nameable[field].filter(({ name }) => foldName(name) === foldName(cell))
}

/** The id that a cell names; '' for none. Of several the one that the product has. An empty producer: the brand's. */
function readNamed(nameable: Nameable, field: NamedField, cell: string, before: AdminProduct | null): string | null {
  if (field === 'producer_id' && cell === '') return null
  const found = findNamed(nameable, field, cell)
  const kept = found.find(({ id }) => id === before?.[field])
  return (kept ?? (found.length === 1 ? found[0] : undefined))?.id ?? ''
}

function showNamed(nameable: Nameable, field: NamedField, id: string | null = null): string {
  if (id === null) return field === 'producer_id' ? 'jak w marce' : ''
  return nameable[field].find((named) => named.id === id)?.name ?? ''
}

/** Why a cell names nothing; null where the cell holds no name or is empty. */
export function describeUnknownName(nameable: Nameable, field: string, cell: string): string | null {
  if (!isNamed(field) || cell === '') return null
  if (field === 'brand_id') return `nie ma marki „${cell}”. Dodaj ją najpierw w zakładce Marki.`
  return findNamed(nameable, field, cell).length > 1
    ? `jest kilku producentów „${cell}”. Wybierz właściwego w formularzu produktu.`
    : `nie ma producenta „${cell}”. Dodaj go najpierw w zakładce Etykiety.`
}

/**
 * The input of a schema for one line: the present cells, by their fields.
 * @param before the product as it is; null: the line adds one
 */
export function toInput(
  cells: ProductCsvRow['cells'],
  nameable: Nameable,
  before: AdminProduct | null,
): Record<string, unknown> {
  const given: Partial<Record<string, string>> = cells
  const input: Record<string, unknown> = {}
  for (const [name, { csv }] of listFields()) {
    const cell = given[name]
    if (csv === null || cell === undefined) continue
    const value = isNamed(name) ? readNamed(nameable, name, cell, before) : csv.parse ? csv.parse(cell) : cell
    if (value !== undefined) input[name] = value
  }
  return input
}

/** The values of a line that differ from the product, and a description of the differences. */
export function compareContent(
  before: AdminProduct,
  said: Partial<ProductContent>,
  nameable: Nameable,
): { changed: Partial<ProductContent>; changes: ImportLine['changes'] } {
  const present = contentOf(before)
  const differing = listFields().filter(
    ([name]) => said[name] !== undefined && JSON.stringify(said[name]) !== JSON.stringify(present[name]),
  )
  const show = (name: ProductField, content: Partial<ProductContent>) =>
    isNamed(name) ? showNamed(nameable, name, content[name]) : showValue(name, content[name] ?? null)
  return {
    changed: Object.fromEntries(differing.map(([name]) => [name, said[name]])),
    changes: differing.map(([name, { csv, label }]) => ({
      column: csv?.head ?? label,
      from: show(name, present),
      to: show(name, said),
    })),
  }
}

type CheckedStock = { ok: true; stock: number | null } | { ok: false; problem: string }

/** '' means not counted. */
export function readStockCell(cell: string): CheckedStock {
  if (cell === '') return checkStock(null)
  if (/^-\d+$/.test(cell)) return { ok: false, problem: NEGATIVE_STOCK }
  return checkStock(/^\d+$/.test(cell) ? Number(cell) : Number.NaN)
}

/** Null means not counted. */
export function checkStock(stock: number | null): CheckedStock {
  if (stock === null || (stock >= 0 && stock <= STOCK_MAX)) return { ok: true, stock }
  return { ok: false, problem: stock < 0 ? NEGATIVE_STOCK : 'Podaj liczbę sztuk albo zostaw puste' }
}

export const showStock = (stock: number | null): string => (stock === null ? 'bez limitu' : `${stock} szt.`)

/** A line with its position only, before it is read. */
export function startLine({ line, cells }: { line: number; cells?: ProductCsvRow['cells'] }): ImportLine {
  return { line, name: cells?.name ?? '', action: 'same', changes: [], reduction: null, existing: null, problems: [] }
}

/** Everything that a new product gets, except its name. */
export function describeContent(
  content: ProductContent & { stock_quantity: number | null },
  nameable: Nameable,
): ImportLine['changes'] {
  const described = listFields().flatMap(([name, { csv, label, initial }]) => {
    const isGiven = JSON.stringify(content[name]) !== JSON.stringify(initial)
    if (name === 'name' || !isGiven) return []
    const to = isNamed(name) ? showNamed(nameable, name, content[name]) : showValue(name, content[name])
    return [{ column: csv?.head ?? label, from: '', to }]
  })
  return [...described, { column: PRODUCT_COLUMNS.stock, from: '', to: showStock(content.stock_quantity) }]
}
