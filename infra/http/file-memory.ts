import { LRUCache } from 'lru-cache'
import { acceptsEncoding } from './encodings.ts'

/** A small file in one encoding. */
type KeptFile = { body: Buffer; size: number; mtime: Date; encoding: string | null }

/** Fits scripts, fonts and pictures of cards; larger files are read from the disk each time. */
const LARGEST_BYTES = 128 * 1024
const MOST_BYTES = 16 * 1024 * 1024
/** Memory of a file beside its bytes. */
const OVERHEAD_BYTES = 1024
/** How long a file is kept whose content may change under its name, ms. */
const NAMED_FRESH_MS = 60_000

/**
 * Recently sent small files, kept because reading a file costs several system calls. All answers share the bytes of a
 * file, so a client that stops reading costs no memory.
 */
class FileMemory {
  readonly #files = new LRUCache<string, KeptFile>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size + OVERHEAD_BYTES,
  })

  /** @param accepted what the visitor's `Accept-Encoding` says */
  find(path: string, accepted: string): KeptFile | undefined {
    return this.#files.get(keyOf(path, accepted))
  }

  /** @param mayChange whether the content may change under the name */
  keep(path: string, accepted: string, { body, size, mtime, encoding }: KeptFile, mayChange: boolean): void {
    const kept = { body, size, mtime, encoding }
    this.#files.set(keyOf(path, accepted), kept, mayChange ? { ttl: NAMED_FRESH_MS } : {})
  }

  /** Forgets the files of a folder that was deleted. */
  forget(folder: string): void {
    for (const key of this.#files.keys()) if (key.includes(` ${folder}/`)) this.#files.delete(key)
  }
}

export const fileMemory = new FileMemory()

export function isSmall(bytes: number): boolean {
  return bytes <= LARGEST_BYTES
}

/** Depends on the two encodings alone, so that a file is kept four times at most. */
function keyOf(path: string, accepted: string): string {
  return `${acceptsEncoding(accepted, 'br')} ${acceptsEncoding(accepted, 'gzip')} ${path}`
}
