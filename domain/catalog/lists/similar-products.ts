import type { Catalog, CatalogProduct } from '#domain/catalog/catalog.ts'
import type { SimilarCards } from '#domain/catalog/product.ts'
import { scentOf } from '#domain/catalog/scents/sizes.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import { chooseFirstSize, groupByScent, mergeSizes } from './grouped-scents.ts'

/** How many similar products are shown beside a product. */
const SIMILAR = 4

/** Genders whose scents are compared in addition to the product's own gender. */
const WORN_AS_WELL: Record<Gender, readonly Gender[]> = {
  women: ['women', 'unisex'],
  men: ['men', 'unisex'],
  unisex: ['unisex', 'women', 'men'],
}

type SimilarProducts = SimilarCards['items']

/**
 * Similar products, by the number of shared notes. Of equal ones, products for the same gender and of the same brand
 * come first, then the newest. Sold-out products come last. Computed once for each product of a catalogue.
 */
export function listSimilarProducts(catalog: Catalog, product: CatalogProduct): SimilarProducts {
  const known = similarOf(catalog)
  const similar = known.get(product) ?? findSimilar(catalog, product)
  known.set(product, similar)
  return similar
}

const similarOf = memoizeByObject((_: Catalog) => new Map<CatalogProduct, SimilarProducts>())

function findSimilar({ products }: Catalog, own: CatalogProduct): SimilarProducts {
  const { gender, brand_id: brand } = own.product
  const scent = scentOf(own.product)
  const listShared = (notes: CatalogProduct['notes']) =>
    [...own.notes].flatMap(([folded, name]) => (notes.has(folded) ? name : []))
  const others = products.filter(
    ({ product }) => scentOf(product) !== scent && WORN_AS_WELL[gender].includes(product.gender),
  )
  return groupByScent(others, chooseFirstSize)
    .map(mergeSizes)
    .map(({ product, card, notes }) => ({ product, card, shared: listShared(notes) }))
    .sort(
      (a, b) =>
        Number(a.product.out_of_stock) - Number(b.product.out_of_stock) ||
        b.shared.length - a.shared.length ||
        Number(b.product.gender === gender) - Number(a.product.gender === gender) ||
        Number(b.product.brand_id === brand) - Number(a.product.brand_id === brand),
    )
    .slice(0, SIMILAR)
    .map(({ card, shared }) => ({ product: card, shared_notes: shared }))
}
