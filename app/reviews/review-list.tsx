import { useId } from 'react'
import { formatRating, inflectReviews, Rating } from '#app/catalog/rating.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'
import type { ProductReviews } from '#domain/reviews/review.ts'

const day = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'Europe/Warsaw' })

/** Approved reviews of one product with their mean. */
export function ReviewList({ items, summary }: ProductReviews) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={heading} className="font-display text-2xl">
          Opinie
        </h2>
        {summary.average_rating !== null && (
          <p className="inline-flex items-center gap-2 text-sm">
            <Rating value={summary.average_rating} />
            {formatRating(summary.average_rating)} · {summary.total_reviews} {inflectReviews(summary.total_reviews)}
          </p>
        )}
      </div>
      {items.length === 0 ? (
        <p className="mt-3 text-sm">Ten zapach czeka na pierwszą opinię.</p>
      ) : (
        <ul className="mt-5 gap-4 sm:columns-2">
          {items.map((review) => (
            <Review key={review.id} review={review} />
          ))}
        </ul>
      )}
      <p className="text-xs text-night/80">Opinii nie sprawdzamy pod kątem zakupu produktu w naszym sklepie.</p>
    </section>
  )
}

const Review = cachedPart(function Review({ review }: { review: ProductReviews['items'][number] }) {
  return (
    <li className="mb-4 break-inside-avoid rounded-2xl bg-sand/60 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{review.author}</p>
        <time dateTime={review.created_at} className="text-xs text-night/80">
          {day.format(new Date(review.created_at))}
        </time>
      </div>
      <Rating value={review.rating} className="mt-1" />
      {review.comment && <p className="mt-2 text-sm break-words whitespace-pre-line">{review.comment}</p>}
    </li>
  )
})
