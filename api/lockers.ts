import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail } from '#domain/kernel/result.ts'
import {
  blurPlace,
  findLockers,
  lockerQuerySchema,
  nearbyLockerSchema,
  parcelLockerSchema,
  placeSchema,
} from '#domain/shipping/parcel-locker.ts'
import { publicCall } from './call.ts'
import { z } from './http.ts'

export const lockerCalls = [
  publicCall.post(
    '/get-parcel-lockers',
    {
      summary: 'Active parcel lockers for a postal code, city, street or locker code',
      body: lockerQuerySchema,
      answers: ['At most 50, best match first', z.array(parcelLockerSchema)],
      refuses: ['query_too_short', 'too_many_attempts', 'lockers_unavailable'],
    },
    async ({ services, body, clientAddress }) => {
      const allowed = await limitAttempts(services, 'locker_search', { account: null, clientAddress })
      return allowed.ok ? findLockers(services, body) : allowed
    },
  ),
  publicCall.post(
    '/get-nearby-lockers',
    {
      summary: 'Active parcel lockers around a place, which is sent in the body so that no log contains it',
      body: placeSchema,
      answers: ['At most 50 within 30 km, nearest first', z.array(nearbyLockerSchema)],
      refuses: ['too_many_attempts', 'lockers_unavailable'],
    },
    async ({ services, body, clientAddress }) => {
      const allowed = await limitAttempts(services, 'locker_search', { account: null, clientAddress })
      if (!allowed.ok) return allowed
      const found = await services.lockers.findNearby(blurPlace(body))
      return found.ok ? found : fail({ reason: 'lockers_unavailable' })
    },
  ),
]
