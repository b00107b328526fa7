import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { isObject } from '#app/browser-storage.ts'
import { notePayment } from '#app/checkout/unpaid/unpaid-orders.ts'
import { SECRET_ADDRESS_HEADERS } from '#app/page-access.ts'
import { paymentStatusQuery, queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { PaymentStatusAnswer } from '#domain/payments/payment-status.ts'
import { CHECK_FAILED, Checking, Confirming, NoSession, NotFound, NotPaid, Refunded } from './outcomes.tsx'
import { Paid } from './paid.tsx'

export const headers = () => SECRET_ADDRESS_HEADERS

export const shouldRevalidate = () => false

/** The page after paying. The browser loads the result from the shop, because the address alone proves nothing. */
export default function PaymentSuccess() {
  const sessionId = useSessionId()
  if (sessionId === undefined) return <Checking />
  return sessionId === null ? <NoSession /> : <PaymentResult sessionId={sessionId} />
}

/**
 * The payment session of the address. Moves it into the history entry, where it is invisible and survives a reload.
 * Undefined until hydration; null: the address has none.
 */
function useSessionId(): string | null | undefined {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [sessionId, setSessionId] = useState<string | null>()
  useEffect(() => {
    const given = new URLSearchParams(search).get('session_id')
    if (given !== null) {
      void navigate(href('/payment-success'), {
        replace: true,
        state: { paymentSession: given },
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      })
    }
    const moved = isObject(state) && typeof state.paymentSession === 'string' ? state.paymentSession : null
    // The entry of a dialog over this page does not have the session.
    setSessionId((known) => given ?? moved ?? known ?? null)
  }, [search, state, navigate])
  return sessionId
}

/** How long the provider's confirmation usually takes, ms; later the page says that it is late. */
const USUAL_MS = 12_000
/** How often an unknown session is looked up: it may be stored a moment after it began. */
const UNKNOWN_TRIES = 3

/** When to ask again, ms: often at first, then less often, because the page may stay open. */
function nextAsk(status: PaymentStatusAnswer | undefined, answers: number, failures: number): number | false {
  if (status?.state === 'unknown') return answers < UNKNOWN_TRIES ? 1500 : false
  if (status !== undefined && status.state !== 'checking') return false
  const asked = answers + failures
  if (asked < 15) return 1000
  return asked < 60 ? 3000 : 15_000
}

function PaymentResult({ sessionId }: { sessionId: string }) {
  const query = useQuery(
    {
      ...paymentStatusQuery(sessionId),
      refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
        nextAsk(data, dataUpdateCount, errorUpdateCount),
    },
    queryClient,
  )
  const { data: status, dataUpdatedAt, isError } = query
  const [isLate, setLate] = useState(false)
  const [cartIsBack, setCartIsBack] = useState(false)
  const [unknownAnswers, setUnknownAnswers] = useState(0)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), USUAL_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (isError) toast({ ...CHECK_FAILED, tone: 'error' })
  }, [isError])

  // biome-ignore lint/correctness/useExhaustiveDependencies: counts each answer, also one that equals the last.
  useEffect(() => {
    if (status?.state === 'unknown') setUnknownAnswers((count) => count + 1)
    else if (status) setCartIsBack(notePayment(sessionId, status.state))
  }, [dataUpdatedAt, sessionId])

  if (status?.state === 'paid') return <Paid sessionId={sessionId} status={status} />
  if (status?.state === 'not_paid')
    return <NotPaid sessionId={sessionId} cartIsBack={cartIsBack} isAddition={status.isAddition === true} />
  if (status?.state === 'refunded') return <Refunded status={status} />
  if (status?.state === 'unknown' && unknownAnswers >= UNKNOWN_TRIES) return <NotFound sessionId={sessionId} />
  return isLate || isError ? <Confirming isError={isError} /> : <Checking />
}
