import { useState } from 'react'
import { href, Link } from 'react-router'
import { sessionChanged } from '#app/account/session.ts'
import { MAILED_LINK_HEADERS, MailedLinkPage, readLinkToken } from '#app/account/sign-in/mailed-link-page.tsx'
import { type AnswerOf, callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatOrderNumber } from '#domain/orders/order.ts'

export const headers = () => MAILED_LINK_HEADERS

type Confirmed = AnswerOf<'post', '/api/confirm-order'>
type Step = { at: 'button' } | { at: 'done'; order: Confirmed } | { at: 'refused'; message: string }

/** Places a held order; its buyer opens this page by a mailed link. */
export default function ConfirmOrder() {
  const [step, setStep] = useState<Step>({ at: 'button' })
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    const answer = await callApi('post', '/api/confirm-order', { json: { token: readLinkToken() } })
    if (answer.ok) {
      if (answer.value.paymentUrl !== null) {
        window.location.assign(answer.value.paymentUrl)
        return
      }
      await sessionChanged('USER_UPDATED')
      setStep({ at: 'done', order: answer.value })
    } else {
      const { failure } = answer
      setStep({
        at: 'refused',
        message:
          failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem. Spróbuj ponownie za chwilę.',
      })
    }
    setBusy(false)
  }

  return (
    <MailedLinkPage title={step.at === 'done' ? 'Dziękujemy za zamówienie' : 'Potwierdź zamówienie'}>
      {step.at === 'done' ? (
        <Thanks order={step.order} />
      ) : (
        <div className="space-y-5">
          {step.at === 'refused' && <Alert title="Nie udało się potwierdzić zamówienia">{step.message}</Alert>}
          {step.at === 'button' && (
            <p>Naciśnij przycisk, a odłożymy produkty i przygotujemy paczkę. Zamówienie jest w wiadomości e-mail.</p>
          )}
          <Button size="lg" className="w-full" busy={busy} onClick={() => void confirm()}>
            {step.at === 'button' ? 'Potwierdzam zamówienie' : 'Spróbuj ponownie'}
          </Button>
          {step.at === 'refused' && (
            <Link to={href('/sklep')} className={buttonClass('secondary', 'lg')}>
              Wróć do zakupów
            </Link>
          )}
        </div>
      )}
    </MailedLinkPage>
  )
}

function Thanks({ order: { orderIds, totalGrosze, email } }: { order: Confirmed }) {
  return (
    <div className="space-y-5">
      <p role="status" className="wrap-anywhere">
        {`${orderIds.length > 1 ? 'Zamówienia' : 'Zamówienie'} nr ${orderIds.map(formatOrderNumber).join(', ')}, do zapłaty przy odbiorze ${formatGrosze(totalGrosze)}. Potwierdzenie wysyłamy na adres ${email}.`}
      </p>
      <Link to={href('/sklep')} className={buttonClass('primary', 'lg')}>
        Kontynuuj zakupy
      </Link>
    </div>
  )
}
