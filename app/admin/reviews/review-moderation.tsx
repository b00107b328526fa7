import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href, useRevalidator, useSearchParams } from 'react-router'
import { ConfirmDialog, useRemoval } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog, useRowDialog } from '#app/admin/history-dialog.ts'
import { withParams, writePage } from '#app/admin/list-filters.tsx'
import { pagedQuery, refresh, tellFailure } from '#app/admin/panel-calls.ts'
import { TrademarkDialog, useTrademarks } from '#app/admin/trademark-dialog.tsx'
import { ListPages } from '#app/admin/ui/list-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import type { ModeratedReview } from '#domain/reviews/moderation-queries.server.ts'
import type { ModerationSort, ReviewState } from '#domain/reviews/review.ts'
import { ModeratedReviewCard, type ReviewAction } from './moderated-review-card.tsx'
import { ReviewAnswerDialog } from './review-answer-dialog.tsx'

/** Reviews of a page that phones show at first. */
const FIRST_ON_PHONES = 3

type ModerationView = { state: ReviewState; sort: ModerationSort; page: number }

const MODERATION_KEY = ['admin-reviews']

/** A page of the reviews of one state; the previous one is shown until it has loaded. */
const moderationQuery = (view: ModerationView) => ({
  ...pagedQuery([...MODERATION_KEY, view], (signal) =>
    callApi('get', '/api/admin/reviews', { query: { ...view, page: String(view.page) }, signal }),
  ),
  gcTime: 0,
})

const refreshReviews = () => refresh({ queryKey: MODERATION_KEY })

const ANSWER_REMOVAL: Parameters<typeof useRemoval<ModeratedReview>>[0] = {
  title: 'Usunąć odpowiedź?',
  confirm: 'Usuń odpowiedź',
  question: (review) =>
    `Odpowiedź na opinię${review?.product_name ? ` o produkcie „${review.product_name}”` : ''} zniknie ze strony. Możesz potem napisać nową; autor nie dostanie drugiej wiadomości.`,
  call: ({ id, version }) => callApi('delete', '/api/admin/reviews/:id/answer', { param: { id }, json: { version } }),
  failed: 'Nie udało się usunąć odpowiedzi.',
  done: 'Odpowiedź usunięta',
  nameOf: ({ product_name }) => product_name ?? '',
  refresh: refreshReviews,
}

const EMPTY: Record<ReviewState, string> = {
  pending: 'Brak komentarzy oczekujących na akceptację',
  published: 'Brak zaakceptowanych komentarzy',
  rejected: 'Brak odrzuconych komentarzy',
}

const DONE: Record<ReviewAction, { title: string; failed: string }> = {
  approve: { title: 'Komentarz zaakceptowany', failed: 'Nie udało się zaakceptować komentarza.' },
  reject: { title: 'Komentarz odrzucony', failed: 'Nie udało się odrzucić komentarza.' },
  delete: { title: 'Komentarz usunięty', failed: 'Nie udało się usunąć komentarza.' },
}

/** 'Zarządzanie komentarzami': customers' reviews before and after they are public. */
export function ReviewModeration() {
  const [view, buildSearch] = useModerationView()
  const [, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery(moderationQuery(view), queryClient)
  const { busy, run, trademarks, runAccepted } = useReviewActions()
  const question = useHistoryDialog('delete-review')
  const answered = useRowDialog('answer-review', data?.items, ({ id }) => id)
  const answerRemoval = useRemoval(ANSWER_REMOVAL)
  const [isWhole, setWhole] = useState(false)
  const deleting = data?.items.find(({ id }) => id === question.subject)
  const show = (next: Partial<ModerationView>) =>
    setParams((params) => buildSearch({ ...next, page: 1 }, params), {
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    })
  const publishedTab = view.state === 'published'
  const shown = data?.items.filter(({ state }) => state === view.state)
  return (
    <section id="komentarze" aria-labelledby="moderacja" className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="moderacja" className="font-display text-xl">
          Zarządzanie komentarzami
        </h2>
        <label className="flex items-center gap-2 text-sm">
          Sortuj
          <select
            className="pill min-h-11 px-4"
            value={view.sort}
            onChange={(event) => show({ sort: event.target.value === 'stars' ? 'stars' : 'newest' })}
          >
            <option value="newest">Według daty</option>
            <option value="stars">Według gwiazdek</option>
          </select>
        </label>
      </div>
      <div role="tablist" aria-label="Opinie" className="mt-3 flex gap-x-6 overflow-x-auto border-b border-night/15">
        {(['pending', 'published'] as const).map((state) => (
          <Tab
            key={state}
            state={state}
            count={data?.counts[state]}
            isOpen={publishedTab === (state === 'published')}
            onOpen={() => show({ state })}
          />
        ))}
      </div>
      <div role="tabpanel" aria-labelledby={publishedTab ? 'tab-published' : 'tab-pending'} className="pt-4">
        {!publishedTab && (data?.counts.rejected ?? 0) > 0 && (
          <label className="mb-3 inline-flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-night"
              checked={view.state === 'rejected'}
              onChange={(event) => show({ state: event.target.checked ? 'rejected' : 'pending' })}
            />
            {`Pokaż odrzucone (${data?.counts.rejected})`}
          </label>
        )}
        {error ? (
          <Alert onRetry={() => void refetch()}>Failed to fetch reviews: {error.message}</Alert>
        ) : shown === undefined || (shown.length === 0 && data?.items.length !== 0) ? (
          <CardSkeletons />
        ) : shown.length === 0 ? (
          <p className="rounded-xl border border-dashed border-night/30 px-4 py-8 text-center text-sm">
            {EMPTY[view.state]}
          </p>
        ) : (
          <ul className="grid gap-3 xl:grid-cols-2">
            {shown.map((review, place) => (
              <li key={review.id} className={isWhole || place < FIRST_ON_PHONES ? undefined : 'max-sm:hidden'}>
                <ModeratedReviewCard
                  review={review}
                  busy={busy?.id === review.id ? busy.action : null}
                  onAction={(action) => (action === 'delete' ? question.open(review.id) : void run(action, review))}
                  onAnswer={() => answered.open(review)}
                  onRemoveAnswer={() => answerRemoval.ask(review)}
                />
              </li>
            ))}
          </ul>
        )}
        {shown !== undefined && shown.length > FIRST_ON_PHONES && !isWhole && (
          <Button variant="secondary" className="mt-3 w-full sm:hidden" onClick={() => setWhole(true)}>
            {`Pokaż pozostałe: ${shown.length - FIRST_ON_PHONES}`}
          </Button>
        )}
        {data && (
          <ListPages
            of={data}
            label="Strony opinii"
            buildHref={(page) => `${href('/admin')}?${buildSearch({ page })}#komentarze`}
            className="mt-4"
          />
        )}
      </div>
      <TrademarkDialog trademarks={trademarks} onAccept={() => void runAccepted()} />
      {answered.shown?.row && (
        <ReviewAnswerDialog review={answered.shown.row} refresh={refreshReviews} onClose={answered.close} />
      )}
      {answerRemoval.dialog}
      <ConfirmDialog
        open={deleting !== undefined}
        title="Usuń komentarz"
        confirm="Usuń komentarz"
        danger
        busy={busy?.action === 'delete'}
        onClose={question.close}
        onConfirm={() => {
          if (deleting) void run('delete', deleting, question.close)
        }}
      >
        {`Czy na pewno chcesz usunąć ten komentarz${deleting?.product_name ? ` o produkcie „${deleting.product_name}”` : ''}? ${
          deleting?.answer ? 'Twoja odpowiedź zniknie razem z nim. ' : ''
        }Tej operacji nie można cofnąć.`}
      </ConfirmDialog>
    </section>
  )
}

const TABS = { pending: 'Oczekujące na akceptację', published: 'Zaakceptowane' }

type TabProps = { state: keyof typeof TABS; count: number | undefined; isOpen: boolean; onOpen: () => void }

function Tab({ state, count, isOpen, onOpen }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${state}`}
      aria-selected={isOpen}
      className={classNames(
        'min-h-11 shrink-0 border-b-2 text-sm font-semibold',
        isOpen ? 'border-gold' : 'border-transparent text-night/80 hover:text-night',
      )}
      onClick={onOpen}
    >
      <span>{TABS[state]}</span>
      {count !== undefined && (
        <span className="ml-2 rounded-full bg-sand px-2 py-0.5 text-xs tabular-nums">{count}</span>
      )}
    </button>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
    </div>
  )
}

/** The states in the address; the default is 'pending'. */
const STATES: Record<string, ReviewState> = { zaakceptowane: 'published', odrzucone: 'rejected' }

function useModerationView(): [
  ModerationView,
  (change: Partial<ModerationView>, params?: URLSearchParams) => URLSearchParams,
] {
  const [params] = useSearchParams()
  const view: ModerationView = {
    state: STATES[params.get('opinie') ?? ''] ?? 'pending',
    sort: params.get('sortowanie') === 'gwiazdki' ? 'stars' : 'newest',
    page: Math.max(1, Math.trunc(Number(params.get('strona'))) || 1),
  }
  const build = (change: Partial<ModerationView>, current = params) => {
    const { state, sort, page } = { ...view, ...change }
    return withParams(current, {
      opinie: Object.keys(STATES).find((name) => STATES[name] === state),
      sortowanie: sort === 'stars' ? 'gwiazdki' : null,
      strona: writePage(page),
    })
  }
  return [view, build]
}

/** `busy` is the running action. Afterwards all lists are read again, and the counts in the panel's rail. */
function useReviewActions() {
  const [busy, setBusy] = useState<{ id: string; action: ReviewAction } | null>(null)
  const [warned, setWarned] = useState<ModeratedReview | null>(null)
  const trademarks = useTrademarks()
  const { revalidate } = useRevalidator()

  /** @param onAnswered called before the lists are read again: meanwhile the next dialog may be opened */
  async function run(action: ReviewAction, review: ModeratedReview, onAnswered?: () => void): Promise<void> {
    const { id } = review
    setBusy({ id, action })
    const answer = await decide(action, review, trademarks.takeAccepted())
    if (answer.ok) toast({ title: DONE[action].title, tone: 'success' })
    else if (trademarks.warn(answer.failure)) setWarned(review)
    else tellFailure(DONE[action].failed, answer.failure)
    onAnswered?.()
    await Promise.all([refreshReviews(), revalidate()])
    setBusy(null)
  }

  return {
    busy,
    run,
    trademarks,
    /** Publishes the review whose trademarks the admin accepted. */
    async runAccepted() {
      if (warned) await run('approve', warned)
    },
  }
}

function decide(action: ReviewAction, { id, version }: ModeratedReview, isAccepted: boolean) {
  const param = { id }
  if (action === 'delete') return callApi('delete', '/api/admin/reviews/:id', { param })
  if (action === 'reject') return callApi('post', '/api/admin/reviews/:id/reject', { param, json: { version } })
  const json = { version, trademarks_accepted: isAccepted }
  return callApi('post', '/api/admin/reviews/:id/approve', { param, json })
}
