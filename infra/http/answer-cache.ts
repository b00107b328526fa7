import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type CatalogReads, recordCatalogReads } from '#domain/catalog/catalog-reads.server.ts'
import { redactError } from '#domain/database-error.ts'
import { log } from '#domain/log.ts'
import { type CachedAnswer, toCachedAnswer } from './cached-answer.ts'
import { ChangeNotices, EVERYTHING } from './change-notices.ts'
import type { PublicAddress } from './public-addresses.ts'

/** Bytes of all cached answers together, in every encoding: what the shop links to, and what visitors typed. */
const MOST_BYTES = { always: 56 * 1024 * 1024, search: 8 * 1024 * 1024 }
/** An answer older than this is made anew, ms: in case a change notice was lost. */
const FRESH_MS = 5 * 60_000
/** How long an old answer may stand in for one that cannot be made because the database is away, ms. */
const STALE_MS = 60_000
/** While the database is away old answers are given at once, and it is asked again so often, ms. */
const ASK_AGAIN_MS = 500
/** Change notices are gathered for so long, ms: the longest an answer may lag behind a change. */
const GATHER_MS = 250
/** Lists whose last page is remembered. */
const MOST_LISTS = 1000

type Entry = {
  answer: CachedAnswer
  subjects: ReadonlySet<string>
  /** Count of notices when it began to be made: notices up to it are in it. */
  since: number
  /** From when on it must not be answered any more while a new one can be made, ms as by Date.now(). */
  staleFrom: number
}
/** Notices by what they name, each with its number. */
type Changes = Map<string, number>

export type AnswerCacheOptions = {
  /** Makes the answer of an address; cached is a 200, or the status that the address says. */
  make(address: PublicAddress): Promise<Response>
  mostBytes?: Record<'always' | 'search', number>
}

/**
 * Public pages and reading calls of the API, made once and answered as bytes. Filled on demand (one making per answer, however
 * many wait). A change of the catalogue makes those answers old that were made from what changed. While change notices
 * cannot be received nothing new is cached, and old answers serve only where the database cannot.
 */
export class AnswerCache {
  readonly #make: AnswerCacheOptions['make']
  readonly #entries: Record<'always' | 'search', LRUCache<string, Entry>>
  readonly #bySubject = new Map<string, Set<Entry>>()
  /** What is being made and can be waited for. */
  readonly #making = new Map<string, Promise<Entry | Response>>()
  /** The changes that took effect while something was made, for everything that is being made. */
  readonly #meanwhile = new Set<Changes[]>()
  /** Last pages of lists that were asked for a page beyond their end, by the key of their first page. */
  readonly #lastPages = new LRUCache<string, number>({ max: MOST_LISTS })
  #listening = false
  readonly #notices = new ChangeNotices()
  #gathered: Changes = new Map()
  #gathering: NodeJS.Timeout | undefined
  /** Since the last answer that was made said 503: when to try again, ms as by Date.now(). */
  #askAgainAt: number | null = null

  constructor({ make, mostBytes = MOST_BYTES }: AnswerCacheOptions) {
    this.#make = make
    const open = (maxSize: number) =>
      new LRUCache<string, Entry>({
        maxSize,
        sizeCalculation: (entry) => entry.answer.bytes,
        dispose: (entry) => this.#forgetSubjects(entry),
      })
    this.#entries = { always: open(mostBytes.always), search: open(mostBytes.search) }
  }

  /**
   * Subjects of the catalogue changed (`all`: any). The first notice takes effect at once, those of the next 250 ms together
   * at their end: however many orders there are, an answer is made at most four times a second.
   */
  change(subjects: readonly string[]): void {
    this.#gather(subjects)
    if (this.#gathering === undefined) this.#applyChanges()
  }

  /** Whether change notices are being received. What was made before may be older than a change nobody heard of. */
  setListening(listening: boolean): void {
    this.#listening = listening
    this.#gather([EVERYTHING])
    this.#applyChanges()
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

  /** A page beyond the end of a list is its last one. */
  #find({ key, cached, list }: PublicAddress): Entry | undefined {
    const last = list && this.#lastPages.get(list.keyOf(1))
    return this.#entries[cached].get(list && last !== undefined && last < list.page ? list.keyOf(last) : key)
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
    const since = this.#notices.count
    const changes: Changes[] = []
    this.#meanwhile.add(changes)
    try {
      const { value: response, reads } = await recordCatalogReads(
        () => this.#make(address),
        this.#listening ? this.#notices : null,
      )
      this.#askAgainAt = response.status === 503 ? Date.now() + ASK_AGAIN_MS : null
      if (response.status !== (address.status ?? 200) || response.headers.has('Set-Cookie')) {
        if (response.status !== 503) this.#entries[address.cached].delete(address.key)
        return response
      }
      const answer = await toCachedAnswer(response, address)
      const entry = { answer, subjects: reads.subjects, since, staleFrom: Date.now() + FRESH_MS }
      // A change that took effect meanwhile makes it old already: it answers who waited for it, and nobody else.
      if (this.#listening && !changes.some((change) => concerns(change, entry))) this.#store(address, entry, reads)
      return entry
    } finally {
      this.#meanwhile.delete(changes)
    }
  }

  #store({ key, cached, list }: PublicAddress, entry: Entry, { lastPage }: CatalogReads): void {
    if (list && lastPage !== null) this.#lastPages.set(list.keyOf(1), lastPage)
    const entries = this.#entries[cached]
    const at = list && lastPage !== null ? list.keyOf(lastPage) : key
    entries.set(at, entry)
    // One that is larger than the whole cache is not taken.
    if (entries.peek(at) !== entry) return
    for (const subject of entry.subjects) {
      const made = this.#bySubject.get(subject)
      if (made) made.add(entry)
      else this.#bySubject.set(subject, new Set([entry]))
    }
  }

  #forgetSubjects(entry: Entry): void {
    for (const subject of entry.subjects) {
      const made = this.#bySubject.get(subject)
      made?.delete(entry)
      if (made?.size === 0) this.#bySubject.delete(subject)
    }
  }

  #gather(subjects: readonly string[]): void {
    const number = this.#notices.add(subjects)
    for (const subject of subjects) this.#gathered.set(subject, number)
  }

  /** Makes old what the gathered changes concern, and gathers the next ones. */
  #applyChanges(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    if (this.#gathered.size === 0) return
    const changes = this.#gathered
    this.#gathered = new Map()
    this.#gathering = setTimeout(() => this.#applyChanges(), GATHER_MS).unref()
    const now = Date.now()
    for (const [subject, notice] of changes) {
      for (const entry of this.#listMadeFrom(subject)) {
        if (entry.since < notice) entry.staleFrom = Math.min(entry.staleFrom, now)
      }
    }
    if (changes.has(EVERYTHING) || changes.has('lists')) this.#lastPages.clear()
    for (const meanwhile of this.#meanwhile) meanwhile.push(changes)
    // Who asks from now on must not wait for what was begun before.
    this.#making.clear()
  }

  #listMadeFrom(subject: string): Iterable<Entry> {
    if (subject !== EVERYTHING) return this.#bySubject.get(subject) ?? []
    return [...this.#entries.always.values(), ...this.#entries.search.values()]
  }
}

function canStandIn(entry: Entry, now: number): boolean {
  return now < entry.staleFrom + STALE_MS
}

/** Whether an answer was begun before a change of something it was made from. */
function concerns(changes: Changes, { subjects, since }: Entry): boolean {
  for (const [subject, notice] of changes) {
    if (since < notice && (subject === EVERYTHING || subjects.has(subject))) return true
  }
  return false
}
