import { href, Link, useSearchParams } from 'react-router'
import { buildAddress, writePage } from '#app/admin/list-filters.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { FilterLink, ListPages, RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Price } from '#app/ui/price.tsx'
import type { CaseList } from '#domain/returns/read-cases.server.ts'
import { CASE_KIND_LABELS, isTrusted } from '#domain/returns/return-case.ts'
import { CaseClock, CaseState } from './case-state.tsx'
import { type CaseView, casesQuery, parseCaseView } from './returns-data.ts'

/** 'Zwroty i reklamacje': the cases that wait for the owner, the nearest deadline first. */
export default function Returns() {
  const [params] = useSearchParams()
  const view = parseCaseView(params)
  return (
    <>
      <h1 className="mb-3 font-display text-2xl">Zwroty i reklamacje</h1>
      <nav aria-label="Które sprawy" className="mb-4 flex flex-wrap gap-2">
        <ViewLink view={view} change={{ state: 'open' }} label="Otwarte" />
        <ViewLink view={view} change={{ state: 'closed' }} label="Zakończone" />
        <span aria-hidden="true" className="mx-1 w-px self-stretch bg-night/15" />
        <ViewLink view={view} change={{ kind: null }} label="Wszystkie" />
        <ViewLink view={view} change={{ kind: 'withdrawal' }} label="Odstąpienia" />
        <ViewLink view={view} change={{ kind: 'complaint' }} label="Reklamacje" />
      </nav>
      <QueryView
        query={casesQuery(view)}
        failed="Nie udało się wczytać spraw."
        loading={<LoadingList of="spraw" rows={6} rowClass="h-16 lg:h-10" />}
      >
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title={view.state === 'open' ? 'Nic nie czeka' : 'Nie ma jeszcze zakończonych spraw'}>
              {view.state === 'open' && (
                <p className="text-sm">
                  Odstąpienia i reklamacje kupujących pojawią się tutaj, najpilniejsze na górze.
                </p>
              )}
            </EmptyState>
          ) : (
            <>
              <RowList items={list.items} keyOf={({ id }) => id}>
                {(row) => <CaseRow row={row} />}
              </RowList>
              <ListPages of={list} label="Strony spraw" buildHref={(page) => buildViewHref({ ...view, page })} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

function buildViewHref({ state, kind, page }: CaseView): string {
  const params = { stan: state === 'closed' ? 'zamkniete' : null, rodzaj: kind, page: writePage(page) }
  return buildAddress(href('/admin/zwroty'), params)
}

type ViewLinkProps = { view: CaseView; change: Partial<CaseView>; label: string }

function ViewLink({ view, change, label }: ViewLinkProps) {
  const next = { ...view, ...change, page: 1 }
  const isCurrent = next.state === view.state && next.kind === view.kind
  return (
    <FilterLink to={buildViewHref(next)} current={isCurrent}>
      {label}
    </FilterLink>
  )
}

function CaseRow({ row }: { row: CaseList['items'][number] }) {
  return (
    <Link
      to={href('/admin/zwroty/:id', { id: row.id })}
      className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm hover:bg-ivory sm:grid-cols-[1.4fr_1.2fr_1fr] sm:items-center"
    >
      <span className="min-w-0">
        <span className="font-semibold">
          {CASE_KIND_LABELS[row.kind]} <span className="tabular-nums">{row.number}</span>
        </span>
        <span className="block wrap-anywhere text-oud">
          {`${row.name}, zamówienie ${row.order_number}${isTrusted(row.match) ? '' : ' (nieprzypisane)'}`}
        </span>
      </span>
      <span className="text-oud tabular-nums">{formatShortMoment(row.received_at)}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:justify-end">
        <CaseState stage={row.stage} />
        {row.settled_grosze !== null && row.settled_grosze > 0 && <Price grosze={row.settled_grosze} />}
        <CaseClock of={row} />
      </span>
    </Link>
  )
}
