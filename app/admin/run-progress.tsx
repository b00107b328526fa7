import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { toast } from '#app/ui/toast.ts'
import type { Run } from '#domain/kernel/runs/run.ts'
import { apiQuery } from './panel-calls.ts'

/** Pause between two readings, ms. */
const POLL_MS = 1000

const BAR = classNames(
  'mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sand',
  '[&::-moz-progress-bar]:bg-night [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-night',
)

const runQuery = (id: string) =>
  queryOptions({
    ...apiQuery(['admin', 'run', id], (signal) => callApi('get', '/api/admin/runs/:id', { param: { id }, signal })),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : POLL_MS),
  })

type RunProgressProps = {
  runId: string
  /** The run's name: 'Synchronizacja ze Stripe'. */
  label: string
  /** Called once when the run has ended, also where it had ended before. */
  onEnd?: (run: Run) => void
}

/** The progress of a run, and its failures with their reasons. The run goes on when this is unmounted. */
export function RunProgress({ runId, label, onEnd }: RunProgressProps) {
  const { data: run, error, refetch } = useQuery(runQuery(runId), queryClient)
  const ended = useRef<string | null>(null)
  useEffect(() => {
    if (!run || run.status === 'running' || ended.current === run.id) return
    ended.current = run.id
    onEnd?.(run)
  }, [run, onEnd])
  if (error && !run) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm">
        Nie udało się sprawdzić postępu. {error.message}
        <Button variant="secondary" size="tight" onClick={() => void refetch()}>
          Spróbuj ponownie
        </Button>
      </p>
    )
  }
  const { total = 0, done = 0, failed = 0, errors = [] } = run ?? {}
  const running = !run || run.status === 'running'
  return (
    <section aria-label={label} className="rounded-xl bg-ivory px-4 py-3 text-sm">
      <div className="flex flex-wrap justify-between gap-x-4">
        <p className="font-semibold">{label}</p>
        <p className="tabular-nums" role="status">
          {running ? `${done + failed} z ${total}` : describeEnd(run)}
        </p>
      </div>
      {running && <progress aria-label={label} value={done + failed} max={Math.max(total, 1)} className={BAR} />}
      {run?.failure && <p className="mt-2 font-medium text-wine">{run.failure}</p>}
      {errors.length > 0 && (
        <ul className="mt-2 max-h-48 divide-y divide-night/10 overflow-y-auto wrap-anywhere">
          {errors.map(({ id, name, message }) => (
            <li key={id} className="py-1.5">
              <span className="font-medium">{name}</span>: {message}
            </li>
          ))}
        </ul>
      )}
      {failed > errors.length && <p className="mt-1 text-oud">i jeszcze {failed - errors.length}</p>}
    </section>
  )
}

function describeEnd({ done, failed }: Run): string {
  return failed === 0 ? `Gotowe: ${done}` : `Gotowe: ${done}, błędy: ${failed}`
}

export function announceSync({ done, failed, failure }: Run): void {
  const counts = `Zsynchronizowano: ${done}, błędy: ${failed}.`
  if (failure !== null || (done === 0 && failed > 0)) {
    toast({ title: 'Błąd synchronizacji', description: failure ?? counts, tone: 'error' })
  } else {
    toast({ title: 'Synchronizacja zakończona', description: counts, tone: 'success' })
  }
}
