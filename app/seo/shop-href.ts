import { href } from 'react-router'
import { type ProductFilters, toSearchParams } from '#domain/catalog/lists/product-filters.ts'

/** The canonical address of the list with these filters. */
export function buildShopHref(filters: ProductFilters): string {
  const query = toSearchParams(filters).toString()
  return query === '' ? href('/sklep') : `${href('/sklep')}?${query}`
}
