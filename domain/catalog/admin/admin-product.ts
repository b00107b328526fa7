import { z } from 'zod'
import type { Gender } from '#domain/catalog/gender.ts'
import { parseFilters } from '#domain/catalog/lists/product-filters.ts'
import { LOW_STOCK_BELOW } from '#domain/catalog/product.ts'
import { type ProductContent, shapeOfFields } from '#domain/catalog/product-fields.ts'
import { productSchema } from '#domain/catalog/product-schema.ts'
import { parsePage } from '#domain/kernel/paging.ts'
import { defineSchema, momentSchema } from '#domain/kernel/wire-schema.ts'

/** Whether a shop has nearly as many active products as it may; the admin is warned then. */
export const isNearLimit = (active: number, limit: number): boolean => active >= limit - 20

/** More pieces than any shop counts; far below what the database holds. */
export const STOCK_MAX = 1_000_000

/** A product as the admin sees it, with its exact stock. */
export const adminProductSchema = defineSchema(() =>
  productSchema
    .pick({ id: true, slug: true, current_price_pln: true, current_price_cents: true, out_of_stock: true })
    .extend({
      ...shapeOfFields('card', 'page', 'admin'),
      brand_name: z.string(),
      stock_quantity: z.int().nullable().meta({ description: 'Pieces; null: not counted.' }),
      edited_at: momentSchema,
      version: z.string().meta({ description: 'Sent back with a change: only what was seen is changed.' }),
    })
    .meta({ id: 'AdminProduct' }),
)
export type AdminProduct = z.output<typeof adminProductSchema>

/** What can be edited of it. */
export const contentOf = (product: AdminProduct): ProductContent => ({ ...product, price: product.current_price_pln })

export const adminProductPageSchema = defineSchema(() =>
  z.object({
    items: z.array(adminProductSchema),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    active: z.int().meta({ description: 'All active products of the shop.' }),
    limit: z.int().meta({ description: 'So many active products the shop has at most.' }),
    brands: z
      .array(z.object({ id: z.uuid(), name: z.string() }))
      .meta({ description: 'Of which products can be, also while substitutes are hidden.' }),
  }),
)
export type AdminProductPage = z.output<typeof adminProductPageSchema>

export const ADMIN_PRODUCT_SORTS = ['newest', 'name', 'price', 'stock'] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

/** What the admin's list is asked for. */
export type AdminProductFilters = {
  /** Tidied words, '' for none. */
  search: string
  gender: Gender | null
  sort: AdminProductSort
  /** From 1. */
  page: number
}

/** Reads the list's filters from an address. Never throws: a value that makes no sense counts as not given. */
export function parseAdminFilters(params: URLSearchParams): AdminProductFilters {
  const { search, gender } = parseFilters(params)
  const sort = ADMIN_PRODUCT_SORTS.find((known) => known === params.get('sort')) ?? 'newest'
  return { search, gender, sort, page: parsePage(params) }
}

/** The address of filters, defaults left out. */
export function toAdminSearchParams({ search, gender, sort, page }: AdminProductFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (search !== '') params.set('search', search)
  if (gender !== null) params.set('gender', gender)
  if (sort !== 'newest') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params
}

/** How the badge of a stock looks: none left, few left, enough or not counted. */
export function gradeStock(stock: number | null): 'none' | 'few' | 'enough' {
  if (stock === 0) return 'none'
  return stock !== null && stock < LOW_STOCK_BELOW ? 'few' : 'enough'
}

export const NEGATIVE_STOCK = 'Stan magazynowy nie może być ujemny'
const stockSchema = defineSchema(() =>
  z.int().min(0, NEGATIVE_STOCK).max(STOCK_MAX, 'Stan magazynowy jest zbyt duży').nullable(),
)

/** The stock as it shall be, and as it was seen: pieces that were ordered in between are never lost. */
export const stockChangeSchema = defineSchema(() =>
  z.strictObject({
    stock_quantity: stockSchema.meta({ description: 'Pieces; null: not counted from now on.' }),
    seen: z.int().nullable().meta({ description: 'The stock that was shown when the new one was typed.' }),
  }),
)
export type StockChange = z.output<typeof stockChangeSchema>

export const soldOutChangeSchema = defineSchema(() => z.strictObject({ out_of_stock: z.boolean() }))

/** Another order or window was faster. */
export const stockChangedSchema = defineSchema(() =>
  z.object({ stock_quantity: z.int().nullable().meta({ description: 'The stock now.' }) }),
)

/** Reads what was typed into the stock field: '' is null, what is no whole number counts as 0. */
export function parseStock(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d+$/.test(text) ? Number(text) : 0
}
