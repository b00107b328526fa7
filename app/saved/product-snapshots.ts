import { isObject, readStored, writeStored } from '#app/browser-storage.ts'
import type { CardProduct, Product } from '#domain/catalog/product.ts'
import { parseKind } from '#domain/catalog/scents/product-kinds.ts'
import { GENDERS } from '#domain/kernel/gender.ts'

/**
 * Products as a browser remembers them: what a card showed when it was pressed. Storage may hold anything, so entries
 * that are no product are left out, and each product is listed once.
 */
export function parseSnapshots(raw: string | null): CardProduct[] {
  let stored: unknown
  try {
    stored = JSON.parse(raw ?? '[]')
  } catch (cause) {
    console.warn('Remembered products are unreadable and ignored.', cause)
    return []
  }
  if (!Array.isArray(stored)) return []
  const products = stored.flatMap((entry) => toSnapshot(entry) ?? [])
  return [...new Map(products.map((product) => [product.id, product])).values()]
}

/** Stores only those fields of a product that its card shows. */
export function serializeSnapshots(products: readonly CardProduct[]): string {
  return JSON.stringify(products.flatMap((product) => toSnapshot(product) ?? []))
}

const SLUG = /^[a-z0-9-]{1,160}$/

function toSnapshot(entry: unknown): CardProduct | undefined {
  if (!isObject(entry) || !isObject(entry.brand)) return undefined
  const { id, slug, name, current_price_cents: grosze } = entry
  const { name: brandName, slug: brandSlug, is_original } = entry.brand
  if (typeof id !== 'string' || typeof slug !== 'string' || !SLUG.test(slug) || typeof name !== 'string')
    return undefined
  if (typeof grosze !== 'number' || !Number.isSafeInteger(grosze) || grosze <= 0) return undefined
  if (typeof brandName !== 'string' || typeof brandSlug !== 'string') return undefined
  return {
    id,
    slug,
    name,
    brand: { name: brandName, slug: brandSlug, is_original: is_original === true },
    gender: GENDERS.find((gender) => gender === entry.gender) ?? 'unisex',
    current_price_cents: grosze,
    current_price_pln: grosze / 100,
    // The reduction may have ended by now.
    lowest_price_cents: null,
    reduced_until: null,
    out_of_stock: entry.out_of_stock === true,
    pieces_left: numberOrNull(entry.pieces_left),
    image_key: textOrNull(entry.image_key),
    image_url: textOrNull(entry.image_url),
    kind: parseKind(entry.kind),
    volume_ml: numberOrNull(entry.volume_ml),
    // The stored prices of its sizes would be older than its own, which is read again.
    sizes: [],
    concentration: textOrNull(entry.concentration),
    average_rating: numberOrNull(entry.average_rating),
    total_reviews: numberOrNull(entry.total_reviews) ?? 0,
  }
}

const numberOrNull = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** The product on the screen and those that can be shown beside it. */
const MOST_VIEWED = 9

/** Remembers a viewed product in front of the others. */
export function rememberViewed(product: Product): void {
  const others = readViewed().filter(({ id }) => id !== product.id)
  writeStored('viewed_products', serializeSnapshots([product, ...others].slice(0, MOST_VIEWED)))
}

/** Products viewed in this browser, the last one first. */
export function readViewed(): CardProduct[] {
  return parseSnapshots(readStored('viewed_products'))
}
