import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { sessionChanged, useSession } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { readPath } from '#app/checkout/placed-order-news.ts'
import { reportPurchase } from '#app/consents/purchase.ts'
import { paymentStatusQuery, queryClient } from '#app/query-client.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { PaymentStatusAnswer } from '#domain/payments/payment-status.ts'
import { Countdown } from './countdown.tsx'
import { PaidOrder } from './paid-order.tsx'
import { Actions, OrderFacts, ResultPage } from './result-page.tsx'

/** Payment sessions whose countdown has ended: a buyer who goes back wants to read the page. */
const countedDown = new Set<string>()

export function Paid({ sessionId, status }: { sessionId: string; status: PaymentStatusAnswer }) {
  const signIn = useDirectSignIn(sessionId, status.signedIn)
  const { user, guest } = useSession()
  const buyer = user ?? guest
  const navigate = useNavigate()
  const [countsDown] = useState(() => !countedDown.has(sessionId))
  const isBuyer = signIn === 'signed_in'
  const toPanel = isBuyer || signIn === 'other_account'
  const { orderNumber, totalGrosze, shippingMethod, orderLink, isAddition } = status
  useEffect(() => {
    // The order was reported when it was paid itself.
    if (orderNumber === null || totalGrosze === null || isAddition) return
    void reportPurchase({ orderNumber, totalGrosze, shippingMethod })
  }, [orderNumber, totalGrosze, shippingMethod, isAddition])
  return (
    <ResultPage
      title={isAddition ? 'Dziękujemy, dopłata przyjęta' : 'Dziękujemy, płatność przyjęta'}
      icon={<Check />}
      tone="good"
      lead={
        <p>
          {isAddition
            ? 'Zamówienie jest już zmienione. Potwierdzenie wysyłamy e-mailem'
            : 'Zamówienie przygotujemy w ciągu 24 godzin. Potwierdzenie i numer przesyłki wyślemy e-mailem'}
          {isBuyer ? ', znajdziesz je też w panelu klienta.' : '.'}
        </p>
      }
    >
      <OrderFacts {...status} />
      {signIn === 'other_account' && (
        <p className="rounded-xl bg-sand px-5 py-3 text-sm">
          To zamówienie należy do innego konta niż to, z którego teraz korzystasz. W tym panelu go nie znajdziesz:
          szczegóły wysłaliśmy e-mailem na adres z zamówienia.
        </p>
      )}
      {signIn === 'mailed' && (
        <p className="rounded-xl bg-sand px-5 py-3 text-sm">
          Link do logowania wysłaliśmy e-mailem. Otworzysz nim panel klienta bez hasła.
        </p>
      )}
      <div className="grid min-h-42 w-full content-start sm:min-h-28">
        {signIn !== 'trying' && (
          <div className="grid gap-2">
            {orderLink !== null && buyer && (
              <Link to={readPath(orderLink)} className={buttonClass('primary', 'lg')}>
                Zobacz zamówienie
              </Link>
            )}
            <Actions toPanel={toPanel} secondary={orderLink !== null && buyer !== null} />
          </div>
        )}
      </div>
      {countsDown && signIn !== 'trying' && (
        <Countdown
          place={toPanel ? 'panel klienta' : 'stronę główną'}
          onEnd={() => {
            countedDown.add(sessionId)
            void navigate(href(toPanel ? '/panel-klienta' : '/'))
          }}
        />
      )}
      {orderLink !== null && buyer && <PaidOrder orderLink={orderLink} email={buyer.email} isGuest={user === null} />}
    </ResultPage>
  )
}

/** `other_account`: another account than the buyer's is signed in here. */
type DirectSignIn = 'trying' | 'signed_in' | 'other_account' | 'mailed' | 'not_signed_in'

/**
 * Signs in a buyer who returns without a session, by the single-use ticket of the browser that began the payment; in
 * other browsers the shop mails a link. Never signs anybody out.
 */
function useDirectSignIn(sessionId: string, isBuyer: boolean): DirectSignIn {
  const session = useSession()
  const [outcome, setOutcome] = useState<DirectSignIn>(isBuyer ? 'signed_in' : 'trying')
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || isBuyer || session.status === 'unknown') return
    asked.current = true
    if (session.user) return setOutcome('other_account')
    if (session.guest) return setOutcome('not_signed_in')
    void callApi('post', '/api/payment-sign-in', { json: { sessionId } }).then(async (answer) => {
      if (answer.ok && answer.value.signedIn) {
        await sessionChanged('SIGNED_IN')
        void queryClient.invalidateQueries(paymentStatusQuery(sessionId))
      }
      setOutcome(!answer.ok ? 'not_signed_in' : answer.value.signedIn ? 'signed_in' : 'mailed')
    })
  }, [isBuyer, session, sessionId])
  return outcome
}
