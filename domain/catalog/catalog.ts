import { foldText } from './lists/suggestions.ts'
import type { Brand, CardProduct, Product } from './product.ts'
import { toCardProduct } from './product-schema.ts'
import { toSlug } from './slug.ts'

/** A product on sale in the shapes in which it is shown and found, each made once. */
export type CatalogProduct = {
  product: Product
  card: CardProduct
  editedAt: Date
  /** Pieces that were ordered lately. */
  sold: number
  noteSlugs: readonly string[]
  /** Its notes by their folded names, in the product's order; of two that fold alike the first. */
  notes: ReadonlyMap<string, string>
}

/** All that visitors may see of the catalogue at one moment. Nothing of it is ever changed: a change makes another one. */
export type Catalog = {
  /** On sale, newest first. */
  products: readonly CatalogProduct[]
  /** Those by id and slug. */
  byKey: ReadonlyMap<string, CatalogProduct>
  /** The same, for what is made of their names and words alone: one object in all catalogues in which those are equal. */
  named: readonly CatalogProduct[]
  /** Ids of products by slugs that they had before. */
  formerSlugs: ReadonlyMap<string, string>
  /** In Polish alphabetical order; the original line alone while substitutes are hidden. */
  brands: readonly Brand[]
  /** Present slugs of active brands by slugs that they had before. */
  formerBrandSlugs: ReadonlyMap<string, string>
  /** Pieces that were ordered lately, by the id of the brand. */
  brandSales: ReadonlyMap<string, number>
  hidesSubstitutes: boolean
}

/** Where the catalogue of now is had. */
export type CatalogSource = {
  read(): Promise<Catalog>
  /** Waits until what this process has committed is read, and no answer of before is given any more. */
  receiveChanges(): Promise<void>
}

export type CatalogRow = { product: Product; editedAt: Date; sold: number }
export type CatalogParts = Omit<Catalog, 'products' | 'byKey' | 'named'>

/** @param rows newest first */
export function buildCatalog(rows: readonly CatalogRow[], parts: CatalogParts): Catalog {
  const products = rows.map(toCatalogProduct)
  return { ...parts, products, byKey: listByKey(products), named: products }
}

/**
 * The catalogue after a change of these products, which keep their places. Null where one of them was not on sale before: its
 * place has to be read.
 *
 * @param rows those of them that are on sale
 */
export function replaceProducts(
  catalog: Catalog,
  ids: ReadonlySet<string>,
  rows: readonly CatalogRow[],
): Catalog | null {
  const isNamedAlike = ({ product }: CatalogRow) => {
    const known = catalog.byKey.get(product.id)
    return known !== undefined && describeWords(product) === describeWords(known.product)
  }
  if (rows.some(({ product }) => !catalog.byKey.has(product.id))) return null
  const changed = new Map(rows.map((row) => [row.product.id, toCatalogProduct(row)]))
  const products = catalog.products.flatMap((known) =>
    ids.has(known.product.id) ? (changed.get(known.product.id) ?? []) : known,
  )
  const isNamedAsBefore = products.length === catalog.products.length && rows.every(isNamedAlike)
  return { ...catalog, products, byKey: listByKey(products), named: isNamedAsBefore ? catalog.named : products }
}

/** All that a product is found by. */
const describeWords = ({ name, brand, gender, notes, volume_ml, concentration }: Product) =>
  JSON.stringify([name, brand.name, brand.is_original, gender, notes, volume_ml, concentration])

function listByKey(products: readonly CatalogProduct[]): Map<string, CatalogProduct> {
  const byKey = new Map<string, CatalogProduct>()
  for (const entry of products) byKey.set(entry.product.id, entry).set(entry.product.slug, entry)
  return byKey
}

function toCatalogProduct({ product, editedAt, sold }: CatalogRow): CatalogProduct {
  const notes = new Map<string, string>()
  for (const note of product.notes) {
    const folded = foldText(note)
    if (folded !== '' && !notes.has(folded)) notes.set(folded, note)
  }
  return { product, card: toCardProduct(product), editedAt, sold, noteSlugs: product.notes.map(toSlug), notes }
}

/** A product by its id or slug, also by one that it had before. */
export function findProduct({ byKey, formerSlugs }: Catalog, idOrSlug: string): CatalogProduct | null {
  const key = idOrSlug.toLowerCase()
  return byKey.get(key) ?? byKey.get(formerSlugs.get(key) ?? '') ?? null
}
