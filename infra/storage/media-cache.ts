import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { log } from '#domain/kernel/log.ts'

/** `away`: the storage or the database does not answer. */
type Restored = 'restored' | 'missing' | 'away'

type MediaCache = {
  /** Null for a file that does not exist or is not shown. Throws when the storage or the database is away. */
  read(path: string): Promise<Uint8Array | null>
  /** Folder of the fetched files. May be emptied at any time. */
  mediaDir: string
}

/** Pause after the storage did not answer, ms. */
const REST_MS = 5_000

/**
 * Returns a function that fetches a file by its path below the media folder, for example '/films/<file>'. Simultaneous
 * requests for one file fetch it once.
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

/** Writes a file in a folder that may not exist yet. The file appears complete or not at all. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(unfinished, bytes, { flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
