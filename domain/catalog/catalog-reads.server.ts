import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What an answer can be made from, in the words of the database's `catalog_changed` notices: one product with its reviews,
 * the lists that are filtered, sorted and searched, what resembles products for a gender, what delivery costs.
 */
export type CatalogSubject = 'lists' | 'shipping-costs' | `product:${string}` | `similar:${string}`

export type CatalogReads = {
  /** What was read; a change of any of it makes an answer old. */
  subjects: Set<CatalogSubject>
  /** The last page of a list that was asked for a page beyond its end, else null. */
  lastPage: number | null
  /** Null while changes are not heard of. */
  notices: CatalogNotices | null
}

/** The change notices that came so far. */
export type CatalogNotices = {
  readonly count: number
  /** The number of the last one that concerns any of the subjects, 0 when there was none. */
  lastOf(subjects: Iterable<CatalogSubject>): number
}

const reads = new AsyncLocalStorage<CatalogReads>()

/** Runs the work and says what of the catalogue its queries read. */
export async function recordCatalogReads<Value>(
  work: () => Promise<Value>,
  notices: CatalogNotices | null,
): Promise<{ value: Value; reads: CatalogReads }> {
  const record: CatalogReads = { subjects: new Set(), lastPage: null, notices }
  return { value: await reads.run(record, work), reads: record }
}

export function noteCatalogRead(subject: CatalogSubject): void {
  reads.getStore()?.subjects.add(subject)
}

export function noteLastPage(page: number): void {
  const record = reads.getStore()
  if (record) record.lastPage = page
}

/** A result is read anew after so long, ms: in case a notice was lost. */
const SHARED_MS = 60_000

/**
 * A small read that many answers need: while they are made for the cache they share its result, until a notice concerns it.
 * Everywhere else it asks the database.
 *
 * @param subjects what it reads; a notice that everything changed concerns it in any case.
 */
export function shareRead<Db, Value>(
  subjects: readonly CatalogSubject[],
  query: (db: Db) => Promise<Value>,
): (db: Db) => Promise<Value> {
  const results = new WeakMap<CatalogNotices, { value: Promise<Value>; since: number; at: number }>()
  return (db) => {
    const record = reads.getStore()
    for (const subject of subjects) record?.subjects.add(subject)
    const notices = record?.notices
    if (!notices) return query(db)
    const known = results.get(notices)
    if (known && known.since >= notices.lastOf(subjects) && Date.now() - known.at < SHARED_MS) return known.value
    const result = { value: query(db), since: notices.count, at: Date.now() }
    results.set(notices, result)
    // Who asked is told; who asks next must not be told the same.
    result.value.catch(() => results.get(notices) === result && results.delete(notices))
    return result.value
  }
}

type Remembered<Value> = { value: Value; reads: Pick<CatalogReads, 'subjects' | 'lastPage'>; since: number; at: number }

type RememberOptions<Asked, Value> = {
  /** Equal for what has the same result. */
  keyOf(asked: Asked): string
  /** Of all results together, as `weigh` counts them (1 each without it). */
  most: number
  weigh?(value: Value): number
}

/**
 * A read whose results are remembered while answers are made for the cache: each until a notice concerns what it was made
 * from. Everywhere else it asks the database. Results are shared and must not be changed.
 */
export function rememberRead<Db, Asked, Value>(
  query: (db: Db, asked: Asked) => Promise<Value>,
  { keyOf, most, weigh = () => 1 }: RememberOptions<Asked, Value>,
): (db: Db, asked: Asked) => Promise<Value> {
  const memories = new WeakMap<CatalogNotices, Memory<Value>>()
  return async (db, asked) => {
    const record = reads.getStore()
    const notices = record?.notices
    if (!notices) return query(db, asked)
    const memory = memories.get(notices) ?? new Memory<Value>(most, weigh)
    memories.set(notices, memory)
    const key = keyOf(asked)
    let known = memory.get(key)
    if (!known || !isCurrent(known, notices)) {
      const since = notices.count
      const { value, reads } = await recordCatalogReads(() => query(db, asked), notices)
      known = { value, reads, since, at: Date.now() }
      // What was made from nothing, no notice concerns.
      if (reads.subjects.size > 0) memory.set(key, known)
    }
    for (const subject of known.reads.subjects) record.subjects.add(subject)
    record.lastPage = known.reads.lastPage ?? record.lastPage
    return known.value
  }
}

/**
 * Reads of many things by their keys, in the order of the keys and without those that are not there: while answers are made
 * for the cache each is remembered until a notice concerns it, and only the others are asked for. Results are shared and must
 * not be changed.
 *
 * @param query notes what it reads
 * @param subjectOf all that one of them is made from
 * @param most are remembered
 */
export function rememberEach<Db, Value>(
  query: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { subjectOf, most }: { subjectOf(key: string): CatalogSubject; most: number },
): (db: Db, keys: readonly string[]) => Promise<Value[]> {
  const memories = new WeakMap<CatalogNotices, Memory<Value>>()
  return async (db, keys) => {
    const record = reads.getStore()
    const notices = record?.notices
    const memory = notices ? (memories.get(notices) ?? new Memory<Value>(most, () => 1)) : undefined
    const found = new Map<string, Value>()
    if (notices && memory) {
      memories.set(notices, memory)
      for (const key of keys) {
        const known = memory.get(key)
        if (!known || !isCurrent(known, notices)) continue
        record.subjects.add(subjectOf(key))
        found.set(key, known.value)
      }
    }
    const missing = keys.filter((key) => !found.has(key))
    if (missing.length > 0) {
      const since = notices?.count ?? 0
      for (const [key, value] of await query(db, missing)) {
        found.set(key, value)
        const subjects = new Set([subjectOf(key)])
        memory?.set(key, { value, reads: { subjects, lastPage: null }, since, at: Date.now() })
      }
    }
    return keys.flatMap((key) => found.get(key) ?? [])
  }
}

function isCurrent({ reads, since, at }: Remembered<unknown>, notices: CatalogNotices): boolean {
  return Date.now() - at < SHARED_MS && since >= notices.lastOf(reads.subjects)
}

/** The results that were used last. */
class Memory<Value> {
  readonly #results = new Map<string, Remembered<Value>>()
  readonly #most: number
  readonly #weigh: (value: Value) => number
  #weight = 0

  constructor(most: number, weigh: (value: Value) => number) {
    this.#most = most
    this.#weigh = weigh
  }

  get(key: string): Remembered<Value> | undefined {
    const known = this.#results.get(key)
    if (!known) return undefined
    this.#results.delete(key)
    this.#results.set(key, known)
    return known
  }

  set(key: string, result: Remembered<Value>): void {
    this.#forget(key)
    this.#results.set(key, result)
    this.#weight += this.#weigh(result.value)
    for (const oldest of this.#results.keys()) {
      if (this.#weight <= this.#most) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const known = this.#results.get(key)
    if (!known) return
    this.#results.delete(key)
    this.#weight -= this.#weigh(known.value)
  }
}
