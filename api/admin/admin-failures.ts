import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { failureListSchema } from '#domain/failures/failure.ts'
import { listFailures } from '#domain/failures/failure-queries.server.ts'
import { resolveFailure } from '#domain/failures/resolve-failure.server.ts'
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/failures',
  summary: 'Uncaught failures of the last 30 days that are not resolved, by kind',
  responses: { ...answers(failureListSchema, 'The last one first'), ...errors('not_found') },
})

const resolveRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/failures/{fingerprint}/resolve',
  summary: 'Hides a kind of failure until it happens again',
  request: { params: z.object({ fingerprint: z.string() }) },
  responses: { ...answers(z.object({ ok: z.literal(true) }), 'Done'), ...errors('not_found', 'failure_not_found') },
})

export const adminFailureRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => c.json(await listFailures(c.var.services.db, { most: PAGE_SIZES.failures }), 200))
  .openapi(resolveRoute, async (c) => {
    const resolved = await resolveFailure(c.var.services, { ...c.req.valid('param'), userId: c.var.user.id })
    return resolved.ok ? c.json({ ok: true as const }, 200) : refuse(c, resolved.failure)
  })
