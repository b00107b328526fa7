import type { z } from 'zod'
import { type GiftOffer, hasGift } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { TaxedRate } from '#domain/papers/vat.ts'
import type {
  brandSchema,
  cardProductSchema,
  listedProductSchema,
  productPageSchema,
  productSchema,
  similarProductsSchema,
  sizeSchema,
} from './product-schema.ts'
import { labelSize, type ProductKind } from './scents/product-kinds.ts'

/** Stock below this many pieces is low: buyers see how many are left. */
export const LOW_STOCK_BELOW = 5

export type Brand = z.output<typeof brandSchema>
export type Product = z.output<typeof productSchema>
export type ListedProduct = z.output<typeof listedProductSchema>
export type ProductPage = z.output<typeof productPageSchema>
export type CardProduct = z.output<typeof cardProductSchema>
export type Size = z.output<typeof sizeSchema>
export type SimilarCards = z.output<typeof similarProductsSchema>

export type Badge = 'ZAMIENNIK' | '+GRATIS' | 'PRÓBKA' | 'WYPRZEDANE'

/**
 * Badges in the order they are shown.
 * @param offer the free gift; null: there is none
 */
export function listBadges(
  product: Pick<CardProduct, 'gender' | 'kind' | 'out_of_stock' | 'brand'>,
  offer: Pick<GiftOffer, 'genders'> | null,
): Badge[] {
  const badges: Badge[] = []
  if (isSubstitute(product.brand)) badges.push('ZAMIENNIK')
  if (hasGift(product, offer)) badges.push('+GRATIS')
  if (product.kind === 'sample') badges.push('PRÓBKA')
  if (product.out_of_stock) badges.push('WYPRZEDANE')
  return badges
}

/** Every product outside the original lines. */
export function isSubstitute(brand: { is_original: boolean }): boolean {
  return !brand.is_original
}

/** The columns of a product and its brand that decide whether it is sold. */
export type SaleState = { active: boolean; brand_active: boolean; brand_is_original: boolean }

/** Whether visitors see a product. `onSale` of product-queries.server.ts is the same rule in SQL. */
export function isOnSale(row: SaleState, { hideSubstitutes }: { hideSubstitutes: boolean }): boolean {
  return row.active && row.brand_active && (row.brand_is_original || !hideSubstitutes)
}

/** `stock_quantity` null: not counted. The sold-out switch applies either way. */
export type StockState = { out_of_stock: boolean; stock_quantity: number | null }

/**
 * Pieces that can be ordered; null when stock is not counted. `piecesLeft` of product-queries.server.ts is the same
 * rule in SQL.
 */
export const countPiecesLeft = (row: StockState): number | null => (row.out_of_stock ? 0 : row.stock_quantity)

/** The number of pieces that visitors may know: exact for a low stock only. */
export function shownPiecesLeft(pieces: number | null): number | null {
  return pieces !== null && pieces < LOW_STOCK_BELOW ? pieces : null
}

export function priceFields(grosze: Grosze): Pick<Product, 'current_price_pln' | 'current_price_cents'> {
  return { current_price_pln: groszeToZl(grosze), current_price_cents: grosze }
}

/** '100 ml · Woda perfumowana', 'próbka 2 ml · Woda perfumowana'; '' when nothing is known. */
export function describeFacts(product: Pick<Product, 'kind' | 'volume_ml' | 'concentration'>): string {
  return [labelSize(product), product.concentration].filter(Boolean).join(' · ')
}

/** 'Layali Zahran', with its size where its scent has others; also of an item that a browser stored. */
export function nameAmongSizes({ name, volume_ml, sizes }: { name: string; volume_ml?: unknown; sizes?: unknown }) {
  const isOneOfSizes = Array.isArray(sizes) && sizes.length > 1
  return isOneOfSizes && typeof volume_ml === 'number' ? nameWithVolume({ name, volume_ml }) : name
}

/** The cheapest available size; null where there is only one. */
export function findCheapest({ sizes }: Pick<CardProduct, 'sizes'>): Size | null {
  const there = sizes.filter(({ out_of_stock }) => !out_of_stock)
  const [cheapest] = (there.length > 0 ? there : sizes).toSorted(
    (a, b) => a.current_price_cents - b.current_price_cents,
  )
  return sizes.length > 1 ? (cheapest ?? null) : null
}

/** Rounded to the grosz. */
export const priceOf = (ml: 100 | 1000, grosze: Grosze, volumeMl: number): Grosze =>
  Math.round((grosze * ml) / volumeMl)

const UNITS = [
  [100, '100\u00a0ml'],
  [1000, 'l'],
] as const

/**
 * '166,33 zł/100 ml · 1663,33 zł/l'; what equals the price is left out. '' when the volume is unknown.
 * @param isBrief only the price of 100 ml, which buyers compare
 */
export function describeUnitPrice(
  product: Pick<Product, 'current_price_cents' | 'volume_ml'>,
  { isBrief = false } = {},
): string {
  const { current_price_cents: grosze, volume_ml: volume } = product
  if (volume === null || volume <= 0) return ''
  const differing = UNITS.filter(([ml]) => ml !== volume && (ml === 100 || !isBrief))
  return differing.map(([ml, unit]) => `${formatGrosze(priceOf(ml, grosze, volume))}/${unit}`).join(' · ')
}

/** Whole percent by which a price is below the lowest one before it, rounded down. */
export const countPercent = (grosze: Grosze, lowestGrosze: Grosze): number =>
  Math.floor(((lowestGrosze - grosze) * 100) / lowestGrosze)

/** '−12 %' */
export const formatPercent = (percent: number): string => `\u2212${percent}\u00a0%`

type AnnouncedPrice = Pick<Product, 'current_price_cents' | 'lowest_price_cents'>

/** Whether a reduction of its price is announced. */
export const isReduced = ({ lowest_price_cents: lowest }: Pick<Product, 'lowest_price_cents'>): boolean =>
  lowest !== null

/** Whole percent of an announced reduction; 0 without one. */
export const countReduction = ({ current_price_cents: grosze, lowest_price_cents: lowest }: AnnouncedPrice): number =>
  lowest === null ? 0 : Math.max(0, countPercent(grosze, lowest))

/** '−12 %' of an announced reduction; '' without one, and below one percent. */
export function describeReduction(product: AnnouncedPrice): string {
  const percent = countReduction(product)
  return percent > 0 ? formatPercent(percent) : ''
}

/** The lowest price of 30 days, which the law requires with every announced reduction; '' without one. */
export function describeLowestPrice({ lowest_price_cents: lowest }: Pick<Product, 'lowest_price_cents'>): string {
  return lowest === null ? '' : `Najniższa cena z 30 dni przed obniżką: ${formatGrosze(lowest)}`
}

/** Sentences for products that cannot be ordered: no longer sold, or sold out. */
export const UNAVAILABLE = { gone: 'Produkt nie jest już dostępny', sold_out: 'Produkt wyprzedany' } as const

/** The sentence about stock: true, and no more exact than a buyer needs. */
export function describeStock({ out_of_stock, pieces_left }: Pick<Product, 'out_of_stock' | 'pieces_left'>): string {
  if (out_of_stock) return UNAVAILABLE.sold_out
  if (pieces_left === null) return 'Dostępny'
  return pieces_left === 1 ? 'Ostatnia sztuka' : `Ostatnie ${pieces_left} szt.`
}

/** 'produkt', 'produkty' or 'produktów' after a number. */
export function inflectProducts(count: number): string {
  return pluralize(count, { one: 'produkt', few: 'produkty', many: 'produktów' })
}

/** A product as it is in the database while its row is locked. */
export type StockedProduct = SaleState &
  StockState & {
    id: string
    name: string
    brand_name: string
    kind: ProductKind
    volume_ml: number | null
    concentration: string | null
    gender: Gender
    price_grosze: Grosze
    vat_rate: TaxedRate
  }
