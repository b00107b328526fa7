import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownReviewQuery, ownReviewsQuery, productQuery, queryClient, reviewsQuery } from '#app/query-client.ts'
import type { OwnReview, ReviewSummary } from '#domain/reviews/review-schema.ts'
import { noteReviewChange, type ReviewedProduct } from './review-changes.ts'

/** The user's review of a product, and whether one may be added. Removes it from the lists on the screen. */
export function useOwnReview(userId: string | null, productId: string) {
  const { data, error, refetch } = useQuery(ownReviewQuery(userId, productId), queryClient)
  const ownId = data?.review?.id ?? null
  useEffect(() => {
    noteReviewChange(productId, { ownId })
  }, [productId, ownId])
  return { own: data, error, refetch }
}

/** Updates the user's own review everywhere on the screen; null: it was deleted. */
export function showOwnReview(
  product: ReviewedProduct,
  { review, summary, id }: { review: OwnReview | null; summary: ReviewSummary; id: string },
): void {
  queryClient.setQueriesData({ queryKey: ['own-review', product.id] }, { review, may_add: review === null })
  queryClient.setQueryData(ownReviewsQuery.queryKey, (all) =>
    review ? all?.map((one) => (one.id === review.id ? review : one)) : all?.filter((one) => one.id !== id),
  )
  // The cache of public answers is a moment behind, so this changes the loaded ones instead of loading them again.
  queryClient.setQueryData(reviewsQuery(product.slug).queryKey, (known) => {
    if (!known) return known
    return { items: review?.state === 'published' ? known.items : known.items.filter((one) => one.id !== id), summary }
  })
  queryClient.setQueryData(productQuery(product.slug).queryKey, (known) => known && { ...known, ...summary })
  noteReviewChange(product.id, { ownId: review?.id ?? null, summary })
}

/** Loads the user's own reviews again. */
export async function readOwnReviewsAgain(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['own-review'] }),
    queryClient.invalidateQueries({ queryKey: ownReviewsQuery.queryKey }),
  ])
}
