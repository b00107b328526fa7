import { GENDER_NAMES } from '#app/storefront/product/product-texts.ts'
import type { Brand } from '#domain/catalog/product.ts'
import type { ProductFilters } from '#domain/catalog/product-filters.ts'
import { formatGrosze } from '#domain/money.ts'
import { shopHref } from './shop-href.ts'

export type ActiveFilter = {
  name: keyof ProductFilters
  label: string
  /** The list without this one filter. */
  without: string
}

export const CATEGORY_NAMES = { arabic: 'Perfumy arabskie', substitutes: 'Zamienniki' } as const

/** What narrows the list at the moment, in words, each with the way to take it off. */
export function activeFilters(filters: ProductFilters, brands: Brand[]): ActiveFilter[] {
  const active: ActiveFilter[] = []
  const add = (name: keyof ProductFilters, label: string, none: '' | null) =>
    active.push({ name, label, without: shopHref({ ...filters, [name]: none, page: 1 }) })

  if (filters.search) add('search', `„${filters.search}”`, '')
  if (filters.gender) add('gender', GENDER_NAMES[filters.gender], null)
  if (filters.category) add('category', CATEGORY_NAMES[filters.category], null)
  if (filters.brand) add('brand', brandName(filters.brand, brands), null)
  if (filters.minPrice !== null) add('minPrice', `od ${formatGrosze(filters.minPrice)}`, null)
  if (filters.maxPrice !== null) add('maxPrice', `do ${formatGrosze(filters.maxPrice)}`, null)
  return active
}

function brandName(wanted: string, brands: Brand[]): string {
  return brands.find((brand) => brand.slug === wanted || brand.id === wanted)?.name ?? `marka ${wanted}`
}
