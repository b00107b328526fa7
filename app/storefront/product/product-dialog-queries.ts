import { QueryClient, useQuery } from '@tanstack/react-query'
import { callApi } from '#app/call-api.ts'
import type { ShownProduct } from '#domain/catalog/card-product.ts'
import type { ProductReviews } from '#domain/catalog/review.ts'
import type { ShippingCosts } from '#domain/shipping/shipping-method.ts'
import { deliveryFrom } from './delivery-from.ts'
import { previewOf } from './product-preview.ts'

/** spec 1 §9: products are fresh 5 min, kept 10 min. */
const FRESH_MS = 5 * 60_000
const KEPT_MS = 10 * 60_000

/** Lives in the dialog's lazy chunk. */
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: 1, networkMode: 'always' } },
})

/** null: there is no such product. The pressed card's product stands in until the shop has answered. */
export function useProduct(slug: string) {
  return useQuery(
    {
      queryKey: ['product', slug],
      queryFn: ({ signal }) => ask<ShownProduct>(`/api/products/${encodeURIComponent(slug)}`, signal),
      placeholderData: () => previewOf(slug) ?? undefined,
    },
    queries,
  )
}

export function useReviews(slug: string) {
  return useQuery(
    {
      queryKey: ['reviews', slug],
      queryFn: ({ signal }) => ask<ProductReviews>(`/api/products/${encodeURIComponent(slug)}/reviews`, signal),
    },
    queries,
  )
}

/** Cheapest delivery in grosze; null while unknown. */
export function useDeliveryFrom() {
  const { data } = useQuery(
    { queryKey: ['shipping-costs'], queryFn: ({ signal }) => ask<ShippingCosts>('/api/shipping-costs', signal) },
    queries,
  )
  return data ? deliveryFrom(data) : null
}

/** The answer, or null for a 404; anything else is a failure to tell and to try again. */
async function ask<Answer>(path: string, signal: AbortSignal): Promise<Answer | null> {
  const answer = await callApi<Answer>(path, { signal })
  if (answer.ok) return answer.value
  const { failure } = answer
  if (failure.reason === 'refused' && failure.status === 404) return null
  throw new Error((failure.reason === 'refused' && failure.message) || 'Brak połączenia ze sklepem.')
}
