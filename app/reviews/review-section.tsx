import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { useSession } from '#app/account/session.ts'
import { formatRating, inflectReviews, Rating } from '#app/catalog/rating.tsx'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ProductReviews } from '#domain/reviews/review-schema.ts'
import type Own from './own-review-card.tsx'
import { type ReviewedProduct, useReviewChange } from './review-changes.ts'
import { ReviewItem, ReviewOrigin } from './review-item.tsx'

const OwnProductReview = lazyPart<ComponentProps<typeof Own>>(() => import('./own-review-card.tsx'), {
  // Most visitors have written none.
  skeleton: null,
})

/** The newest reviews, shown on the page; the dialog shows all. */
const SHOWN = 6

type ReviewSectionProps = ProductReviews & {
  product: ReviewedProduct
  /** Id for links to the section. */
  anchor?: string
}

/** Approved reviews of a product with their mean; the visitor's own one apart, in every state. */
export function ReviewSection({ product, anchor, items, summary: givenSummary }: ReviewSectionProps) {
  const heading = useId()
  const { user } = useSession()
  const { open } = useDialogs()
  const change = useReviewChange(product.id)
  const summary = change.summary ?? givenSummary
  const ownId = user && change.ownId
  const others = items.filter(({ id }) => id !== ownId)
  const addButton = useRef<HTMLButtonElement>(null)
  const isDeletedHere = useRef(false)
  useEffect(() => {
    if (ownId !== null || !isDeletedHere.current) return
    isDeletedHere.current = false
    addButton.current?.focus()
  }, [ownId])
  const openDialog = () =>
    open({ name: 'reviews', productId: product.id, slug: product.slug, productName: product.name })
  const preload = () => preloadDialog('reviews')
  return (
    <section id={anchor} aria-labelledby={heading} className="scroll-mt-24">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id={heading} className="font-display text-2xl">
            Opinie
          </h2>
          {summary.average_rating !== null && (
            <p className="inline-flex flex-wrap items-center gap-x-2 text-sm">
              <Rating value={summary.average_rating} />
              {formatRating(summary.average_rating)} · {summary.total_reviews} {inflectReviews(summary.total_reviews)},
              potwierdzone zakupy: {summary.confirmed_reviews}
            </p>
          )}
        </div>
        {ownId === null && (
          <Button
            ref={addButton}
            variant="secondary"
            className="noscript:hidden"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={openDialog}
          >
            Dodaj opinię
          </Button>
        )}
      </div>
      {user && (
        <div className="mt-5 empty:hidden">
          <OwnProductReview
            key={user.id}
            userId={user.id}
            product={product}
            onDeleted={() => {
              isDeletedHere.current = true
            }}
          />
        </div>
      )}
      {others.length === 0 && ownId === null && <p className="mt-3 text-sm">Ten zapach czeka na pierwszą opinię.</p>}
      <ul className="my-5 gap-4 empty:hidden sm:columns-2">
        {others.slice(0, SHOWN).map((review) => (
          <li key={review.id} className="mb-4 break-inside-avoid">
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      {others.length > SHOWN && (
        <Button variant="secondary" className="mb-4 noscript:hidden" onPointerEnter={preload} onClick={openDialog}>
          Wszystkie opinie ({summary.total_reviews})
        </Button>
      )}
      <ReviewOrigin />
    </section>
  )
}
