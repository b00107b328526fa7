import { z } from 'zod'
import { fail, type Result } from '#domain/result.ts'
import { defineSchema } from '#domain/wire-schema.ts'

export const parcelLockerSchema = defineSchema(() =>
  z
    .object({
      inpost_id: z.string(),
      name: z.string(),
      address: z.string(),
      city: z.string(),
      postal_code: z.string(),
      status: z.enum(['active', 'inactive']),
      opening_hours: z
        .string()
        .nullable()
        .meta({ description: "As the operator words them, e.g. '24/7'; null when unknown." }),
    })
    .meta({ id: 'ParcelLocker' }),
)
export type ParcelLocker = z.output<typeof parcelLockerSchema>

/** Longer texts name no place. */
const QUERY_MAX_LENGTH = 100

export const lockerQuerySchema = defineSchema(() => {
  const typed = z.string().max(QUERY_MAX_LENGTH).optional()
  return z
    .strictObject({ post_code: typed, search: typed })
    .meta({ description: 'At least 5 characters of post_code or 3 of search; both together narrow each other.' })
})
export type LockerQuery = z.output<typeof lockerQuerySchema>

/** At most this many lockers are shown. */
export const LOCKERS_SHOWN = 50
/** Characters of a postal code before the search starts, and pause after typing in ms. */
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
export const LOCKER_TEXT_MIN_LENGTH = 3

/** Active lockers for what the buyer typed, at most LOCKERS_SHOWN. */
export async function findLockers(
  services: { lockers: LockerDirectory },
  typed: LockerQuery,
): Promise<Result<ParcelLocker[], { reason: 'query_too_short' | 'lockers_unavailable' }>> {
  const postCode = typed.post_code?.trim() ?? ''
  const search = typed.search?.trim() ?? ''
  const query: LockerQuery = {
    ...(postCode.length >= LOCKER_SEARCH_MIN_LENGTH && { post_code: postCode }),
    ...(search.length >= LOCKER_TEXT_MIN_LENGTH && { search }),
  }
  if (query.post_code === undefined && query.search === undefined) return fail({ reason: 'query_too_short' })
  const found = await services.lockers.find(query)
  return found.ok ? found : fail({ reason: 'lockers_unavailable' })
}
