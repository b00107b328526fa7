import { createRoute, z } from '@hono/zod-openapi'
import { GENDERS } from '#domain/catalog/product.ts'
import { CATEGORIES, PRODUCT_SORTS, parseCount, parseFilters } from '#domain/catalog/product-filters.ts'
import { findProduct, listBrands, listProducts } from '#domain/catalog/product-queries.server.ts'
import { approvedReviews } from '#domain/reviews/review-queries.server.ts'
import { refuse } from './errors.ts'
import { createRouter } from './http.ts'
import { answers, errors } from './openapi.ts'

export const brandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().openapi({ example: 'perfumy-arabskie' }),
    description: z.string(),
    active: z.boolean(),
  })
  .openapi('Brand')

const brandsRoute = createRoute({
  method: 'get',
  path: '/brands',
  responses: { ...answers(z.array(brandSchema), 'Active brands by name'), ...errors() },
})

export const brandRoutes = createRouter().openapi(brandsRoute, async (c) =>
  c.json(await listBrands(c.var.services.db), 200),
)

/** spec 1 §9 and 0-decisions: 50 by default, at most 1000. */
const PAGE_SIZE = 50
const PAGE_SIZE_MAX = 1000

const notes = z.array(z.string())

const productSchema = z
  .object({
    id: z.uuid(),
    slug: z.string().openapi({ example: 'layali-zahran' }),
    name: z.string(),
    brand_id: z.uuid(),
    brand: brandSchema.omit({ active: true }),
    gender: z.enum(GENDERS),
    active: z.boolean(),
    current_price_pln: z.number().openapi({ description: 'zł', example: 119 }),
    current_price_cents: z.int().openapi({ description: 'grosze', example: 11900 }),
    out_of_stock: z.boolean(),
    pieces_left: z
      .int()
      .nullable()
      .openapi({ description: 'Pieces when fewer than 5 are left, 0 when sold out, otherwise null.' }),
    created_at: z.iso.datetime(),
    image_url: z.string().nullable(),
    image_key: z
      .string()
      .nullable()
      .openapi({ description: '/media/products/{image_key}/{240|480|720|960}.{avif|webp}' }),
    description: z.string(),
    notes,
    notes_pyramid: z.object({ head: notes, heart: notes, base: notes }).nullable(),
    volume_ml: z.int().nullable(),
    concentration: z.string().nullable(),
    average_rating: z.number().nullable(),
    total_reviews: z.int(),
  })
  .openapi('Product')

const reviewsSchema = z
  .object({
    items: z.array(
      z.object({
        id: z.uuid(),
        product_id: z.uuid(),
        rating: z.int().min(1).max(5),
        comment: z.string().nullable(),
        author: z.string().openapi({ description: "First name, otherwise 'Klient'." }),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      }),
    ),
    summary: z.object({ average_rating: z.number().nullable(), total_reviews: z.int() }),
  })
  .openapi('ProductReviews')

/** Described here, read by `parseFilters`: a value that makes no sense counts as not given and is never refused. */
const parameters: Parameters<typeof createRoute>[0]['parameters'] = [
  {
    in: 'query',
    name: 'search',
    schema: { type: 'string' },
    description: 'Words in product and brand name; case and diacritics do not matter.',
  },
  { in: 'query', name: 'gender', schema: { type: 'string', enum: [...GENDERS] } },
  { in: 'query', name: 'brand', schema: { type: 'string' }, description: 'Slug or id.' },
  { in: 'query', name: 'minPrice', schema: { type: 'number' }, description: 'zł' },
  { in: 'query', name: 'maxPrice', schema: { type: 'number' }, description: 'zł' },
  { in: 'query', name: 'sort', schema: { type: 'string', enum: [...PRODUCT_SORTS], default: 'newest' } },
  { in: 'query', name: 'category', schema: { type: 'string', enum: [...CATEGORIES] } },
  {
    in: 'query',
    name: 'page',
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'Beyond the end: the last page.',
  },
  {
    in: 'query',
    name: 'pageSize',
    schema: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE },
  },
]

const list = createRoute({
  method: 'get',
  path: '/products',
  parameters,
  responses: {
    ...answers(
      z.object({ items: z.array(productSchema), total: z.int(), page: z.int(), pageSize: z.int() }),
      'Products on sale that fit the filters',
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
  responses: { ...answers(reviewsSchema, 'Approved reviews, newest first'), ...errors('product_not_found') },
})

export const productRoutes = createRouter()
  .openapi(list, async (c) => {
    const params = new URL(c.req.url).searchParams
    const pageSize = parseCount(params.get('pageSize'), PAGE_SIZE, PAGE_SIZE_MAX)
    return c.json(await listProducts(c.var.services.db, parseFilters(params), { pageSize }), 200)
  })
  .openapi(one, async (c) => {
    const product = await findProduct(c.var.services.db, c.req.valid('param').id)
    return product ? c.json(product, 200) : refuse(c, { reason: 'product_not_found' })
  })
  .openapi(reviews, async (c) => {
    const { db } = c.var.services
    const product = await findProduct(db, c.req.valid('param').id)
    if (!product) return refuse(c, { reason: 'product_not_found' })
    return c.json(await approvedReviews(db, product.id), 200)
  })
