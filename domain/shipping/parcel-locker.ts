import { z } from 'zod'
import { fail, type Result } from '#domain/kernel/result.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

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
        .meta({ description: "In the carrier's words, e.g. '24/7'; null when unknown" }),
      distance: z.int().optional().meta({ description: 'Metres from the postal code of the search' }),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
    })
    .meta({ id: 'ParcelLocker' }),
)
export type ParcelLocker = z.output<typeof parcelLockerSchema>

/** A point on the map, degrees. */
export const placeSchema = defineSchema(() =>
  z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
)
export type Place = z.output<typeof placeSchema>

/** A locker whose position is known. */
export const nearbyLockerSchema = defineSchema(() =>
  parcelLockerSchema.extend({ latitude: z.number(), longitude: z.number() }).meta({ id: 'NearbyLocker' }),
)
export type NearbyLocker = z.output<typeof nearbyLockerSchema>

/** Longer texts name no place. */
const QUERY_MAX_LENGTH = 100

export const lockerQuerySchema = defineSchema(() => {
  const typed = z.string().max(QUERY_MAX_LENGTH).optional()
  return z
    .strictObject({ post_code: typed, search: typed })
    .meta({ description: 'At least 5 characters of post_code or 3 of search; lockers match both if both are given.' })
})
export type LockerQuery = z.output<typeof lockerQuerySchema>

/** Characters of a postal code before the search starts, and pause after typing in ms. */
export const LOCKER_SEARCH_MIN_LENGTH = 5
export const LOCKER_SEARCH_DEBOUNCE_MS = 300

/** Port to the carrier's directory. `unavailable` covers timeouts, refusals and invalid answers. */
export type LockerDirectory = {
  /** Active lockers that match, best match first, at most PAGE_SIZES.lockers. */
  find(query: LockerQuery): Promise<Result<ParcelLocker[], { reason: 'unavailable' }>>
  /** Active lockers around a place, nearest first, at most PAGE_SIZES.lockers. */
  findNearby(place: Place): Promise<Result<NearbyLocker[], { reason: 'unavailable' }>>
  /** One locker by its id; null when there is none. */
  get(inpostId: string): Promise<Result<ParcelLocker | null, { reason: 'unavailable' }>>
}

/** Characters of a city, street or code before the directory is asked. */
export const LOCKER_TEXT_MIN_LENGTH = 3

/** Active lockers for the buyer's text, at most PAGE_SIZES.lockers. */
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

/** Metres between two places of one country. */
export function measureMetres(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const north = radians(to.latitude - from.latitude)
  const east = radians(to.longitude - from.longitude) * Math.cos(radians((from.latitude + to.latitude) / 2))
  return Math.hypot(north, east) * EARTH_RADIUS_METRES
}

const EARTH_RADIUS_METRES = 6_371_000

const kilometres = new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 1 })

/** '350 m', '1,2 km' */
export function formatDistance(metres: number): string {
  if (metres < 995) return `${Math.max(10, Math.round(metres / 10) * 10)}\u00a0m`
  return `${kilometres.format(metres / 1000)}\u00a0km`
}

/** A page of the locker on a map: its position, or its address where the position is unknown. */
export function linkToMap({ latitude, longitude, address, postal_code, city }: ParcelLocker): string {
  const isKnown = latitude !== undefined && longitude !== undefined
  const query = isKnown ? `${latitude},${longitude}` : `${address}, ${postal_code} ${city}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

/**
 * A place as it leaves the browser: rounded to a thousandth of a degree, about a street. The lockers around it are the
 * same, and the exact position stays private.
 */
export function blurPlace({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 1000) / 1000, longitude: Math.round(longitude * 1000) / 1000 }
}
