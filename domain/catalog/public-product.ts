import { type Gender, LOW_STOCK_BELOW, type NotesPyramid, type Product, priceFields } from '#domain/catalog/product.ts'
import { pictureUrl } from '#domain/catalog/product-picture.ts'

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
