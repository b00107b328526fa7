import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { PayAgain } from '#app/checkout/unpaid/pay-again-button.tsx'
import { OrderInvoices } from '#app/papers/order-invoices.tsx'
import { AddressText } from '#app/ui/address-text.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { formatPhone } from '#domain/kernel/phone-number.ts'
import { nameDelivery } from '#domain/kernel/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text.ts'
import { isConcluded } from '#domain/orders/order.ts'
import type { OrderDetails as Details } from '#domain/orders/order-detail-queries.server.ts'
import { labelPaymentForCustomer } from '#domain/orders/order-for-customer.ts'
import type { CustomerOrder } from '#domain/orders/order-queries.server.ts'
import { isPayable, PAYING_PAUSED } from '#domain/orders/payable-order.ts'
import { describeCompany } from '#domain/papers/company.ts'
import { buildTrackingUrl } from '#domain/shipping/shipment.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'

export type PanelDetails = ReturnType<typeof toPanelDetails>

type PanelState = { now: Date; paymentOn: boolean }

export function toPanelDetails(order: CustomerOrder, details: Details, { now, paymentOn }: PanelState) {
  const isUnpaid = isPayable(order, now)
  const { parcel_locker_name, parcel_locker_address, tracking_number } = details
  const toLocker = parcel_locker_name !== null
  const url = buildTrackingUrl(details)
  return {
    payment: describePayment(order, details),
    payable: isUnpaid && paymentOn,
    /** Whether the order cannot be paid only because prepayment is paused. */
    paused: isUnpaid && !paymentOn,
    delivery: {
      name: nameDelivery(order.shipping_method),
      place: toLocker
        ? [parcel_locker_name, parcel_locker_address].filter(Boolean).join(', ')
        : `${details.street} ${details.house_number}, ${details.postal_code} ${details.city}`,
    },
    receiver: {
      name: `${details.first_name} ${details.last_name}`,
      phone: formatPhone(details.phone),
      email: details.receiver_email,
    },
    tracking: tracking_number !== null && url !== null ? { number: tracking_number, url } : null,
    // Whom the invoice is for.
    ...(details.company && { company: describeCompany(details.company) }),
    /** The version of the accepted terms. */
    terms: details.terms_version,
    hasContract: isConcluded(order),
  }
}

function describePayment(order: CustomerOrder, { paid_at, refunded_grosze }: Details): string {
  const paid = [labelPaymentForCustomer(order), paid_at && formatDateTime(paid_at)].filter(Boolean).join(', ')
  return refunded_grosze > 0 ? `${paid}; zwrot ${formatGrosze(refunded_grosze)}` : paid
}

type OrderDetailsProps = { orderId: string; totalGrosze: Grosze; details: PanelDetails; onChanged(): void }

/** Payment, delivery and receiver of an order; for an unpaid one the button that pays. */
export function OrderDetailsCard({ orderId, totalGrosze, details, onChanged }: OrderDetailsProps) {
  return (
    <>
      {details.payable && (
        <section aria-label="Płatność" className="mt-4 rounded-xl bg-sand px-4 py-4">
          <p className="mb-3 text-sm">
            To zamówienie nie jest jeszcze opłacone. Do zapłaty:{' '}
            <strong className="tabular-nums">{formatGrosze(totalGrosze)}</strong>
          </p>
          <PayAgain
            start={() => callApi('post', '/api/orders/:id/pay', { param: { id: orderId } })}
            onOver={onChanged}
          />
        </section>
      )}
      {details.paused && <p className="mt-4 rounded-xl bg-sand px-4 py-4 text-sm">{PAYING_PAUSED}</p>}
      <Disclosure summary="Szczegóły zamówienia">
        <Facts orderId={orderId} details={details} />
        <OrderInvoices orderId={orderId} />
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

type FactsProps = { orderId: string; details: PanelDetails }

function Facts({ orderId, details }: FactsProps) {
  const { payment, delivery, receiver, tracking, company, terms, hasContract } = details
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
      <Fact term="Śledzenie">
        {tracking ? (
          <NewTabLink href={tracking.url} className="underline underline-offset-4">
            {tracking.number}
          </NewTabLink>
        ) : (
          'Brak numeru śledzenia'
        )}
      </Fact>
      {company && <Fact term="Faktura na firmę">{company}</Fact>}
      {(hasContract || terms !== null) && (
        <Fact term="Dokumenty">
          {hasContract && (
            <a href={`/api/me/orders/${orderId}/contract`} download className={PAPER}>
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
