import { type CatalogProduct, withSizes } from '#domain/catalog/catalog.ts'
import { listSizes, scentOf } from '#domain/catalog/scents/sizes.ts'

type Products = readonly CatalogProduct[]
/** Chooses the product that represents the sizes of one scent, given in the order of the list. */
type Choose = (sizes: Products) => CatalogProduct | undefined
/** The product that represents a scent, and the products of the list that are sizes of it. */
export type ScentGroup = { shown: CatalogProduct; sizes: Products }

/** The products of each scent as one entry, at the place of the product that represents it. */
export function groupByScent(products: Products, choose: Choose): ScentGroup[] {
  const scents = Map.groupBy(products, ({ product }) => scentOf(product))
  const chosen = new Map([...scents.values()].map((sizes) => [choose(sizes), sizes]))
  return products.flatMap((shown) => {
    const sizes = chosen.get(shown)
    return sizes ? { shown, sizes } : []
  })
}

/** The product that represents a scent, with the sizes that are listed. */
export const mergeSizes = ({ shown, sizes }: ScentGroup): CatalogProduct =>
  withSizes(shown, sizes.length > 1 ? listSizes(sizes) : [])

/** Among available products: a bottle before a sample, then the first size of the scent, then the largest. */
export const chooseFirstSize: Choose = chooseBy(
  ({ product: { kind, scent_id, volume_ml } }) =>
    Number(kind !== 'bottle') * 1e6 + Number(scent_id !== null) * 1e5 - (volume_ml ?? 0),
)

export const chooseCheapest: Choose = chooseBy(({ product }) => product.current_price_cents)

/** The first in the order of the list. */
export const chooseFirst: Choose = chooseBy(() => 0)

/** Chooses the available product with the lowest value; of equal ones the first. */
function chooseBy(rank: (entry: CatalogProduct) => number): Choose {
  return (sizes) => {
    const there = sizes.filter(({ product }) => !product.out_of_stock)
    return (there.length > 0 ? there : sizes).toSorted((a, b) => rank(a) - rank(b))[0]
  }
}
