import type { CardProduct } from '#domain/catalog/product.ts'

let last: CardProduct | null = null

/** Keeps the product of the pressed card, so that its dialog shows picture and name before the data arrive. */
export function rememberPreview(product: CardProduct): void {
  last = product
}

export function findPreview(slug: string): CardProduct | null {
  return last?.slug === slug ? last : null
}
