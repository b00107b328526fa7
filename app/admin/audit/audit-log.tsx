import { useInfiniteQuery } from '@tanstack/react-query'
import { href, Link, useSearchParams } from 'react-router'
import { formatMomentDay, formatTime } from '#app/admin/orders/moments.ts'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { Loading } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { AUDIT_NOUNS } from '#domain/kernel/audit/audit.ts'
import type { AuditPage } from '#domain/kernel/audit/audit-queries.server.ts'

/** 'Dziennik': every login and every change in the panel, newest first. */
export default function Log() {
  const [params, setParams] = useSearchParams()
  const noun = params.get('temat') ?? ''
  const list = useInfiniteQuery(
    {
      queryKey: ['admin-log', noun],
      queryFn: async ({ pageParam, signal }) => {
        const query = { ...(noun !== '' && { noun }), ...(pageParam !== '' && { before: pageParam }) }
        return orThrow(await callApi('get', '/api/admin/audit', { query, signal }))
      },
      initialPageParam: '',
      getNextPageParam: (page: AuditPage) => page.next,
    },
    queryClient,
  )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Dziennik</h1>
        <Link to={href('/admin')} className={buttonClass('secondary', 'tight')}>
          Przegląd
        </Link>
      </div>
      <label className="flex flex-wrap items-center gap-3 text-sm">
        <span className="font-medium">Temat</span>
        <select
          value={noun}
          onChange={(event) => {
            const chosen = event.target.value
            setParams(chosen === '' ? {} : { temat: chosen }, { replace: true, preventScrollReset: true })
          }}
          className="min-h-11 rounded-lg border border-night/45 bg-white px-3 text-base lg:text-sm"
        >
          <option value="">Wszystko</option>
          <Options of={Object.entries(AUDIT_NOUNS)} />
        </select>
      </label>
      {list.error && (
        <Alert title="Nie udało się załadować dziennika" onRetry={() => void list.refetch()}>
          {list.error.message}
        </Alert>
      )}
      {list.isPending && <Loading rows={8} />}
      {list.data && items.length === 0 && <EmptyState title="Nic tu jeszcze nie zapisano." />}
      {[...Map.groupBy(items, ({ created_at }) => formatMomentDay(created_at))].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-2 text-sm font-semibold text-oud">{day}</h2>
          <ul className="card divide-y divide-night/10">
            {entries.map((entry) => (
              <li key={entry.id} className="flex gap-4 px-4 py-2 text-sm">
                <time dateTime={entry.created_at} className="shrink-0 text-oud tabular-nums">
                  {formatTime(entry.created_at)}
                </time>
                <span className="min-w-0 wrap-anywhere">
                  <span>{entry.sentence}</span>
                  {entry.person !== null && <span className="block text-xs text-oud">{entry.person}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Pokaż wcześniejsze
        </Button>
      )}
    </div>
  )
}
