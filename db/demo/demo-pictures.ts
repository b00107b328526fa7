import { availableParallelism } from 'node:os'
import type { DescribedPicture } from '#domain/catalog/product-pictures.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { cutPicture, encodePicture, hashPicture } from '#infra/storage/picture-encoder.ts'
import { type DemoProduct, readDemoPicture } from './demo-data.ts'

/** The pictures of each product, by its slug. */
export type DemoPictureKeys = Map<string, { image_key: string; more_pictures: DescribedPicture[] }>

/** The close-ups, as parts of a picture of 960 x 1200 px: bottles stand in the same place on all. */
const CLOSE_UPS = [
  { alt: 'Etykieta z bliska', top: 540 },
  { alt: 'Zamknięcie flakonu z bliska', top: 170 },
]
const CLOSE_UP = { left: 256, width: 448, height: 560 }

/** Stores the pictures of all products, as many at once as there are processors. */
export async function storeDemoPictures(
  products: DemoProduct[],
  pictures: PictureStorage | null,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<DemoPictureKeys> {
  const keys: DemoPictureKeys = new Map()
  const waiting = products.values()
  const worker = async () => {
    for (const product of waiting) {
      signal?.throwIfAborted()
      keys.set(product.slug, await storePictures(product, pictures))
      if (pictures && keys.size % 16 === 0) log(`Making product pictures: ${keys.size} of ${products.length}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return keys
}

async function storePictures(product: DemoProduct, pictures: PictureStorage | null) {
  const picture = readDemoPicture(product)
  const image_key = hashPicture(picture)
  await storePicture(image_key, pictures, () => Promise.resolve(picture))
  const more_pictures: DescribedPicture[] = []
  for (const { alt, top } of product.close_ups ? CLOSE_UPS : []) {
    const key = hashPicture(Buffer.concat([picture, Buffer.from(alt)]))
    await storePicture(key, pictures, () => cutPicture(picture, { ...CLOSE_UP, top }))
    more_pictures.push({ image_key: key, alt: `${product.name}: ${alt.toLowerCase()}` })
  }
  return { image_key, more_pictures }
}

async function storePicture(
  imageKey: string,
  pictures: PictureStorage | null,
  read: () => Promise<Buffer>,
): Promise<void> {
  if (!pictures || (await pictures.has(imageKey))) return
  const encoded = await encodePicture(await read())
  if (!encoded.ok) throw new Error(`the demo picture ${imageKey} cannot be used: ${encoded.failure.reason}`)
  await pictures.put(imageKey, encoded.value)
}
