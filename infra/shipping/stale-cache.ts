import { LRUCache } from 'lru-cache'

export type StaleCacheOptions = {
  /** Answered without loading again while younger than this, ms. */
  freshMs: number
  /** Still answered while younger than this when loading again fails, ms. */
  usableMs: number
  maxEntries: number
  /** Answers what is still usable at once and loads again meanwhile. */
  inBackground?: boolean
  now(): Date
}

/**
 * Caches the answers of a slow, fallible source. Equal questions asked at once share one request; the entry used longest
 * ago is dropped when there are too many. A failure is thrown unless an answer still usable is at hand; the next question
 * asks again.
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
