import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { parsePage } from '#domain/kernel/paging.ts'

const LISTS = ['admin', 'brands']
const SEARCH_MAX = 100

/** What the address asks of the list. */
export function readBrandSearch(params: URLSearchParams): string {
  return (params.get('search') ?? '').trim().slice(0, SEARCH_MAX)
}

/** The page of the list that an address asks for; the one before stays until it is there. */
export const brandsQuery = (params: URLSearchParams) => {
  const query = { search: readBrandSearch(params), page: String(parsePage(params)) }
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/brands', { query, signal })),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

/** Reads the lists anew. */
export const refreshBrands = () => queryClient.invalidateQueries({ queryKey: LISTS })
