import { useQuery } from '@tanstack/react-query'
import { href, Link, useSearchParams } from 'react-router'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { FilterLink, RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { MessageList } from '#domain/contact/message-list.ts'
import { countPages, parsePage } from '#domain/kernel/paging.ts'
import { type MessageView, messagesQuery } from './messages-data.ts'

/** 'Wiadomości': what people wrote in the contact form, the longest waiting first. */
export default function Messages() {
  const [params] = useSearchParams()
  const view: MessageView = { state: params.get('stan') === 'zalatwione' ? 'done' : 'open', page: parsePage(params) }
  const list = useQuery(messagesQuery(view), queryClient)
  return (
    <>
      <h1 className="mb-3 font-display text-2xl">Wiadomości</h1>
      <nav aria-label="Które wiadomości" className="mb-4 flex flex-wrap gap-2">
        <ViewLink view={view} state="open" label="Czekają" />
        <ViewLink view={view} state="done" label="Załatwione" />
      </nav>
      <QueryView
        of={list}
        failed="Nie udało się wczytać wiadomości."
        loading={<LoadingList of="wiadomości" rows={6} rowClass="h-16" />}
      >
        {({ items, total, page, pageSize }) =>
          items.length === 0 ? (
            <EmptyState
              title={view.state === 'open' ? 'Nikt nie czeka na odpowiedź' : 'Nie ma jeszcze załatwionych wiadomości'}
            >
              {view.state === 'open' && (
                <p className="text-sm">Wiadomości z formularza kontaktowego pojawią się tutaj.</p>
              )}
            </EmptyState>
          ) : (
            <>
              <RowList items={items} keyOf={({ id }) => id}>
                {(message) => <MessageRow message={message} />}
              </RowList>
              <Pagination
                page={page}
                lastPage={countPages(total, pageSize)}
                label="Strony wiadomości"
                buildHref={(number) => buildViewHref({ ...view, page: number })}
                className="mt-6"
              />
            </>
          )
        }
      </QueryView>
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
  return (
    <FilterLink to={buildViewHref({ state, page: 1 })} current={view.state === state}>
      {label}
    </FilterLink>
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
