import { LRUCache } from 'lru-cache'
import type { CatalogNotices } from '#domain/catalog/catalog-reads.server.ts'

/** Names of the catalogue whose last notice is remembered one by one. */
const MOST_NAMES = 10_000

/** Concerns whatever was read. */
export const EVERYTHING = 'all'

/** Numbers the change notices as they come, and remembers the last one of each name. */
export class ChangeNotices implements CatalogNotices {
  #count = 0
  readonly #last = new LRUCache<string, number>({
    max: MOST_NAMES,
    dispose: (number, _, reason) => {
      if (reason === 'evict') this.#forgotten = Math.max(this.#forgotten, number)
    },
  })
  /** The last one of any name that is not remembered. */
  #forgotten = 0

  get count(): number {
    return this.#count
  }

  /** Counts a notice of these names; its number. */
  add(names: readonly string[]): number {
    this.#count += 1
    for (const name of names) this.#last.set(name, this.#count)
    return this.#count
  }

  lastOf(names: Iterable<string>): number {
    let last = this.#findLast(EVERYTHING)
    for (const name of names) last = Math.max(last, this.#findLast(name))
    return last
  }

  #findLast(name: string): number {
    return this.#last.peek(name) ?? this.#forgotten
  }
}
