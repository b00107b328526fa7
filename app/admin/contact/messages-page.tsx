import { useQuery } from '@tanstack/react-query'
import { href, Link, useSearchParams } from 'react-router'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { SkeletonRows } from '#app/admin/overview/overview-card.tsx'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { MessageList } from '#domain/contact/message-list.ts'
import { countPages, parsePage } from '#domain/kernel/paging.ts'
import { type MessageView, messagesQuery } from './messages-data.ts'

/** 'Wiadomości': what people wrote in the contact form, the longest waiting first. */
export default function Messages() {
  const [params] = useSearchParams()
  const view: MessageView = { state: params.get('stan') === 'zalatwione' ? 'done' : 'open', page: parsePage(params) }
  const { data, error, refetch, isPlaceholderData } = useQuery(messagesQuery(view), queryClient)
  return (
    <>
      <h1 className="mb-3 font-display text-2xl">Wiadomości</h1>
      <nav aria-label="Które wiadomości" className="mb-4 flex flex-wrap gap-2">
        <ViewLink view={view} state="open" label="Czekają" />
        <ViewLink view={view} state="done" label="Załatwione" />
      </nav>
      {error ? (
        <Alert title="Nie udało się wczytać wiadomości." onRetry={() => void refetch()}>
          {error.message}
        </Alert>
      ) : data === undefined ? (
        <div className="space-y-2 rounded-2xl border border-night/15 bg-white p-3">
          <span role="status" className="sr-only">
            Wczytywanie wiadomości...
          </span>
          <SkeletonRows rows={6} className="h-16" />
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState
          title={view.state === 'open' ? 'Nikt nie czeka na odpowiedź' : 'Nie ma jeszcze załatwionych wiadomości'}
        >
          {view.state === 'open' && <p className="text-sm">Wiadomości z formularza kontaktowego pojawią się tutaj.</p>}
        </EmptyState>
      ) : (
        <div aria-busy={isPlaceholderData || undefined} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <ul className="divide-y divide-night/10 overflow-hidden rounded-2xl border border-night/10 bg-white">
            {data.items.map((message) => (
              <li key={message.id}>
                <MessageRow message={message} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            lastPage={countPages(data.total, data.pageSize)}
            label="Strony wiadomości"
            buildHref={(page) => buildViewHref({ ...view, page })}
            className="mt-6"
          />
        </div>
      )}
    </>
  )
}

function buildViewHref({ state, page }: MessageView): string {
  const query = new URLSearchParams({
    ...(state === 'done' && { stan: 'zalatwione' }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `${href('/admin/wiadomosci')}${query && `?${query}`}`
}

function ViewLink({ view, state, label }: { view: MessageView; state: MessageView['state']; label: string }) {
  const isCurrent = view.state === state
  return (
    <Link
      to={buildViewHref({ state, page: 1 })}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames('pill inline-flex min-h-11 items-center px-4 text-sm', isCurrent && 'bg-night text-ivory')}
    >
      {label}
    </Link>
  )
}

function MessageRow({ message }: { message: MessageList['items'][number] }) {
  const { id, name, beginning, created_at, answered_at } = message
  return (
    <Link
      to={href('/admin/wiadomosci/:id', { id })}
      className="grid gap-x-4 gap-y-0.5 px-4 py-3 text-sm hover:bg-ivory sm:grid-cols-[12rem_1fr_auto] sm:items-baseline"
    >
      <span className="truncate font-semibold">{name}</span>
      <span className="line-clamp-2 wrap-anywhere text-night/85">{beginning}</span>
      <span className="text-xs text-oud tabular-nums">
        {`${formatShortMoment(created_at)}${answered_at === null ? '' : ', jest odpowiedź'}`}
      </span>
    </Link>
  )
}
