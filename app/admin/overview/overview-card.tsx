import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'

type OverviewCardProps = {
  title: string
  /** For links that lead to it. */
  id?: string
  /** At the right end of the title. */
  aside?: ReactNode
  className?: string
  /** Shown on phones after a press, or where a link leads to it. */
  folds?: boolean
  children: ReactNode
}

/** One white card of 'Przegląd' with its heading. */
export function OverviewCard({ title, id, aside, className, folds = false, children }: OverviewCardProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={classNames('min-w-0 scroll-mt-4 rounded-2xl border border-night/10 bg-white px-5 py-4', className)}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="font-display text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {folds ? (
        <PhoneFold title={title} id={id}>
          {children}
        </PhoneFold>
      ) : (
        children
      )}
    </section>
  )
}

function PhoneFold({ title, id, children }: Pick<OverviewCardProps, 'title' | 'id' | 'children'>) {
  const content = useId()
  const { key, hash } = useLocation()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of a link opens it
  useEffect(() => {
    if (id !== undefined && hash === `#${id}`) setOpen(true)
  }, [key, hash, id])
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        aria-label={`${isOpen ? 'Zwiń' : 'Pokaż'}: ${title}`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between text-sm sm:hidden"
      >
        <span className="underline underline-offset-4">{isOpen ? 'Zwiń' : 'Pokaż'}</span>
        <ChevronDown aria-hidden="true" className={classNames('size-5 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={content} className={isOpen ? undefined : 'max-sm:hidden'}>
        {children}
      </div>
    </>
  )
}

type QueryCardProps<Data> = Omit<OverviewCardProps, 'children'> & {
  query: UseQueryOptions<Data, Error, Data, QueryKey>
  /** What is said when it cannot be read. */
  failed: string
  /** Says it in a toast as well, each time it fails. */
  toasts?: boolean
  /** Rows of the skeleton. */
  rows: number
  /** Shown above the content, also while it is loading. */
  lead?: ReactNode
  children: (data: Data) => ReactNode
}

/** A card of what a query answers: a skeleton before, a sentence and a button where it fails. */
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
  const { data, error, refetch } = useQuery(query, queryClient)
  useEffect(() => {
    if (toasts && error) toast({ title: 'Błąd', description: failed, tone: 'error' })
  }, [toasts, failed, error])
  return (
    <OverviewCard {...card} folds={folds && !error}>
      {lead !== undefined && <p className="mb-3 text-sm text-night/85">{lead}</p>}
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Alert title={failed} onRetry={() => void refetch()}>
          {error.message}
        </Alert>
      ) : (
        <CardLoading rows={rows} />
      )}
    </OverviewCard>
  )
}

/** The content of a card while it is loading. */
export function CardLoading({ rows }: { rows: number }) {
  return (
    <div className="space-y-3">
      <span role="status" className="sr-only">
        Wczytywanie
      </span>
      <SkeletonRows rows={rows} className="h-6" />
    </div>
  )
}

/** Placeholders for rows that are loading. */
export function SkeletonRows({ rows, className }: { rows: number; className: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
  return Array.from({ length: rows }, (_, row) => <Skeleton key={row} className={className} />)
}

type CautionProps = { role?: 'status'; className?: string; children: ReactNode }

/** What the owner has to know before going on. */
export function Caution({ role, className = 'rounded-2xl bg-white px-5 py-3', children }: CautionProps) {
  return (
    <p role={role} className={classNames('flex gap-3 border border-gold text-sm', className)}>
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-gold" />
      <span>{children}</span>
    </p>
  )
}
