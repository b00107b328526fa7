import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { fileMemory } from '#infra/http/file-memory.ts'

/**
 * Pictures as files `<mediaDir>/products/<key>/<width>.<format>`, like their public addresses. A picture's folder
 * appears complete or not at all.
 */
export function createDiskPictures(mediaDir: string): PictureStorage {
  const products = join(mediaDir, 'products')
  return {
    has: async (imageKey) => existsSync(join(products, imageKey)),

    async put(imageKey, variants) {
      const folder = join(products, imageKey)
      if (existsSync(folder)) return
      const unfinished = `${folder}.${randomUUID()}`
      await mkdir(unfinished, { recursive: true })
      for (const { width, format, bytes } of variants) {
        await writeFile(join(unfinished, `${width}.${format}`), bytes, { flush: true })
      }
      try {
        await rename(unfinished, folder)
      } catch (error) {
        await rm(unfinished, { recursive: true })
        // The same picture arrived twice; the other folder has the same bytes.
        if (!existsSync(folder)) throw error
      }
    },

    async delete(imageKey) {
      const folder = join(products, imageKey)
      if (!existsSync(folder)) return
      // Renamed first: a process that dies during the removal leaves no file with an address.
      const removed = `${folder}.${randomUUID()}`
      await rename(folder, removed)
      fileMemory.forget(folder)
      await rm(removed, { recursive: true })
    },

    async check() {
      await mkdir(products, { recursive: true })
      await access(products, constants.W_OK)
    },
  }
}
