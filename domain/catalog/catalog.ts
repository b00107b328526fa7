import { type GiftRule, labelSample } from '#domain/gifts/gift.ts'
import type { WallClock } from '#domain/kernel/calendar-day.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'
import { listAskedAddresses } from './moving-in/former-addresses.ts'
import type { Brand, CardProduct, ListedProduct, Product, Size } from './product.ts'
import { toCardProduct, toListedProduct } from './product-schema.ts'
import { listSizes, scentOf } from './scents/sizes.ts'
import { toSlug } from './slug.ts'

/** A product on sale in the shapes in which it is shown and searched, each computed once. */
export type CatalogProduct = {
  product: Product
  listed: ListedProduct
  card: CardProduct
  editedAt: Date
  /** When a reduction of its price begins or began; null: it has none. */
  reducedFrom: WallClock | null
  /** Pieces sold in the last 90 days. */
  sold: number
  noteSlugs: readonly string[]
  /** Its notes by their folded names, in the product's order. Of two with the same folded name the first counts. */
  notes: ReadonlyMap<string, string>
}

/** Everything that visitors may see of the catalogue at one moment. It is immutable: a change makes a new one. */
export type Catalog = {
  /** On sale, newest first. */
  products: readonly CatalogProduct[]
  /** The same products by id and by slug. */
  byKey: ReadonlyMap<string, CatalogProduct>
  /**
   * The same products, for indexes over names and words alone. Catalogues with equal names and words share this object.
   */
  named: readonly CatalogProduct[]
  /** Ids of products by their former slugs. */
  formerSlugs: ReadonlyMap<string, string>
  /** Ids of products by the paths of their pages in a former shop. */
  movedAddresses: ReadonlyMap<string, string>
  /** In Polish alphabetical order. Only original lines while substitutes are hidden. */
  brands: readonly Brand[]
  /** Present slugs of active brands by their former slugs. */
  formerBrandSlugs: ReadonlyMap<string, string>
  /** Pieces sold in the last 90 days, by brand id. */
  brandSales: ReadonlyMap<string, number>
  hidesSubstitutes: boolean
  giftRule: GiftRule
}

/** Provides the present catalogue. */
export type CatalogSource = {
  read(): Promise<Catalog>
  /** Resolves when this process has read its own commits. Later answers use the new catalogue. */
  receiveChanges(): Promise<void>
}

export type CatalogRow = Pick<CatalogProduct, 'product' | 'editedAt' | 'reducedFrom' | 'sold'>
export type CatalogParts = Omit<Catalog, 'products' | 'byKey' | 'named'>

/** @param rows newest first */
export function buildCatalog(rows: readonly CatalogRow[], parts: CatalogParts): Catalog {
  const products = nameSizes(rows.map(toCatalogProduct), parts.giftRule)
  return { ...parts, products, byKey: listByKey(products), named: products }
}

/**
 * The catalogue after a change of these products, which keep their positions. Null when one of them was not on sale
 * before, because its position has to be read.
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
  const products = nameSizes(
    catalog.products.flatMap((known) => (ids.has(known.product.id) ? (changed.get(known.product.id) ?? []) : known)),
    catalog.giftRule,
  )
  const isNamedAsBefore = products.length === catalog.products.length && rows.every(isNamedAlike)
  return { ...catalog, products, byKey: listByKey(products), named: isNamedAsBefore ? catalog.named : products }
}

/** The searched text of a product. */
const describeWords = ({ name, brand, gender, notes, volume_ml, concentration }: Product) =>
  JSON.stringify([name, brand.name, brand.is_original, gender, notes, volume_ml, concentration])

/** Gives each product of several sizes all of them, and each bottle the sample that comes with it. */
function nameSizes(products: readonly CatalogProduct[], { with_sample }: GiftRule): readonly CatalogProduct[] {
  const scents = Map.groupBy(products, ({ product }) => scentOf(product))
  if (scents.size === products.length) return products
  const sizes = new Map([...scents].map(([scent, group]) => [scent, group.length > 1 ? listSizes(group) : []]))
  return products.map((entry) => {
    const { kind } = entry.product
    const scent = scentOf(entry.product)
    const sample = with_sample && kind === 'bottle' ? findSample(scents.get(scent) ?? []) : undefined
    return withSample(withSizes(entry, sizes.get(scent) ?? []), sample)
  })
}

/** The smallest available sample of a scent. */
function findSample(scent: readonly CatalogProduct[]): Product | undefined {
  const samples = scent.flatMap(({ product }) => (product.kind === 'sample' && !product.out_of_stock ? product : []))
  return samples.toSorted((a, b) => (a.volume_ml ?? 0) - (b.volume_ml ?? 0))[0]
}

function withSample(entry: CatalogProduct, sample: Product | undefined): CatalogProduct {
  const { product, listed, card } = entry
  if (card.sample_gift?.id === sample?.id) return entry
  const label = labelSample(sample?.name ?? '')
  const note = 'Próbka w prezencie: sprawdź ją, a zamknięty flakon możesz odesłać'
  const sample_gift = sample && { id: sample.id, label, note }
  return {
    ...entry,
    product: { ...product, sample_gift },
    listed: { ...listed, sample_gift },
    card: { ...card, sample_gift },
  }
}

/** The product with these sizes; itself where it has them already. */
export function withSizes(entry: CatalogProduct, sizes: Size[]): CatalogProduct {
  const { product, listed, card } = entry
  if (JSON.stringify(sizes) === JSON.stringify(card.sizes)) return entry
  return { ...entry, product: { ...product, sizes }, listed: { ...listed, sizes }, card: { ...card, sizes } }
}

function listByKey(products: readonly CatalogProduct[]): Map<string, CatalogProduct> {
  const byKey = new Map<string, CatalogProduct>()
  for (const entry of products) byKey.set(entry.product.id, entry).set(entry.product.slug, entry)
  return byKey
}

function toCatalogProduct({ product, ...row }: CatalogRow): CatalogProduct {
  const notes = new Map<string, string>()
  for (const note of product.notes) {
    const folded = foldText(note)
    if (folded !== '' && !notes.has(folded)) notes.set(folded, note)
  }
  return {
    product,
    listed: toListedProduct(product),
    card: toCardProduct(product),
    ...row,
    noteSlugs: product.notes.map(toSlug),
    notes,
  }
}

/** The slug of the product whose page was at this address in a former shop; null: no product on sale was there. */
export function findMovedProduct({ byKey, movedAddresses }: Catalog, url: string): string | null {
  if (movedAddresses.size === 0) return null
  for (const address of listAskedAddresses(url)) {
    const found = byKey.get(movedAddresses.get(address) ?? '')
    if (found) return found.product.slug
  }
  return null
}

/** A product by its id, its slug or a former slug. */
export function findProduct({ byKey, formerSlugs }: Catalog, idOrSlug: string): CatalogProduct | null {
  const key = idOrSlug.toLowerCase()
  return byKey.get(key) ?? byKey.get(formerSlugs.get(key) ?? '') ?? null
}
