import { z } from 'zod'
import type { NearbyLocker, ParcelLocker, Place } from '#domain/shipping/parcel-locker.ts'
import { takeTurns } from './locker-index.ts'

const pointSchema = z.object({
  name: z.string().min(1),
  type: z.array(z.string()),
  status: z.string(),
  location_description: z.string().nullish(),
  opening_hours: z.string().nullish(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullish(),
  distance: z.number().nullish(),
  address: z.object({ line1: z.string().nullish(), line2: z.string().nullish() }),
  address_details: z.object({
    city: z.string().nullish(),
    post_code: z.string().nullish(),
    street: z.string().nullish(),
    building_number: z.string().nullish(),
  }),
})
type Point = z.infer<typeof pointSchema>

const pageSchema = z.object({ total_pages: z.int().nonnegative(), items: z.array(z.unknown()) })

/** The fields to answer, so that a page of 500 points stays small. */
const FIELDS = 'name,type,status,location_description,opening_hours,location,distance,address,address_details'
const PAGE_SIZE = 500

/** Thrown for timeouts, refusals and unreadable answers. */
export class InpostUnavailable extends Error {
  readonly status: number | undefined
  constructor(message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options)
    this.status = options?.status
  }
}

export type InpostPoints = {
  /** One page of the parcel lockers of a query, in the API's order. */
  list(query: Record<string, string>, signal: AbortSignal): Promise<{ lockers: ParcelLocker[]; pages: number }>
  /** Parcel lockers around a place, nearest first, without those of unknown location. */
  nearby(place: Place, query: Record<string, string>, signal: AbortSignal): Promise<NearbyLocker[]>
  one(name: string, signal: AbortSignal): Promise<ParcelLocker | null>
}

/**
 * InPost's public points API v1 (https://dokumentacja-inpost.atlassian.net, 'Points'); its gateway may need `token`.
 */
export function createInpostPoints({ baseUrl, token }: { baseUrl: string; token?: string }): InpostPoints {
  const root = `${baseUrl.replace(/\/+$/, '')}/v1/points`
  const headers = { Accept: 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) }

  async function read(url: string, signal: AbortSignal): Promise<unknown> {
    try {
      const response = await fetch(url, { headers, redirect: 'error', signal })
      if (!response.ok) {
        await response.body?.cancel()
        throw new InpostUnavailable(`InPost answered ${response.status}`, { status: response.status })
      }
      return await response.json()
    } catch (error) {
      if (error instanceof InpostUnavailable) throw error
      throw new InpostUnavailable('InPost did not answer', { cause: error })
    }
  }

  async function readPage(query: Record<string, string>, signal: AbortSignal) {
    const common = { type: 'parcel_locker', fields: FIELDS, per_page: String(PAGE_SIZE) }
    const url = `${root}?${new URLSearchParams({ ...common, ...query })}`
    const page = pageSchema.safeParse(await read(url, signal))
    if (!page.success) throw new InpostUnavailable('InPost answered nonsense', { cause: page.error })
    // Skips unreadable points; a page of only such points is refused.
    const points: Point[] = []
    const turn = takeTurns()
    for (const [number, item] of page.data.items.entries()) {
      if (number % 32 === 0) await turn()
      const point = pointSchema.safeParse(item)
      if (point.success) points.push(point.data)
    }
    if (points.length === 0 && page.data.items.length > 0) throw new InpostUnavailable('InPost answered nonsense')
    return { points: points.filter(isParcelLocker), pages: page.data.total_pages }
  }

  return {
    async list(query, signal) {
      const { points, pages } = await readPage(query, signal)
      return { lockers: points.map(toParcelLocker), pages }
    },
    async nearby({ latitude, longitude }, query, signal) {
      const around = {
        relative_point: `${latitude},${longitude}`,
        sort_by: 'distance_to_relative_point',
        sort_order: 'asc',
      }
      const { points } = await readPage({ ...query, ...around }, signal)
      return points.flatMap((point) => (point.location ? { ...toParcelLocker(point), ...point.location } : []))
    },
    async one(name, signal) {
      try {
        const point = pointSchema.safeParse(await read(`${root}/${encodeURIComponent(name)}`, signal))
        if (!point.success) throw new InpostUnavailable('InPost answered nonsense', { cause: point.error })
        return isParcelLocker(point.data) ? toParcelLocker(point.data) : null
      } catch (error) {
        if (error instanceof InpostUnavailable && error.status === 404) return null
        throw error
      }
    },
  }
}

function isParcelLocker(point: Point): boolean {
  return point.type.includes('parcel_locker') || point.type.includes('parcel_locker_only')
}

function toParcelLocker(point: Point): ParcelLocker {
  const { address, address_details: details } = point
  const street = [details.street, details.building_number].filter(Boolean).join(' ')
  const description = point.location_description?.trim()
  return {
    inpost_id: point.name,
    name: description ? `${point.name} (${description})` : point.name,
    address: address.line1?.trim() || street,
    city: details.city ?? '',
    postal_code: details.post_code ?? '',
    status: point.status === 'Operating' ? 'active' : 'inactive',
    opening_hours: point.opening_hours?.trim() || null,
    ...(typeof point.distance === 'number' && { distance: Math.round(point.distance) }),
    ...point.location,
  }
}
