import { z } from 'zod'
import { parseFilters } from '#domain/catalog/lists/product-filters.ts'
import { REDUCED_PARAM } from '#domain/catalog/lists/reduced-param.ts'
import { LOW_STOCK_BELOW } from '#domain/catalog/product.ts'
import type { ProductContent } from '#domain/catalog/product-field.ts'
import { shapeOfFields } from '#domain/catalog/product-field-lists.ts'
import { productSchema } from '#domain/catalog/product-schema.ts'
import type { ScentFamilySlug } from '#domain/catalog/scents/scent-families.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Whether the number of active products is close to the limit. The admin is warned then. */
export const isNearLimit = (active: number, limit: number): boolean => active >= limit - 20

/** More pieces than any shop counts, and far below the limit of the column. */
export const STOCK_MAX = 1_000_000

/** A product as the admin sees it, with its exact stock. */
export const adminProductSchema = defineSchema(() =>
  productSchema
    .pick({ id: true, slug: true, current_price_pln: true, current_price_cents: true, out_of_stock: true })
    .extend({
      ...shapeOfFields('card', 'page', 'label', 'admin'),
      regular_price_cents: groszeSchema.meta({ description: 'grosze; the price outside of a reduction' }),
      brand_name: z.string(),
      stock_quantity: z.int().nullable().meta({ description: 'Pieces; null: not counted' }),
      recalled: z.boolean().meta({ description: 'Off sale because of a recalled batch, until the mark is taken away' }),
      edited_at: momentSchema,
      held: z
        .int()
        .meta({ description: 'Pieces held for buyers beside the stock: by phone, or until a change is paid' }),
      waiting: z.int().meta({ description: 'People who wait for its return, with confirmed addresses' }),
      version: z.string().meta({ description: 'Sent back with a change, which applies to this version only' }),
    })
    .meta({ id: 'AdminProduct' }),
)
export type AdminProduct = z.output<typeof adminProductSchema>

/** The editable fields of a product. */
export const contentOf = (product: AdminProduct): ProductContent => ({
  ...product,
  price: groszeToZl(product.regular_price_cents),
})

export const ADMIN_PRODUCT_SORTS = ['newest', 'name', 'price', 'stock'] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

/** Filters of the admin's list. */
export type AdminProductFilters = {
  /** Tidied words, '' for none. */
  search: string
  gender: Gender | null
  /** Slug or id. */
  brand: string | null
  family: ScentFamilySlug | null
  /** Only products whose reduction is planned or in force. */
  reduced: boolean
  sort: AdminProductSort
  /** From 1. */
  page: number
}

/** Parses the list's filters from an address. Never throws: an invalid value counts as missing. */
export function parseAdminFilters(params: URLSearchParams): AdminProductFilters {
  const { search, gender, brand, family, reduced } = parseFilters(params)
  const sort = ADMIN_PRODUCT_SORTS.find((known) => known === params.get('sort')) ?? 'newest'
  return { search, gender, brand, family, reduced, sort, page: parsePage(params) }
}

/** The query string of filters, without default values. */
export function toAdminSearchParams({ sort, page, ...filters }: AdminProductFilters): URLSearchParams {
  const { search, gender, brand, family, reduced } = filters
  const params = new URLSearchParams()
  if (search !== '') params.set('search', search)
  if (gender !== null) params.set('gender', gender)
  if (brand !== null) params.set('brand', brand)
  if (family !== null) params.set('family', family)
  if (reduced) params.set(REDUCED_PARAM.name, REDUCED_PARAM.value)
  if (sort !== 'newest') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params
}

/** The level of the stock badge: none left, few left, enough or not counted. */
export function gradeStock(stock: number | null): 'none' | 'few' | 'enough' {
  if (stock === 0) return 'none'
  return stock !== null && stock < LOW_STOCK_BELOW ? 'few' : 'enough'
}

export const NEGATIVE_STOCK = 'Stan magazynowy nie może być ujemny'
const stockSchema = defineSchema(() =>
  z.int().min(0, NEGATIVE_STOCK).max(STOCK_MAX, 'Stan magazynowy jest zbyt duży').nullable(),
)

/** The wanted stock and the stock that the admin saw, so that a sale in between is never lost. */
export const stockChangeSchema = defineSchema(() =>
  z.strictObject({
    stock_quantity: stockSchema.meta({ description: 'Pieces; null: not counted from now on' }),
    seen: z.int().nullable().meta({ description: 'The stock that the admin saw' }),
  }),
)
export type StockChange = z.output<typeof stockChangeSchema>

export const soldOutChangeSchema = defineSchema(() =>
  z.strictObject({
    out_of_stock: z.boolean(),
    recalled: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the screen said that a batch was recalled; absent: it did not' }),
  }),
)
export type SoldOutChange = z.output<typeof soldOutChangeSchema>

/** An order or another window changed the stock first. */
export const stockChangedSchema = defineSchema(() =>
  z.object({ stock_quantity: z.int().nullable().meta({ description: 'The present stock' }) }),
)

/** Parses the stock field: '' is null, and what is not a whole number counts as 0. */
export function parseStock(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d+$/.test(text) ? Number(text) : 0
}
