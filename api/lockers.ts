import { limitLockerSearch } from '#domain/rate-limits/limit-attempts.server.ts'
import { findLockers, lockerQuerySchema, parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'
import { tooManyAttempts } from './accounts.ts'
import { createRoute, createRouter, errorResponse, errors, z } from './http.ts'

const route = createRoute({
  method: 'post',
  path: '/get-parcel-lockers',
  summary: 'Active parcel lockers for a postal code, city, street or locker code',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: lockerQuerySchema } },
    },
  },
  responses: {
    200: {
      description: 'At most 50, best first',
      content: { 'application/json': { schema: z.array(parcelLockerSchema) } },
    },
    ...errors({
      400: 'Too little to search by: at least 5 characters of post_code or 3 of search',
      429: 'Too many searches',
      503: "The operator's directory does not answer",
    }),
  },
})

export const lockerRoutes = createRouter().openapi(route, async (c) => {
  const { services, clientAddress } = c.var
  const allowed = await limitLockerSearch(services, clientAddress)
  if (!allowed.ok) return tooManyAttempts(c, allowed.failure.retryAfterSeconds)
  const found = await findLockers(services, c.req.valid('json'))
  if (found.ok) return c.json(found.value, 200)
  if (found.failure.reason === 'query_too_short') {
    const message = 'Wpisz co najmniej 5 znaków kodu pocztowego lub 3 znaki miasta, ulicy albo kodu paczkomatu.'
    return errorResponse(c, 400, 'query_too_short', message)
  }
  return errorResponse(c, 503, 'lockers_unavailable', 'Lista paczkomatów jest chwilowo niedostępna.')
})
