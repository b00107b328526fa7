import { LRUCache } from 'lru-cache'

export type StaleCacheOptions = {
  /** A younger answer is used without loading, ms. */
  freshMs: number
  /** A younger answer is used when loading fails, ms. */
  usableMs: number
  maxEntries: number
  /** Uses a usable answer at once and loads a new one in the background. */
  inBackground?: boolean
  now(): Date
}

/**
 * Caches the answers of a slow, fallible source. Simultaneous equal questions share one request; the least recently
 * used entry is dropped first. A failure is thrown when no usable answer is cached, and the next question loads again.
 */
export function createStaleCache<Value>(options: StaleCacheOptions) {
  const { freshMs, usableMs, maxEntries, inBackground = false, now } = options
  const cache = new LRUCache<string, { value: Value }, () => Promise<Value>>({
    max: maxEntries,
    ttl: freshMs,
    ttlResolution: 0,
    noDeleteOnFetchRejection: true,
    perf: { now: () => now().getTime() },
    fetchMethod: async (_key, _stale, { context: load }) => ({ value: await load() }),
  })
  const ageOf = (key: string) => freshMs - cache.getRemainingTTL(key)
  return {
    async get(key: string, load: () => Promise<Value>): Promise<Value> {
      const isUsable = cache.peek(key, { allowStale: true }) !== undefined && ageOf(key) < usableMs
      const { value } = await cache.forceFetch(key, {
        context: load,
        allowStale: inBackground && isUsable,
        allowStaleOnFetchRejection: !inBackground && isUsable,
      })
      return value
    },
  }
}
