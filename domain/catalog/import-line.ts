import { formatGrosze, zlToGrosze } from '#domain/money.ts'
import { type AdminProduct, NEGATIVE_STOCK, STOCK_MAX } from './admin-product.ts'
import { GENDER_NAMES, GENDERS, type Gender } from './product.ts'
import { PRODUCT_COLUMNS, type ProductColumn, type ProductCsvRow } from './product-csv.ts'
import type { ProductChanges } from './product-form.ts'
import type { ImportLine } from './product-import.ts'

/** Which column of the file a field of a product is read from. */
export const COLUMN_OF_FIELD: Readonly<Record<string, ProductColumn>> = {
  name: 'name',
  brand_id: 'brand',
  gender: 'gender',
  price: 'price',
  stock_quantity: 'stock',
  volume_ml: 'volume',
  concentration: 'concentration',
  notes: 'notes',
  description: 'description',
}

/** 'Cena (zł): Cena musi być większa od 0'. */
export function describeProblem(field: string, sentence: string): string {
  const column = COLUMN_OF_FIELD[field]
  return column === undefined ? sentence : `${PRODUCT_COLUMNS[column]}: ${sentence}`
}

/** What a schema is given of a line: the cells there are, by the fields they are read into. */
export function toInput(cells: ProductCsvRow['cells'], brandId: string | undefined) {
  const { name, gender, price, volume, concentration, notes, description } = cells
  return {
    ...(name !== undefined && { name }),
    ...(cells.brand !== undefined && { brand_id: brandId ?? '' }),
    ...(gender !== undefined && gender !== '' && { gender: findGender(gender) ?? gender }),
    ...(price !== undefined && { price: price.replace(/\s|zł$/g, '') }),
    ...(volume !== undefined && { volume_ml: volume }),
    ...(concentration !== undefined && { concentration }),
    ...(notes !== undefined && { notes: notes.split(',') }),
    ...(description !== undefined && { description }),
  }
}

function findGender(cell: string): Gender | undefined {
  const folded = cell.toLocaleLowerCase('pl')
  return GENDERS.find((gender) => gender === folded || GENDER_NAMES[gender].toLocaleLowerCase('pl') === folded)
}

type Content = Omit<ProductChanges, 'version' | 'image_key' | 'notes_pyramid'>
type Field = keyof Content & keyof typeof COLUMN_OF_FIELD

/** Of what a line says, that which the product is not yet; and how that reads. */
export function compareContent(before: AdminProduct, said: Content, brandName: (id: string) => string) {
  const present: Required<Content> = {
    name: before.name,
    brand_id: before.brand_id,
    gender: before.gender,
    price: before.current_price_pln,
    volume_ml: before.volume_ml,
    concentration: before.concentration,
    notes: before.notes,
    description: before.description,
  }
  const differing = (Object.keys(said) as Field[]).filter(
    (field) => said[field] !== undefined && JSON.stringify(said[field]) !== JSON.stringify(present[field]),
  )
  const changed: Partial<Content> = Object.fromEntries(differing.map((field) => [field, said[field]]))
  const changes = differing.map((field) => ({
    column: PRODUCT_COLUMNS[COLUMN_OF_FIELD[field] ?? 'name'],
    from: showValue(field, present[field], brandName),
    to: showValue(field, said[field], brandName),
  }))
  return { changed, changes }
}

function showValue(field: Field, value: Content[Field], brandName: (id: string) => string): string {
  if (value === null || value === undefined) return ''
  if (field === 'price') return formatGrosze(zlToGrosze(Number(value)) ?? 0)
  if (field === 'brand_id') return brandName(String(value))
  if (field === 'gender') return GENDER_NAMES[GENDERS.find((gender) => gender === value) ?? 'unisex']
  return Array.isArray(value) ? value.join(', ') : String(value)
}

type StockCell = { ok: true; stock: number | null } | { ok: false; problem: string }

/** '' is not counted. */
export function readStockCell(cell: string): StockCell {
  if (cell === '') return { ok: true, stock: null }
  if (/^-\d+$/.test(cell)) return { ok: false, problem: NEGATIVE_STOCK }
  if (/^\d+$/.test(cell) && Number(cell) <= STOCK_MAX) return { ok: true, stock: Number(cell) }
  return { ok: false, problem: 'Podaj liczbę sztuk albo zostaw puste' }
}

export function showStock(stock: number | null): string {
  return stock === null ? 'bez limitu' : `${stock} szt.`
}

/** A line of which nothing is known yet but where it stands. */
export function startLine({ line, cells }: ProductCsvRow): ImportLine {
  return { line, name: cells.name ?? '', action: 'same', changes: [], problems: [] }
}
