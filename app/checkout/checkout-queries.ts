import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cartQuery, lockersQuery, queryClient, shippingCostsQuery } from '#app/query-client.ts'
import type { LockerQuery } from '#domain/shipping/parcel-locker.ts'

/** First retry of the delivery costs, ms. Later ones wait longer, so that a shop in trouble is not hammered. */
const COSTS_RETRY_MS = 2000
const COSTS_RETRY_AT_MOST_MS = 30_000

/** What delivery costs now and which methods can be chosen; asked again each time a checkout opens. */
export function useDeliveryOffer() {
  return useQuery(
    {
      ...shippingCostsQuery,
      refetchInterval: ({ state }) =>
        state.status === 'error'
          ? Math.min(COSTS_RETRY_MS * 2 ** (state.errorUpdateCount - 1), COSTS_RETRY_AT_MOST_MS)
          : false,
    },
    queryClient,
  )
}

export function useParcelLockers(query: LockerQuery | null) {
  return useQuery(lockersQuery(query), queryClient)
}

/** How the products of the cart stand in the shop now. */
export function useCartStates(ids: readonly string[]) {
  return useQuery({ ...cartQuery(ids), placeholderData: keepPreviousData }, queryClient)
}
