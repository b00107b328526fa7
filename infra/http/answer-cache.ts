import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { redactError } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { type CachedAnswer, toCachedAnswer } from './cached-answer.ts'
import type { PublicAddress } from './public-addresses.ts'

/** Bytes of all cached answers together, in every encoding: what the shop links to, and what visitors typed. */
const MOST_BYTES = { always: 56 * 1024 * 1024, search: 8 * 1024 * 1024 }
/** An answer older than this is made again, ms: in case a change notice was lost. */
const FRESH_MS = 5 * 60_000
/** How long an old answer may stand in for one that cannot be made because the database is away, ms. */
const STALE_MS = 60_000
/** While the database is away old answers are given at once, and it is asked again so often, ms. */
const ASK_AGAIN_MS = 500
/** Changes are gathered for so long, ms: the longest an answer may lag behind one. */
const GATHER_MS = 250

type Entry = {
  answer: CachedAnswer
  /** From when on it must not be answered any more while a new one can be made, ms as by Date.now(). */
  staleFrom: number
}

export type AnswerCacheOptions = {
  /** Makes the answer of an address; cached is a 200, or the status that the address says. */
  make(address: PublicAddress): Promise<Response>
  mostBytes?: Record<'always' | 'search', number>
}

/**
 * Public pages and reading calls of the API, made once and answered as bytes. Filled on demand: one making per answer, however
 * many wait. Any change of what visitors see makes all of them old. While changes cannot be heard of nothing new is cached, and
 * old answers serve only where the database cannot.
 */
export class AnswerCache {
  readonly #make: AnswerCacheOptions['make']
  readonly #entries: Record<'always' | 'search', LRUCache<string, Entry>>
  /** What is being made and can be waited for. */
  readonly #making = new Map<string, Promise<Entry | Response>>()
  #listening = false
  /** How often answers were made old. */
  #version = 0
  #gathering: NodeJS.Timeout | undefined
  #hasChanged = false
  /** Since the last answer that was made said 503: when to try again, ms as by Date.now(). */
  #askAgainAt: number | null = null

  constructor({ make, mostBytes = MOST_BYTES }: AnswerCacheOptions) {
    this.#make = make
    const open = (maxSize: number) =>
      new LRUCache<string, Entry>({ maxSize, sizeCalculation: (entry) => entry.answer.bytes })
    this.#entries = { always: open(mostBytes.always), search: open(mostBytes.search) }
  }

  /**
   * Something that visitors see changed. The first change takes effect at once, those of the next 250 ms together at their end:
   * however many orders there are, an answer is made at most four times a second.
   */
  change(): void {
    this.#hasChanged = true
    if (this.#gathering === undefined) this.takeChanges()
  }

  /** Lets changes that were gathered take effect now. */
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
    // Who asks from now on must not wait for what was begun before.
    this.#making.clear()
  }

  /** Whether changes are heard of. What was made before may be older than one that nobody heard of. */
  setListening(listening: boolean): void {
    this.#listening = listening
    this.#hasChanged = true
    this.takeChanges()
  }

  /**
   * Answers from memory; false when there is nothing to answer with.
   *
   * @param common as `CachedAnswer.send` takes it
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
      entry.answer.send(request, response, 'hit', common)
      return true
    }
    if (this.#askAgainAt === null || !canStandIn(entry, now)) return false
    entry.answer.send(request, response, 'hit; detail=stale', common)
    if (now >= this.#askAgainAt) {
      this.#askAgainAt = now + ASK_AGAIN_MS
      this.#makeOnce(address).catch((error) =>
        log.error('An answer could not be made', { path: address.key.split('?', 1)[0], error: redactError(error) }),
      )
    }
    return true
  }

  /** Answers with what is made now. What is no 200 is returned for the caller to send. */
  async answer(
    address: PublicAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Response | undefined> {
    const collapsed = this.#making.has(address.key)
    const made = await this.#makeOnce(address)
    if ('answer' in made) {
      made.answer.send(request, response, collapsed ? 'fwd=miss; collapsed' : 'fwd=miss')
      return undefined
    }
    const old = this.#find(address)
    if (made.status !== 503 || old === undefined || !canStandIn(old, Date.now())) return made.clone()
    old.answer.send(request, response, 'hit; detail=stale')
    return undefined
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
    // A change that took effect meanwhile makes it old already: it answers who waited for it, and nobody else.
    if (this.#listening && version === this.#version) entries.set(address.key, entry)
    return entry
  }
}

function canStandIn(entry: Entry, now: number): boolean {
  return now < entry.staleFrom + STALE_MS
}
