import type { Catalog, CatalogProduct } from '#domain/catalog/catalog.ts'
import type { SimilarCards } from '#domain/catalog/product.ts'
import { scentOf } from '#domain/catalog/scents/sizes.ts'
import { TWIST_NAMES } from '#domain/catalog/scents/twists.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import { chooseFirstSize, groupByScent, mergeSizes } from './grouped-scents.ts'
import { compareScents, isAlike, type Likeness, listTwists } from './scent-likeness.ts'

/** How many similar products are shown beside a product. */
const SIMILAR = 4

/** Genders whose scents are compared in addition to the product's own gender. */
const WORN_AS_WELL: Record<Gender, readonly Gender[]> = {
  women: ['women', 'unisex'],
  men: ['men', 'unisex'],
  unisex: ['unisex', 'women', 'men'],
}

export type RankedScent = Likeness & { entry: CatalogProduct }

/**
 * Similar products, and how others that are like it differ from it. Computed once for each product of a catalogue.
 */
export function listSimilarProducts(catalog: Catalog, product: CatalogProduct): SimilarCards {
  const known = similarOf(catalog)
  const similar = known.get(product) ?? findSimilar(catalog, product)
  known.set(product, similar)
  return similar
}

const similarOf = memoizeByObject((_: Catalog) => new Map<CatalogProduct, SimilarCards>())

function findSimilar({ products }: Catalog, own: CatalogProduct): SimilarCards {
  const ranked = rankByLikeness(own, products.filter(isWornAsWell(own)))
  return {
    items: ranked.slice(0, SIMILAR).map(({ entry, shared }) => ({
      product: entry.card,
      shared_notes: [...shared],
      remark: describeSharedNotes(shared),
    })),
    twists: listTwists(
      own,
      ranked.filter(isAlike).map(({ entry }) => entry),
    ).map((twist) => ({ twist, name: TWIST_NAMES[twist] })),
  }
}

/** How many shared notes a card names. */
const NOTES_NAMED = 3

/** 'wspólne: oud, wanilia'; '' without shared notes. */
function describeSharedNotes(notes: readonly string[]): string {
  const named = notes.slice(0, NOTES_NAMED).join(', ')
  if (notes.length > NOTES_NAMED) return `wspólne: ${named} i jeszcze ${notes.length - NOTES_NAMED}`
  return named && `wspólne: ${named}`
}

/** Whether a product is for those who wear another one. */
export const isWornAsWell =
  ({ product: { gender } }: CatalogProduct) =>
  ({ product }: CatalogProduct): boolean =>
    WORN_AS_WELL[gender].includes(product.gender)

/**
 * The rule of similarity: other scents by the number of shared notes. Of equal ones, those for the same gender come
 * first, then those with more of the same scent families, those of the same brand, and the newest. Sold-out ones come
 * last.
 *
 * @param products newest first; sizes of one scent become one entry
 */
export function rankByLikeness(own: CatalogProduct, products: readonly CatalogProduct[]): RankedScent[] {
  const { gender, brand_id: brand } = own.product
  const scent = scentOf(own.product)
  const others = products.filter(({ product }) => scentOf(product) !== scent)
  return groupByScent(others, chooseFirstSize)
    .map(mergeSizes)
    .map((entry) => ({ entry, ...compareScents(own, entry) }))
    .sort(
      (a, b) =>
        Number(a.entry.product.out_of_stock) - Number(b.entry.product.out_of_stock) ||
        b.shared.length - a.shared.length ||
        Number(b.entry.product.gender === gender) - Number(a.entry.product.gender === gender) ||
        b.overlap - a.overlap ||
        Number(b.entry.product.brand_id === brand) - Number(a.entry.product.brand_id === brand),
    )
}
