import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { cartIdsSchema, cartProductStateSchema } from '#domain/cart/cart-state.ts'
import { findProduct } from '#domain/catalog/catalog.ts'
import { GENDERS } from '#domain/catalog/gender.ts'
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
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'
import { listApprovedReviews } from '#domain/reviews/review-queries.server.ts'
import { productReviewsSchema } from '#domain/reviews/review-schema.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, errors, jsonBody } from './openapi.ts'

const brandsRoute = createRoute({
  method: 'get',
  path: '/brands',
  responses: { ...answers(z.array(brandSchema), 'Active brands by name'), ...errors() },
})

const cart = createRoute({
  method: 'post',
  path: '/cart',
  summary: 'The present state of products in a cart: price, sold out, few left, gone',
  request: { body: jsonBody(cartIdsSchema) },
  responses: {
    ...answers(z.array(cartProductStateSchema), 'One entry per id, in the order of the ids. Malformed ids are gone.'),
    ...bodyErrors(),
  },
})

export const brandRoutes = createRouter().openapi(brandsRoute, async (c) =>
  c.json([...(await c.var.services.catalog.read()).brands], 200),
)

/** Described here and read by `parseFilters`, which ignores invalid values. */
const parameters: Parameters<typeof createRoute>[0]['parameters'] = [
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

const list = createRoute({
  method: 'get',
  path: '/products',
  parameters,
  responses: {
    ...answers(
      productPageSchema,
      'Products on sale that match the filters; a search without `sort` lists the best match first',
    ),
    ...errors(),
  },
})

const idOrSlug = z.object({ id: z.string().openapi({ description: 'Id or slug.' }) })

const one = createRoute({
  method: 'get',
  path: '/products/{id}',
  request: { params: idOrSlug },
  responses: { ...answers(productSchema, 'One product on sale'), ...errors('product_not_found') },
})

const reviews = createRoute({
  method: 'get',
  path: '/products/{id}/reviews',
  request: { params: idOrSlug },
  responses: { ...answers(productReviewsSchema, 'Approved reviews, newest first'), ...errors('product_not_found') },
})

const similar = createRoute({
  method: 'get',
  path: '/products/{id}/similar',
  request: { params: idOrSlug },
  responses: {
    ...answers(similarProductsSchema, 'At most four, by the number of shared scent notes'),
    ...errors('product_not_found'),
  },
})

const suggestions = createRoute({
  method: 'get',
  path: '/suggestions',
  parameters: [
    {
      in: 'query',
      name: 'search',
      schema: { type: 'string' },
      description: `The unfinished search; fewer than ${SUGGEST_MIN_LENGTH} characters suggest nothing.`,
    },
  ],
  responses: { ...answers(suggestionsSchema, 'The first products of the search, brands and scent notes'), ...errors() },
})

export const productRoutes = createRouter()
  .openapi(list, async (c) => {
    const params = new URL(c.req.url).searchParams
    const catalog = await c.var.services.catalog.read()
    const { items, corrected, ignored, ...page } = listProducts(catalog, parseFilters(params), {
      pageSize: parsePageSize(params),
    })
    return c.json(
      {
        items: items.map(({ listed }) => listed),
        ...page,
        ...(corrected !== null && { corrected, ignored: [...ignored] }),
      },
      200,
    )
  })
  .openapi(one, async (c) => {
    const found = findProduct(await c.var.services.catalog.read(), c.req.valid('param').id)
    return found ? c.json(found.product, 200) : refuse(c, { reason: 'product_not_found' })
  })
  .openapi(reviews, async (c) => {
    const { catalog, publicDb } = c.var.services
    const found = findProduct(await catalog.read(), c.req.valid('param').id)
    if (!found) return refuse(c, { reason: 'product_not_found' })
    return c.json(await listApprovedReviews(publicDb, found.product.id), 200)
  })
  .openapi(similar, async (c) => {
    const catalog = await c.var.services.catalog.read()
    const found = findProduct(catalog, c.req.valid('param').id)
    if (!found) return refuse(c, { reason: 'product_not_found' })
    return c.json({ items: listSimilarProducts(catalog, found) }, 200)
  })
  .openapi(suggestions, async (c) => {
    const { search } = parseFilters(new URL(c.req.url).searchParams)
    return c.json(findSuggestions(await c.var.services.catalog.read(), search), 200)
  })
  .openapi(cart, async (c) => c.json(await priceCart(c.var.services.freshPublicDb, c.req.valid('json').ids), 200))
