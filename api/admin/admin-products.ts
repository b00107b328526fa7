import { adminCall, answerFound, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import {
  ADMIN_PRODUCT_SORTS,
  adminProductSchema,
  parseAdminFilters,
  soldOutChangeSchema,
  stockChangeSchema,
} from '#domain/catalog/admin/admin-product.ts'
import {
  findAdminProduct,
  listAdminProducts,
  listBrandScents,
  readProductPrices,
} from '#domain/catalog/admin/admin-product-queries.server.ts'
import { createProduct } from '#domain/catalog/admin/create-product.server.ts'
import { deactivateProduct } from '#domain/catalog/admin/deactivate-products.server.ts'
import { newProductSchema, productChangesSchema } from '#domain/catalog/admin/product-form.ts'
import { setSoldOut, setStock } from '#domain/catalog/admin/set-stock.server.ts'
import { updateProduct } from '#domain/catalog/admin/update-product.server.ts'
import { REDUCED_PARAM } from '#domain/catalog/lists/reduced-param.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { ok } from '#domain/kernel/result.ts'
import { uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { uploadPicture } from '#domain/pictures/upload-picture.server.ts'
import { receivePicture } from './receive-file.ts'

/** Refusals of a product's own fields. */
const PRODUCT_REFUSALS = [
  'brand_unavailable',
  'picture_unavailable',
  'producer_unavailable',
  'scent_unavailable',
  'decant_without_producer',
  'trademarks_found',
] as const

const resulting = ['The resulting product', adminProductSchema] as const

export const adminProductCalls = [
  adminCall.get(
    '/products',
    {
      summary: 'All active products, a hundred a page',
      parameters: [
        { in: 'query', name: 'search', schema: { type: 'string' }, description: 'Words of product and brand name' },
        { in: 'query', name: 'gender', schema: { type: 'string', enum: [...GENDERS] } },
        { in: 'query', name: 'brand', schema: { type: 'string' }, description: 'Slug or id' },
        { in: 'query', name: 'family', schema: { type: 'string' }, description: 'Slug of a scent family' },
        {
          in: 'query',
          name: REDUCED_PARAM.name,
          schema: { type: 'string', enum: [REDUCED_PARAM.value] },
          description: 'Only products with a reduced price that is planned or in force',
        },
        { in: 'query', name: 'sort', schema: { type: 'string', enum: [...ADMIN_PRODUCT_SORTS], default: 'newest' } },
        { in: 'query', name: 'page', schema: { type: 'integer', minimum: 1, default: 1 } },
      ],
      answers: ['A page of the list'],
    },
    async ({ services: { db, productLimit } }, c) => {
      const list = await listAdminProducts(db, parseAdminFilters(new URL(c.req.url).searchParams))
      return ok({ ...list, limit: productLimit })
    },
  ),
  adminCall.get(
    '/brands/{id}/scents',
    {
      params: z.object({ id: z.uuid() }),
      answers: ['The scents of the brand by name, each with its sizes; none where there is no such brand'],
    },
    async ({ services, params }) => ok(await listBrandScents(services.db, params.id)),
  ),
  adminCall.get(
    '/products/{id}',
    { answers: resulting, refuses: ['product_not_found'] },
    async ({ services, params }) => answerFound(await findAdminProduct(services.db, params.id), 'product_not_found'),
  ),
  adminCall.get(
    '/products/{id}/prices',
    {
      summary: 'Every price of a product, from when to when, and its card as buyers see it now',
      answers: ['Prices and card'],
      refuses: ['product_not_found'],
    },
    async ({ services, params }) => answerFound(await readProductPrices(services.db, params.id), 'product_not_found'),
  ),
  adminCall.post(
    '/products',
    {
      summary: 'Adds a product; a job adds it at the payment provider',
      key: true,
      body: newProductSchema,
      answers: ['Added. A repeat under the same Idempotency-Key returns the same answer.'],
      refuses: ['product_limit_reached', ...PRODUCT_REFUSALS, 'idempotency_conflict'],
    },
    ({ services, user, key, body }) => createProduct(services, { userId: user.id, key }, body),
  ),
  adminCall.patch(
    '/products/{id}',
    {
      summary: 'Changes the given fields of a product in the version that was seen; a job updates the payment provider',
      body: productChangesSchema,
      answers: resulting,
      refuses: [
        'product_not_found',
        'changed_meanwhile',
        ...PRODUCT_REFUSALS,
        'pyramid_incomplete',
        'batch_missing',
        'main_picture_missing',
        'reduction_incomplete',
        'reduction_ends_early',
        'reduction_not_lower',
      ],
    },
    ({ services, user, params, body }) => updateProduct(services, { userId: user.id, productId: params.id }, body),
  ),
  adminCall.delete(
    '/products/{id}',
    {
      summary: 'Takes a product out of the shop; a job deactivates it at the payment provider',
      answers: ['Taken out', doneSchema],
      refuses: ['product_not_found'],
    },
    ({ services, user, params }) => deactivateProduct(services, { userId: user.id, productId: params.id }),
  ),
  adminCall.post(
    '/products/{id}/stock',
    {
      summary: 'Sets the stock, if it is still what was seen',
      body: stockChangeSchema,
      answers: resulting,
      refuses: ['product_not_found', 'stock_changed'],
    },
    ({ services, user, params, body }) => setStock(services, { userId: user.id, productId: params.id }, body),
  ),
  adminCall.post(
    '/products/{id}/sold-out',
    {
      summary: 'Marks a product as sold out, or puts it on sale again',
      body: soldOutChangeSchema,
      answers: resulting,
      refuses: ['product_not_found', 'stock_needed', 'product_recalled'],
    },
    ({ services, user, params, body }) => setSoldOut(services, { userId: user.id, productId: params.id }, body),
  ),
]

export const pictureCalls = [
  adminCall.post(
    '/pictures',
    {
      summary: 'Stores a picture for a product: the raw bytes of a JPEG, PNG or WebP of at most 5242880 bytes',
      sends: ['image/jpeg', 'image/png', 'image/webp'],
      before: receivePicture(/^image\//i, 'picture_wrong_type'),
      answers: ['The key to save a product with; an unused picture is deleted after a week', uploadedPictureSchema],
      refuses: [
        'picture_wrong_type',
        'picture_broken',
        'picture_too_many_pixels',
        'picture_too_slow',
        'picture_storage_unavailable',
      ],
    },
    async ({ services, user }, c) =>
      uploadPicture(services, { userId: user.id, picture: new Uint8Array(await c.req.arrayBuffer()) }),
  ),
]
