import { PRODUCT_COLUMNS } from '#domain/catalog/sheet/product-csv.ts'
import { toCsvAmount, toCsvLine } from '#domain/kernel/csv.ts'
import { type Grosze, parseZl } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type AdminProduct, STOCK_MAX } from './admin-product.ts'

/**
 * One change to many products. Percents and amounts may be negative. Stock is either set or changed by a number of
 * pieces.
 */
export type BulkChange =
  | { kind: 'price-percent'; percent: number; endIn99: boolean }
  | { kind: 'price-amount'; grosze: Grosze }
  | { kind: 'stock-set'; pieces: number | null }
  | { kind: 'stock-add'; pieces: number }

export type BulkKind = BulkChange['kind']

/** Label and hint of each kind. */
export const BULK_KINDS: Record<BulkKind, { label: string; hint: string }> = {
  'price-percent': { label: 'Cena: zmień o procent', hint: 'Na przykład 10 albo -15' },
  'price-amount': { label: 'Cena: zmień o kwotę', hint: 'W zł, na przykład 5 albo -2,50' },
  'stock-set': { label: 'Stan: ustaw na', hint: 'Liczba sztuk; puste: bez limitu' },
  'stock-add': { label: 'Stan: dodaj', hint: 'Liczba sztuk, na przykład 12 albo -3' },
}

/** Parses a typed change, with comma or point. */
export function readBulkChange(
  kind: BulkKind,
  typed: string,
  { endIn99 }: { endIn99: boolean },
): Result<BulkChange, { reason: 'unreadable'; sentence: string }> {
  const wrong = (sentence: string) => fail({ reason: 'unreadable' as const, sentence })
  if (kind === 'price-amount') {
    const amount = parseZl(typed)
    if (amount.ok) return ok({ kind, grosze: amount.value })
    return wrong(
      amount.failure.reason === 'too_precise' ? 'Podaj kwotę z dokładnością do grosza.' : 'Podaj kwotę w zł.',
    )
  }
  const text = typed.replace(/\s|%/g, '').replace(',', '.').replace('−', '-')
  if (kind === 'stock-set' && text === '') return ok({ kind, pieces: null })
  const value = /^[+-]?\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) return wrong('Podaj liczbę.')
  if (kind === 'price-percent') {
    return value > -100 && value <= 1000
      ? ok({ kind, percent: value, endIn99 })
      : wrong('Podaj od -99 do 1000 procent.')
  }
  if (!Number.isInteger(value) || Math.abs(value) > STOCK_MAX) return wrong('Podaj liczbę całkowitą.')
  return kind === 'stock-set' && value < 0 ? wrong('Stan magazynowy nie może być ujemny') : ok({ kind, pieces: value })
}

/** The change as a product file, which is checked and applied like any other. */
export function toBulkCsv(products: readonly AdminProduct[], change: BulkChange): string {
  const { id, price, stock, seenStock, version } = PRODUCT_COLUMNS
  const isPrice = change.kind === 'price-percent' || change.kind === 'price-amount'
  const head = isPrice ? [id, price, version] : [id, stock, seenStock]
  const lines = products.map((product) =>
    toCsvLine(
      isPrice
        ? [product.id, toCsvAmount(changePrice(product, change)), `v${product.version}`]
        : [product.id, changePieces(product, change), product.stock_quantity],
    ),
  )
  return toCsvLine(head) + lines.join('')
}

type PriceChange = Extract<BulkChange, { kind: 'price-percent' | 'price-amount' }>

function changePrice({ regular_price_cents: grosze }: AdminProduct, change: PriceChange): Grosze {
  if (change.kind === 'price-amount') return grosze + change.grosze
  const changed = Math.round((grosze * (100 + change.percent)) / 100)
  // The nearest price that ends in 99 grosze, at least 0,99 zł.
  return change.endIn99 ? Math.max(1, Math.round((changed + 1) / 100)) * 100 - 1 : changed
}

/** Uncounted stock stays uncounted when pieces are added. */
function changePieces(
  { stock_quantity: stock }: AdminProduct,
  change: Exclude<BulkChange, PriceChange>,
): number | null {
  if (change.kind === 'stock-set') return change.pieces
  return stock === null ? null : stock + change.pieces
}
