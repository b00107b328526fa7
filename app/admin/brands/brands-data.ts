import { pagedQuery, refresh } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'

const LISTS = ['admin', 'brands']
const SEARCH_MAX = 100

/** The search that an address asks for. */
export function readBrandSearch(params: URLSearchParams): string {
  return (params.get('search') ?? '').trim().slice(0, SEARCH_MAX)
}

/** The page of the list that an address asks for; the previous one is shown until it has loaded. */
export const brandsQuery = (params: URLSearchParams) => {
  const query = { search: readBrandSearch(params), page: String(parsePage(params)) }
  return {
    ...pagedQuery([...LISTS, query], (signal) => callApi('get', '/api/admin/brands', { query, signal })),
    refetchOnWindowFocus: true,
  }
}

export const refreshBrands = () => refresh({ queryKey: LISTS })
