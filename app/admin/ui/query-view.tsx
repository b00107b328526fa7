import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { Card } from './card.tsx'

type AnswerViewProps<Data> = {
  of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  /** The sentence when the query fails; by default the reason. */
  failed?: string
  /** What is shown until the query has answered. */
  loading: ReactNode
  className?: string
  children: (data: Data) => ReactNode
}

/** Shows a query's answer: first placeholders; on failure a sentence and a button, above the previous answer if any. */
export function AnswerView<Data>({ of, failed, loading, className, children }: AnswerViewProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = of
  const problem = error && <LoadError error={error} failed={failed} onRetry={() => void refetch()} />
  if (data === undefined) return problem ?? loading
  return (
    <>
      {problem}
      <div
        aria-busy={isPlaceholderData || undefined}
        className={classNames(error && 'mt-4', isPlaceholderData && 'opacity-60', className) || undefined}
      >
        {children(data)}
      </div>
    </>
  )
}

type Query<Data> = UseQueryOptions<Data, Error, Data, QueryKey>
type QueryViewProps<Data> = Omit<AnswerViewProps<Data>, 'of'> & { query: Query<Data> }

/** Asks a query and shows its answer. */
export function QueryView<Data>({ query, ...view }: QueryViewProps<Data>) {
  return <AnswerView of={useQuery(query, queryClient)} {...view} />
}

type DetailPageProps<Found> = Omit<QueryViewProps<Found | null>, 'children'> & {
  /** The list that leads to the page. */
  list: { to: string; label: string }
  /** The sentences where the shop has no such thing. */
  missing: { title: string; hint?: string }
  children: (found: Found) => ReactNode
}

/** The page of one thing, with a link back to the list. */
export function DetailPage<Found>({ list, missing, children, ...view }: DetailPageProps<Found>) {
  return (
    <>
      <Link
        to={list.to}
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" /> <span>{list.label}</span>
      </Link>
      <QueryView {...view}>
        {(found) =>
          found === null ? (
            <EmptyState title={missing.title}>{missing.hint && <p className="text-sm">{missing.hint}</p>}</EmptyState>
          ) : (
            children(found)
          )
        }
      </QueryView>
    </>
  )
}

type LoadErrorProps = { error: Error; failed?: string | undefined; onRetry: () => void; className?: string }

/** What could not be read, and the reason where one is known. */
export function LoadError({ error, failed, onRetry, className }: LoadErrorProps) {
  const cause = error.cause instanceof Error ? error.cause.message : null
  return (
    <Alert title={failed ?? `Błąd: ${error.message}`} onRetry={onRetry} className={className}>
      {failed === undefined ? cause : error.message}
    </Alert>
  )
}

type QueryCardProps<Data> = Omit<ComponentProps<typeof Card>, 'children'> & {
  query: Query<Data>
  failed: string
  /** Also shows a toast at each failure. */
  toasts?: boolean
  /** Rows of the skeleton. */
  rows: number
  /** Shown above the content, also while it is loading. */
  lead?: ReactNode
  children: (data: Data) => ReactNode
}

/** A card that shows a query's answer. */
export function QueryCard<Data>({
  query,
  failed,
  toasts = false,
  rows,
  lead,
  folds = false,
  children,
  ...card
}: QueryCardProps<Data>) {
  const answer = useQuery(query, queryClient)
  const { error } = answer
  useEffect(() => {
    if (toasts && error) toast({ title: 'Błąd', description: failed, tone: 'error' })
  }, [toasts, failed, error])
  return (
    <Card {...card} folds={folds && !error}>
      {lead !== undefined && <p className="mb-3 text-sm text-night/85">{lead}</p>}
      <AnswerView of={answer} failed={failed} loading={<Loading rows={rows} />}>
        {children}
      </AnswerView>
    </Card>
  )
}

type LoadingProps = { rows: number; of?: string; rowClass?: string; className?: string }

/** Placeholders while something loads. `of`: what loads, in the Polish genitive. */
export function Loading({ rows, of, rowClass = 'h-6', className = 'space-y-3' }: LoadingProps) {
  return (
    <div className={className}>
      <span role="status" className="sr-only">
        {of === undefined ? 'Wczytywanie' : `Wczytywanie ${of}...`}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
        <Skeleton key={row} className={rowClass} />
      ))}
    </div>
  )
}

/** The same for the rows of a list. */
export function LoadingList(props: Omit<LoadingProps, 'className'>) {
  return <Loading {...props} className="card space-y-2 p-3" />
}
