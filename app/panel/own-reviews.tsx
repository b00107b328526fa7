import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { href, Link } from 'react-router'
import { awaitedReviewsQuery, ownReviewsQuery, queryClient } from '#app/query-client.ts'
import { AwaitedReviews } from '#app/reviews/awaited-reviews.tsx'
import { OwnReviewCard } from '#app/reviews/own-review-card.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

/** The customer's own reviews with their states, to edit and to delete. */
export function OwnReviews({ userId }: { userId: string }) {
  const { data: reviews, error, refetch } = useQuery(ownReviewsQuery, queryClient)
  const { data: awaited } = useQuery(awaitedReviewsQuery, queryClient)
  const list = useRef<HTMLDivElement>(null)
  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!reviews) return <Skeleton className="h-32 w-full rounded-2xl" />
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <AwaitedReviews userId={userId} />
      {reviews.length === 0 && awaited?.length === 0 && (
        <EmptyState title="Brak opinii">
          <p>Opinię dodasz na stronie produktu.</p>
        </EmptyState>
      )}
      <ul className="space-y-5">
        {reviews.map((review) => (
          <li key={review.id}>
            <OwnReviewCard
              userId={userId}
              review={review}
              title={
                <h2 className="font-semibold wrap-anywhere">
                  <Link
                    to={href('/produkt/:slug', { slug: review.product.slug })}
                    className="underline-offset-4 hover:underline"
                  >
                    {review.product.name}
                  </Link>{' '}
                  <span className="font-normal text-oud">· {review.product.brand_name}</span>
                </h2>
              }
              onDeleted={() => list.current?.focus()}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
