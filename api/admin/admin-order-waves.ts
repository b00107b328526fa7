import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { cancelWave } from '#domain/flows/orders/cancel-wave.server.ts'
import { cancelledWaveSchema, cancelWaveSchema, orderWavesSchema, WAVE_STEP } from '#domain/orders/admin/order-waves.ts'
import { listOrderWaves } from '#domain/orders/admin/order-waves-queries.server.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/order-waves',
  summary: 'Unusually many orders of new accounts from one network, or from all together',
  responses: { ...answers(orderWavesSchema, 'Empty on most days'), ...errors('not_found') },
})

const cancelRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/order-waves/cancel',
  summary: 'Cancels the next unpaid and unsent orders of a wave',
  description:
    `Their pieces return to stock. Orders placed after readAt stay. One call cancels ${WAVE_STEP} orders: ` +
    'call it with next as after until next is null.',
  request: { body: jsonBody(cancelWaveSchema) },
  responses: {
    ...answers(cancelledWaveSchema, 'Number of cancelled orders'),
    ...bodyErrors('not_found', 'proof_required'),
  },
})

export const adminOrderWaveRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => {
    const { db, now } = c.var.services
    const readAt = now()
    return c.json({ waves: await listOrderWaves(db, readAt), readAt: readAt.toISOString() }, 200)
  })
  .openapi(cancelRoute, async (c) => {
    const { network, readAt, after } = c.req.valid('json')
    const { id: adminId } = c.var.user
    return c.json(await cancelWave(c.var.services, { network, until: new Date(readAt), after, adminId }), 200)
  })
