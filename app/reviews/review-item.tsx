import type { ComponentProps } from 'react'
import { Rating } from '#app/catalog/rating.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { REVIEW_MARKS } from '#domain/reviews/review-marks.ts'
import type { ProductReviews, ReviewAnswer } from '#domain/reviews/review-schema.ts'

/** Another customer's review. */
export function ReviewItem({ review }: { review: ProductReviews['items'][number] }) {
  return (
    <article className="rounded-2xl bg-sand/60 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold wrap-anywhere">{review.author}</p>
        <time dateTime={review.created_at} className="text-xs text-night/80">
          {formatDay(new Date(review.created_at))}
        </time>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        <Rating value={review.rating} />
        {review.confirmed && <span className="text-xs font-semibold">✓ {REVIEW_MARKS.confirmed}</span>}
      </p>
      {review.comment && <p className="mt-2 text-sm whitespace-pre-line wrap-anywhere">{review.comment}</p>}
      <ReviewPictures keys={review.pictures} title={`Opinia: ${review.author}`} />
      <AnswerOfShop answer={review.answer} />
    </article>
  )
}

// Most reviews have none, and a first visit loads no code for them.
const PictureButtons = lazyPart(() => import('./review-pictures.tsx'), {
  skeleton: <div className="mt-3 h-25" />,
})

/** The pictures of a review, small; a press enlarges one. */
export function ReviewPictures(props: ComponentProps<typeof PictureButtons>) {
  return props.keys.length === 0 ? null : <PictureButtons {...props} />
}

/** The shop's answer under a review; nothing without one. */
export function AnswerOfShop({ answer }: { answer: ReviewAnswer | null }) {
  if (answer === null) return null
  return (
    <div className="mt-3 border-l-2 border-gold pl-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs">
        <span className="font-semibold">{REVIEW_MARKS.answer}</span>
        <time dateTime={answer.answered_at} className="text-night/80">
          {formatDay(new Date(answer.answered_at))}
        </time>
      </p>
      <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{answer.text}</p>
    </div>
  )
}

/** The notice on the origin of reviews that the law requires. */
export function ReviewOrigin() {
  return (
    <p className="text-xs text-night/80">
      Opinię może dodać każdy, kto ma konto w sklepie. „{REVIEW_MARKS.confirmed}” znaczy, że dostarczyliśmy jej autorowi
      ten produkt; pozostałych opinii w ten sposób nie sprawdzamy. Przed publikacją czytamy każdą, także krytyczne.
    </p>
  )
}
