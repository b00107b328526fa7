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
  const [whole, ...closeUps] = listPictures(product)
  for (const { key, read } of [whole, ...closeUps]) {
    if (!pictures || (await pictures.has(key))) continue
    const encoded = await encodePicture(await read())
    if (!encoded.ok) throw new Error(`the demo picture ${key} cannot be used: ${encoded.failure.reason}`)
    await pictures.put(key, encoded.value)
  }
  const more_pictures = closeUps.map(({ key, alt }) => ({
    image_key: key,
    alt: `${product.name}: ${alt.toLowerCase()}`,
  }))
  return { image_key: whole.key, more_pictures }
}

type ListedPicture = { key: string; alt: string; read(): Promise<Buffer> }

/** The pictures of a product by their keys, the whole one first. */
export function listPictures(product: DemoProduct): [ListedPicture, ...ListedPicture[]] {
  const picture = readDemoPicture(product)
  const closeUps = (product.close_ups ? CLOSE_UPS : []).map(({ alt, top }) => ({
    key: hashPicture(Buffer.concat([picture, Buffer.from(alt)])),
    alt,
    read: () => cutPicture(picture, { ...CLOSE_UP, top }),
  }))
  return [{ key: hashPicture(picture), alt: product.name, read: () => Promise.resolve(picture) }, ...closeUps]
}
