import { adminCall, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import {
  adminBrandSchema,
  brandInputSchema,
  brandRemovalSchema,
  brandUpdateSchema,
} from '#domain/catalog/admin/admin-brand.ts'
import { listAdminBrands } from '#domain/catalog/admin/admin-brand-queries.server.ts'
import { addBrand, deleteBrand, updateBrand } from '#domain/catalog/admin/change-brand.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminBrandCalls = [
  adminCall.get(
    '/brands',
    {
      summary: 'Active brands by name, the one of Arabic perfumes first',
      query: z.strictObject({
        search: z.string().trim().max(100).default(''),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
      answers: ['A page'],
    },
    async ({ services, query }) => ok(await listAdminBrands(services.db, query)),
  ),
  adminCall.post(
    '/brands',
    {
      summary: 'Adds a brand with a slug made from its name',
      key: true,
      body: brandInputSchema,
      answers: ['As it is stored', adminBrandSchema],
      refuses: ['brand_name_taken', 'idempotency_conflict', 'trademarks_found', 'producer_unavailable'],
    },
    ({ services, user, key, body }) => addBrand(services, { userId: user.id, key, brand: body }),
  ),
  adminCall.patch(
    '/brands/{id}',
    {
      summary: 'Changes a brand; a new name makes a new slug, and the former one still leads to it',
      body: brandUpdateSchema,
      answers: ['As it is stored', adminBrandSchema],
      refuses: [
        'brand_not_found',
        'changed_meanwhile',
        'brand_name_taken',
        'brand_is_original',
        'trademarks_found',
        'producer_unavailable',
      ],
    },
    ({ services, user, params, body: { version, ...brand } }) =>
      updateBrand(services, { userId: user.id, ...params, brand, version }),
  ),
  adminCall.delete(
    '/brands/{id}',
    {
      summary: 'Takes a brand without active products out of the shop',
      body: brandRemovalSchema,
      answers: ['Done', doneSchema],
      refuses: ['brand_not_found', 'changed_meanwhile', 'brand_has_products', 'brand_is_original'],
    },
    ({ services, user, params, body }) => deleteBrand(services, { userId: user.id, ...params, ...body }),
  ),
]
