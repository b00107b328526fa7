import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { idempotencyHeaderSchema, readKey } from '#api/orders.ts'
import {
  adminBrandPageSchema,
  adminBrandSchema,
  brandInputSchema,
  brandRemovalSchema,
  brandUpdateSchema,
} from '#domain/catalog/admin/admin-brand.ts'
import { listAdminBrands } from '#domain/catalog/admin/admin-brand-queries.server.ts'
import { addBrand, deleteBrand, updateBrand } from '#domain/catalog/admin/change-brand.server.ts'

const common = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })

const contentErrors = ['trademarks_found', 'producer_unavailable'] as const

const listRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/brands',
  summary: 'Active brands by name, the one of Arabic perfumes first',
  request: {
    query: z.strictObject({
      search: z.string().trim().max(100).default(''),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
  },
  responses: { ...answers(adminBrandPageSchema, 'A page'), ...errors('not_found', 'invalid_request') },
})

const addRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/brands',
  summary: 'Adds a brand with a slug made from its name',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(brandInputSchema) },
  responses: {
    ...answers(adminBrandSchema, 'As it is stored'),
    ...bodyErrors('not_found', 'brand_name_taken', 'idempotency_conflict', ...contentErrors),
  },
})

const updateRoute = createRoute({
  method: 'patch',
  ...common,
  path: '/admin/brands/{id}',
  summary: 'Changes a brand; a new name makes a new slug, and the former one still leads to it',
  request: { params, body: jsonBody(brandUpdateSchema) },
  responses: {
    ...answers(adminBrandSchema, 'As it is stored'),
    ...bodyErrors(
      'not_found',
      'brand_not_found',
      'changed_meanwhile',
      'brand_name_taken',
      'brand_is_original',
      ...contentErrors,
    ),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  ...common,
  path: '/admin/brands/{id}',
  summary: 'Takes a brand without active products out of the shop',
  request: { params, body: jsonBody(brandRemovalSchema) },
  responses: {
    ...answers(z.object({ ok: z.literal(true) }), 'Done'),
    ...bodyErrors('not_found', 'brand_not_found', 'changed_meanwhile', 'brand_has_products', 'brand_is_original'),
  },
})

export const adminBrandRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => c.json(await listAdminBrands(c.var.services.db, c.req.valid('query')), 200))
  .openapi(addRoute, async (c) => {
    const added = await addBrand(c.var.services, {
      userId: c.var.user.id,
      idempotencyKey: readKey(c.req.valid('header')),
      brand: c.req.valid('json'),
    })
    return added.ok ? c.json(added.value, 200) : refuse(c, added.failure)
  })
  .openapi(updateRoute, async (c) => {
    const { version, ...brand } = c.req.valid('json')
    const { id } = c.req.valid('param')
    const updated = await updateBrand(c.var.services, { userId: c.var.user.id, id, brand, version })
    return updated.ok ? c.json(updated.value, 200) : refuse(c, updated.failure)
  })
  .openapi(deleteRoute, async (c) => {
    const { id } = c.req.valid('param')
    const deleted = await deleteBrand(c.var.services, { userId: c.var.user.id, id, ...c.req.valid('json') })
    return deleted.ok ? c.json({ ok: true as const }, 200) : refuse(c, deleted.failure)
  })
