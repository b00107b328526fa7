import { type Grosze, groszeToZl } from '#domain/money.ts'
import type { Result } from '#domain/result.ts'

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
export function listBadges(product: Pick<Product, 'gender' | 'out_of_stock'> & { brand: { name: string } }): Badge[] {
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

/** What a card, the cart and a checkout need of a product: a list sends no more of each. */
export type CardProduct = Omit<
  Product,
  'brand_id' | 'brand' | 'active' | 'created_at' | 'description' | 'notes' | 'notes_pyramid'
> & { brand: Pick<Product['brand'], 'name' | 'slug'> }

/** A card's product, or the whole one once it has arrived. */
export type ShownProduct = CardProduct & Partial<Pick<Product, 'description' | 'notes' | 'notes_pyramid'>>

export function toCardProduct(product: Product): CardProduct {
  const { brand_id, active, created_at, description, notes, notes_pyramid, brand, ...card } = product
  return { ...card, brand: { name: brand.name, slug: brand.slug } }
}

/** A product as the catalogue reads it, exact stock included. */
export type ProductRow = {
  id: string
  slug: string
  name: string
  brand_id: string
  brand_name: string
  brand_slug: string
  brand_description: string
  gender: Gender
  active: boolean
  price_grosze: number
  out_of_stock: boolean
  stock_quantity: number | null
  created_at: Date
  image_key: string | null
  description: string
  notes: string[]
  notes_pyramid: NotesPyramid | null
  volume_ml: number | null
  concentration: string | null
  average_rating: number | null
  total_reviews: number
}

/** Names every field that leaves the house; what is not named here (exact stock, provider id) stays. */
export function toPublicProduct(row: ProductRow): Product {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand_id: row.brand_id,
    brand: { id: row.brand_id, name: row.brand_name, slug: row.brand_slug, description: row.brand_description },
    gender: row.gender,
    active: row.active,
    ...priceFields(row.price_grosze),
    out_of_stock: row.out_of_stock,
    pieces_left: piecesLeft(row),
    created_at: row.created_at.toISOString(),
    image_url: row.image_key === null ? null : pictureUrl(row.image_key, 480, 'webp'),
    image_key: row.image_key,
    description: row.description,
    notes: row.notes,
    notes_pyramid: row.notes_pyramid,
    volume_ml: row.volume_ml,
    concentration: row.concentration,
    average_rating: row.average_rating,
    total_reviews: row.total_reviews,
  }
}

/** Few pieces are said (none when sold out); how many the owner really has is not. */
function piecesLeft({
  out_of_stock,
  stock_quantity,
}: Pick<ProductRow, 'out_of_stock' | 'stock_quantity'>): number | null {
  if (out_of_stock) return 0
  return stock_quantity !== null && stock_quantity < LOW_STOCK_BELOW ? stock_quantity : null
}

/** Widths every product picture is kept in, px. */
export const PICTURE_WIDTHS = [240, 480, 720, 960] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureFormat = 'avif' | 'webp'

/** Product pictures are 4:5. */
export const PICTURE_RATIO = { width: 960, height: 1200 } as const

/** Address of one variant. Keys are content hashes, so the address never changes its bytes and caches for ever. */
export function pictureUrl(imageKey: string, width: PictureWidth, format: PictureFormat): string {
  return `/media/products/${imageKey}/${width}.${format}`
}

/** Port to where product pictures are kept. */
export type PictureStore = {
  /**
   * Makes every width and format of a picture (product-picture.ts) and keeps them; the key goes into products.image_key.
   * The bytes decide what a file is: JPEG, PNG and WebP are accepted. Keeping the same picture again changes nothing.
   */
  keep(picture: Uint8Array): Promise<Result<{ imageKey: string }, { reason: 'not_a_picture' | 'picture_too_large' }>>
}
