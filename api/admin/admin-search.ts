import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { adminSearchQuerySchema, adminSearchSchema } from '#domain/search/admin-search.ts'
import { searchEverything } from '#domain/search/search-everything.server.ts'

const searchRoute = createRoute({
  method: 'get',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/search',
  summary: 'Looks for orders, parcels, products and brands by what was typed',
  request: { query: adminSearchQuerySchema },
  responses: { ...answers(adminSearchSchema, 'The best few of each'), ...errors('not_found', 'invalid_request') },
})

/** For the admin alone, as everything under /api/admin (index.ts). */
export const adminSearchRoutes = createAdminRouter().openapi(searchRoute, async (c) =>
  c.json(await searchEverything(c.var.services, c.req.valid('query').q), 200),
)
