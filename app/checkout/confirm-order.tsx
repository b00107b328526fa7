import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { sessionChanged } from '#app/account/session.ts'
import { MAILED_LINK_HEADERS, MailedLinkPage, readLinkToken } from '#app/account/sign-in/mailed-link-page.tsx'
import { type AnswerOf, type ApiFailure, callApi, type ErrorCode, type RefusalOf } from '#app/api-client.ts'
import { useCart } from '#app/cart/cart-store.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import { labelDiscount } from '#domain/codes/code.ts'
import { labelGift } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { dropHeldCart, readHeldCart, returnHeldCart } from './held-order.tsx'
import { readPath } from './placed-order-news.ts'
import { PriceChangeQuestion } from './price-change-question.tsx'
import { LeavingToPay, useLeavingToPay } from './unpaid/leave-to-pay.tsx'
import { holdUnpaid } from './unpaid/unpaid-orders.ts'

export const headers = () => MAILED_LINK_HEADERS

type Confirmed = AnswerOf<'post', '/api/confirm-order'>
type Step =
  | { at: 'button' }
  | { at: 'done'; order: Confirmed }
  | { at: 'changed'; change: PriceChange }
  /** `again`: the same press may succeed later. */
  | { at: 'refused'; message: string; again: boolean }

/** Temporary refusals; after any other the buyer has to order anew. */
const PASSING: readonly ErrorCode[] = [
  'busy',
  'database_unavailable',
  'internal_error',
  'locker_unavailable',
  'own_order_in_the_way',
  'payment_session_failed',
  'payment_under_way',
  'shipping_costs_missing',
  'too_many_attempts',
]

/** Places a held order; its buyer opens this page by a mailed link. */
export default function ConfirmOrder() {
  const [step, setStep] = useState<Step>({ at: 'button' })
  const { leavingTo, leave } = useLeavingToPay()
  const navigate = useNavigate()

  /** @param accepted the new sum that the buyer saw, grosze; undefined: the one of the mail */
  const [busy, confirm] = useAct(async (accepted?: Grosze) => {
    const answer = await callApi('post', '/api/confirm-order', {
      json: { token: readLinkToken(), totalGrosze: accepted },
    })
    if (!answer.ok) setStep(toStep(answer.failure))
    else if (answer.value.paymentUrl !== null && answer.value.sessionId !== null) {
      const { paymentUrl: url, sessionId, orderId, orderLink, totalGrosze } = answer.value
      const cart = readHeldCart()
      const held = { cart, products: cart.map(({ id }) => id), totalGrosze, link: new URL(orderLink).hash.slice(1) }
      await leave({ url, sessionId, orderId }, (payment) => holdUnpaid(payment, held) && dropHeldCart())
    } else {
      dropHeldCart()
      await sessionChanged('USER_UPDATED')
      setStep({ at: 'done', order: answer.value })
    }
  })

  if (leavingTo !== null) return <LeavingToPay url={leavingTo} />
  return (
    <MailedLinkPage title={step.at === 'done' ? 'Dziękujemy za zamówienie' : 'Potwierdź zamówienie'}>
      {step.at === 'done' && <Thanks order={step.order} />}
      {step.at === 'changed' && (
        <PriceChangeQuestion
          change={step.change}
          method={null}
          surchargeGrosze={0}
          busy={busy}
          onAccept={() => void confirm(step.change.total.newGrosze)}
          onBack={() => {
            returnHeldCart()
            void navigate(href('/sklep'))
          }}
        />
      )}
      {(step.at === 'button' || step.at === 'refused') && (
        <div className="space-y-5">
          {step.at === 'refused' ? (
            <Alert title="Nie udało się potwierdzić zamówienia">{step.message}</Alert>
          ) : (
            <p>Naciśnij przycisk, a odłożymy produkty i przygotujemy paczkę. Zamówienie jest w wiadomości e-mail.</p>
          )}
          {(step.at === 'button' || step.again) && (
            <Button size="lg" className="w-full" busy={busy} onClick={() => void confirm()}>
              {step.at === 'button' ? 'Potwierdzam zamówienie' : 'Spróbuj ponownie'}
            </Button>
          )}
          {step.at === 'refused' && <WaysBack />}
        </div>
      )}
    </MailedLinkPage>
  )
}

function toStep(failure: ApiFailure<RefusalOf<'post', '/api/confirm-order'>>): Step {
  if (failure.reason === 'unreachable') {
    return { at: 'refused', message: 'Brak połączenia ze sklepem. Spróbuj ponownie za chwilę.', again: true }
  }
  if (failure.code === 'price_changed') return { at: 'changed', change: failure.details }
  return { at: 'refused', message: failure.message, again: PASSING.includes(failure.code) }
}

/** Links to the shop and to the cart, which gets the order's products back if this browser had chosen them. */
function WaysBack() {
  const items = useCart()
  const { open } = useDialogs()
  function openCart() {
    returnHeldCart()
    open({ name: 'cart' })
  }
  return (
    <div className="grid gap-3">
      {(items.length > 0 || readHeldCart().length > 0) && (
        <Button size="lg" onClick={openCart}>
          Wróć do koszyka
        </Button>
      )}
      <Link to={href('/sklep')} className={buttonClass('secondary', 'lg')}>
        Wróć do zakupów
      </Link>
    </div>
  )
}

function Thanks({ order: { orderIds, totalGrosze, email, gift, samples, discount, orderLink } }: { order: Confirmed }) {
  return (
    <div className="space-y-5">
      <p role="status" className="wrap-anywhere">
        {`${orderIds.length > 1 ? 'Zamówienia' : 'Zamówienie'} nr ${orderIds.map(formatOrderNumber).join(', ')}, do zapłaty przy odbiorze ${formatGrosze(totalGrosze)}. Potwierdzenie wysyłamy na adres ${email}.`}
      </p>
      {discount && <p>{`${labelDiscount(discount)}: ${formatGrosze(-discount.grosze)}`}</p>}
      {samples?.map((label) => (
        <p key={label}>{label}</p>
      ))}
      {gift && <p>{`W paczce także ${labelGift(gift)}, ${gift.pieces} szt.`}</p>}
      <div className="grid gap-3">
        <Link to={readPath(orderLink)} className={buttonClass('primary', 'lg')}>
          Zobacz zamówienie
        </Link>
        <Link to={href('/sklep')} className={buttonClass('secondary', 'lg')}>
          Kontynuuj zakupy
        </Link>
      </div>
    </div>
  )
}
