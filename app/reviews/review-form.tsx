import { type ReactNode, useEffect, useId, useState } from 'react'
import { sessionEnded } from '#app/account/session.ts'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { inflectStars } from '#app/catalog/rating.tsx'
import { UploadedPictures } from '#app/returns/uploaded-pictures.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { MOST_REVIEW_PICTURES, REVIEW_TEXTS } from '#domain/reviews/review.ts'
import { MAX_COMMENT_LENGTH, type TypedReview as Review, reviewFormSchema } from '#domain/reviews/review-input.ts'

/** `pictures` are absent where none may be added. */
type ReviewValues = { rating: number; comment: string; pictures?: string[] }

type ReviewFormProps = {
  /** The form stores a draft per user and product in this tab until it is sent. */
  userId: string
  productId: string
  initial: ReviewValues
  /** 'Dodaj opinię' or, with a way back, 'Zapisz'. */
  submit: string
  onCancel?: () => void
  /** Sends the review and clears the draft; returns why it was not accepted. */
  onSubmit: (review: Review) => Promise<FormProblem | undefined>
  autoFocus?: boolean
  children?: ReactNode
}

/** Stars, an optional comment and, where `initial` has a list of them, pictures. */
export function ReviewForm({ userId, productId, initial, submit, onCancel, onSubmit, ...rest }: ReviewFormProps) {
  const { autoFocus, children } = rest
  const [{ started, losesPictures }] = useState(() => {
    const draft = readReviewDraft({ userId, productId })
    const { pictures: kept = [], ...typed } = { ...initial, ...draft }
    const started: ReviewValues = initial.pictures ? { ...typed, pictures: kept } : typed
    return { started, losesPictures: !initial.pictures && kept.length > 0 }
  })
  const form = useForm({
    schema: reviewFormSchema,
    initial: started,
    summarize: (fields) => (fields.rating === undefined ? undefined : REVIEW_TEXTS.ratingRequired),
    onSubmit,
  })
  const { values } = form
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    if (values !== started) writeReviewDraft({ userId, productId }, values)
  }, [values, started, userId, productId])

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <StarField
        value={values.rating}
        error={form.errors.rating}
        autoFocus={autoFocus}
        onChange={(rating) => form.change({ rating })}
      />
      <TextAreaField
        {...form.text('comment')}
        value={values.comment}
        label="Komentarz (opcjonalnie)"
        most={MAX_COMMENT_LENGTH}
        placeholder="Jak pachnie? Jak długo trwa?"
      />
      {losesPictures && <p className="text-sm text-wine">{REVIEW_TEXTS.picturesDropped}</p>}
      {initial.pictures && (
        <UploadedPictures
          keys={values.pictures ?? []}
          most={MOST_REVIEW_PICTURES}
          error={form.errors.pictures}
          onChange={(pictures) => form.change({ pictures })}
          onSending={setSending}
        />
      )}
      {children}
      <div className="flex flex-wrap gap-3">
        {/* An edit is saved with stars only; a new review without them says what is missing. */}
        <Button type="submit" busy={form.busy || isSending} disabled={onCancel !== undefined && values.rating === 0}>
          {submit}
        </Button>
        {onCancel && (
          <Button
            variant="secondary"
            disabled={form.busy}
            onClick={() => {
              clearReviewDraft()
              onCancel()
            }}
          >
            Anuluj
          </Button>
        )}
      </div>
    </form>
  )
}

export const STARS = [1, 2, 3, 4, 5]
export const STAR = 'M10 1.2l2.7 5.6 6.1.9-4.4 4.3 1 6.1L10 15.2l-5.4 2.9 1-6.1L1.2 7.7l6.1-.9z'

type StarFieldProps = { value: number; error?: string; autoFocus?: boolean; onChange: (rating: number) => void }

/** A radio group of five stars. */
function StarField({ value, error, autoFocus, onChange }: StarFieldProps) {
  const id = useId()
  const [pointedAt, setPointedAt] = useState(0)
  const filled = pointedAt || value
  return (
    <fieldset aria-describedby={error ? `${id}-note` : undefined}>
      <legend className="mb-1 text-sm font-medium">
        Ocena
        <span aria-hidden="true" className="text-wine">
          {' '}
          *
        </span>
      </legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-1.5 flex" onPointerLeave={() => setPointedAt(0)}>
          {STARS.map((star) => (
            <label
              key={star}
              className="relative grid size-11 place-items-center rounded-lg focus-ring-within"
              onPointerEnter={(event) => event.pointerType === 'mouse' && setPointedAt(star)}
            >
              <input
                type="radio"
                name={`${id}-rating`}
                value={star}
                checked={value === star}
                // biome-ignore lint/a11y/noAutofocus: the form opened where the pressed button stood
                autoFocus={autoFocus && star === (value || 1)}
                required
                aria-label={`${star} ${inflectStars(star)}`}
                aria-invalid={error && star === 1 ? true : undefined}
                onChange={() => onChange(star)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <svg
                viewBox="0 0 20 20"
                aria-hidden="true"
                className={classNames(
                  'pointer-events-none size-8 stroke-gold stroke-[0.8]',
                  star <= filled ? 'fill-gold' : 'fill-sand',
                )}
              >
                <path d={STAR} strokeLinejoin="round" />
              </svg>
            </label>
          ))}
        </div>
        <p aria-hidden="true" className="text-sm text-night/80">
          {filled > 0 && `${filled} ${inflectStars(filled)}`}
        </p>
      </div>
      {error && (
        <p id={`${id}-note`} className="mt-1 text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The sentences for a failure of each act on a review. */
const FAILED = {
  dodać: 'Nie udało się dodać opinii.',
  zmienić: 'Nie udało się zaktualizować opinii.',
  usunąć: 'Nie udało się usunąć opinii.',
} as const
type ReviewAct = keyof typeof FAILED

const requireLogin = (to: ReviewAct) => ({
  title: 'Wymagane logowanie',
  description: `Musisz być zalogowany, aby ${to} opinię.`,
})

/** Shows this before the shop asks for the password. */
export function sayLoginRequired(to: ReviewAct): void {
  toast({ ...requireLogin(to), tone: 'error' })
}

/** Adds a review of a product. */
export const callAddReview = (productId: string, review: Review) =>
  callApi('post', '/api/reviews', {
    json: { ...review, product_id: productId },
    onSessionOver: () => sayLoginRequired('dodać'),
  })

/** The shop's refusal, at the fields or as a toast. */
export function toReviewProblem(failure: ApiFailure, to: ReviewAct): FormProblem {
  const failed = FAILED[to]
  if (failure.reason === 'unreachable') return { toast: { title: 'Błąd', description: failed } }
  if (failure.code === 'sign_in_required') {
    sessionEnded()
    return { toast: requireLogin(to) }
  }
  const { fields, message } = failure
  return Object.keys(fields).length > 0 ? { fields } : { toast: { title: 'Błąd', description: message || failed } }
}

type DraftOf = { userId: string; productId: string }

/** The unfinished review that this tab has stored; null when there is none. */
export function readReviewDraft({ userId, productId }: DraftOf): ReviewValues | null {
  const stored = readStoredObject('review_draft')
  if (stored?.userId !== userId || stored.productId !== productId) return null
  const { rating, comment, pictures } = stored
  if (typeof rating !== 'number' || typeof comment !== 'string') return null
  const keys = Array.isArray(pictures) ? pictures.filter((key) => typeof key === 'string') : null
  return { rating, comment, ...(keys && { pictures: keys }) }
}

export function writeReviewDraft(of: DraftOf, values: ReviewValues): void {
  writeStored('review_draft', JSON.stringify({ ...of, ...values }))
}

export function clearReviewDraft(): void {
  writeStored('review_draft', null)
}
