import { type AdminProduct, contentOf, NEGATIVE_STOCK, STOCK_MAX } from '#domain/catalog/admin/admin-product.ts'
import { listFields, showValue } from '#domain/catalog/product-field-lists.ts'
import type { ProductContent, ProductField } from '#domain/catalog/product-fields.ts'
import { PRODUCT_COLUMNS, type ProductCsvRow } from './product-csv.ts'
import type { ImportLine } from './product-import.ts'

/** 'Cena (zł): Cena musi być większa od 0'. */
export function describeProblem(field: string, sentence: string): string {
  const head = field === 'stock_quantity' ? PRODUCT_COLUMNS.stock : findHead(field)
  return head === undefined ? sentence : `${head}: ${sentence}`
}

const findHead = (field: string) => listFields().find(([name]) => name === field)?.[1].csv?.head

/** The input of a schema for one line: the present cells, by their fields. */
export function toInput(cells: ProductCsvRow['cells'], brandId: string | undefined): Record<string, unknown> {
  const given: Partial<Record<string, string>> = cells
  const input: Record<string, unknown> = {}
  for (const [name, { csv }] of listFields()) {
    const cell = given[name]
    if (csv === null || cell === undefined) continue
    const value = name === 'brand_id' ? (brandId ?? '') : csv.parse ? csv.parse(cell) : cell
    if (value !== undefined) input[name] = value
  }
  return input
}

/** The values of a line that differ from the product, and a description of the differences. */
export function compareContent(
  before: AdminProduct,
  said: Partial<ProductContent>,
  brandName: (id: string) => string,
): { changed: Partial<ProductContent>; changes: ImportLine['changes'] } {
  const present = contentOf(before)
  const differing = listFields().filter(
    ([name]) => said[name] !== undefined && JSON.stringify(said[name]) !== JSON.stringify(present[name]),
  )
  const show = (name: ProductField, content: Partial<ProductContent>) =>
    name === 'brand_id' ? brandName(content.brand_id ?? '') : showValue(name, content[name] ?? null)
  return {
    changed: Object.fromEntries(differing.map(([name]) => [name, said[name]])),
    changes: differing.map(([name, { csv, label }]) => ({
      column: csv?.head ?? label,
      from: show(name, present),
      to: show(name, said),
    })),
  }
}

type StockCell = { ok: true; stock: number | null } | { ok: false; problem: string }

/** '' means not counted. */
export function readStockCell(cell: string): StockCell {
  if (cell === '') return { ok: true, stock: null }
  if (/^-\d+$/.test(cell)) return { ok: false, problem: NEGATIVE_STOCK }
  if (/^\d+$/.test(cell) && Number(cell) <= STOCK_MAX) return { ok: true, stock: Number(cell) }
  return { ok: false, problem: 'Podaj liczbę sztuk albo zostaw puste' }
}

export function showStock(stock: number | null): string {
  return stock === null ? 'bez limitu' : `${stock} szt.`
}

/** A line with its position only, before anything else is known. */
export function startLine({ line, cells }: ProductCsvRow): ImportLine {
  return { line, name: cells.name ?? '', action: 'same', changes: [], problems: [] }
}
