import { href } from 'react-router'
import { SentPictures } from '#app/admin/ui/sent-pictures.tsx'
import { inflectStars, Rating } from '#app/catalog/rating.tsx'
import { Button } from '#app/ui/button.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { formatDateTime, formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import type { ModeratedReview } from '#domain/reviews/moderation-queries.server.ts'
import { REVIEW_MARKS } from '#domain/reviews/review-marks.ts'

export type ReviewAction = 'approve' | 'reject' | 'delete'

type ModeratedReviewCardProps = {
  review: ModeratedReview
  busy: ReviewAction | null
  onAction: (action: ReviewAction) => void
  onAnswer: () => void
  onRemoveAnswer: () => void
}

export function ModeratedReviewCard(props: ModeratedReviewCardProps) {
  const { review, busy, onAction, onAnswer, onRemoveAnswer } = props
  const { rating, comment, state, author, answer, created_at } = review
  const product = review.product_name ?? 'Nieznany produkt'
  const name = [author.first_name, author.last_name].filter(Boolean).join(' ')
  return (
    <article className="flex h-full flex-col gap-2 rounded-xl border border-night/15 px-4 py-3 text-sm">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">
          {review.product_slug === null ? (
            <span>{product}</span>
          ) : (
            <NewTabLink href={href('/produkt/:slug', { slug: review.product_slug })}>{product}</NewTabLink>
          )}
          <span className="font-normal text-oud"> · {review.brand_name ?? 'Nieznana marka'}</span>
        </h3>
        <time dateTime={created_at} className="text-xs text-oud">
          {formatDateTime(new Date(created_at))}
        </time>
      </header>
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <Rating value={rating} /> {rating} {inflectStars(rating)}
      </p>
      <p className="text-xs text-oud">
        {name !== '' && <span>{`${name} · `}</span>}
        <span className="break-all">{author.email ?? 'Brak emaila'}</span>
        {author.email !== null && (
          <span>{author.email_verified ? ' · adres potwierdzony' : ' · adres niepotwierdzony'}</span>
        )}
      </p>
      <p className="text-xs">
        {review.confirmed ? <strong>{REVIEW_MARKS.confirmed}</strong> : 'Zakup niepotwierdzony'}
      </p>
      {comment === null ? (
        <p className="text-oud">Bez treści</p>
      ) : (
        <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
      )}
      <SentPictures keys={review.pictures} />
      {answer !== null && (
        <div className="border-l-2 border-gold pl-3">
          <p className="text-xs font-semibold">
            <span>{`${REVIEW_MARKS.answer}, ${formatDay(new Date(answer.answered_at))}`}</span>
            {state !== 'published' && <span> · teraz niewidoczna, pojawi się z opinią</span>}
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{answer.text}</p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button
              size="tight"
              variant="quiet"
              disabled={busy !== null}
              aria-label={`Zmień odpowiedź: ${product}`}
              onClick={onAnswer}
            >
              Zmień odpowiedź
            </Button>
            <Button
              size="tight"
              variant="quiet"
              className="text-wine"
              disabled={busy !== null}
              aria-label={`Usuń odpowiedź: ${product}`}
              onClick={onRemoveAnswer}
            >
              Usuń odpowiedź
            </Button>
          </div>
        </div>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        {state !== 'published' && (
          <Button size="tight" busy={busy === 'approve'} disabled={busy !== null} onClick={() => onAction('approve')}>
            Zaakceptuj
          </Button>
        )}
        {state === 'pending' && (
          <Button
            size="tight"
            variant="secondary"
            busy={busy === 'reject'}
            disabled={busy !== null}
            onClick={() => onAction('reject')}
          >
            Odrzuć
          </Button>
        )}
        {state === 'published' && answer === null && (
          <Button
            size="tight"
            variant="secondary"
            disabled={busy !== null}
            aria-label={`Odpowiedz: ${product}`}
            onClick={onAnswer}
          >
            Odpowiedz
          </Button>
        )}
        <Button
          size="tight"
          variant="quiet"
          className="text-wine"
          disabled={busy !== null}
          aria-label={`Usuń komentarz: ${product}`}
          onClick={() => onAction('delete')}
        >
          Usuń
        </Button>
      </div>
    </article>
  )
}
