import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors } from '#api/openapi.ts'
import { FIGURE_UNITS, salesFiguresSchema } from '#domain/orders/figures/sales-figures.ts'
import { readSalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'

const figuresRoute = createRoute({
  method: 'get',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/figures',
  summary: 'What was sold by day, week or month, and what lies in stock',
  request: { query: z.object({ unit: z.enum(FIGURE_UNITS).default('day') }) },
  responses: { ...answers(salesFiguresSchema, 'Figures'), ...bodyErrors('not_found') },
})

export const adminFigureRoutes = createAdminRouter().openapi(figuresRoute, async (c) => {
  const { db, now } = c.var.services
  return c.json(await readSalesFigures(db, c.req.valid('query').unit, now()), 200)
})
