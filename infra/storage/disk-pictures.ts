import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  PICTURE_RATIO,
  PICTURE_WIDTHS,
  type PictureFormat,
  type PictureStore,
  type PictureWidth,
} from '#domain/catalog/product.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/**
 * Pictures as files `<mediaDir>/products/<key>/<width>.<format>`, as their public addresses say. A picture's folder appears
 * complete or not at all.
 */
export function createDiskPictures(mediaDir: string): PictureStore {
  return {
    async store(picture) {
      const imageKey = hashPicture(picture)
      const folder = join(mediaDir, 'products', imageKey)
      if (existsSync(folder)) return ok({ imageKey })
      const variants = await createVariants(picture)
      if (!variants.ok) return variants
      const unfinished = `${folder}.${randomUUID()}`
      await mkdir(unfinished, { recursive: true })
      for (const { width, format, bytes } of variants.value) {
        await writeFile(join(unfinished, `${width}.${format}`), bytes, { flush: true })
      }
      try {
        await rename(unfinished, folder)
      } catch (error) {
        await rm(unfinished, { recursive: true })
        // The same picture arrived twice at once; the other one's folder holds the same bytes.
        if (!existsSync(folder)) throw error
      }
      return ok({ imageKey })
    },
  }
}

type PictureVariant = { width: PictureWidth; format: PictureFormat; bytes: Buffer }

/** A photograph of 24 megapixels still fits; a decompression bomb does not. */
const PIXEL_LIMIT = 24_000_000
const ACCEPTED = new Set(['jpeg', 'png', 'webp'])

/** Part of every key: raise it when the settings below change, so that addresses never change their bytes. */
const RECIPE = '1'

export function hashPicture(picture: Uint8Array): string {
  return createHash('sha256').update(RECIPE).update(picture).digest('hex').slice(0, 32)
}

/** All variants, 4:5, without metadata. A smaller picture is shown whole in the middle of its own size, never blown up. */
async function createVariants(
  picture: Uint8Array,
): Promise<Result<PictureVariant[], { reason: 'not_a_picture' | 'picture_too_large' }>> {
  const checked = await checkPicture(picture)
  if (!checked.ok) return checked
  try {
    const variants: PictureVariant[] = []
    for (const width of PICTURE_WIDTHS) variants.push(...(await createBothFormats(picture, width)))
    return ok(variants)
  } catch {
    // The header was fine, the content is torn: for the sender that is the same as no picture.
    return fail({ reason: 'not_a_picture' })
  }
}

async function checkPicture(picture: Uint8Array) {
  try {
    const { format, width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (!ACCEPTED.has(format)) return fail({ reason: 'not_a_picture' as const })
    return width * height > PIXEL_LIMIT ? fail({ reason: 'picture_too_large' as const }) : ok(null)
  } catch {
    return fail({ reason: 'not_a_picture' as const })
  }
}

async function createBothFormats(picture: Uint8Array, width: PictureWidth): Promise<PictureVariant[]> {
  const height = (width * PICTURE_RATIO.height) / PICTURE_RATIO.width
  const resized = await sharp(picture, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit: 'cover', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: actual, height: tall, channels } = resized.info
  const source = () => sharp(resized.data, { raw: { width: actual, height: tall, channels } })
  // Low effort: half the processor time for a sixth more bytes, and still well below WebP.
  const [avif, webp] = await Promise.all([
    source().avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer(),
    source().webp({ quality: 80, effort: 2 }).toBuffer(),
  ])
  return [
    { width, format: 'avif', bytes: avif },
    { width, format: 'webp', bytes: webp },
  ]
}
