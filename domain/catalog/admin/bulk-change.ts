import { REDUCTION_PROBLEMS } from '#domain/catalog/prices/reduced-price.ts'
import type { BulkRow } from '#domain/catalog/sheet/product-import.ts'
import { type Grosze, groszeToZl, parseZl } from '#domain/kernel/amounts/money.ts'
import { formatWallClock, toWallClock, type WallClock } from '#domain/kernel/calendar-day.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type AdminProduct, STOCK_MAX } from './admin-product.ts'

/**
 * One change to many products. Percents and amounts may be negative, except for a sale, which reduces each product.
 * Stock is either set or changed by a number of pieces.
 */
export type BulkChange =
  | { kind: 'price-percent'; percent: number; endIn99: boolean }
  | { kind: 'price-amount'; grosze: Grosze }
  | { kind: 'stock-set'; pieces: number | null }
  | { kind: 'stock-add'; pieces: number }
  | Sale
  | { kind: 'sale-end' }

/** Lowers prices from one Polish hour until another. */
export type Sale = { from: WallClock; to: WallClock } & (
  | { kind: 'sale-percent'; percent: number; endIn99: boolean }
  | { kind: 'sale-amount'; grosze: Grosze }
)

export type BulkKind = BulkChange['kind']

/** Label and hint of each kind; without a hint nothing is typed. */
export const BULK_KINDS: Record<BulkKind, { label: string; hint: string | null }> = {
  'price-percent': { label: 'Cena: zmień o procent', hint: 'Na przykład 10 albo -15' },
  'price-amount': { label: 'Cena: zmień o kwotę', hint: 'W zł, na przykład 5 albo -2,50' },
  'stock-set': { label: 'Stan: ustaw na', hint: 'Liczba sztuk; puste: bez limitu' },
  'stock-add': { label: 'Stan: dodaj', hint: 'Liczba sztuk, na przykład 12 albo -3' },
  'sale-percent': { label: 'Promocja: obniż o procent', hint: 'Na przykład 20' },
  'sale-amount': { label: 'Promocja: obniż o kwotę', hint: 'W zł, na przykład 10' },
  'sale-end': { label: 'Promocja: zakończ teraz', hint: null },
}

export const isSaleKind = (kind: BulkKind): kind is Sale['kind'] => kind === 'sale-percent' || kind === 'sale-amount'

/** `from` and `to`: Polish wall clocks of a sale, '' until they are typed. */
type BulkOptions = { endIn99: boolean; from: WallClock; to: WallClock }

function findPeriodProblem({ from, to }: { from: WallClock; to: WallClock }): string | null {
  if (from === '' || to === '') return 'Podaj początek i koniec promocji.'
  if (to <= from) return REDUCTION_PROBLEMS.reduction_ends_early.sentence
  return to <= toWallClock(new Date()) ? 'Ten koniec promocji już minął.' : null
}

/** Parses a typed change, with comma or point. */
export function readBulkChange(
  kind: BulkKind,
  typed: string,
  { endIn99, ...period }: BulkOptions,
): Result<BulkChange, { reason: 'unreadable'; sentence: string }> {
  const wrong = (sentence: string) => fail({ reason: 'unreadable' as const, sentence })
  if (kind === 'sale-end') return ok({ kind })
  const problem = isSaleKind(kind) ? findPeriodProblem(period) : null
  if (problem !== null) return wrong(problem)
  if (kind === 'price-amount' || kind === 'sale-amount') {
    const amount = parseZl(typed)
    if (amount.ok && kind === 'price-amount') return ok({ kind, grosze: amount.value })
    if (amount.ok && kind === 'sale-amount') {
      return amount.value > 0 ? ok({ kind, grosze: amount.value, ...period }) : wrong('Podaj kwotę większą od zera.')
    }
    return wrong(
      !amount.ok && amount.failure.reason === 'too_precise'
        ? 'Podaj kwotę z dokładnością do grosza.'
        : 'Podaj kwotę w zł.',
    )
  }
  const text = typed.replace(/\s|%/g, '').replace(',', '.').replace('−', '-')
  if (kind === 'stock-set' && text === '') return ok({ kind, pieces: null })
  const value = /^[+-]?\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) return wrong('Podaj liczbę.')
  if (kind === 'sale-percent') {
    return value > 0 && value < 100
      ? ok({ kind, percent: value, endIn99, ...period })
      : wrong('Podaj więcej niż 0 i mniej niż 100 procent.')
  }
  if (kind === 'price-percent') {
    return value > -100 && value <= 1000
      ? ok({ kind, percent: value, endIn99 })
      : wrong('Podaj od -99 do 1000 procent.')
  }
  if (!Number.isInteger(value) || Math.abs(value) > STOCK_MAX) return wrong('Podaj liczbę całkowitą.')
  return kind === 'stock-set' && value < 0 ? wrong('Stan magazynowy nie może być ujemny') : ok({ kind, pieces: value })
}

/** The new values of these products, to be checked and applied all or none. */
export const toProductRows = (products: readonly AdminProduct[], change: BulkChange): BulkRow[] =>
  products.map((product) => ({ id: product.id, version: product.version, ...findNewValues(product, change) }))

function findNewValues(product: AdminProduct, change: BulkChange): Omit<BulkRow, 'id' | 'version'> {
  switch (change.kind) {
    case 'price-percent':
    case 'price-amount':
      return { price: groszeToZl(changePrice(product, change)) }
    case 'stock-set':
    case 'stock-add':
      return { stock: { stock_quantity: changePieces(product, change), seen: product.stock_quantity } }
    case 'sale-percent':
    case 'sale-amount':
      return { reduced_price_grosze: reducePrice(product, change), reduced_from: change.from, reduced_to: change.to }
    case 'sale-end':
      return { reduced_price_grosze: null, reduced_from: null, reduced_to: null }
  }
}

type PriceChange = Extract<BulkChange, { kind: 'price-percent' | 'price-amount' }>

function changePrice({ regular_price_cents: grosze }: AdminProduct, change: PriceChange): Grosze {
  if (change.kind === 'price-amount') return grosze + change.grosze
  return changeByPercent(grosze, change)
}

function changeByPercent(grosze: Grosze, { percent, endIn99 }: { percent: number; endIn99: boolean }): Grosze {
  const changed = Math.round((grosze * (100 + percent)) / 100)
  // The nearest price that ends in 99 grosze, at least 0,99 zł.
  return endIn99 ? Math.max(1, Math.round((changed + 1) / 100)) * 100 - 1 : changed
}

const isSale = (change: BulkChange): change is Sale => isSaleKind(change.kind)

function reducePrice({ regular_price_cents: grosze }: AdminProduct, sale: Sale): Grosze {
  if (sale.kind === 'sale-amount') return grosze - sale.grosze
  return changeByPercent(grosze, { ...sale, percent: -sale.percent })
}

export type LeftOut = { id: string; name: string; why: string }

/** The products that a change can be made to, and those that a sale leaves out, with the reason. */
export function splitForChange(
  products: readonly AdminProduct[],
  change: BulkChange,
  now: WallClock,
): { fit: AdminProduct[]; leftOut: LeftOut[] } {
  const judged = products.map((product) => ({ product, why: findObstacle(product, change, now) }))
  return {
    fit: judged.flatMap(({ product, why }) => (why === null ? [product] : [])),
    leftOut: judged.flatMap(({ product: { id, name }, why }) => (why === null ? [] : [{ id, name, why }])),
  }
}

function findObstacle(product: AdminProduct, change: BulkChange, now: WallClock): string | null {
  const { reduced_from: from, reduced_to: to, regular_price_cents: grosze } = product
  const isReduced = from !== null && to !== null && to > now
  if (change.kind === 'sale-end') return isReduced ? null : 'nie ma promocji'
  if (!isSale(change)) return null
  // A product has one reduction at a time, so a further one would replace it.
  if (isReduced) return `ma już promocję od ${formatWallClock(from)} do ${formatWallClock(to)}`
  const reduced = reducePrice(product, change)
  if (reduced < 1) return 'cena byłaby niższa niż 1 grosz'
  return reduced < grosze ? null : 'cena nie byłaby niższa'
}

/** Uncounted stock stays uncounted when pieces are added. */
function changePieces(
  { stock_quantity: stock }: AdminProduct,
  change: Extract<BulkChange, { pieces: unknown }>,
): number | null {
  if (change.kind === 'stock-set') return change.pieces
  return stock === null ? null : stock + change.pieces
}
