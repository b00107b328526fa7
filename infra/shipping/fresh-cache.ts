type Entry<Value> = { value: Value; loadedAt: number }

export type StaleCacheOptions = {
  /** Answered without asking again while younger than this, ms. */
  freshMs: number
  /** Still answered while younger than this when asking again fails, ms. */
  usableMs: number
  maxEntries: number
  /** Answers what is still usable at once and asks again behind the scenes. */
  inBackground?: boolean
  now(): Date
}

/**
 * Remembers what a slow, fallible source said. Questions asked at once share one request; the entry used longest ago goes
 * first when there are too many. A failure is thrown to the asker unless an answer still usable is at hand.
 */
export function createStaleCache<Value>(options: StaleCacheOptions) {
  const { freshMs, usableMs, maxEntries, inBackground = false, now } = options
  const entries = new Map<string, Entry<Value>>()
  const attemptsInFlight = new Map<string, Promise<Value>>()

  function remember(key: string, entry: Entry<Value>): void {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= maxEntries) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }

  function ask(key: string, load: () => Promise<Value>): Promise<Value> {
    const running = attemptsInFlight.get(key)
    if (running !== undefined) return running
    const request = load()
      .then((value) => {
        remember(key, { value, loadedAt: now().getTime() })
        return value
      })
      .finally(() => attemptsInFlight.delete(key))
    attemptsInFlight.set(key, request)
    return request
  }

  return {
    async get(key: string, load: () => Promise<Value>): Promise<Value> {
      const entry = entries.get(key)
      if (entry === undefined) return ask(key, load)
      remember(key, entry)
      const isYoungerThan = (ms: number) => now().getTime() - entry.loadedAt < ms
      if (isYoungerThan(freshMs)) return entry.value
      // Here and below: a failure that still leaves a usable answer is none, the next question asks again.
      if (inBackground && isYoungerThan(usableMs)) {
        ask(key, load).catch(() => undefined)
        return entry.value
      }
      try {
        return await ask(key, load)
      } catch (error) {
        if (isYoungerThan(usableMs)) return entry.value
        throw error
      }
    },
  }
}
