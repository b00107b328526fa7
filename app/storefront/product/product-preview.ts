import type { Product } from '#domain/catalog/product.ts'

let last: Product | null = null

/** Keeps the product of the pressed card, so that its dialog has picture and name before its data arrive. */
export function rememberPreview(product: Product): void {
  last = product
}

export function previewOf(slug: string): Product | null {
  return last?.slug === slug ? last : null
}
