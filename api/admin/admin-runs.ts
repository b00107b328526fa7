import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { startProductSync } from '#domain/catalog/provider/product-sync.run.server.ts'
import { runSchema } from '#domain/kernel/runs/run.ts'
import { findRun } from '#domain/kernel/runs/run-queries.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'

/** The new run, or a present one of its kind. */
export const startedRun = z.object({ id: z.uuid() })

const syncRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/product-sync',
  summary: 'Begins to send all products to the payment provider',
  description: 'Returns the run, or the one in progress. Its progress: GET /api/admin/runs/{id}.',
  responses: { ...answers(startedRun, 'The run'), ...errors('not_found', 'payment_keys_missing') },
})

const runRoute = createRoute({
  method: 'get',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/runs/{id}',
  summary: 'Progress and failures of a run',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...answers(runSchema, 'Present state of the run'), ...errors('not_found', 'run_not_found') },
})

export const adminRunRoutes = createAdminRouter()
  .openapi(syncRoute, async (c) => {
    const { services, user } = c.var
    const started = await startProductSync(services, user.id)
    return started.ok ? c.json({ id: started.value.runId }, 200) : refuse(c, started.failure)
  })
  .openapi(runRoute, async (c) => {
    const { id } = c.req.valid('param')
    const run = isUuid(id) ? await findRun(c.var.services, id) : null
    return run ? c.json(run, 200) : refuse(c, { reason: 'run_not_found' })
  })
