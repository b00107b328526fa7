import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow } from '#app/query-client.ts'
import type { FigureUnit } from '#domain/orders/sales-figures.ts'

/** What was sold by day, week or month. */
export const figuresQuery = (unit: FigureUnit) =>
  queryOptions({
    queryKey: ['admin-figures', unit],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/figures', { query: { unit }, signal })),
    gcTime: 0,
  })
