import type { Product } from '#domain/catalog/product.ts'
import { pluralize } from '#domain/text.ts'

/** '100 ml · Woda perfumowana'; '' when neither is known. */
export function productFacts({ volume_ml, concentration }: Pick<Product, 'volume_ml' | 'concentration'>): string {
  return [volume_ml === null ? null : `${volume_ml}\u00a0ml`, concentration].filter(Boolean).join(' · ')
}

export const GENDER_NAMES = { women: 'Damskie', men: 'Męskie', unisex: 'Unisex' } as const

/** What may be said about stock: the truth, and no more of it than a buyer needs. */
export function stockText({ out_of_stock, pieces_left }: Pick<Product, 'out_of_stock' | 'pieces_left'>): string {
  if (out_of_stock) return 'Produkt wyprzedany'
  if (pieces_left === null) return 'Dostępny'
  return pieces_left === 1 ? 'Ostatnia sztuka' : `Ostatnie ${pieces_left} szt.`
}

/** 'produkt', 'produkty' or 'produktów' after a number. */
export function productsNoun(count: number): string {
  return pluralize(count, { one: 'produkt', few: 'produkty', many: 'produktów' })
}
