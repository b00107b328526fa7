import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { idempotencyHeaderSchema, readKey } from '#api/orders.ts'
import {
  ADMIN_PRODUCT_SORTS,
  adminProductPageSchema,
  adminProductSchema,
  parseAdminFilters,
  productPricesSchema,
  soldOutChangeSchema,
  stockChangeSchema,
} from '#domain/catalog/admin/admin-product.ts'
import {
  findAdminProduct,
  listAdminProducts,
  readProductPrices,
} from '#domain/catalog/admin/admin-product-queries.server.ts'
import { createProduct } from '#domain/catalog/admin/create-product.server.ts'
import { deactivateProduct } from '#domain/catalog/admin/deactivate-products.server.ts'
import { newProductSchema, productChangesSchema } from '#domain/catalog/admin/product-form.ts'
import { setSoldOut } from '#domain/catalog/admin/set-sold-out.server.ts'
import { setStock } from '#domain/catalog/admin/set-stock.server.ts'
import { updateProduct } from '#domain/catalog/admin/update-product.server.ts'
import { GENDERS } from '#domain/catalog/gender.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })
const product = answers(adminProductSchema, 'The resulting product')

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/products',
  summary: 'All active products, a hundred a page',
  parameters: [
    { in: 'query', name: 'search', schema: { type: 'string' }, description: 'Words of product and brand name' },
    { in: 'query', name: 'gender', schema: { type: 'string', enum: [...GENDERS] } },
    { in: 'query', name: 'sort', schema: { type: 'string', enum: [...ADMIN_PRODUCT_SORTS], default: 'newest' } },
    { in: 'query', name: 'page', schema: { type: 'integer', minimum: 1, default: 1 } },
  ],
  responses: { ...answers(adminProductPageSchema, 'A page of the list'), ...errors('not_found') },
})

const oneRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/products/{id}',
  request: { params },
  responses: { ...product, ...errors('not_found', 'product_not_found') },
})

const pricesRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/products/{id}/prices',
  summary: 'Every price of a product, from when to when, and its card as buyers see it now',
  request: { params },
  responses: { ...answers(productPricesSchema, 'Prices and card'), ...errors('not_found', 'product_not_found') },
})

const addRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/products',
  summary: 'Adds a product; a job adds it at the payment provider',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(newProductSchema) },
  responses: {
    ...answers(z.object({ id: z.uuid() }), 'Added. A repeat under the same Idempotency-Key returns the same answer.'),
    ...bodyErrors(
      'not_found',
      'product_limit_reached',
      'brand_unavailable',
      'picture_unavailable',
      'producer_unavailable',
      'trademarks_found',
      'idempotency_conflict',
    ),
  },
})

const updateRoute = createRoute({
  ...admin,
  method: 'patch',
  path: '/admin/products/{id}',
  summary: 'Changes the given fields of a product in the version that was seen; a job updates the payment provider',
  request: { params, body: jsonBody(productChangesSchema) },
  responses: {
    ...product,
    ...bodyErrors(
      'not_found',
      'proof_required',
      'product_not_found',
      'changed_meanwhile',
      'brand_unavailable',
      'picture_unavailable',
      'producer_unavailable',
      'trademarks_found',
      'pyramid_incomplete',
      'reduction_incomplete',
      'reduction_ends_early',
      'reduction_not_lower',
    ),
  },
})

const deleteRoute = createRoute({
  ...admin,
  method: 'delete',
  path: '/admin/products/{id}',
  summary: 'Takes a product out of the shop; a job deactivates it at the payment provider',
  request: { params },
  responses: {
    ...answers(z.object({ ok: z.literal(true) }), 'Taken out'),
    ...errors('not_found', 'proof_required', 'product_not_found', 'forbidden_origin'),
  },
})

const stockRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/products/{id}/stock',
  summary: 'Sets the stock, if it is still what was seen',
  request: { params, body: jsonBody(stockChangeSchema) },
  responses: { ...product, ...bodyErrors('not_found', 'product_not_found', 'stock_changed') },
})

const soldOutRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/products/{id}/sold-out',
  summary: 'Marks a product as sold out, or puts it on sale again',
  request: { params, body: jsonBody(soldOutChangeSchema) },
  responses: { ...product, ...bodyErrors('not_found', 'product_not_found', 'stock_needed') },
})

export const adminProductRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => {
    const { db, productLimit } = c.var.services
    const list = await listAdminProducts(db, parseAdminFilters(new URL(c.req.url).searchParams))
    return c.json({ ...list, limit: productLimit }, 200)
  })
  .openapi(oneRoute, async (c) => {
    const found = await findAdminProduct(c.var.services.db, c.req.valid('param').id)
    return found ? c.json(found, 200) : refuse(c, { reason: 'product_not_found' })
  })
  .openapi(pricesRoute, async (c) => {
    const found = await readProductPrices(c.var.services.db, c.req.valid('param').id)
    return found ? c.json(found, 200) : refuse(c, { reason: 'product_not_found' })
  })
  .openapi(addRoute, async (c) => {
    const who = { userId: c.var.user.id, idempotencyKey: readKey(c.req.valid('header')) }
    const created = await createProduct(c.var.services, who, c.req.valid('json'))
    return created.ok ? c.json(created.value, 200) : refuse(c, created.failure)
  })
  .openapi(updateRoute, async (c) => {
    const who = { userId: c.var.user.id, productId: c.req.valid('param').id }
    const updated = await updateProduct(c.var.services, who, c.req.valid('json'))
    return updated.ok ? c.json(updated.value, 200) : refuse(c, updated.failure)
  })
  .openapi(deleteRoute, async (c) => {
    const who = { userId: c.var.user.id, productId: c.req.valid('param').id }
    const deactivated = await deactivateProduct(c.var.services, who)
    return deactivated.ok ? c.json({ ok: true as const }, 200) : refuse(c, deactivated.failure)
  })
  .openapi(stockRoute, async (c) => {
    const who = { userId: c.var.user.id, productId: c.req.valid('param').id }
    const set = await setStock(c.var.services, who, c.req.valid('json'))
    return set.ok ? c.json(set.value, 200) : refuse(c, set.failure)
  })
  .openapi(soldOutRoute, async (c) => {
    const who = { userId: c.var.user.id, productId: c.req.valid('param').id }
    const set = await setSoldOut(c.var.services, who, c.req.valid('json').out_of_stock)
    return set.ok ? c.json(set.value, 200) : refuse(c, set.failure)
  })
