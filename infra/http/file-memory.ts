import { LRUCache } from 'lru-cache'

/** A small file as it is sent, in one encoding. */
type KeptFile = { body: Buffer; size: number; mtime: Date; encoding: string | null }

/** Scripts, fonts, pictures of cards; larger ones are read from the disk each time. */
const LARGEST_BYTES = 128 * 1024
const MOST_BYTES = 16 * 1024 * 1024
/** What one takes beside its bytes. */
const OVERHEAD_BYTES = 1024
/** Of a file whose name stays the same when its content changes, ms. */
const NAMED_FRESH_MS = 60_000

/**
 * Small files that were sent lately: reading one costs several calls of the system. However many are sent one, its bytes are there
 * once, so a reader that stops costs no memory.
 */
export class FileMemory {
  readonly #files = new LRUCache<string, KeptFile>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size + OVERHEAD_BYTES,
  })

  /** @param accepted what the visitor's `Accept-Encoding` says */
  find(path: string, accepted: string): KeptFile | undefined {
    return this.#files.get(keyOf(path, accepted))
  }

  /** @param mayChange whether its name stays the same when its content changes */
  keep(path: string, accepted: string, { body, size, mtime, encoding }: KeptFile, mayChange: boolean): void {
    const kept = { body, size, mtime, encoding }
    this.#files.set(keyOf(path, accepted), kept, mayChange ? { ttl: NAMED_FRESH_MS } : {})
  }

  /** Forgets the files of a folder that was deleted. */
  forget(folder: string): void {
    for (const key of this.#files.keys()) if (key.includes(` ${folder}/`)) this.#files.delete(key)
  }
}

/** The one of this process. */
export const fileMemory = new FileMemory()

export function isSmall(bytes: number): boolean {
  return bytes <= LARGEST_BYTES
}

/** Whether an `Accept-Encoding` lists this one. */
export function takesEncoding(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((entry) => entry.trim() === encoding)
}

/** By what counts of the list of encodings alone: whatever else it says, a file is kept four times at most. */
function keyOf(path: string, accepted: string): string {
  return `${takesEncoding(accepted, 'br')} ${takesEncoding(accepted, 'gzip')} ${path}`
}
