import { acceptRefusal, apiQuery, pagedQuery } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { type OrderFilters, orderFiltersSchema } from '#domain/orders/admin/order-filters.ts'

const FILTER_NAMES = ['search', 'status', 'payment', 'money', 'delivery', 'parcel', 'from', 'to'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** Reads the filters of an address; invalid ones are ignored. */
export function parseOrderFilters(params: URLSearchParams): OrderFilters {
  const entries = FILTER_NAMES.flatMap((name) => {
    const value = orderFiltersSchema.shape[name].safeParse(params.get(name) ?? undefined)
    return value.success && value.data ? [[name, value.data] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The filters as query parameters of a call or of an address. */
export function toParameters(filters: OrderFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** The page of the list that an address asks for; the previous one is shown until it has loaded. */
export const ordersQuery = (params: URLSearchParams) => {
  const query = { ...toParameters(parseOrderFilters(params)), page: String(parsePage(params)) }
  return pagedQuery(['admin', 'orders', query], (signal) => callApi('get', '/api/admin/orders', { query, signal }))
}

/** An order; null when there is none. */
export const orderQuery = (id: string) =>
  apiQuery(['admin', 'order', id], async (signal) =>
    acceptRefusal(await callApi('get', '/api/admin/orders/:id', { param: { id }, signal }), 'order_not_found'),
  )
