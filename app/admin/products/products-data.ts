import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import {
  type AdminProduct,
  type AdminProductFilters,
  type AdminProductPage,
  toAdminSearchParams,
} from '#domain/catalog/admin/admin-product.ts'

const LISTS = ['admin-products']

/** A page of the admin's list; the one before stands until it has come. */
export const adminProductsQuery = (filters: AdminProductFilters) => {
  const query = Object.fromEntries(toAdminSearchParams(filters))
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/products', { query, signal })),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

/** A product as its form begins with it: read anew each time, and not again while the form is open. */
export const adminProductQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin-product', id],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/products/:id', { param: { id }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Shows a product as it is now in every list that has been read. */
export function showInLists(product: Pick<AdminProduct, 'id'> & Partial<AdminProduct>): void {
  queryClient.setQueriesData<AdminProductPage>({ queryKey: LISTS }, (page) =>
    page
      ? { ...page, items: page.items.map((item) => (item.id === product.id ? { ...item, ...product } : item)) }
      : page,
  )
}

/** Reads the lists anew. */
export const refreshLists = () => queryClient.invalidateQueries({ queryKey: LISTS })
