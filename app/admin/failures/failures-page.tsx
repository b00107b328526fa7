import { useQuery } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { apiQuery, refresh, useWrite } from '#app/admin/panel-calls.ts'
import { RowList } from '#app/admin/ui/list-parts.tsx'
import { AnswerView, LoadingList } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toast } from '#app/ui/toast.ts'
import type { FailureList } from '#domain/failures/failure-queries.server.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

const failuresQuery = apiQuery(['admin-failures'], (signal) => callApi('get', '/api/admin/failures', { signal }))

/** 'Awarie': uncaught failures of the last 30 days, by kind, until they are resolved. */
export default function Failures() {
  const list = useQuery(failuresQuery, queryClient)
  return (
    <div className="space-y-4">
      <div>
        <h1 className="font-display text-2xl">
          <span>Awarie</span> {list.data && <span className="text-oud tabular-nums">({list.data.total})</span>}
        </h1>
        <p className="mt-1 max-w-prose text-sm text-oud">
          Błędy, których sklep się nie spodziewał. Bez danych klientów, przez 30 dni. Pokaż je osobie, która dba o
          sklep, a po naprawie oznacz jako załatwione.
        </p>
      </div>
      <AnswerView
        of={list}
        failed="Nie udało się załadować awarii"
        loading={<LoadingList rows={6} rowClass="h-16" />}
        className="space-y-4"
      >
        {(failures) => <FailureRows {...failures} />}
      </AnswerView>
    </div>
  )
}

function FailureRows({ items, total }: FailureList) {
  if (total === 0) return <EmptyState title="Nic się nie zepsuło. Oby tak dalej." />
  return (
    <>
      <RowList items={items} keyOf={({ fingerprint }) => fingerprint}>
        {(failure) => <FailureRow {...failure} />}
      </RowList>
      {total > items.length && <p className="text-sm text-oud">Widać {items.length} ostatnich.</p>}
    </>
  )
}

type Failure = FailureList['items'][number]

const TIMES: PolishForms = { one: 'raz', few: 'razy', many: 'razy' }

function FailureRow(failure: Failure) {
  const { name, message, source, browser, place, times, first_at, last_at, returned } = failure
  const title = message === '' ? name : `${name}: ${message}`
  return (
    <article className="grid gap-x-6 gap-y-3 px-4 py-4 text-sm sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="text-xs text-oud">
          {returned && <strong className="mr-2 rounded-full bg-wine px-2 py-0.5 text-ivory">Wróciła</strong>}
          <span>{source === 'browser' ? `Strona u klienta (${browser})` : 'Sklep na serwerze'}</span>
        </p>
        <h2 className="mt-1 font-semibold wrap-anywhere">{title}</h2>
        <p className="mt-1 text-night/85 wrap-anywhere">Gdzie: {place}</p>
        <p className="text-night/85">
          {`${times} ${pluralize(times, TIMES)}, `}
          {times > 1
            ? `ostatni ${formatShortMoment(last_at)}, pierwszy ${formatShortMoment(first_at)}`
            : formatShortMoment(last_at)}
        </p>
        <Details {...failure} />
      </div>
      <ResolveButton {...failure} title={title} />
    </article>
  )
}

function Details({ frames, build, request_id: requestId }: Failure) {
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4 lg:min-h-8">
        Szczegóły
      </summary>
      {frames.length > 0 && (
        <ol className="mt-1 rounded-lg bg-ivory px-3 py-2 font-mono text-xs leading-5 wrap-anywhere">
          {frames.map((frame) => (
            <li key={frame}>{frame}</li>
          ))}
        </ol>
      )}
      <p className="mt-2 text-xs text-oud wrap-anywhere">
        {`Wersja sklepu: ${build}${requestId === null ? '' : `, ostatnie żądanie: ${requestId}`}`}
      </p>
    </details>
  )
}

/** Reads the layout again, too: its rail counts the failures. */
function ResolveButton({ fingerprint, title }: Failure & { title: string }) {
  const { revalidate } = useRevalidator()
  const resolve = useWrite({
    call: () => callApi('post', '/api/admin/failures/:fingerprint/resolve', { param: { fingerprint } }),
    failed: 'Nie udało się',
    onSuccess: () =>
      toast({ title: 'Awaria załatwiona', description: 'Wróci na listę, jeśli się powtórzy.', tone: 'success' }),
    onSettled: async () => {
      await Promise.all([refresh(failuresQuery), revalidate()])
    },
  })
  return (
    <div>
      <Button
        variant="secondary"
        busy={resolve.isPending}
        aria-label={`Załatwione: ${title}`}
        onClick={() => resolve.mutate()}
      >
        Załatwione
      </Button>
    </div>
  )
}
