import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { PayAgain } from '#app/checkout/unpaid/pay-again-button.tsx'
import { OrderInvoices } from '#app/papers/order-invoices.tsx'
import { AddressText } from '#app/ui/address-text.tsx'
import { Fact, FactList } from '#app/ui/fact.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { labelDelivery } from '#domain/kernel/order-words/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { OpenAddition } from '#domain/orders/changes/addition.ts'
import { listFacts } from '#domain/orders/order-facts.ts'
import {
  describeOrderProgress,
  describeProgress,
  labelPaymentForCustomer,
  toBoughtItem,
} from '#domain/orders/order-for-customer.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'
import { isPayable, PAYING_PAUSED } from '#domain/orders/payable-order.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'
import { OwnOrderAddition } from './order-addition.tsx'

export type PanelOrder = ReturnType<typeof toPanelOrder>

/** `additions`: those that can be paid now, by their orders. */
type PanelState = { now: Date; paymentOn: boolean; additions: ReadonlyMap<string, OpenAddition> }

/** What its buyer reads of an order. */
export function toPanelOrder(order: OrderView, { now, paymentOn, additions }: PanelState) {
  const { tracking_number: number, tracking_url: url } = order
  const isUnpaid = isPayable(order, now)
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    /** The furthest state that the parcel has reached. */
    progress: describeProgress(order),
    /** The state as a sentence. */
    standing: describeOrderProgress(order, order.parcel_locker_name),
    totalGrosze: order.total_grosze,
    items: order.items.map(toBoughtItem),
    gift: order.gift,
    /** Whether its parcel was not sent. */
    isChangeable:
      (order.status === 'pending' || order.status === 'paid') &&
      order.shipping_status !== 'shipped' &&
      order.shipping_status !== 'delivered',
    payment: describePayment(order),
    payable: isUnpaid && paymentOn,
    addition: additions.get(order.id) ?? null,
    /** Whether the order cannot be paid only because prepayment is paused. */
    paused: isUnpaid && !paymentOn,
    delivery: { name: labelDelivery(order.shipping_method), place: order.destination.join(', ') },
    receiver: { name: order.name, phone: order.shown_phone, email: order.receiver_email },
    facts: listFacts(order, 'buyer'),
    /** Whether a parcel is still to come or has come. */
    isSent: order.status !== 'cancelled' || number !== null,
    tracking: number !== null && url !== null ? { number, url } : null,
    /** The version of the accepted terms, if the shop has its text. */
    terms: order.readable_terms,
    hasContract: order.has_contract,
  }
}

function describePayment(order: OrderView): string {
  const { paid_at, refunded_grosze } = order
  const paid = [labelPaymentForCustomer(order), paid_at && formatDateTime(paid_at)].filter(Boolean).join(', ')
  return refunded_grosze > 0 ? `${paid}; zwrot ${formatGrosze(refunded_grosze)}` : paid
}

/** Payment, delivery and receiver of an order; for an unpaid one the button that pays. */
export function OrderDetailsCard({ order, onChanged }: { order: PanelOrder; onChanged(): void }) {
  const { id, addition } = order
  return (
    <>
      {order.payable && (
        <section aria-label="Płatność" className="mt-4 rounded-xl bg-sand px-4 py-4">
          <p className="mb-3 text-sm">
            To zamówienie nie jest jeszcze opłacone. Do zapłaty:{' '}
            <strong className="tabular-nums">{formatGrosze(order.totalGrosze)}</strong>
          </p>
          <PayAgain start={() => callApi('post', '/api/orders/:id/pay', { param: { id } })} onOver={onChanged} />
        </section>
      )}
      {addition && (
        <div className="mt-4">
          <OwnOrderAddition orderId={id} addition={addition} onOver={onChanged} />
        </div>
      )}
      {order.paused && <p className="mt-4 rounded-xl bg-sand px-4 py-4 text-sm">{PAYING_PAUSED}</p>}
      <Disclosure summary="Szczegóły zamówienia">
        <Facts order={order} />
        <OrderInvoices orderId={id} />
      </Disclosure>
    </>
  )
}

/** Renders its content when it is first opened, because the page is sent without it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  const element = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(false)
  // It may have been opened before hydration.
  useEffect(() => setOpened(element.current?.open ?? false), [])
  return (
    <details ref={element} className="mt-3" onToggle={() => setOpened(true)}>
      <summary className="disclosure">{summary}</summary>
      {opened && children}
    </details>
  )
}

function Facts({ order }: { order: PanelOrder }) {
  const { id, payment, delivery, receiver, facts, isSent, tracking, terms, hasContract } = order
  return (
    <dl className="mt-1 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      <Fact term="Płatność">{payment}</Fact>
      <Fact term={delivery.name}>
        <AddressText>{delivery.place}</AddressText>
      </Fact>
      <Fact term="Odbiorca">
        <span>{receiver.name}</span>
        <span className="block font-normal">{receiver.phone}</span>
        {receiver.email !== null && <span className="block font-normal">{receiver.email}</span>}
      </Fact>
      <FactList of={facts} />
      {isSent && (
        <Fact term="Śledzenie">
          {tracking ? (
            <NewTabLink href={tracking.url} className="underline underline-offset-4">
              {tracking.number}
            </NewTabLink>
          ) : (
            'Numer podamy, gdy paczka wyruszy'
          )}
        </Fact>
      )}
      {(hasContract || terms !== null) && (
        <Fact term="Dokumenty">
          {hasContract && (
            <a href={`/api/me/orders/${id}/contract`} download className={PAPER}>
              Umowa (PDF)
            </a>
          )}
          {terms !== null && (
            <NewTabLink href={href('/regulamin/:version', { version: terms })} className={PAPER}>
              {`Regulamin z ${formatTermsDay(terms)}`}
            </NewTabLink>
          )}
        </Fact>
      )}
    </dl>
  )
}

const PAPER = 'flex min-h-11 w-fit items-center underline underline-offset-4'
