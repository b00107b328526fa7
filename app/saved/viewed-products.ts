import { readStored, writeStored } from '#app/browser-storage.ts'
import type { CardProduct, Product } from '#domain/catalog/product.ts'
import { parseSnapshots, serializeSnapshots } from './product-snapshots.ts'

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
