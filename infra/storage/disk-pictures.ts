import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureStore } from '#domain/catalog/product.ts'
import { ok } from '#domain/result.ts'
import { pictureKey, pictureVariants } from './picture-variants.ts'

/**
 * Pictures as files `<mediaDir>/products/<key>/<width>.<format>`, as their public addresses say. A picture's folder appears
 * complete or not at all.
 */
export function createDiskPictures(mediaDir: string): PictureStore {
  return {
    async store(picture) {
      const imageKey = pictureKey(picture)
      const folder = join(mediaDir, 'products', imageKey)
      if (existsSync(folder)) return ok({ imageKey })
      const made = await pictureVariants(picture)
      if (!made.ok) return made
      const unfinished = `${folder}.${randomUUID()}`
      await mkdir(unfinished, { recursive: true })
      for (const { width, format, bytes } of made.value) {
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
