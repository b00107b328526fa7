import { apiQuery, pagedQuery, refresh } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import {
  type AdminProduct,
  type AdminProductFilters,
  toAdminSearchParams,
} from '#domain/catalog/admin/admin-product.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'

const LISTS = ['admin-products']

/** A page of the admin's list; the previous one is shown until it has loaded. */
export const adminProductsQuery = (filters: AdminProductFilters) => {
  const query = Object.fromEntries(toAdminSearchParams(filters))
  return {
    ...pagedQuery([...LISTS, query], (signal) => callApi('get', '/api/admin/products', { query, signal })),
    refetchOnWindowFocus: true,
  }
}

/** A product for its form: read when the form opens, and not again while it is open. */
export const adminProductQuery = (id: string) => ({
  ...apiQuery(['admin-product', id], (signal) => callApi('get', '/api/admin/products/:id', { param: { id }, signal })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const brandScentsQuery = (brandId: string) => ({
  ...apiQuery([...LISTS, 'scents', brandId], (signal) =>
    callApi('get', '/api/admin/brands/:id/scents', { param: { id: brandId }, signal }),
  ),
  enabled: brandId !== '',
})

/** The prices and the card of a product, for the preview of a reduction. */
export const productPricesQuery = (id: string) => ({
  ...apiQuery(['admin-product-prices', id], (signal) =>
    callApi('get', '/api/admin/products/:id/prices', { param: { id }, signal }),
  ),
  gcTime: 0,
})

/** Updates a product in every list that has been read. */
export function showInLists(product: Pick<AdminProduct, 'id'> & Partial<AdminProduct>): void {
  const update = (item: AdminProduct) => (item.id === product.id ? { ...item, ...product } : item)
  queryClient.setQueriesData<AdminProductPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, items: page.items.map(update) },
  )
}

export const refreshLists = () => refresh({ queryKey: LISTS })
