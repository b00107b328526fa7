import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type ApiFailure, callApi, type ErrorCode } from '#app/api-client.ts'
import { findPreview } from '#app/catalog/product-preview.ts'
import { MAX_ITEMS } from '#domain/cart/cart.ts'
import { SUGGEST_MIN_LENGTH } from '#domain/catalog/lists/suggestions.ts'
import type { CardProduct, Product } from '#domain/catalog/product.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { Result } from '#domain/kernel/result.ts'
import { readNamedRates } from '#domain/shipping/cost-names.ts'
import type { LockerQuery, Place } from '#domain/shipping/parcel-locker.ts'

const MINUTE_MS = 60_000

/**
 * The only cache of the API's answers, for lazily loaded parts: the first visit does not load it. Failures are shown at
 * once instead of being retried behind a spinner.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      // Failed queries are repeated when the connection is back.
      refetchOnReconnect: ({ state }) => state.status === 'error',
    },
    // A press without a connection fails at once, instead of being sent at some later time.
    mutations: { networkMode: 'always' },
  },
})
// Listens for changes of the connection, because there is no QueryClientProvider to do so.
queryClient.mount()

/** The answer of a call. Throws a failure as an error whose message can be shown. */
export function orThrow<Value>(result: Result<Value, ApiFailure>): Value {
  if (result.ok) return result.value
  throw new Error((result.failure.reason === 'refused' && result.failure.message) || 'Brak połączenia ze sklepem.')
}

/** The answer of a call; null when the call was refused with this code. Throws other failures. */
function orNull<Value>(result: Result<Value, ApiFailure>, code: ErrorCode): Value | null {
  return !result.ok && result.failure.reason === 'refused' && result.failure.code === code ? null : orThrow(result)
}

const PRODUCT_CACHE = { staleTime: 5 * MINUTE_MS, gcTime: 10 * MINUTE_MS, retry: 1 }

/** One product by its slug; null when there is none. Until the shop answers, the data of the pressed card are used. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ['product', slug],
    queryFn: async ({ signal }): Promise<Product | CardProduct | null> =>
      orNull(await callApi('get', '/api/products/:id', { param: { id: slug }, signal }), 'product_not_found'),
    placeholderData: () => findPreview(slug) ?? undefined,
    ...PRODUCT_CACHE,
  })

/** The products similar to one; null when there is no such product. */
export const similarQuery = (slug: string) =>
  queryOptions({
    queryKey: ['similar', slug],
    queryFn: async ({ signal }) =>
      orNull(await callApi('get', '/api/products/:id/similar', { param: { id: slug }, signal }), 'product_not_found'),
    ...PRODUCT_CACHE,
  })

/** The products of a brand, or of a search. */
export const pickerProductsQuery = (filter: { brand: string } | { search: string }) =>
  queryOptions({
    queryKey: ['picker-products', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filter, pageSize: String(PAGE_SIZES.apiProductsMost) }
      return orThrow(await callApi('get', '/api/products', { query, signal }))
    },
    ...PRODUCT_CACHE,
  })

export const suggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: ['suggestions', search],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/suggestions', { query: { search }, signal })),
    enabled: search.length >= SUGGEST_MIN_LENGTH,
    ...PRODUCT_CACHE,
  })

/** The approved reviews of a product; null when there is no such product. */
export const reviewsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['reviews', slug],
    queryFn: async ({ signal }) =>
      orNull(await callApi('get', '/api/products/:id/reviews', { param: { id: slug }, signal }), 'product_not_found'),
    ...PRODUCT_CACHE,
  })

/** All brands, by name. */
export const shopBrandsQuery = queryOptions({
  queryKey: ['brands'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/brands', { signal })),
  staleTime: 10 * MINUTE_MS,
  gcTime: 10 * MINUTE_MS,
})

/** Whether the shop shows substitutes. */
export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/shop-settings', { signal })),
  staleTime: 5 * MINUTE_MS,
  gcTime: 5 * MINUTE_MS,
})

/** The present delivery costs and methods. */
export const shippingCostsQuery = queryOptions({
  queryKey: ['shipping-costs'],
  queryFn: async ({ signal }) => {
    const costs = orThrow(await callApi('get', '/api/shipping-costs', { signal }))
    return { ...costs, rates: readNamedRates(costs) }
  },
})

/** What may still be changed in the parcel of the user's own order. */
export const orderChangeQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-change', orderId],
    queryFn: async ({ signal }) =>
      orThrow(await callApi('get', '/api/me/orders/:id/change', { param: { id: orderId }, signal })),
    gcTime: 0,
  })

/** Parcel lockers that match a query; disabled without one. */
export const lockersQuery = (query: LockerQuery | null) =>
  queryOptions({
    queryKey: ['parcel-lockers', query],
    queryFn: async ({ signal }) =>
      orThrow(await callApi('post', '/api/get-parcel-lockers', { json: query ?? {}, signal })),
    enabled: query !== null,
    staleTime: 30 * MINUTE_MS,
    gcTime: 60 * MINUTE_MS,
  })

/** Parcel lockers around a place; disabled without one. */
export const nearbyLockersQuery = (place: Place | null) =>
  queryOptions({
    queryKey: ['nearby-lockers', place],
    queryFn: async ({ signal }) =>
      orThrow(
        await callApi('post', '/api/get-nearby-lockers', { json: place ?? { latitude: 0, longitude: 0 }, signal }),
      ),
    enabled: place !== null,
    staleTime: 30 * MINUTE_MS,
    gcTime: 60 * MINUTE_MS,
  })

/** The state of a payment; disabled without a session. */
export const paymentStatusQuery = (sessionId: string | null) =>
  queryOptions({
    queryKey: ['payment-status', sessionId],
    queryFn: async ({ signal }) =>
      orThrow(await callApi('get', '/api/payment-status', { query: { session_id: sessionId ?? '' }, signal })),
    enabled: sessionId !== null,
    gcTime: 0,
  })

/** The checkout of a mailed link's token; null when the token is invalid. */
export const linkedCheckoutQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['order-link', token],
    queryFn: async ({ signal }) =>
      orNull(await callApi('post', '/api/order-link', { json: { token: token ?? '' }, signal }), 'order_link_invalid'),
    enabled: token !== null,
    gcTime: 0,
  })

/** The present price and stock of a cart's products. */
export const cartQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['cart', [...ids].sort()],
    queryFn: async ({ signal }) =>
      orThrow(await callApi('post', '/api/cart', { json: { ids: ids.slice(0, MAX_ITEMS) }, signal })),
    enabled: ids.length > 0,
  })

/** Data of the account's earlier orders for the checkout form; disabled without an account, never cached. */
export const checkoutDefaultsQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['checkout-defaults', userId],
    queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/checkout-defaults', { signal })),
    enabled: userId !== null,
    gcTime: 0,
  })

/** The user's own reviews in every state. */
export const ownReviewsQuery = queryOptions({
  queryKey: ['own-reviews'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/reviews', { signal })),
  gcTime: 0,
})

/** Products that were delivered to the user and that the user has not reviewed. */
export const awaitedReviewsQuery = queryOptions({
  queryKey: ['own-reviews', 'awaited'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/awaited-reviews', { signal })),
  gcTime: 0,
})

/** The user's review of one product, and whether one may be added; disabled without an account. */
export const ownReviewQuery = (userId: string | null, productId: string) =>
  queryOptions({
    queryKey: ['own-review', productId, userId],
    queryFn: async ({ signal }) =>
      orThrow(await callApi('get', '/api/me/products/:id/review', { param: { id: productId }, signal })),
    enabled: userId !== null,
    gcTime: 0,
  })

export const openSessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/auth/list-sessions', { signal })),
  gcTime: 0,
})

/** The ways to sign in to the user's account. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/me/account', { signal })),
  gcTime: 0,
})

/** The order data that a form of withdrawal or complaint shows, by the order's link; null when the link is invalid. */
export const statementFormQuery = (token: string) =>
  queryOptions({
    queryKey: ['statement-form', token],
    queryFn: async ({ signal }) =>
      orNull(
        await callApi('post', '/api/order-link/statement-form', { json: { token }, signal }),
        'order_link_invalid',
      ),
    enabled: token !== '',
    gcTime: 0,
  })
