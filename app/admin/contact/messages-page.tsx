import { href, Link, useSearchParams } from 'react-router'
import { buildAddress, writePage } from '#app/admin/list-filters.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { FilterLink, ListPages, RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { MessageList } from '#domain/contact/contact-queries.server.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { type MessageView, messagesQuery } from './messages-data.ts'

/** 'Wiadomości': messages of the contact form, the longest waiting first. */
export default function Messages() {
  const [params] = useSearchParams()
  const view: MessageView = { state: params.get('stan') === 'zalatwione' ? 'done' : 'open', page: parsePage(params) }
  return (
    <>
      <h1 className="mb-3 font-display text-2xl">Wiadomości</h1>
      <nav aria-label="Które wiadomości" className="mb-4 flex flex-wrap gap-2">
        <ViewLink view={view} state="open" label="Czekają" />
        <ViewLink view={view} state="done" label="Załatwione" />
      </nav>
      <QueryView
        query={messagesQuery(view)}
        failed="Nie udało się wczytać wiadomości."
        loading={<LoadingList of="wiadomości" rows={6} rowClass="h-16" />}
      >
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState
              title={view.state === 'open' ? 'Nikt nie czeka na odpowiedź' : 'Nie ma jeszcze załatwionych wiadomości'}
            >
              {view.state === 'open' && (
                <p className="text-sm">Wiadomości z formularza kontaktowego pojawią się tutaj.</p>
              )}
            </EmptyState>
          ) : (
            <>
              <RowList items={list.items} keyOf={({ id }) => id}>
                {(message) => <MessageRow message={message} />}
              </RowList>
              <ListPages of={list} label="Strony wiadomości" buildHref={(page) => buildViewHref({ ...view, page })} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

const buildViewHref = ({ state, page }: MessageView) =>
  buildAddress(href('/admin/wiadomosci'), { stan: state === 'done' ? 'zalatwione' : null, page: writePage(page) })

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
