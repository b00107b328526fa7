import { Clock, RotateCcw, SearchX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '#app/account/session.ts'
import { PayAgain } from '#app/checkout/unpaid/pay-again-button.tsx'
import { beginPayment, findUnpaid } from '#app/checkout/unpaid/unpaid-orders.ts'
import { Alert } from '#app/ui/alert.tsx'
import { toast } from '#app/ui/toast.ts'
import type { PaymentStatusAnswer } from '#domain/payments/payment-status.ts'
import { Actions, CART_IS_BACK, OrderFacts, ResultPage } from './result-page.tsx'

export const CHECK_FAILED = {
  title: 'Błąd',
  description: 'Wystąpił problem podczas sprawdzania statusu zamówienia',
} as const

export function Checking() {
  return (
    <ResultPage
      title="Sprawdzanie płatności..."
      lead={<p>Czekamy na potwierdzenie od operatora płatności. Zwykle trwa to kilka sekund.</p>}
    >
      <noscript>Włącz JavaScript albo sprawdź pocztę: e-mailem potwierdzamy każdą płatność.</noscript>
    </ResultPage>
  )
}

/** The provider has not confirmed the payment yet; the page keeps asking. */
export function Confirming({ isError }: { isError: boolean }) {
  return (
    <ResultPage
      title="Płatność jest potwierdzana"
      icon={<Clock />}
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
      <Actions />
    </ResultPage>
  )
}

type NotPaidProps = { sessionId: string; cartIsBack: boolean; isAddition: boolean }

export function NotPaid({ sessionId, cartIsBack, isAddition }: NotPaidProps) {
  const [unpaid] = useState(() => findUnpaid({ sessionId }))
  const { user, guest } = useSession()
  const mayPay = unpaid !== null && (unpaid.link !== null || user !== null || guest !== null)
  return (
    <ResultPage
      title="Płatność się nie powiodła"
      icon={<X />}
      tone="bad"
      lead={
        <p>
          {isAddition
            ? 'Dopłata nie została pobrana. Zamówienie zostaje bez zmian.'
            : `Zamówienie nie zostało opłacone. ${cartIsBack ? CART_IS_BACK : ''}`}
        </p>
      }
    >
      {mayPay && <PayAgain start={() => beginPayment(unpaid.orderId)} />}
      <Actions secondary={mayPay} />
    </ResultPage>
  )
}

export function Refunded({ status }: { status: PaymentStatusAnswer }) {
  return (
    <ResultPage
      title={status.isAddition ? 'Zwracamy dopłatę' : 'Zwracamy płatność'}
      icon={<RotateCcw />}
      lead={
        <p>
          {status.isAddition
            ? 'Zamówienia nie dało się już zmienić, więc zostaje, jak jest. Dopłata wraca'
            : 'Płatność za to zamówienie wraca'}{' '}
          w całości na Twoje konto, zwykle w ciągu kilku dni roboczych. Szczegóły są w e-mailu od nas.
        </p>
      }
    >
      <OrderFacts {...status} />
      <Actions />
    </ResultPage>
  )
}

/** Number of characters of the session's id that are enough to find it. */
const SNIPPET = 20

export function NotFound({ sessionId }: { sessionId: string }) {
  return (
    <ResultPage
      title="Nie znaleziono zamówienia"
      icon={<SearchX />}
      lead={
        <p>
          Dla tej płatności nie ma u nas zamówienia. Jeżeli zapłacono, napisz do nas i podaj identyfikator:{' '}
          <span className="font-semibold wrap-anywhere">
            {`${sessionId.slice(0, SNIPPET)}${sessionId.length > SNIPPET ? '…' : ''}`}
          </span>
        </p>
      }
    >
      <Actions />
    </ResultPage>
  )
}

const NO_INFORMATION = 'Brak informacji o płatności. Sprawdź panel klienta dla statusu zamówień.'

export function NoSession() {
  useEffect(() => toast({ title: NO_INFORMATION }), [])
  return (
    <ResultPage
      title="Brak informacji o płatności"
      icon={<SearchX />}
      lead={<p>Sprawdź panel klienta dla statusu zamówień.</p>}
    >
      <Actions />
    </ResultPage>
  )
}
