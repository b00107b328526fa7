import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { memoizeByObject } from '#domain/memoize-by-object.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { rememberRead } from './catalog-reads.server.ts'
import { listPickerBrands } from './picker-queries.server.ts'
import type { CardProduct, Product, ProductPage, SimilarCards } from './product.ts'
import type { ProductFilters } from './product-filters.ts'
import { listProducts, listScentFamilies } from './product-list-queries.server.ts'
import { findProduct } from './product-queries.server.ts'
import { toCardProduct } from './product-schema.ts'
import { listSimilarProducts } from './similar-product-queries.server.ts'

// Reads of public pages and calls. An answer that a change made old is made from what the change does not concern without the
// database. The bounds are numbers of rows; each takes one or two kilobytes.

type Asked = { filters: ProductFilters; pageSize: number; order?: 'arabic-first' }

const recallList = rememberRead(
  (db: Kysely<Database>, { filters, ...listing }: Asked) => listProducts(db, filters, listing),
  { keyOf: (asked) => JSON.stringify(asked), most: 2000, weigh: ({ items }) => 1 + items.length },
)

/** `listProducts`. What people type is endless and would push out the lists that everybody sees, so that is read each time. */
export function recallProducts(
  db: Kysely<Database>,
  filters: ProductFilters,
  listing: Omit<Asked, 'filters'>,
): Promise<ProductPage> {
  const { search, minPrice, maxPrice, note } = filters
  const isTyped = search !== '' || minPrice !== null || maxPrice !== null || note !== null
  return isTyped ? listProducts(db, filters, listing) : recallList(db, { filters, ...listing })
}

/** `toCardProduct`; of a product that was remembered the same one each time. */
export const recallCard: (product: Product) => CardProduct = memoizeByObject(toCardProduct)

/** `listPickerBrands` */
export const recallPickerBrands = rememberRead((db: Kysely<Database>, _: 'all') => listPickerBrands(db), {
  keyOf: (all) => all,
  most: 1,
})

/** `listScentFamilies` */
export const recallScentFamilies = rememberRead((db: Kysely<Database>, _: 'all') => listScentFamilies(db), {
  keyOf: (all) => all,
  most: 1,
})

/** `findProduct` */
export const recallProduct = rememberRead(findProduct, { keyOf: (idOrSlug) => idOrSlug.toLowerCase(), most: 1000 })

/** So many stand beside a product. */
const SIMILAR = 4

const recallSimilar = rememberRead(
  (db: Kysely<Database>, product: Product) => listSimilarProducts(db, product, SIMILAR),
  {
    keyOf: ({ id, brand_id, gender, notes }) => JSON.stringify([id, brand_id, gender, notes]),
    most: 2000,
    weigh: (products) => 1 + products.length,
  },
)

const toSimilarCards = memoizeByObject(
  (similar: Awaited<ReturnType<typeof listSimilarProducts>>): SimilarCards['items'] =>
    similar.map(({ product, sharedNotes }) => ({ product: recallCard(product), shared_notes: sharedNotes })),
)

/** `listSimilarProducts`, as lists show them; what was remembered the same ones each time. */
export async function recallSimilarCards(db: Kysely<Database>, product: Product): Promise<SimilarCards['items']> {
  return toSimilarCards(await recallSimilar(db, product))
}

/** `listApprovedReviews` */
export const recallReviews = rememberRead(listApprovedReviews, {
  keyOf: (productId) => productId,
  most: 5000,
  weigh: ({ items }) => 1 + items.length,
})
