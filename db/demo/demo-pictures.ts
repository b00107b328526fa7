import { availableParallelism } from 'node:os'
import type { DescribedPicture } from '#domain/catalog/product-pictures.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { cutPicture, encodePicture, hashPicture } from '#infra/storage/picture-encoder.ts'
import { type DemoProduct, readDemoPicture } from './demo-data.ts'

/** The pictures of each product that could be made, by its slug. */
export type DemoPictureKeys = Map<string, { image_key: string | null; more_pictures: DescribedPicture[] }>

/** The close-ups, as parts of a picture of 960 x 1200 px: bottles stand in the same place on all. */
const CLOSE_UPS = [
  { alt: 'Etykieta z bliska', top: 540 },
  { alt: 'Zamknięcie flakonu z bliska', top: 170 },
]
const CLOSE_UP = { left: 256, width: 448, height: 560 }

/**
 * Stores the pictures of all products, as many at once as there are processors. However long one takes, it is waited
 * for. One that cannot be made is left out and named in the log.
 */
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
      keys.set(product.slug, await storePictures(product, pictures, log))
      if (pictures && keys.size % 16 === 0) log(`Przygotowuję zdjęcia produktów: ${keys.size} z ${products.length}`)
    }
  }
  // A stop does not wait for the pictures that are being made.
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  await Promise.race([aborted, Promise.all(Array.from({ length: availableParallelism() }, worker))])
  return keys
}

async function storePictures(product: DemoProduct, pictures: PictureStorage | null, log: (line: string) => void) {
  const stored = new Set<string>()
  const [whole, ...closeUps] = listPictures(product)
  for (const picture of [whole, ...closeUps]) {
    const made = await storePicture(picture, pictures)
    if (made.ok) stored.add(picture.key)
    else
      log(
        `Pominięto zdjęcie produktu ${product.name} (${picture.alt}), nie da się go przygotować: ${made.failure.reason}`,
      )
    // Without the whole bottle no close-up is shown.
    if (!stored.has(whole.key)) break
  }
  const more_pictures = closeUps
    .filter(({ key }) => stored.has(key))
    .map(({ key, alt }) => ({ image_key: key, alt: `${product.name}: ${alt.toLowerCase()}` }))
  return { image_key: stored.has(whole.key) ? whole.key : null, more_pictures }
}

async function storePicture(
  { key, read }: ListedPicture,
  pictures: PictureStorage | null,
): Promise<Result<null, { reason: string }>> {
  if (!pictures || (await pictures.has(key))) return ok(null)
  const source = await read().catch((error: Error) => error)
  if (source instanceof Error) return fail({ reason: source.message })
  const encoded = await encodePicture(source, 'shop')
  if (!encoded.ok) return encoded
  await pictures.put(key, encoded.value)
  return ok(null)
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
