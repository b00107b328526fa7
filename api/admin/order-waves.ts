import { cancelWave } from '#domain/orders/cancel-wave.server.ts'
import { cancelWaveSchema, orderWavesSchema } from '#domain/orders/order-waves.ts'
import { listOrderWaves } from '#domain/orders/order-waves-queries.server.ts'
import { createAdminRouter, createRoute, z } from '../http.ts'
import { answers, bodyErrors, errors, jsonBody } from '../openapi.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/order-waves',
  summary: 'Orders of new accounts that came by the dozen from one network, or from all together',
  responses: { ...answers(orderWavesSchema, 'Empty on most days'), ...errors('not_found') },
})

const cancelRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/order-waves/cancel',
  summary: 'Cancels the orders of a wave that are neither paid nor sent',
  description: 'Their pieces go back to stock. What was placed after readAt stays.',
  request: { body: jsonBody(cancelWaveSchema) },
  responses: {
    ...answers(z.object({ cancelled: z.int(), failed: z.int() }), 'How many orders that were'),
    ...bodyErrors('not_found'),
  },
})

export const adminOrderWaveRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => {
    const { db, now } = c.var.services
    const readAt = now()
    return c.json({ waves: await listOrderWaves(db, readAt), readAt: readAt.toISOString() }, 200)
  })
  .openapi(cancelRoute, async (c) => {
    const { network, readAt } = c.req.valid('json')
    const { id: adminId } = c.var.user
    return c.json(await cancelWave(c.var.services, { network, until: new Date(readAt), adminId }), 200)
  })
