import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { log } from '#domain/kernel/log.ts'

/** `away`: the storage, or the database, cannot be asked now. */
export type Restored = 'restored' | 'missing' | 'away'

type MediaCache = {
  /** Null where there is no such file, or none that the shop shows. Throws when storage or database are away. */
  read(path: string): Promise<Uint8Array | null>
  /** Where files are put, to be answered from there. May be emptied at any time. */
  mediaDir: string
}

/** Once the storage did not answer it is left alone for so long, ms. */
const REST_MS = 5_000

/**
 * Fetches a file that is not on this machine. `path` is its address below the media folder, as '/films/<file>'. A file that many ask for at once is fetched once.
 */
export function createMediaCache({ read, mediaDir }: MediaCache): (path: string) => Promise<Restored> {
  const underWay = new Map<string, Promise<Restored>>()
  let restsUntil = 0

  async function restore(path: string): Promise<Restored> {
    try {
      const bytes = await read(path)
      if (bytes === null) return 'missing'
      await writeWhole(join(mediaDir, path), bytes)
      return 'restored'
    } catch (error) {
      restsUntil = performance.now() + REST_MS
      log.warn('a file could not be fetched from the storage', { file: path, error })
      return 'away'
    }
  }

  return (path) => {
    const running = underWay.get(path)
    if (running) return running
    if (performance.now() < restsUntil) return Promise.resolve('away')
    const next = restore(path).finally(() => underWay.delete(path))
    underWay.set(path, next)
    return next
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomUUID()}`
  try {
    await writeFile(unfinished, bytes)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
