import { Clock, RotateCcw, SearchX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { findUnpaid } from '#app/checkout/unpaid/unpaid-orders.ts'
import { Alert } from '#app/ui/alert.tsx'
import { toast } from '#app/ui/toast.ts'
import type { PaymentStatusAnswer } from '#domain/payments/payment-status.ts'
import { PayAgain } from './pay-again-button.tsx'
import { Actions, CART_IS_BACK, OrderFacts, ResultMark, ResultPage, WaitingMark } from './result-page.tsx'

export const CHECK_FAILED = {
  title: 'Błąd',
  description: 'Wystąpił problem podczas sprawdzania statusu zamówienia',
} as const

export function Checking() {
  return (
    <ResultPage
      title="Sprawdzanie płatności..."
      mark={<WaitingMark />}
      lead={<p>Czekamy na potwierdzenie od operatora płatności. Zwykle trwa to kilka sekund.</p>}
    >
      <noscript>Włącz JavaScript albo sprawdź pocztę: e-mailem potwierdzamy każdą płatność.</noscript>
    </ResultPage>
  )
}

/** The provider has not said yet that the money is there; the page goes on asking. */
export function Confirming({ isError }: { isError: boolean }) {
  const { user } = useSession()
  return (
    <ResultPage
      title="Płatność jest potwierdzana"
      mark={
        <ResultMark tone="neutral">
          <Clock />
        </ResultMark>
      }
      lead={
        <>
          <p>
            Operator płatności jeszcze jej nie potwierdził. Zwykle trwa to do kilku minut, przy przelewie czasem dłużej.
            Nie płać drugi raz.
          </p>
          <p>
            Gdy potwierdzenie do nas dotrze, wyślemy e-mail i zaczniemy przygotowywać zamówienie. Możesz zamknąć tę
            stronę: nic nie przepadnie.
          </p>
        </>
      }
    >
      {isError && <Alert className="text-left">{CHECK_FAILED.description}. Próbujemy ponownie.</Alert>}
      <Actions signedIn={user !== null} />
    </ResultPage>
  )
}

export function NotPaid({ sessionId, cartIsBack }: { sessionId: string; cartIsBack: boolean }) {
  const [unpaid] = useState(() => findUnpaid({ sessionId }))
  const { user } = useSession()
  return (
    <ResultPage
      title="Płatność się nie powiodła"
      mark={
        <ResultMark tone="bad">
          <X />
        </ResultMark>
      }
      lead={<p>Zamówienie nie zostało opłacone. {cartIsBack && CART_IS_BACK}</p>}
    >
      {unpaid && user && (
        <PayAgain start={() => callApi('post', '/api/orders/:id/pay', { param: { id: unpaid.orderId } })} />
      )}
      <Actions signedIn={user !== null} secondary={unpaid !== null && user !== null} />
    </ResultPage>
  )
}

export function Refunded({ status }: { status: PaymentStatusAnswer }) {
  const { user } = useSession()
  return (
    <ResultPage
      title="Zwracamy płatność"
      mark={
        <ResultMark tone="neutral">
          <RotateCcw />
        </ResultMark>
      }
      lead={
        <p>
          Płatność za to zamówienie wraca w całości na Twoje konto, zwykle w ciągu kilku dni roboczych. Szczegóły są w
          e-mailu od nas.
        </p>
      }
    >
      <OrderFacts {...status} />
      <Actions signedIn={user !== null} />
    </ResultPage>
  )
}

/** Enough of the session's id to find it by, on the phone with the shop. */
const SNIPPET = 20

export function NotFound({ sessionId }: { sessionId: string }) {
  const { user } = useSession()
  return (
    <ResultPage
      title="Nie znaleziono zamówienia"
      mark={
        <ResultMark tone="neutral">
          <SearchX />
        </ResultMark>
      }
      lead={
        <p>
          Dla tej płatności nie ma u nas zamówienia. Jeżeli zapłacono, napisz do nas i podaj identyfikator:{' '}
          <span className="font-semibold wrap-anywhere">
            {sessionId.slice(0, SNIPPET)}
            {sessionId.length > SNIPPET && '…'}
          </span>
        </p>
      }
    >
      <Actions signedIn={user !== null} />
    </ResultPage>
  )
}

const NO_INFORMATION = 'Brak informacji o płatności. Sprawdź panel klienta dla statusu zamówień.'

export function NoSession() {
  const { user } = useSession()
  useEffect(() => toast({ title: NO_INFORMATION }), [])
  return (
    <ResultPage
      title="Brak informacji o płatności"
      mark={
        <ResultMark tone="neutral">
          <SearchX />
        </ResultMark>
      }
      lead={<p>Sprawdź panel klienta dla statusu zamówień.</p>}
    >
      <Actions signedIn={user !== null} />
    </ResultPage>
  )
}
