import { Rating } from '#app/catalog/rating.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'
import type { ProductReviews } from '#domain/reviews/review.ts'
import { formatDay } from '#domain/text.ts'

/** What somebody else wrote about a product. */
export const ReviewItem = cachedPart(function ReviewItem({ review }: { review: ProductReviews['items'][number] }) {
  return (
    <article className="rounded-2xl bg-sand/60 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold wrap-anywhere">{review.author}</p>
        <time dateTime={review.created_at} className="text-xs text-night/80">
          {formatDay(new Date(review.created_at))}
        </time>
      </div>
      <Rating value={review.rating} className="mt-1" />
      {review.comment && <p className="mt-2 text-sm whitespace-pre-line wrap-anywhere">{review.comment}</p>}
    </article>
  )
})

/** Says what the law wants to be said beside reviews. */
export function ReviewOrigin() {
  return (
    <p className="text-xs text-night/80">
      Opinie dodają klienci, którym dostarczyliśmy ten produkt. Przed publikacją czytamy każdą, także krytyczne.
    </p>
  )
}
