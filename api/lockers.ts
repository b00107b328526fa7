import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import {
  blurPlace,
  findLockers,
  lockerQuerySchema,
  nearbyLockerSchema,
  parcelLockerSchema,
  placeSchema,
} from '#domain/shipping/parcel-locker.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

const route = createRoute({
  method: 'post',
  path: '/get-parcel-lockers',
  summary: 'Active parcel lockers for a postal code, city, street or locker code',
  request: { body: jsonBody(lockerQuerySchema) },
  responses: {
    ...answers(z.array(parcelLockerSchema), 'At most 50, best match first'),
    ...bodyErrors('query_too_short', 'too_many_attempts', 'lockers_unavailable'),
  },
})

const nearbyRoute = createRoute({
  method: 'post',
  path: '/get-nearby-lockers',
  summary: 'Active parcel lockers around a place, which is sent in the body so that no log contains it',
  request: { body: jsonBody(placeSchema) },
  responses: {
    ...answers(z.array(nearbyLockerSchema), 'At most 50 within 30 km, nearest first'),
    ...bodyErrors('too_many_attempts', 'lockers_unavailable'),
  },
})

export const lockerRoutes = createRouter()
  .openapi(route, async (c) => {
    const { services, clientAddress } = c.var
    const allowed = await limitAttempts(services, 'locker_search', { account: null, clientAddress })
    if (!allowed.ok) return refuse(c, allowed.failure)
    const found = await findLockers(services, c.req.valid('json'))
    return found.ok ? c.json(found.value, 200) : refuse(c, found.failure)
  })
  .openapi(nearbyRoute, async (c) => {
    const { services, clientAddress } = c.var
    const allowed = await limitAttempts(services, 'locker_search', { account: null, clientAddress })
    if (!allowed.ok) return refuse(c, allowed.failure)
    const found = await services.lockers.findNearby(blurPlace(c.req.valid('json')))
    return found.ok ? c.json(found.value, 200) : refuse(c, { reason: 'lockers_unavailable' })
  })
