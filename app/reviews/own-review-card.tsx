import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { Rating } from '#app/catalog/rating.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { REVIEW_STATE_LABELS, REVIEW_TEXTS, type ReviewState } from '#domain/reviews/review.ts'
import { type TypedReview as Review, reviewFormSchema } from '#domain/reviews/review-input.ts'
import type { OwnReview } from '#domain/reviews/review-schema.ts'
import { readOwnReviewsAgain, showOwnReview, useOwnReview } from './own-reviews-data.ts'
import type { ReviewedProduct } from './review-changes.ts'
import { clearReviewDraft, ReviewForm, readReviewDraft, sayLoginRequired, toReviewProblem } from './review-form.tsx'
import { AnswerOfShop, ReviewPictures } from './review-item.tsx'

const STATE_LOOKS: Record<ReviewState, string> = {
  pending: 'bg-sand text-night',
  published: 'bg-sage text-night',
  rejected: 'bg-wine-tint text-wine',
}

const STATE_NOTES: Partial<Record<ReviewState, string>> = {
  pending: 'Widzisz ją tylko Ty. Opublikujemy ją, gdy ją przeczytamy.',
  rejected: 'Widzisz ją tylko Ty. Możesz ją zmienić: wtedy przeczytamy ją jeszcze raz.',
}

type OwnProductReviewProps = { userId: string; product: ReviewedProduct; onDeleted: () => void }

/** The user's own review in the section of its product. */
export default function OwnProductReview({ userId, product, onDeleted }: OwnProductReviewProps) {
  const { own, error, refetch } = useOwnReview(userId, product.id)
  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!own?.review) return null
  return (
    <OwnReviewCard
      key={own.review.id}
      userId={userId}
      review={own.review}
      title={<h3 className="font-semibold">Twoja opinia</h3>}
      onDeleted={onDeleted}
    />
  )
}

type OwnReviewCardProps = {
  userId: string
  review: OwnReview
  title: ReactNode
  /** Moves the focus after the deletion, because the pressed button is gone. */
  onDeleted?: () => void
}

/** The user's own review, with buttons to edit and delete it, or its form. */
export function OwnReviewCard({ userId, review, title, onDeleted }: OwnReviewCardProps) {
  const { id, product, rating, comment, state, answer, pictures, created_at } = review
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>(() =>
    readReviewDraft({ userId, productId: product.id }) ? 'edit' : 'read',
  )
  const [wasPressed, setPressed] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  /** The button that gets the focus back; none after a reload. */
  const [returning, setReturning] = useState<'edit' | 'delete' | null>(null)
  useEffect(() => {
    if (mode === 'read' && returning) buttons.current?.querySelector<HTMLElement>(`[data-does=${returning}]`)?.focus()
  }, [mode, returning])

  function read(from: 'edit' | 'delete'): void {
    setReturning(from)
    setMode('read')
  }

  function explain(failure: ApiFailure, to: 'zmienić' | 'usunąć'): FormProblem {
    // Deleted in another tab.
    if (failure.reason === 'refused' && failure.code === 'review_not_found') void readOwnReviewsAgain()
    return toReviewProblem(failure, to)
  }

  async function save(changed: Review): Promise<FormProblem | undefined> {
    const saved = await callApi('patch', '/api/reviews/:id', {
      param: { id },
      json: changed,
      onSessionOver: () => sayLoginRequired('zmienić'),
    })
    if (!saved.ok) return explain(saved.failure, 'zmienić')
    clearReviewDraft()
    showOwnReview(product, { ...saved.value, id })
    toast({ title: 'Opinia zaktualizowana', tone: 'success' })
    read('edit')
  }

  async function remove(): Promise<FormProblem | undefined> {
    const removed = await callApi('delete', '/api/reviews/:id', {
      param: { id },
      onSessionOver: () => sayLoginRequired('usunąć'),
    })
    if (!removed.ok) return explain(removed.failure, 'usunąć')
    toast({ title: 'Opinia usunięta', tone: 'success' })
    onDeleted?.()
    showOwnReview(product, { review: null, summary: removed.value.summary, id })
  }

  return (
    <article className="card px-5 py-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {title}
        <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold', STATE_LOOKS[state])}>
          {REVIEW_STATE_LABELS[state]}
        </span>
      </header>
      {mode === 'edit' ? (
        <div className="mt-3">
          <ReviewForm
            userId={userId}
            productId={product.id}
            initial={{ rating, comment: comment ?? '', ...((review.confirmed || pictures.length > 0) && { pictures }) }}
            submit="Zapisz"
            autoFocus={wasPressed}
            onCancel={() => read('edit')}
            onSubmit={save}
          >
            {state === 'published' && (
              <p className="text-xs text-night/80">
                {`Po zapisaniu opinia zniknie ze strony${answer === null ? '' : ' razem z odpowiedzią sklepu'}, dopóki jej nie przeczytamy.`}
              </p>
            )}
          </ReviewForm>
        </div>
      ) : (
        <>
          <p className="mt-1 text-sm text-oud">
            <Rating value={rating} /> · {formatDay(new Date(created_at))}
          </p>
          {comment !== null && <p className="mt-2 whitespace-pre-line wrap-anywhere">{comment}</p>}
          <ReviewPictures keys={pictures} title="Twoja opinia" />
          <AnswerOfShop answer={answer} />
          {STATE_NOTES[state] && <p className="mt-2 text-xs text-night/80">{STATE_NOTES[state]}</p>}
          {mode === 'read' ? (
            <div ref={buttons} className="mt-3 flex flex-wrap gap-2">
              <Button
                variant="secondary"
                data-does="edit"
                onClick={() => {
                  setPressed(true)
                  setMode('edit')
                }}
              >
                Edytuj
              </Button>
              <Button variant="quiet" data-does="delete" className="text-wine" onClick={() => setMode('delete')}>
                Usuń
              </Button>
            </div>
          ) : (
            <DeletionQuestion onCancel={() => read('delete')} onConfirm={remove} />
          )}
        </>
      )}
    </article>
  )
}

type DeletionQuestionProps = { onCancel: () => void; onConfirm: () => Promise<FormProblem | undefined> }

function DeletionQuestion({ onCancel, onConfirm }: DeletionQuestionProps) {
  const form = useForm({ schema: reviewFormSchema.partial(), initial: {}, onSubmit: onConfirm })
  return (
    <form
      aria-label="Usunięcie opinii"
      onSubmit={form.submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
      className="mt-3 rounded-xl bg-wine-tint px-4 py-3"
    >
      <p role="alert" className="text-sm font-medium">
        {REVIEW_TEXTS.confirmDeletion}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" autoFocus disabled={form.busy} onClick={onCancel}>
          Anuluj
        </Button>
        <Button variant="danger" type="submit" busy={form.busy}>
          Usuń opinię
        </Button>
      </div>
    </form>
  )
}
