import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { redactError } from '#domain/kernel/database/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { type CachedAnswer, type CacheStatus, toCachedAnswer } from './cached-answer.ts'
import type { PublicAddress } from './public-addresses.ts'

/** Bytes of all cached answers, in every encoding: of linked addresses, and of searches. */
const MOST_BYTES = { always: 56 * 1024 * 1024, search: 8 * 1024 * 1024 }
/** An answer older than this is made again, in case a notification of a change was lost, ms. */
const FRESH_MS = 5 * 60_000
/** How long an old answer is used while the database is away, ms. */
const STALE_MS = 60_000
/** Pause between attempts to make an answer while the database is away, ms. */
const ASK_AGAIN_MS = 500
/** How long changes are gathered, ms: the longest delay of a change. */
const GATHER_MS = 250

type Entry = {
  answer: CachedAnswer
  /** When the answer becomes old, ms as by Date.now(). */
  staleFrom: number
}

type AnswerCacheOptions = {
  /** Makes the answer of an address. A 200, or the address's own status, is cached. */
  make(address: PublicAddress): Promise<Response>
  mostBytes?: Record<'always' | 'search', number>
}

/**
 * Caches public pages and reading calls of the API as bytes. Requests that wait for the same answer share one making.
 * Every change that visitors can see makes all answers old. Without notifications of changes nothing new is cached, and
 * old answers are used only while the database is away.
 */
export class AnswerCache {
  /** How many answers were sent in this way. */
  readonly sent: Record<CacheStatus, number> = {
    hit: 0,
    'hit; detail=stale': 0,
    'fwd=miss': 0,
    'fwd=miss; collapsed': 0,
  }
  readonly #make: AnswerCacheOptions['make']
  readonly #entries: Record<'always' | 'search', LRUCache<string, Entry>>
  /** Answers being made, by key. */
  readonly #making = new Map<string, Promise<Entry | Response>>()
  #listening = false
  /** Number of changes that took effect. */
  #version = 0
  #gathering: NodeJS.Timeout | undefined
  #hasChanged = false
  /** When to try again after a 503, ms as by Date.now(); null when the last answer was made. */
  #askAgainAt: number | null = null

  constructor({ make, mostBytes = MOST_BYTES }: AnswerCacheOptions) {
    this.#make = make
    const open = (maxSize: number) =>
      new LRUCache<string, Entry>({ maxSize, sizeCalculation: (entry) => entry.answer.bytes })
    this.#entries = { always: open(mostBytes.always), search: open(mostBytes.search) }
  }

  /**
   * Makes answers old after a change that visitors can see. The first change takes effect at once, those of the next
   * 250 ms together after that time, so that an answer is made at most four times a second.
   */
  change(): void {
    this.#hasChanged = true
    if (this.#gathering === undefined) this.takeChanges()
  }

  /** Makes gathered changes take effect now. */
  takeChanges(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    if (!this.#hasChanged) return
    this.#hasChanged = false
    this.#gathering = setTimeout(() => this.takeChanges(), GATHER_MS).unref()
    this.#version += 1
    const now = Date.now()
    for (const entries of Object.values(this.#entries)) {
      for (const entry of entries.values()) entry.staleFrom = Math.min(entry.staleFrom, now)
    }
    // Later requests must not wait for answers begun before the change.
    this.#making.clear()
  }

  /** Sets whether notifications of changes arrive. Answers become old, because a notification may have been missed. */
  setListening(listening: boolean): void {
    this.#listening = listening
    this.#hasChanged = true
    this.takeChanges()
  }

  /**
   * Answers from memory; false when that is not possible.
   * @param common see `CachedAnswer.send`
   */
  answerAtOnce(
    address: PublicAddress,
    request: IncomingMessage,
    response: ServerResponse,
    common: readonly string[] = [],
  ): boolean {
    const entry = this.#find(address)
    if (entry === undefined) return false
    const now = Date.now()
    if (now < entry.staleFrom) {
      this.#send(entry, 'hit', request, response, common)
      return true
    }
    if (this.#askAgainAt === null || !canStandIn(entry, now)) return false
    this.#send(entry, 'hit; detail=stale', request, response, common)
    if (now >= this.#askAgainAt) {
      this.#askAgainAt = now + ASK_AGAIN_MS
      this.#makeOnce(address).catch((error) =>
        log.error('An answer could not be made', { path: address.key.split('?', 1)[0], error: redactError(error) }),
      )
    }
    return true
  }

  /** Makes the answer and sends it. One that cannot be cached is returned for the caller to send. */
  async answer(
    address: PublicAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Response | undefined> {
    const collapsed = this.#making.has(address.key)
    const made = await this.#makeOnce(address)
    if ('answer' in made) {
      this.#send(made, collapsed ? 'fwd=miss; collapsed' : 'fwd=miss', request, response)
      return undefined
    }
    const old = this.#find(address)
    if (made.status !== 503 || old === undefined || !canStandIn(old, Date.now())) return made.clone()
    this.#send(old, 'hit; detail=stale', request, response)
    return undefined
  }

  #send(
    { answer }: Entry,
    status: CacheStatus,
    request: IncomingMessage,
    response: ServerResponse,
    common?: readonly string[],
  ): void {
    this.sent[status] += 1
    answer.send(request, response, status, common)
  }

  #find({ key, cached }: PublicAddress): Entry | undefined {
    return this.#entries[cached].get(key)
  }

  #makeOnce(address: PublicAddress): Promise<Entry | Response> {
    const running = this.#making.get(address.key)
    if (running) return running
    const made = this.#makeEntry(address).finally(() => {
      if (this.#making.get(address.key) === made) this.#making.delete(address.key)
    })
    this.#making.set(address.key, made)
    return made
  }

  async #makeEntry(address: PublicAddress): Promise<Entry | Response> {
    const entries = this.#entries[address.cached]
    const version = this.#version
    const response = await this.#make(address)
    this.#askAgainAt = response.status === 503 ? Date.now() + ASK_AGAIN_MS : null
    if (response.status !== (address.status ?? 200) || response.headers.has('Set-Cookie')) {
      if (response.status !== 503) entries.delete(address.key)
      return response
    }
    const entry = { answer: await toCachedAnswer(response, address), staleFrom: Date.now() + FRESH_MS }
    // After a change in between, the answer goes to the requests that waited for it and is stale from now on. The stale
    // answer is kept as a fallback: if changes come faster than answers are made, there is no other.
    if (!this.#listening || version !== this.#version) entry.staleFrom = Date.now()
    const known = entries.get(address.key)
    if (!known || known.staleFrom < entry.staleFrom) entries.set(address.key, entry)
    return entry
  }
}

function canStandIn(entry: Entry, now: number): boolean {
  return now < entry.staleFrom + STALE_MS
}
