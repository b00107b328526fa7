import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow } from '#app/query-client.ts'

/** What was found for this text; nothing is asked for less than two characters. */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['admin', 'search', typed],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/search', { query: { q: typed }, signal })),
    enabled: typed.length > 1,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
