import { fail, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { LOCKER_SEARCH_MIN_LENGTH, type LockerQuery, type ParcelLocker } from '#domain/shipping/parcel-locker.ts'

/** Characters of a city, street or code before it is worth asking. */
const TEXT_MIN_LENGTH = 3

/**
 * Active lockers for what the buyer typed, at most 50. A postal code counts from 5 characters on (spec 1 §9); either part
 * may be absent, both together narrow each other.
 */
export async function findLockers(
  services: Pick<Services, 'lockers'>,
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
