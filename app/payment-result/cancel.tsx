import { useQuery } from '@tanstack/react-query'
import { Check, RotateCcw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { useSession } from '#app/account/session.ts'
import { PayAgain } from '#app/checkout/unpaid/pay-again-button.tsx'
import { beginPayment, findUnpaid, notePayment, returnCart } from '#app/checkout/unpaid/unpaid-orders.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { SECRET_ADDRESS_HEADERS } from '#app/page-access.ts'
import { paymentStatusQuery, queryClient } from '#app/query-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatClock, formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findOrderPayment } from '#domain/payments/order-payment-queries.server.ts'
import { describePaymentState, type PaymentState } from '#domain/payments/payment-status.ts'
import type { Route } from './+types/cancel'
import { Confirming } from './outcomes.tsx'
import { Actions, CART_IS_BACK, OrderFacts, ResultPage } from './result-page.tsx'

/** The payment of the order, for anybody who has the order's id: the answer does not say who bought what. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const orderId = new URL(request.url).searchParams.get('order') ?? ''
  const found = isUuid(orderId) ? await findOrderPayment(context.get(servicesContext).db, orderId) : undefined
  const nothing = { orderId: null, orderNumber: null, totalGrosze: null, heldUntil: null } as const
  if (!found) return { ...nothing, state: 'unknown' as const, isAddition: false }
  const { status, orderStatus, orderNumber, totalGrosze, expiresAt, isAddition } = found
  const isHeld = status === 'open' && (isAddition || orderStatus === 'pending')
  const heldUntil = !isHeld ? null : isAddition ? formatDateTime(expiresAt) : formatClock(expiresAt)
  const state = describePaymentState(status, orderStatus, found)
  return { orderId, state, orderNumber, totalGrosze, heldUntil, isAddition }
}

export const headers = () => SECRET_ADDRESS_HEADERS

/** The page for a buyer who gives up on the payment page. Opened after paying, it shows the order's true state. */
export default function PaymentCancel({ loaderData }: Route.ComponentProps) {
  const { orderId, orderNumber, totalGrosze, heldUntil, isAddition } = loaderData
  const { state, cartIsBack, isAwaited } = usePaymentState(loaderData)
  const facts = <OrderFacts orderNumber={orderNumber} totalGrosze={totalGrosze} isAddition={isAddition} />
  const dialogs = useDialogs()
  const { user, guest } = useSession()
  // Only the buyer pays here for a change; the holder of the order's link does it on the order's page.
  const mayPay = !isAddition || user !== null || guest !== null
  const { revalidate } = useRevalidator()

  if (isAwaited) return <Confirming isError={false} />
  if (state === 'paid') {
    return (
      <ResultPage
        title={isAddition ? 'Dopłata przyjęta' : 'Zamówienie jest opłacone'}
        icon={<Check />}
        tone="good"
        lead={
          <p>
            {isAddition
              ? 'Zamówienie jest już zmienione. Potwierdzenie wysyłamy e-mailem.'
              : 'Płatność do nas dotarła. Potwierdzenie z dniem dostawy wysyłamy e-mailem.'}
          </p>
        }
      >
        {facts}
        <Actions />
      </ResultPage>
    )
  }
  if (state === 'refunded') {
    return (
      <ResultPage
        title="Zwracamy płatność"
        icon={<RotateCcw />}
        lead={<p>Płatność za to zamówienie wraca w całości na Twoje konto. Szczegóły są w e-mailu od nas.</p>}
      >
        {facts}
        <Actions />
      </ResultPage>
    )
  }
  return (
    <ResultPage
      title="Płatność anulowana"
      icon={<X />}
      tone="bad"
      lead={
        <>
          <p>Twoja płatność została anulowana. Żadne środki nie zostały pobrane.</p>
          {isAddition && <p>Bez dopłaty zamówienie zostaje bez zmian.</p>}
          {heldUntil !== null && (
            <p>{`${isAddition ? 'Dołożone produkty' : 'Produkty z zamówienia'} są odłożone do ${heldUntil}.`}</p>
          )}
          {cartIsBack && <p>{CART_IS_BACK}</p>}
        </>
      }
    >
      {facts}
      {orderId === null ? (
        <div className="flex w-full flex-col justify-center gap-2 sm:flex-row">
          <Link to={href('/')} className={buttonClass('primary', 'lg')}>
            Spróbuj ponownie
          </Link>
          <Link to={href('/')} className={buttonClass('secondary', 'lg')}>
            Strona główna
          </Link>
        </div>
      ) : (
        <>
          {mayPay ? (
            <PayAgain
              start={() => beginPayment(orderId)}
              {...(isAddition && { label: 'Dopłać', isAddition })}
              onSignInRequired={() => dialogs.open({ name: 'login' })}
              onOver={() => void revalidate()}
            />
          ) : (
            <p>Dopłacić możesz na stronie zamówienia, do której prowadzi link z e-maila.</p>
          )}
          {cartIsBack && (
            <Button variant="secondary" size="lg" onClick={() => dialogs.open({ name: 'cart' })}>
              Wróć do koszyka
            </Button>
          )}
          <Link to={href('/')} className="inline-flex min-h-11 items-center underline underline-offset-4">
            Strona główna
          </Link>
        </>
      )}
    </ResultPage>
  )
}

/** How many times an unconfirmed state is read before the page says that nothing was paid. */
const TRIES = 3

/**
 * The present state of the payment. While the state is unknown, each call makes the shop ask the provider. Gives the
 * cart back unless the order is paid.
 */
function usePaymentState({ orderId, state: known }: { orderId: string | null; state: PaymentState }) {
  const [sessionId, setSessionId] = useState<string | null>(null)
  const [cartIsBack, setCartIsBack] = useState(false)
  /** The payment page has already sent the buyer to the page of success. */
  const [awaited, setAwaited] = useState(false)
  const { data } = useQuery(
    {
      ...paymentStatusQuery(sessionId),
      refetchInterval: ({ state: { data: answer, dataUpdateCount, errorUpdateCount } }) =>
        (answer === undefined || answer.state === 'checking') && dataUpdateCount + errorUpdateCount < TRIES
          ? 2000
          : false,
    },
    queryClient,
  )
  const state = data && data.state !== 'checking' ? data.state : known
  useEffect(() => {
    if (orderId === null) return
    const unpaid = findUnpaid({ orderId })
    setSessionId(unpaid?.sessionId ?? null)
    setAwaited(unpaid?.wait === 'awaited')
    if (state === 'checking') setCartIsBack(unpaid?.wait !== 'awaited' && returnCart(orderId))
    else if (unpaid) setCartIsBack(notePayment(unpaid.sessionId, state))
  }, [orderId, state])
  return { state, cartIsBack, isAwaited: awaited && state === 'checking' }
}
