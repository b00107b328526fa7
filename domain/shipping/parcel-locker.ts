import type { Result } from '#domain/result.ts'

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
