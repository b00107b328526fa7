import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { startClean } from '#domain/flows/going-live/start-clean.server.ts'
import { startCleanSchema, startedCleanSchema, trialSchema } from '#domain/going-live/going-live.ts'
import { countTrial, hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const readRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/start-clean',
  summary: 'What was tried until now, and whether it can still be removed',
  responses: { ...answers(trialSchema, 'Numbers of what would go'), ...errors('not_found') },
})

const startRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/start-clean',
  summary: 'Removes everything that was tried, before the first real order',
  description: 'Goods, pictures and settings of the owner stay, and so does the session of the admin.',
  request: { body: jsonBody(startCleanSchema) },
  responses: {
    ...answers(startedCleanSchema, 'What was removed'),
    ...bodyErrors('not_found', 'proof_required', 'real_order_exists'),
  },
})

export const adminGoingLiveRoutes = createAdminRouter()
  .openapi(readRoute, async (c) => {
    const { db, adminEmail } = c.var.services
    return c.json({ counts: await countTrial(db, adminEmail), has_real_order: await hasRealOrder(db) }, 200)
  })
  .openapi(startRoute, async (c) => {
    const { removes_demo: removesDemo } = c.req.valid('json')
    const started = await startClean(c.var.services, { userId: c.var.user.id, removesDemo })
    return started.ok ? c.json(started.value, 200) : refuse(c, started.failure)
  })
