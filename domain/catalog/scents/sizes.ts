import type { Product, Size } from '#domain/catalog/product.ts'
import { priceOf } from '#domain/catalog/product.ts'
import { KIND_NAMES, labelSize } from './product-kinds.ts'

/** The id that all sizes of a scent share: the id of the first size. */
export const scentOf = ({ id, scent_id }: { id: string; scent_id: string | null }): string => scent_id ?? id

/** 'próbka 2 ml', '100 ml', 'zestaw', 'flakon' */
export function describeSize(product: Pick<Product, 'kind' | 'volume_ml'>): string {
  return labelSize(product) || KIND_NAMES[product.kind].toLowerCase()
}

/** The bottle with the lowest price per 100 ml, where several can be compared; else undefined. */
function findBestValue(products: readonly Product[]): Product | undefined {
  const bottles = products.filter(
    ({ kind, volume_ml, out_of_stock }) => kind === 'bottle' && volume_ml !== null && !out_of_stock,
  )
  const [best, next] = bottles.toSorted((a, b) => priceFor100ml(a) - priceFor100ml(b))
  return best && next && priceFor100ml(best) < priceFor100ml(next) ? best : undefined
}

const priceFor100ml = ({ current_price_cents, volume_ml }: Product) => priceOf(100, current_price_cents, volume_ml ?? 1)

/** Samples and bottles from the smallest on, then sets. */
export function listSizes(entries: readonly { product: Product }[]): Size[] {
  const products = entries.map(({ product }) => product)
  const best = findBestValue(products)
  return products
    .toSorted(
      (a, b) =>
        Number(a.kind === 'set') - Number(b.kind === 'set') ||
        (a.volume_ml ?? 0) - (b.volume_ml ?? 0) ||
        a.current_price_cents - b.current_price_cents,
    )
    .map((product) => ({
      slug: product.slug,
      label: describeSize(product),
      current_price_cents: product.current_price_cents,
      lowest_price_cents: product.lowest_price_cents,
      price_100ml_cents: product.volume_ml === null || product.volume_ml === 100 ? null : priceFor100ml(product),
      best_value: product === best,
      out_of_stock: product.out_of_stock,
    }))
}
