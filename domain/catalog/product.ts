import { type Grosze, groszeToZl } from '#domain/money.ts'

export const GENDERS = ['women', 'men', 'unisex'] as const
export type Gender = (typeof GENDERS)[number]

export type NotesPyramid = { head: string[]; heart: string[]; base: string[] }

/** The original line; products of every other brand are substitutes ('ZAMIENNIK', spec 1 §2). */
export const ORIGINAL_LINE = 'Perfumy Arabskie'

/** Below this many pieces stock counts as low (spec 2 §9). */
export const LOW_STOCK_BELOW = 5

export type BrandRef = { id: string; name: string; slug: string; description: string }

/** A product as the JSON contract and every screen see it. */
export type Product = {
  id: string
  slug: string
  name: string
  brand_id: string
  brand: BrandRef
  gender: Gender
  active: boolean
  /** zł, for the contract; screens format `current_price_cents`. */
  current_price_pln: number
  current_price_cents: Grosze
  out_of_stock: boolean
  /** Pieces left when few (below 5), null when plenty or not counted. Exact stock is the owner's business. */
  pieces_left: number | null
  created_at: string
  /** Address of the picture in its middle width, null without one. */
  image_url: string | null
  image_key: string | null
  description: string
  notes: string[]
  notes_pyramid: NotesPyramid | null
  volume_ml: number | null
  concentration: string | null
  average_rating: number | null
  total_reviews: number
}

export type Brand = BrandRef & { active: boolean }

export type ProductPage = { items: Product[]; total: number; page: number; pageSize: number }

export type Badge = 'ZAMIENNIK' | '+GRATIS' | 'WYPRZEDANE'

/** Badges in the order they are shown (spec 1 §2). */
export function badgesOf(product: Pick<Product, 'gender' | 'out_of_stock'> & { brand: { name: string } }): Badge[] {
  const badges: Badge[] = []
  if (isSubstitute(product.brand.name)) badges.push('ZAMIENNIK')
  if (product.gender !== 'men') badges.push('+GRATIS')
  if (product.out_of_stock) badges.push('WYPRZEDANE')
  return badges
}

export function isSubstitute(brandName: string): boolean {
  return brandName !== ORIGINAL_LINE
}

export function priceFields(grosze: Grosze): Pick<Product, 'current_price_pln' | 'current_price_cents'> {
  return { current_price_pln: groszeToZl(grosze), current_price_cents: grosze }
}
