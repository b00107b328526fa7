import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useSession } from '#app/account/session.ts'
import { formatRating, inflectReviews, Rating } from '#app/catalog/rating.tsx'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { queryClient, reviewsQuery } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { REVIEW_TEXTS } from '#domain/reviews/review.ts'
import type { TypedReview as Review } from '#domain/reviews/review-input.ts'
import type { ProductReviews } from '#domain/reviews/review-schema.ts'
import { OwnReviewCard } from './own-review-card.tsx'
import { showOwnReview, useOwnReview } from './own-reviews-data.ts'
import { type ReviewedProduct, useReviewChange } from './review-changes.ts'
import { callAddReview, clearReviewDraft, ReviewForm, toReviewProblem } from './review-form.tsx'
import { ReviewItem, ReviewOrigin } from './review-item.tsx'

type ReviewsDialogProps = { product: ReviewedProduct; open: boolean; onClose: () => void }

/** All reviews of a product, and the user's own one to add, edit and delete. */
export default function ReviewsDialog({ product, open, onClose }: ReviewsDialogProps) {
  const { data: reviews, error, refetch } = useQuery(reviewsQuery(product.slug), queryClient)
  const { user } = useSession()
  const change = useReviewChange(product.id)
  const ownId = user && change.ownId
  const summary = change.summary ?? reviews?.summary
  return (
    <Dialog open={open} onClose={onClose} title={`Opinie: ${product.name}`} size="md">
      <div className="space-y-7 px-5 pt-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7">
        {summary && summary.average_rating !== null && (
          <p className="flex items-center gap-4">
            <span className="font-display text-5xl leading-none">{formatRating(summary.average_rating)}</span>
            <span>
              <Rating value={summary.average_rating} />
              <span className="block text-sm">
                {summary.total_reviews} {inflectReviews(summary.total_reviews)}, potwierdzone zakupy:{' '}
                {summary.confirmed_reviews}
              </span>
            </span>
          </p>
        )}
        <OwnPart product={product} />
        {error && <Alert onRetry={() => void refetch()}>{error.message}</Alert>}
        {reviews === undefined && !error && (
          <div className="space-y-4">
            <Skeleton className="h-28 rounded-2xl" />
            <Skeleton className="h-28 rounded-2xl" />
          </div>
        )}
        {reviews && <OtherReviews items={reviews.items.filter(({ id }) => id !== ownId)} isOnly={ownId === null} />}
        <ReviewOrigin />
      </div>
    </Dialog>
  )
}

/** The user's own review, its form, or the button to sign in. */
function OwnPart({ product }: { product: ReviewedProduct }) {
  const session = useSession()
  const { open } = useDialogs()
  if (session.status === 'unknown') return <Skeleton className="h-24 rounded-2xl" />
  if (session.user) return <CustomersPart key={session.user.id} userId={session.user.id} product={product} />
  return (
    <div className="rounded-2xl bg-sand/60 p-5 sm:flex sm:items-center sm:justify-between sm:gap-6">
      <p>{REVIEW_TEXTS.signInToReview}</p>
      <Button
        className="mt-3 shrink-0 sm:mt-0"
        onPointerEnter={() => preloadDialog('login')}
        onClick={() => open({ name: 'login', stay: true })}
      >
        Zaloguj się
      </Button>
    </div>
  )
}

function CustomersPart({ userId, product }: { userId: string; product: ReviewedProduct }) {
  const { own, error, refetch } = useOwnReview(userId, product.id)
  const [deleted, setDeleted] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  async function add(review: Review): Promise<FormProblem | undefined> {
    const added = await callAddReview(product.id, review)
    if (!added.ok) {
      const { failure } = added
      // Added in another tab, or by an earlier press whose answer was lost.
      if (failure.reason === 'refused' && failure.code === 'review_exists') void refetch()
      return toReviewProblem(failure, 'dodać')
    }
    toast({ title: 'Opinia dodana', description: 'Opublikujemy ją, gdy ją przeczytamy.', tone: 'success' })
    clearReviewDraft()
    showOwnReview(product, { ...added.value, id: added.value.review.id })
    place.current?.focus()
  }

  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!own) return <Skeleton className="h-24 rounded-2xl" />
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {own.review ? (
        <OwnReviewCard
          key={own.review.id}
          userId={userId}
          review={own.review}
          title={<h3 className="font-semibold">Twoja opinia</h3>}
          onDeleted={() => {
            setDeleted(true)
            place.current?.focus()
          }}
        />
      ) : own.may_add ? (
        <section className="card px-5 py-4">
          <h3 className="mb-3 font-display text-xl">{deleted ? 'Napisz nową opinię' : 'Twoja opinia'}</h3>
          <ReviewForm
            userId={userId}
            productId={product.id}
            initial={{ rating: 0, comment: '', ...(own.may_add_pictures && { pictures: [] }) }}
            submit="Dodaj opinię"
            onSubmit={add}
          />
        </section>
      ) : (
        <p className="rounded-2xl bg-sand/60 p-5 text-sm">
          Opinie o tym produkcie dodają klienci sklepu, dopóki jest w sprzedaży.
        </p>
      )}
    </div>
  )
}

/** How many more each press shows. */
const STEP = 10

export function OtherReviews({ items, isOnly }: { items: ProductReviews['items']; isOnly: boolean }) {
  const heading = useId()
  const [shown, setShown] = useState(STEP)
  const [confirmedOnly, setConfirmedOnly] = useState(false)
  const listed = confirmedOnly ? items.filter(({ confirmed }) => confirmed) : items
  if (items.length === 0) return isOnly ? <p className="text-sm">Ten zapach czeka na pierwszą opinię.</p> : null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-3 font-display text-xl">
        Opinie klientów
      </h3>
      <label className="mb-3 inline-flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-night"
          checked={confirmedOnly}
          onChange={(event) => setConfirmedOnly(event.target.checked)}
        />
        Tylko potwierdzone zakupy
      </label>
      {listed.length === 0 && <p className="text-sm">Nie ma jeszcze opinii z potwierdzonym zakupem.</p>}
      <ul className="space-y-4">
        {listed.slice(0, shown).map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      {listed.length > shown && (
        <Button variant="secondary" className="mt-4 w-full" onClick={() => setShown(shown + STEP)}>
          Pokaż więcej opinii ({listed.length - shown})
        </Button>
      )}
    </section>
  )
}
