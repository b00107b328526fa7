import { createRoute, z } from '@hono/zod-openapi'
import { listBrands } from '#domain/catalog/catalog-queries.server.ts'
import { createRouter } from './router.ts'

export const brandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().openapi({ example: 'perfumy-arabskie' }),
    description: z.string(),
    active: z.boolean(),
  })
  .openapi('Brand')

const list = createRoute({
  method: 'get',
  path: '/brands',
  responses: {
    200: { description: 'Active brands by name', content: { 'application/json': { schema: z.array(brandSchema) } } },
  },
})

export const brandRoutes = createRouter().openapi(list, async (c) => c.json(await listBrands(c.var.services.db), 200))
