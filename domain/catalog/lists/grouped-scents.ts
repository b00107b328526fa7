import { type CatalogProduct, withSizes } from '#domain/catalog/catalog.ts'
import { listSizes, scentOf } from '#domain/catalog/scents/sizes.ts'

type Products = readonly CatalogProduct[]

/** The products of each scent, in the order of the first of each. */
export const groupByScent = (products: Products): CatalogProduct[][] => [
  ...Map.groupBy(products, ({ product }) => scentOf(product)).values(),
]

/** The products of one scent as one entry with its sizes: the largest bottle of those that are there stands for all. */
export function mergeSizes(products: Products): CatalogProduct[] {
  const rank = ({ product: { out_of_stock, kind, volume_ml } }: CatalogProduct) =>
    Number(out_of_stock) * 1e6 + Number(kind !== 'bottle') * 1e5 - (volume_ml ?? 0)
  const sizes = products.length > 1 ? listSizes(products) : []
  return products
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 1)
    .map((first) => withSizes(first, sizes))
}
