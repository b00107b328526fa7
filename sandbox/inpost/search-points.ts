import { z } from 'zod'
import type { Point } from '#sandbox/inpost/demo-points.ts'

const whole = z.coerce.number().int()

/** Query parameters of GET /v1/points that select and order; lists are comma separated, values match exactly. */
export const pointFilterSchema = z.object({
  name: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  functions: z.string().optional(),
  city: z.string().optional(),
  post_code: z.string().optional(),
  relative_post_code: z.string().optional(),
  relative_point: z.string().optional(),
  max_distance: whole.min(1).optional(),
  limit: whole.min(1).optional(),
  sort_by: z.enum(['name', 'status', 'distance_to_relative_point']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
})
type PointFilter = z.infer<typeof pointFilterSchema>

/** A postal code that differs more than this from every locker's is unknown. */
const UNKNOWN_BEYOND = 5_000

type Place = { latitude: number; longitude: number }

/** The real directory's default of max_distance, m. */
const DEFAULT_MAX_DISTANCE = 50_000

export function searchPoints(points: readonly Point[], filter: PointFilter): Point[] {
  const one = (wanted: string | undefined, value: string) => wanted === undefined || wanted.split(',').includes(value)
  const any = (wanted: string | undefined, values: string[]) =>
    wanted === undefined || wanted.split(',').some((value) => values.includes(value))
  const selected = points.filter(
    (point) =>
      one(filter.name, point.name) &&
      one(filter.status, point.status) &&
      one(filter.city, point.address_details.city) &&
      one(filter.post_code, point.address_details.post_code) &&
      any(filter.type, point.type) &&
      any(filter.functions, point.functions),
  )
  const isRelative = filter.relative_post_code !== undefined || filter.relative_point !== undefined
  const found = isRelative ? selectNear(findPlace(points, filter), selected, filter) : selected
  const direction = filter.sort_order === 'desc' ? -1 : 1
  if (filter.sort_by === 'name' || filter.sort_by === 'status') {
    const field = filter.sort_by
    return found.toSorted((a, b) => direction * a[field].localeCompare(b[field]))
  }
  return direction === 1 ? found : found.toReversed()
}

function selectNear(place: Place | undefined, points: Point[], filter: PointFilter): Point[] {
  if (place === undefined) return []
  return points
    .map((point) => ({ ...point, distance: Math.round(measureMetres(place, point.location)) }))
    .filter((point) => point.distance <= (filter.max_distance ?? DEFAULT_MAX_DISTANCE))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, filter.limit)
}

/** Where the search starts: the given point, or the middle of the lockers with the nearest postal code. */
function findPlace(points: readonly Point[], filter: PointFilter): Place | undefined {
  if (filter.relative_point !== undefined) {
    const [latitude = Number.NaN, longitude = Number.NaN] = filter.relative_point.split(',').map(Number)
    return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined
  }
  const wanted = Number((filter.relative_post_code ?? '').replace('-', ''))
  if (!/^\d{2}-\d{3}$/.test(filter.relative_post_code ?? '')) return undefined
  const gap = (point: Point) => Math.abs(Number(point.address_details.post_code.replace('-', '')) - wanted)
  const nearest = Math.min(...points.map(gap))
  if (nearest > UNKNOWN_BEYOND) return undefined
  const around = points.filter((point) => gap(point) === nearest)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    latitude: mean(around.map((point) => point.location.latitude)),
    longitude: mean(around.map((point) => point.location.longitude)),
  }
}

/** Great-circle distance (haversine). */
function measureMetres(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const h =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h))
}
