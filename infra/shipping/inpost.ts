import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { LockerDirectory, NearbyLocker, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { createInpostPoints, InpostUnavailable } from '#infra/shipping/inpost-points.ts'
import { createLockerCopy } from '#infra/shipping/locker-copy.ts'
import { createStaleCache } from '#infra/shipping/stale-cache.ts'
import { type LockerSearch, makeSearchable, rateFit, readLockerQuery } from './search-lockers.ts'

type InpostOptions = {
  /** e.g. https://api-shipx-pl.easypack24.net */
  baseUrl: string
  token?: string
  /** Longest time of one request to InPost, ms. */
  timeoutMs: number
  now(): Date
  /** Called with the reason when InPost does not answer; the buyer does not see it. */
  onUnavailable?(error: Error): void
}

const MINUTE = 60_000
/** Lists change slowly. A single locker is read for an order, which must not go to a closed one. */
const LISTS = { freshMs: 30 * MINUTE, usableMs: 60 * MINUTE, maxEntries: 200 }
const SINGLE = { freshMs: 2 * MINUTE, usableMs: 5 * MINUTE, maxEntries: 2_000 }

/** Radius of a search around a postal code or a place, m. */
const AROUND_METRES = 30_000

/**
 * InPost's parcel lockers. InPost is asked for a postal code or a locker's code. Words (city, street, with or without
 * diacritics) are searched in a copy of its list, because the API finds a city only by its exact name and no street.
 */
export function createInpostLockers(options: InpostOptions): LockerDirectory {
  const { timeoutMs, now, onUnavailable } = options
  const points = createInpostPoints(options)
  const lists = createStaleCache<ParcelLocker[]>({ ...LISTS, now })
  const nearby = createStaleCache<NearbyLocker[]>({ ...LISTS, now })
  const single = createStaleCache<ParcelLocker | null>({ ...SINGLE, now })
  const copy = createLockerCopy({ points, timeoutMs, cache: { ...LISTS, now } })

  const list = (query: Record<string, string>) =>
    lists.get(new URLSearchParams(query).toString(), async () => {
      const { lockers } = await points.list({ ...query, status: 'Operating' }, AbortSignal.timeout(timeoutMs))
      return lockers.filter((locker) => locker.status === 'active')
    })

  /** Lockers with the postal code first, then those around it, both by distance. */
  async function findAroundPostCode(postCode: string): Promise<ParcelLocker[]> {
    const [exact, near] = await Promise.all([
      list({ post_code: postCode }),
      list({
        relative_post_code: postCode,
        max_distance: String(AROUND_METRES),
        limit: '200',
        sort_by: 'distance_to_relative_point',
        sort_order: 'asc',
      }).catch(replaceRefusal([])),
    ])
    const ofCode = new Set(exact.map((locker) => locker.inpost_id))
    const measured = Map.groupBy(near, (locker) => (ofCode.has(locker.inpost_id) ? 'ofCode' : 'around'))
    const seen = new Set(near.map((locker) => locker.inpost_id))
    return [
      ...(measured.get('ofCode') ?? []),
      ...exact.filter((locker) => !seen.has(locker.inpost_id)),
      ...(measured.get('around') ?? []),
    ]
  }

  async function search({ postCode, code, words, text }: LockerSearch): Promise<ParcelLocker[]> {
    if (code !== undefined) {
      const exact = await list({ name: code })
      if (exact.length > 0) return exact
    }
    if (postCode !== undefined) {
      const around = await findAroundPostCode(postCode)
      return words.length === 0 ? around : around.filter((locker) => rateFit(words, makeSearchable(locker)) > 0)
    }
    return words.length === 0 ? [] : copy.find(words, text)
  }

  async function unlessUnavailable<Value>(
    ask: () => Promise<Value>,
  ): Promise<Result<Value, { reason: 'unavailable' }>> {
    try {
      return ok(await ask())
    } catch (error) {
      if (!(error instanceof InpostUnavailable)) throw error
      onUnavailable?.(error)
      return fail({ reason: 'unavailable' })
    }
  }

  return {
    find: (query) => unlessUnavailable(async () => (await search(readLockerQuery(query))).slice(0, PAGE_SIZES.lockers)),
    findNearby: (place) =>
      unlessUnavailable(() =>
        nearby.get(`${place.latitude},${place.longitude}`, async () => {
          const query = { status: 'Operating', max_distance: String(AROUND_METRES), limit: String(PAGE_SIZES.lockers) }
          const lockers = await points.nearby(place, query, AbortSignal.timeout(timeoutMs)).catch(replaceRefusal([]))
          return lockers.filter((locker) => locker.status === 'active').slice(0, PAGE_SIZES.lockers)
        }),
      ),
    get: (inpostId) =>
      unlessUnavailable(async () => {
        if (!/^[A-Za-z\d][A-Za-z\d-]{1,39}$/.test(inpostId)) return null
        return single.get(inpostId, () => points.one(inpostId, AbortSignal.timeout(timeoutMs)))
      }),
  }
}

/** Returns `value` when InPost refuses an unknown place. Refused keys and limits are thrown. */
function replaceRefusal<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof InpostUnavailable && [400, 404, 422].includes(error.status ?? 0)) return value
    throw error
  }
}
