import type { RouteConfig } from '@hono/zod-openapi'
import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { cartIdsSchema, cartProductStateSchema } from '#domain/cart/cart-state.ts'
import { findProduct } from '#domain/catalog/catalog.ts'
import { findSuggestions } from '#domain/catalog/lists/find-suggestions.ts'
import { CATEGORIES, PRODUCT_SORTS, parseFilters, parsePageSize } from '#domain/catalog/lists/product-filters.ts'
import { listProducts } from '#domain/catalog/lists/product-list.ts'
import { listSimilarProducts } from '#domain/catalog/lists/similar-products.ts'
import { SUGGEST_MIN_LENGTH } from '#domain/catalog/lists/suggestions.ts'
import {
  brandSchema,
  productPageSchema,
  productSchema,
  similarProductsSchema,
  suggestionsSchema,
} from '#domain/catalog/product-schema.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { findHeldPieces } from '#domain/prepared-orders/prepared-order-queries.server.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { productReviewsSchema } from '#domain/reviews/review-schema.ts'
import { answerFound, publicCall } from './call.ts'
import { z } from './http.ts'
import { findPreparedIds } from './prepared-orders.ts'

/** Described here and read by `parseFilters`, which ignores invalid values. */
const parameters: RouteConfig['parameters'] = [
  {
    in: 'query',
    name: 'search',
    schema: { type: 'string' },
    description:
      'Words of name, brand, notes, scent families, gender, volume and concentration; case, diacritics and a wrong ' +
      'letter do not matter.',
  },
  { in: 'query', name: 'gender', schema: { type: 'string', enum: [...GENDERS] } },
  { in: 'query', name: 'brand', schema: { type: 'string' }, description: 'Slug or id.' },
  { in: 'query', name: 'minPrice', schema: { type: 'number' }, description: 'zł' },
  { in: 'query', name: 'maxPrice', schema: { type: 'number' }, description: 'zł' },
  { in: 'query', name: 'sort', schema: { type: 'string', enum: [...PRODUCT_SORTS], default: 'newest' } },
  { in: 'query', name: 'category', schema: { type: 'string', enum: [...CATEGORIES] } },
  {
    in: 'query',
    name: 'family',
    schema: { type: 'string', enum: SCENT_FAMILIES.map(({ slug }) => slug) },
    description: 'A scent family: products with any of its notes.',
  },
  { in: 'query', name: 'note', schema: { type: 'string' }, description: 'One scent note, by name or slug.' },
  {
    in: 'query',
    name: 'page',
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'Beyond the end: the last page.',
  },
  {
    in: 'query',
    name: 'pageSize',
    schema: { type: 'integer', minimum: 1, maximum: PAGE_SIZES.apiProductsMost, default: PAGE_SIZES.apiProducts },
  },
]

const idOrSlug = z.object({ id: z.string().openapi({ description: 'Id or slug.' }) })

export const brandCalls = [
  publicCall.get('/brands', { answers: ['Active brands by name', z.array(brandSchema)] }, async ({ services }) =>
    ok([...(await services.catalog.read()).brands]),
  ),
]

export const productCalls = [
  publicCall.get(
    '/products',
    {
      parameters,
      answers: [
        'Products on sale that match the filters, sizes of one scent as one with its `sizes`; a search without `sort` ' +
          'lists the best match first',
        productPageSchema,
      ],
    },
    async ({ services }, c) => {
      const params = new URL(c.req.url).searchParams
      const { items, corrected, ignored, ...page } = listProducts(await services.catalog.read(), parseFilters(params), {
        pageSize: parsePageSize(params),
      })
      return ok({
        items: items.map(({ listed }) => listed),
        ...page,
        ...(corrected !== null && { corrected }),
        ...(ignored.length > 0 && { ignored: [...ignored] }),
      })
    },
  ),
  publicCall.get(
    '/products/{id}',
    { params: idOrSlug, answers: ['One product on sale', productSchema], refuses: ['product_not_found'] },
    async ({ services, params }) =>
      answerFound(findProduct(await services.catalog.read(), params.id)?.product, 'product_not_found'),
  ),
  publicCall.get(
    '/products/{id}/reviews',
    {
      params: idOrSlug,
      answers: ['Approved reviews, newest first', productReviewsSchema],
      refuses: ['product_not_found'],
    },
    async ({ services, params }) => {
      const found = findProduct(await services.catalog.read(), params.id)
      if (!found) return fail({ reason: 'product_not_found' })
      return ok(await listApprovedReviews(services.publicDb, found.product.id))
    },
  ),
  publicCall.get(
    '/products/{id}/similar',
    {
      params: idOrSlug,
      answers: ['At most four, by the number of shared scent notes, and how others differ', similarProductsSchema],
      refuses: ['product_not_found'],
    },
    async ({ services, params }) => {
      const catalog = await services.catalog.read()
      const found = findProduct(catalog, params.id)
      if (!found) return fail({ reason: 'product_not_found' })
      return ok(listSimilarProducts(catalog, found))
    },
  ),
  publicCall.get(
    '/suggestions',
    {
      parameters: [
        {
          in: 'query',
          name: 'search',
          schema: { type: 'string' },
          description: `The unfinished search; fewer than ${SUGGEST_MIN_LENGTH} characters suggest nothing.`,
        },
      ],
      answers: ['The first products of the search, brands and scent notes', suggestionsSchema],
    },
    async ({ services }, c) => {
      const { search } = parseFilters(new URL(c.req.url).searchParams)
      return ok(findSuggestions(await services.catalog.read(), search))
    },
  ),
  publicCall.post(
    '/cart',
    {
      summary: 'The present state of products in a cart: price, sold out, few left, gone',
      description: 'Pieces that a prepared order holds for this browser are left for it.',
      body: cartIdsSchema,
      answers: ['One entry per id, in the order of the ids. Malformed ids are gone.', z.array(cartProductStateSchema)],
    },
    async ({ services, body }, c) => {
      const held = await findHeldPieces(services.publicDb, findPreparedIds(c))
      const states = await priceCart(services.publicDb, body.ids, held)
      const { byKey } = await services.catalog.read()
      return ok(
        states.map((state) => {
          const { sample_gift, sizes } = byKey.get(state.id.toLowerCase())?.product ?? {}
          return state.gone ? state : { ...state, sample_gift, sizes }
        }),
      )
    },
  ),
]
