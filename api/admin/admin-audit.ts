import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors } from '#api/openapi.ts'
import { auditPageSchema } from '#domain/kernel/audit/audit.ts'
import { listAuditEvents } from '#domain/kernel/audit/audit-queries.server.ts'

const auditRoute = createRoute({
  method: 'get',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/audit',
  summary: 'What was done on the admin pages, newest first',
  request: {
    query: z.object({
      /** The `next` of the page before. */
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      noun: z.string().max(40).optional(),
    }),
  },
  responses: { ...answers(auditPageSchema, 'Fifty entries'), ...bodyErrors('not_found') },
})

/** For the admin alone, as everything under /api/admin (index.ts). */
export const adminAuditRoutes = createAdminRouter().openapi(auditRoute, async (c) => {
  const { before, noun } = c.req.valid('query')
  return c.json(await listAuditEvents(c.var.services.db, { before: before ?? null, noun: noun ?? null }), 200)
})
