import { useQuery } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { Rating } from '#app/catalog/rating.tsx'
import { ownReviewsQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { type OwnReview, REVIEW_STATE_LABELS, type ReviewState } from '#domain/reviews/review.ts'
import { formatDateTime } from '#domain/text.ts'

/** What the customer wrote about products, with what became of it. */
export function OwnReviews() {
  const { data: reviews, error, refetch } = useQuery(ownReviewsQuery, queryClient)
  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!reviews) return <Skeleton className="h-32 w-full rounded-2xl" />
  if (reviews.length === 0) return <EmptyState title="Brak opinii">Opinię dodasz na stronie produktu.</EmptyState>
  return (
    <ul className="space-y-5">
      {reviews.map((review) => (
        <li key={review.id} className="rounded-2xl border border-night/15 bg-white px-5 py-4">
          <ReviewEntry review={review} />
        </li>
      ))}
    </ul>
  )
}

const STATE_LOOKS: Record<ReviewState, string> = {
  pending: 'bg-sand text-night',
  published: 'bg-sage text-night',
  rejected: 'bg-wine-tint text-wine',
}

function ReviewEntry({ review: { product, rating, comment, state, created_at } }: { review: OwnReview }) {
  return (
    <article>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          <Link to={href('/produkt/:slug', { slug: product.slug })} className="underline-offset-4 hover:underline">
            {product.name}
          </Link>{' '}
          <span className="font-normal text-oud">· {product.brand_name}</span>
        </h2>
        <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold', STATE_LOOKS[state])}>
          {REVIEW_STATE_LABELS[state]}
        </span>
      </header>
      <p className="text-sm text-oud">
        <Rating value={rating} /> · {formatDateTime(new Date(created_at))}
      </p>
      {comment !== null && <p className="mt-2 whitespace-pre-line wrap-anywhere">{comment}</p>}
    </article>
  )
}
