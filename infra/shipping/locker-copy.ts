import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import type { InpostPoints } from '#infra/shipping/inpost-points.ts'
import { buildLockerIndex, type LockerIndex } from '#infra/shipping/locker-index.ts'
import { createStaleCache, type StaleCacheOptions } from '#infra/shipping/stale-cache.ts'

/** Pages read in parallel, and in all: InPost has about 60 pages of 500 lockers in Poland. */
const PAGES_AT_ONCE = 4
const MOST_PAGES = 200

/**
 * A copy of all working lockers, read on the first search by words and again when it is old. While the first copy of a
 * large directory is being read, a search asks InPost for the words as the name of a city.
 */
export function createLockerCopy(options: { points: InpostPoints; timeoutMs: number; cache: StaleCacheOptions }) {
  const { points, timeoutMs } = options
  const copy = createStaleCache<LockerIndex>({ ...options.cache, maxEntries: 1, inBackground: true })

  async function readPage(number: number) {
    const query = { status: 'Operating', sort_by: 'name', sort_order: 'asc', page: String(number) }
    const { lockers, pages } = await points.list(query, AbortSignal.timeout(timeoutMs))
    return { lockers: lockers.filter((locker) => locker.status === 'active'), pages }
  }

  async function readAll(): Promise<LockerIndex> {
    const first = await readPage(1)
    const lockers = [...first.lockers]
    const last = Math.min(first.pages, MOST_PAGES)
    for (let next = 2; next <= last; next += PAGES_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(PAGES_AT_ONCE, last - next + 1) }, (_, index) => next + index)
      // Each page is tried twice, so that one failure among dozens does not lose the copy.
      const pages = await Promise.all(numbers.map((number) => readPage(number).catch(() => readPage(number))))
      lockers.push(...pages.flatMap((one) => one.lockers))
    }
    return buildLockerIndex(lockers)
  }

  async function findInCity(text: string): Promise<ParcelLocker[]> {
    const query = { status: 'Operating', city: capitalise(text) }
    const { lockers } = await points.list(query, AbortSignal.timeout(timeoutMs))
    return lockers.filter((locker) => locker.status === 'active')
  }

  return {
    /** Best fit first, then by name, PAGE_SIZES.lockers at most. */
    async find(words: readonly string[], text: string): Promise<ParcelLocker[]> {
      const index = await waitAtMost(1.5 * timeoutMs, copy.get('all', readAll))
      return index === undefined ? findInCity(text) : index.find(words, PAGE_SIZES.lockers)
    },
  }
}

/** 'BIELSKO-biała' -> 'Bielsko-Biała', as the directory writes cities. */
function capitalise(text: string): string {
  return text.toLocaleLowerCase('pl').replace(/(^|[\s-])\p{L}/gu, (start) => start.toLocaleUpperCase('pl'))
}

/** The result of a promise, or undefined when it takes longer than `timeoutMs`. */
async function waitAtMost<Value>(timeoutMs: number, coming: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
