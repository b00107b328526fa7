import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { PayAgain } from '#app/checkout/unpaid/pay-again-button.tsx'
import { SECRET_ADDRESS_HEADERS } from '#app/page-access.ts'
import { OrderAddition } from '#app/panel/orders/order-addition.tsx'
import { OrderChange } from '#app/panel/orders/order-change.tsx'
import AskInvoice from '#app/papers/ask-invoice.tsx'
import { linkedCheckoutQuery, queryClient } from '#app/query-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Alert } from '#app/ui/alert.tsx'
import { HomeLink } from '#app/ui/page-failure.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'
import type { Route } from './+types/linked-order-page'
import { LinkedBuyer } from './linked-buyer.tsx'
import { LinkedContract } from './linked-contract.tsx'
import { LinkedOrder } from './linked-order.tsx'
import { OrderCases } from './order-cases.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { nearbyReturnUrl: context.get(servicesContext).profile.nearbyReturnUrl }
}

export const headers = () => SECRET_ADDRESS_HEADERS

export const shouldRevalidate = () => false

/** The state of an order, for anybody with the mailed link. Its secret is in the fragment and is sent by POST. */
export default function OrderPage({ loaderData: { nearbyReturnUrl } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <title>Twoje zamówienie</title>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-display text-3xl">Twoje zamówienie</h1>
      <LinkedOrderOfAddress nearbyReturnUrl={nearbyReturnUrl} />
      <noscript>Włącz JavaScript, aby zobaczyć zamówienie. Jego szczegóły są też w e-mailu od nas.</noscript>
    </div>
  )
}

/** Rendered by the browser alone, because the server never sees the fragment. */
function LinkedOrderOfAddress({ nearbyReturnUrl }: { nearbyReturnUrl: string | null }) {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => setToken(hash.slice(1)), [hash])
  const { data, error, refetch } = useQuery(linkedCheckoutQuery(token), queryClient)
  if (error) {
    return (
      <Alert title="Nie udało się wczytać zamówienia." onRetry={() => void refetch()}>
        {error.message}
      </Alert>
    )
  }
  if (data === null) return <WrongLink />
  if (data === undefined || token === null) return <Skeleton className="h-96 rounded-2xl" />
  return (
    <>
      <LinkedOrder checkout={data} papers={<LinkedContract token={token} checkout={data} />}>
        {data.payment.payable && (
          <PayAgain
            start={() => callApi('post', '/api/order-link/pay', { json: { token } })}
            link={token}
            onOver={() => void refetch()}
          />
        )}
        {data.change.addition && (
          <OrderAddition
            addition={data.change.addition}
            start={() => callApi('post', '/api/order-link/pay', { json: { token } })}
            giveUp={(body) => callApi('post', '/api/order-link/addition/give-up', { json: { token, ...body } })}
            onOver={() => void refetch()}
          />
        )}
      </LinkedOrder>
      {data.may_ask_invoice && (
        <section aria-labelledby="faktura" className="card mt-5 px-5 py-4">
          <h2 id="faktura" className="mb-3 font-display text-lg">
            Faktura
          </h2>
          <AskInvoice
            asksEmail
            ask={(person, email) => callApi('post', '/api/order-link/invoice', { json: { token, email, ...person } })}
            onAsked={() => void refetch()}
          />
        </section>
      )}
      {data.company_invoice && (
        <section aria-labelledby="dane-do-faktury" className="card mt-5 px-5 py-4">
          <h2 id="dane-do-faktury" className="mb-3 font-display text-lg">
            Dane do faktury
          </h2>
          <LinkedBuyer token={token} onChanged={() => void refetch()} />
        </section>
      )}
      {data.change.numbers.length > 0 && isBeforeDispatch(data) && (
        <section aria-labelledby="zmiany" className="card mt-5 px-5 py-4">
          <h2 id="zmiany" className="font-display text-lg">
            Zmiana lub rezygnacja
          </h2>
          <OrderChange
            parcel={data.change}
            change={(body) => callApi('post', '/api/order-link/receiver', { json: { token, ...body } })}
            cancel={(body) => callApi('post', '/api/order-link/cancel', { json: { token, ...body } })}
            onChanged={() => void refetch()}
          />
        </section>
      )}
      <div className="mt-5">
        <OrderCases
          cases={data.cases}
          nearbyReturnUrl={nearbyReturnUrl}
          token={token}
          onChanged={() => void refetch()}
        />
      </div>
    </>
  )
}

/** After dispatch, giving up the order is a withdrawal, which has its own section. */
const isBeforeDispatch = ({ parcels }: LinkedCheckout) =>
  parcels.every(({ status }) => status !== 'shipped' && status !== 'delivered')

function WrongLink() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="font-semibold">Ten link jest nieprawidłowy albo niepełny.</p>
      <p>Otwórz go jeszcze raz z e-maila o zamówieniu, najlepiej przyciskiem „Zobacz zamówienie”.</p>
      <HomeLink />
    </div>
  )
}
