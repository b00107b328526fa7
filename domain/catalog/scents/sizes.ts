import type { Product, Size } from '#domain/catalog/product.ts'
import { priceOf } from '#domain/catalog/product.ts'
import { KIND_NAMES } from './product-kinds.ts'

/** The id that all sizes of a scent share: that of the first of them. */
export const scentOf = ({ id, scent_id }: { id: string; scent_id: string | null }): string => scent_id ?? id

/** 'próbka 2 ml', '100 ml', 'zestaw' */
export function describeSize({ kind, volume_ml }: Pick<Size, 'kind' | 'volume_ml'>): string {
  const volume = volume_ml === null ? '' : `${volume_ml}\u00a0ml`
  return (kind === 'bottle' && volume) || `${KIND_NAMES[kind].toLowerCase()} ${volume}`.trim()
}

/** The bottle that costs least for 100 ml, where several can be compared; else null. */
export function findBestValue(sizes: readonly Size[]): Size | null {
  const compared = sizes.flatMap((size) =>
    size.kind === 'bottle' && size.volume_ml !== null && !size.out_of_stock
      ? [{ size, price: priceOf(100, size.current_price_cents, size.volume_ml) }]
      : [],
  )
  const least = Math.min(...compared.map(({ price }) => price))
  const [best, ...others] = compared.filter(({ price }) => price === least)
  return compared.length > 1 && others.length === 0 ? (best?.size ?? null) : null
}

const toSize = ({ slug, kind, volume_ml, current_price_cents, lowest_price_cents, out_of_stock }: Product): Size => ({
  slug,
  kind,
  volume_ml,
  current_price_cents,
  lowest_price_cents,
  out_of_stock,
})

/** Samples and bottles from the smallest on, then sets. */
export function listSizes(products: readonly { product: Product }[]): Size[] {
  return products
    .map(({ product }) => toSize(product))
    .sort(
      (a, b) =>
        Number(a.kind === 'set') - Number(b.kind === 'set') ||
        (a.volume_ml ?? 0) - (b.volume_ml ?? 0) ||
        a.current_price_cents - b.current_price_cents,
    )
}
