import { fail, type Result } from '#domain/result.ts'

/** A parcel locker as the JSON contract shows it (0-decisions). */
export type ParcelLocker = {
  inpost_id: string
  name: string
  address: string
  city: string
  postal_code: string
  status: 'active' | 'inactive'
  /** Opening hours as the operator words them, e.g. '24/7'; null when unknown. */
  opening_hours: string | null
}

export type LockerQuery = { post_code?: string; search?: string }

/** At most this many lockers are shown (spec 1 §9). */
export const LOCKERS_SHOWN = 50
/** Characters before the search starts, and pause after typing in ms (spec 1 §9). */
export const LOCKER_SEARCH_MIN_LENGTH = 5
export const LOCKER_SEARCH_DEBOUNCE_MS = 300

/** Port to the operator's directory. `unavailable` covers time-outs, refusals and answers that make no sense. */
export type LockerDirectory = {
  /** Active lockers that fit, nearest in meaning first, at most LOCKERS_SHOWN. */
  find(query: LockerQuery): Promise<Result<ParcelLocker[], { reason: 'unavailable' }>>
  /** One locker by its id; null when there is none. */
  get(inpostId: string): Promise<Result<ParcelLocker | null, { reason: 'unavailable' }>>
}

/** Characters of a city, street or code before it is worth asking. */
const TEXT_MIN_LENGTH = 3

/**
 * Active lockers for what the buyer typed, at most 50. A postal code counts from 5 characters on (spec 1 §9); either part
 * may be absent, both together narrow each other.
 */
export async function findLockers(
  services: { lockers: LockerDirectory },
  query: LockerQuery,
): Promise<Result<ParcelLocker[], { reason: 'query_too_short' | 'unavailable' }>> {
  const postCode = query.post_code?.trim() ?? ''
  const search = query.search?.trim() ?? ''
  const wish: LockerQuery = {
    ...(postCode.length >= LOCKER_SEARCH_MIN_LENGTH && { post_code: postCode }),
    ...(search.length >= TEXT_MIN_LENGTH && { search }),
  }
  if (wish.post_code === undefined && wish.search === undefined) return fail({ reason: 'query_too_short' })
  return services.lockers.find(wish)
}
