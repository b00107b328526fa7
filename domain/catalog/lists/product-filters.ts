import { REDUCED_PARAM } from '#domain/catalog/lists/reduced-param.ts'
import { SCENT_FAMILIES, type ScentFamilySlug } from '#domain/catalog/scents/scent-families.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'
import { GENDERS, type Gender } from '#domain/kernel/gender.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { parseCount, parsePage } from '#domain/kernel/lists/paging.ts'

export const PRODUCT_SORTS = ['newest', 'price-asc', 'price-desc', 'name-asc', 'name-desc', 'reduction'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const CATEGORIES = ['substitutes', 'arabic'] as const
type Category = (typeof CATEGORIES)[number]

/** Filters of a product list. Every value is valid, whatever the address contained. */
export type ProductFilters = {
  /** Tidied words, '' for none. */
  search: string
  gender: Gender | null
  /** Slug or id, lower case. */
  brand: string | null
  minPrice: Grosze | null
  maxPrice: Grosze | null
  sort: ProductSort
  category: Category | null
  /** A scent family: products with at least one of its notes. */
  family: ScentFamilySlug | null
  /** Slug of one scent note. */
  note: string | null
  /** Products with an announced reduction only: `promocja=tak`. */
  reduced: boolean
  /** From 1. Beyond the end, the list returns its last page. */
  page: number
}

export const NO_FILTERS: ProductFilters = {
  search: '',
  gender: null,
  brand: null,
  minPrice: null,
  maxPrice: null,
  sort: 'newest',
  category: null,
  family: null,
  note: null,
  reduced: false,
  page: 1,
}

export const SEARCH_MAX_LENGTH = 100

const BRAND_MAX_LENGTH = 100
/** The longest note that a product may have. */
const NOTE_MAX_LENGTH = 60

const FAMILY_SLUGS = SCENT_FAMILIES.map(({ slug }) => slug)

/** Parses filters from an address. Never throws: an invalid value counts as missing. */
export function parseFilters(params: URLSearchParams): ProductFilters {
  const prices = [parsePrice(params.get('minPrice')), parsePrice(params.get('maxPrice'))] as const
  const [minPrice, maxPrice] = inOrder(...prices)
  return {
    search: tidySearch(params.get('search') ?? ''),
    gender: oneOf(GENDERS, params.get('gender')),
    brand: parseBrand(params.get('brand')),
    minPrice,
    maxPrice,
    sort: oneOf(PRODUCT_SORTS, params.get('sort')) ?? NO_FILTERS.sort,
    category: oneOf(CATEGORIES, params.get('category')),
    family: oneOf(FAMILY_SLUGS, params.get('family')),
    note: toSlug((params.get('note') ?? '').slice(0, NOTE_MAX_LENGTH)) || null,
    reduced: params.get(REDUCED_PARAM.name) === REDUCED_PARAM.value,
    page: parsePage(params),
  }
}

export function parsePageSize(params: URLSearchParams): number {
  return parseCount(params.get('pageSize'), PAGE_SIZES.apiProducts, PAGE_SIZES.apiProductsMost)
}

/** The canonical query string of filters: fixed order, no default values. */
export function toSearchParams(filters: ProductFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.search) params.set('search', filters.search)
  if (filters.gender) params.set('gender', filters.gender)
  if (filters.brand) params.set('brand', filters.brand)
  if (filters.category) params.set('category', filters.category)
  if (filters.family) params.set('family', filters.family)
  if (filters.note) params.set('note', filters.note)
  if (filters.reduced) params.set(REDUCED_PARAM.name, REDUCED_PARAM.value)
  if (filters.minPrice !== null) params.set('minPrice', priceParam(filters.minPrice))
  if (filters.maxPrice !== null) params.set('maxPrice', priceParam(filters.maxPrice))
  if (filters.sort !== NO_FILTERS.sort) params.set('sort', filters.sort)
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** Converts an amount of zł to grosze. Null for an invalid amount, and for 0, which limits nothing. */
export function parsePrice(value: string | null): Grosze | null {
  const price = parseZl(value ?? '')
  return price.ok && price.value > 0 ? price.value : null
}

/** Grosze as zł for an address or a price field: 1600 -> '16', 1650 -> '16.50'. */
export function priceParam(grosze: Grosze): string {
  const rest = grosze % 100
  return rest === 0 ? String(grosze / 100) : `${Math.trunc(grosze / 100)}.${String(rest).padStart(2, '0')}`
}

/** Removes control characters and broken surrogates, which the database would refuse, and limits the length. */
function tidySearch(value: string): string {
  const clean = value.slice(0, SEARCH_MAX_LENGTH * 4).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\uFFFD]/gu, ' ')
  const words = clean.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return [...words].slice(0, SEARCH_MAX_LENGTH).join('').trim()
}

function parseBrand(value: string | null): string | null {
  const brand = (value ?? '').trim().toLowerCase()
  return brand.length <= BRAND_MAX_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(brand) ? brand : null
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | null {
  return values.find((known) => known === value) ?? null
}

function inOrder(min: Grosze | null, max: Grosze | null): [Grosze | null, Grosze | null] {
  return min !== null && max !== null && min > max ? [max, min] : [min, max]
}
