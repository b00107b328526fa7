import type { Catalog, CatalogProduct } from '#domain/catalog/catalog.ts'
import type { Gender } from '#domain/catalog/gender.ts'
import type { SimilarCards } from '#domain/catalog/product.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'

/** So many stand beside a product. */
const SIMILAR = 4

/** Whose scents are looked through beside those of one's own. */
const WORN_AS_WELL: Record<Gender, readonly Gender[]> = {
  women: ['women', 'unisex'],
  men: ['men', 'unisex'],
  unisex: ['unisex', 'women', 'men'],
}

type SimilarProducts = SimilarCards['items']

/**
 * What else may please: what shares most notes first, in the words of the product; among those with equally many what is for
 * the same person and of the same brand, then the newest. Sold-out ones come last. Looked for once in a catalogue.
 */
export function listSimilarProducts(catalog: Catalog, product: CatalogProduct): SimilarProducts {
  const known = similarOf(catalog)
  const similar = known.get(product) ?? findSimilar(catalog, product)
  known.set(product, similar)
  return similar
}

const similarOf = memoizeByObject((_: Catalog) => new Map<CatalogProduct, SimilarProducts>())

function findSimilar({ products }: Catalog, own: CatalogProduct): SimilarProducts {
  const { id, gender, brand_id: brand } = own.product
  return products
    .filter(({ product }) => product.id !== id && WORN_AS_WELL[gender].includes(product.gender))
    .map(({ product, card, notes }) => ({
      product,
      card,
      shared: [...own.notes].flatMap(([folded, name]) => (notes.has(folded) ? name : [])),
    }))
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
