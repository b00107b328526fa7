import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { queryClient, statementFormQuery } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { StatementForm } from '#domain/returns/statement.ts'

/** The order of a signed link, for the forms of withdrawal and complaint. */
export type OrderOfLink = StatementForm & { token: string }

/**
 * Reads the order of the link in the address; its secret is in the fragment, which only the browser sees. Without one
 * the form is empty.
 */
export function OrderByLink({ children }: { children: (order: OrderOfLink | null) => ReactNode }) {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  const [byHand, setByHand] = useState(false)
  useEffect(() => setToken(hash.slice(1)), [hash])
  const { data, error, refetch } = useQuery(statementFormQuery(token ?? ''), queryClient)
  if (token === '' || byHand) return children(null)
  if (error) {
    return (
      <div className="grid gap-3">
        <Alert title="Nie udało się wczytać zamówienia." onRetry={() => void refetch()}>
          {error.message}
        </Alert>
        <button
          type="button"
          className="min-h-11 justify-self-start underline underline-offset-4"
          onClick={() => setByHand(true)}
        >
          Wpisz dane zamówienia samodzielnie
        </button>
      </div>
    )
  }
  if (data === null) {
    return (
      <>
        <Alert className="mb-5">
          Link do zamówienia jest niepełny albo nieprawidłowy. Wpisz dane zamówienia samodzielnie.
        </Alert>
        {children(null)}
      </>
    )
  }
  if (token === null || data === undefined) return <Skeleton className="h-96 rounded-2xl" />
  return children({ ...data, token })
}
