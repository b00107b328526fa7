import { type ReactNode, useEffect, useId } from 'react'
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
  children: ReactNode
}

/** One white card of 'Przegląd' with its heading. */
export function OverviewCard({ title, id, aside, className, children }: OverviewCardProps) {
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
      {children}
    </section>
  )
}

/** What stands in a card until its content has come. */
export function CardLoading({ rows = 3 }: { rows?: number }) {
  return (
    <div className="space-y-3">
      <span role="status" className="sr-only">
        Wczytywanie
      </span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
        <Skeleton key={index} className="h-6" />
      ))}
    </div>
  )
}

/** Says it in a toast as well, each time it fails. */
export function useFailureToast(sentence: string, error: Error | null): void {
  useEffect(() => {
    if (error) toast({ title: 'Błąd', description: sentence, tone: 'error' })
  }, [sentence, error])
}

/** What stands there when it could not be read. */
export function CardFailure({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <Alert title={title} onRetry={onRetry}>
      {error.message}
    </Alert>
  )
}
