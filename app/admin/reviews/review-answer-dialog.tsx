import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { useRowForm } from '#app/admin/row-form.ts'
import { TrademarkDialog, useTrademarks } from '#app/admin/trademark-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { inflectStars, Rating } from '#app/catalog/rating.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { toast } from '#app/ui/toast.ts'
import type { ModeratedReview } from '#domain/reviews/moderation-queries.server.ts'
import { answerFormSchema, MAX_COMMENT_LENGTH } from '#domain/reviews/review-input.ts'

type ReviewAnswerDialogProps = {
  /** It may change while the form is open. */
  review: ModeratedReview
  refresh: () => Promise<unknown>
  onClose: CloseDialog
}

/** The owner's answer to a review, which is shown above the field. */
export function ReviewAnswerDialog({ review, refresh, onClose }: ReviewAnswerDialogProps) {
  const trademarks = useTrademarks()
  const isNew = review.answer === null
  const form = useRowForm({
    row: review,
    schema: answerFormSchema,
    toValues: (row) => ({ answer: row?.answer?.text ?? '' }),
    send: (input, seen) =>
      callApi('post', '/api/admin/reviews/:id/answer', {
        param: { id: review.id },
        json: { ...input, version: seen?.version ?? '', trademarks_accepted: trademarks.takeAccepted() },
      }),
    onSaved() {
      toast({ title: isNew ? 'Odpowiedź dodana' : 'Odpowiedź zmieniona', tone: 'success' })
      onClose()
    },
    refresh,
    failed: 'Nie udało się zapisać odpowiedzi.',
    handle: trademarks.warn,
  })
  return (
    <FormDialog
      title={isNew ? 'Odpowiedz na opinię' : 'Zmień odpowiedź'}
      form={form}
      submit={isNew ? 'Opublikuj odpowiedź' : 'Zapisz zmiany'}
      onClose={onClose}
    >
      <blockquote className="rounded-xl bg-sand/60 px-4 py-3 text-sm">
        <p className="flex flex-wrap items-center gap-2 text-xs">
          <Rating value={review.rating} />
          <span>{`${review.rating} ${inflectStars(review.rating)}`}</span>
          {review.product_name !== null && <span>{`· ${review.product_name}`}</span>}
        </p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{review.comment ?? 'Bez treści'}</p>
      </blockquote>
      <TextAreaField {...form.text('answer')} label="Odpowiedź sklepu" rows={6} most={MAX_COMMENT_LENGTH} required />
      <p className="text-xs text-oud">
        Zobaczą ją wszyscy, pod opinią. O pierwszej odpowiedzi autor dowiaduje się z e-maila, o jej zmianie już nie.
      </p>
      <TrademarkDialog trademarks={trademarks} onAccept={() => void form.submit()} />
    </FormDialog>
  )
}
