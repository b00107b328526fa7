import { type ProductFilters, toSearchParams } from '#domain/catalog/product-filters.ts'

/** The canonical address of the shop page with these filters. */
export function shopHref(filters: ProductFilters): string {
  const query = toSearchParams(filters).toString()
  return query === '' ? '/sklep' : `/sklep?${query}`
}
