import type { Product } from '#domain/catalog/product.ts'

/** What a card, the cart and a checkout need of a product: a list sends no more of each. */
export type CardProduct = Omit<
  Product,
  'brand_id' | 'brand' | 'active' | 'created_at' | 'description' | 'notes' | 'notes_pyramid'
> & { brand: Pick<Product['brand'], 'name' | 'slug'> }

/** A card's product, or the whole one once it has arrived. */
export type ShownProduct = CardProduct & Partial<Pick<Product, 'description' | 'notes' | 'notes_pyramid'>>

export function cardProduct(product: Product): CardProduct {
  const { brand_id, active, created_at, description, notes, notes_pyramid, brand, ...card } = product
  return { ...card, brand: { name: brand.name, slug: brand.slug } }
}
