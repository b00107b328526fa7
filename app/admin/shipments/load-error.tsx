import { Alert } from '#app/ui/alert.tsx'

type LoadErrorProps = { error: Error; onRetry: () => void; className?: string }

/** What could not be read, and the reason where one is known. */
export function LoadError({ error, onRetry, className }: LoadErrorProps) {
  return (
    <Alert title={`Błąd: ${error.message}`} onRetry={onRetry} className={className}>
      {error.cause instanceof Error && error.cause.message}
    </Alert>
  )
}
