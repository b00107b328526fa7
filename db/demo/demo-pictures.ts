import { availableParallelism } from 'node:os'
import type { PictureStore } from '#domain/catalog/product.ts'
import { hashPicture } from '#infra/storage/disk-pictures.ts'
import { type DemoProduct, readDemoPicture } from './demo-data.ts'

/** Stores the pictures of all products, as many at once as there are processors; returns image keys by product slug. */
export async function storeDemoPictures(
  products: DemoProduct[],
  pictures: PictureStore | null,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  if (!pictures) return new Map(products.map((product) => [product.slug, hashPicture(readDemoPicture(product))]))
  const keys = new Map<string, string>()
  const waiting = products.values()
  const worker = async () => {
    for (const product of waiting) {
      signal?.throwIfAborted()
      const stored = await pictures.store(readDemoPicture(product))
      if (!stored.ok) throw new Error(`db/demo/${product.image} cannot be used: ${stored.failure.reason}`)
      keys.set(product.slug, stored.value.imageKey)
      if (keys.size % 16 === 0) log(`Making product pictures: ${keys.size} of ${products.length}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return keys
}
