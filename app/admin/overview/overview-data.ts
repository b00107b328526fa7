import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'

const KEY = 'admin-overview'

export const catalogQuery = queryOptions({
  queryKey: [KEY, 'catalog'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/overview', { signal })),
})

export const setupQuery = queryOptions({
  queryKey: [KEY, 'setup'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/setup', { signal })),
})

export const shippingCostsQuery = queryOptions({
  queryKey: [KEY, 'shipping-costs'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/shipping-costs', { signal })),
})

export const newBuyerLimitsQuery = queryOptions({
  queryKey: [KEY, 'unproven-limits'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/unproven-account-limits', { signal })),
})

export const orderWavesQuery = queryOptions({
  queryKey: [KEY, 'order-waves'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/order-waves', { signal })),
})

export const paymentModeQuery = queryOptions({
  queryKey: [KEY, 'payment-mode'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/payment-mode', { signal })),
})

/** Asks everything anew each time it is read. */
export const systemStatusQuery = queryOptions({
  queryKey: [KEY, 'system-status'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/admin/system-status', { signal })),
  enabled: false,
})

/** Reads again what a change may have touched. */
export const refresh = (query: { queryKey: readonly unknown[] }) =>
  queryClient.invalidateQueries({ queryKey: query.queryKey })
