import { availableParallelism } from 'node:os'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { encodePicture, hashPicture } from '#infra/storage/picture-encoder.ts'
import { type DemoProduct, readDemoPicture } from './demo-data.ts'

/** Stores the pictures of all products, as many at once as there are processors; returns image keys by product slug. */
export async function storeDemoPictures(
  products: DemoProduct[],
  pictures: PictureStorage | null,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  if (!pictures) return new Map(products.map((product) => [product.slug, hashPicture(readDemoPicture(product))]))
  const keys = new Map<string, string>()
  const waiting = products.values()
  const worker = async () => {
    for (const product of waiting) {
      signal?.throwIfAborted()
      keys.set(product.slug, await storePicture(product, pictures))
      if (keys.size % 16 === 0) log(`Making product pictures: ${keys.size} of ${products.length}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return keys
}

async function storePicture(product: DemoProduct, pictures: PictureStorage): Promise<string> {
  const picture = readDemoPicture(product)
  const imageKey = hashPicture(picture)
  if (await pictures.has(imageKey)) return imageKey
  const encoded = await encodePicture(picture)
  if (!encoded.ok) throw new Error(`db/demo/${product.image} cannot be used: ${encoded.failure.reason}`)
  await pictures.put(imageKey, encoded.value)
  return imageKey
}
