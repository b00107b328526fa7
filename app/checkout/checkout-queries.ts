import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { callApi } from '#app/api-client.ts'
import type { CartProductState } from '#domain/cart/cart.ts'
import { MAX_LINES } from '#domain/orders/order.ts'
import type { LockerQuery, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import type { ShippingCosts, ShippingMethod } from '#domain/shipping/shipping-method.ts'

const MINUTE_MS = 60_000

/** First retry of the delivery costs, ms (spec 1 §9). Later ones wait longer, so that a shop in trouble is not hammered. */
const COSTS_RETRY_MS = 2000
const COSTS_RETRY_AT_MOST_MS = 30_000

/** Lives in the lazy checkout chunks. Failures are shown at once instead of being retried behind a spinner. */
export const checkoutQueries = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false } },
})

export type DeliveryOffer = ShippingCosts & { offered: { method: ShippingMethod }[] }

export const DELIVERY_OFFER_KEY = ['shipping-costs']

/** What delivery costs now and which methods can be chosen; asked again each time a checkout opens. */
export function useDeliveryOffer() {
  return useQuery(
    {
      queryKey: DELIVERY_OFFER_KEY,
      queryFn: ({ signal }) => ask<DeliveryOffer>('/api/shipping-costs', { signal }),
      refetchInterval: ({ state }) =>
        state.status === 'error'
          ? Math.min(COSTS_RETRY_MS * 2 ** (state.errorUpdateCount - 1), COSTS_RETRY_AT_MOST_MS)
          : false,
    },
    checkoutQueries,
  )
}

/** Parcel lockers that fit; nothing is asked without a query. Fresh 30 min, kept 60 min (spec 1 §9). */
export function useParcelLockers(query: LockerQuery | null) {
  return useQuery(
    {
      queryKey: ['parcel-lockers', query],
      queryFn: ({ signal }) => ask<ParcelLocker[]>('/api/get-parcel-lockers', { post: query, signal }),
      enabled: query !== null,
      staleTime: 30 * MINUTE_MS,
      gcTime: 60 * MINUTE_MS,
    },
    checkoutQueries,
  )
}

/** How the products of the cart stand in the shop now. */
export function useCartStates(ids: readonly string[]) {
  return useQuery(
    {
      queryKey: ['cart-states', [...ids].sort()],
      queryFn: ({ signal }) => ask<CartProductState[]>('/api/cart', { post: { ids: ids.slice(0, MAX_LINES) }, signal }),
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
    },
    checkoutQueries,
  )
}

async function ask<Answer>(path: string, init: Parameters<typeof callApi>[1]): Promise<Answer> {
  const answer = await callApi<Answer>(path, init)
  if (answer.ok) return answer.value
  const { failure } = answer
  throw new Error((failure.reason === 'refused' && failure.message) || 'brak połączenia ze sklepem')
}
