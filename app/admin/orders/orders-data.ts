import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow } from '#app/query-client.ts'
import { parsePage } from '#domain/kernel/paging.ts'
import { type OrderFilters, orderFiltersSchema } from '#domain/orders/admin/order-filters.ts'

const FILTER_NAMES = ['search', 'status', 'payment', 'money', 'delivery', 'from', 'to'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** What the address asks for; what makes no sense in it counts as not given. */
export function parseOrderFilters(params: URLSearchParams): OrderFilters {
  const entries = FILTER_NAMES.flatMap((name) => {
    const value = orderFiltersSchema.shape[name].safeParse(params.get(name) ?? undefined)
    return value.success && value.data ? [[name, value.data] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The filters of an address as those of a call or of another address. */
export function toParameters(filters: OrderFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** The page of the list that an address asks for; the one before stays until it is there. */
export const ordersQuery = (params: URLSearchParams) => {
  const query = { ...toParameters(parseOrderFilters(params)), page: String(parsePage(params)) }
  return queryOptions({
    queryKey: ['admin', 'orders', query],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/orders', { query, signal })),
    placeholderData: keepPreviousData,
  })
}

/** An order whole; null when there is none. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'order', id],
    queryFn: async ({ signal }) => {
      const answer = await callApi('get', '/api/admin/orders/:id', { param: { id }, signal })
      return !answer.ok && answer.failure.reason === 'refused' && answer.failure.code === 'order_not_found'
        ? null
        : orThrow(answer)
    },
  })
