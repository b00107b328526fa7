import type { ReactNode } from 'react'
import { GiftLine, PicturedLine } from '#app/catalog/ordered-lines.tsx'
import { OrderSumLines } from '#app/panel/orders/order-sums.tsx'
import { AddressText } from '#app/ui/address-text.tsx'
import { Fact, FactList } from '#app/ui/fact.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { describeParcel } from '#domain/kernel/order-words/order-names.ts'
import { ORDER_STATUS_LABELS } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_NAMES, type DeliveryMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { LinkedCheckout, LinkedPaymentState } from '#domain/orders/order-links/linked-checkout.ts'
import { PAYING_PAUSED } from '#domain/orders/payable-order.ts'
import { describeArrivalDay } from '#domain/shipping/delivery-date/delivery-date.ts'
import { labelShipmentForCustomer, type ShipmentStatus } from '#domain/shipping/shipment.ts'

type LinkedOrderProps = { checkout: LinkedCheckout; papers?: ReactNode; children: ReactNode }

/** State of payment and parcel, what happens next, the items and the documents. `children`: a button to pay. */
export function LinkedOrder({ checkout, papers, children }: LinkedOrderProps) {
  const { orders, payment, delivery, parcels } = checkout
  const numbers = orders.map(({ number }) => `#${number}`).join(', ')
  const step = describeStep(checkout)
  return (
    <div className="grid gap-5">
      <p className="text-oud">
        <span className="tabular-nums">{numbers}</span>, {formatDateTime(new Date(checkout.placed_at))}
      </p>
      <section aria-label="Stan zamówienia" className="grid gap-4 rounded-2xl bg-sand px-5 py-5">
        <div>
          <h2 className="font-display text-2xl">{step.title}</h2>
          <p className="mt-1">{step.next}</p>
        </div>
        {children}
      </section>
      <section className="card px-5 py-4">
        <h2 className="font-display text-lg">Płatność i dostawa</h2>
        <dl className="mt-3 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          <Fact term="Płatność">{describePayment(payment.state, payment.due_grosze ?? checkout.total_grosze)}</Fact>
          <Fact term={DELIVERY_NAMES[delivery.method]}>
            <AddressText>{delivery.place ?? 'Adres z zamówienia'}</AddressText>
          </Fact>
          <FactList of={checkout.facts} />
          {parcels.map((parcel) => (
            <Fact key={`${parcel.status} ${parcel.tracking_number}`} term="Przesyłka">
              <span>{labelShipmentForCustomer(parcel.status)}</span>
              {parcel.tracking_url !== null && (
                <NewTabLink href={parcel.tracking_url} className="block underline underline-offset-4">
                  Śledź przesyłkę {parcel.tracking_number}
                </NewTabLink>
              )}
            </Fact>
          ))}
        </dl>
      </section>
      <OrderedProducts checkout={checkout} />
      {papers}
    </div>
  )
}

/** The products with their free gifts, delivery and the sum. */
export function OrderedProducts({ checkout }: { checkout: LinkedCheckout }) {
  const { orders } = checkout
  return (
    <section className="card px-5 py-4">
      <h2 className="font-display text-lg">
        {orders.length > 1 ? describeParcel(orders.length) : 'Zamówione produkty'}
      </h2>
      <ul className="mt-3 grid gap-3">
        {orders.flatMap(({ number, status, items, gift }) => [
          ...items.map((item) => (
            <PicturedLine
              key={`${number} ${item.product_name} ${item.brand_name} ${item.facts}`}
              item={item}
              note={
                status === 'cancelled' && orders.length > 1 ? `#${number}: ${ORDER_STATUS_LABELS[status]}` : undefined
              }
              className={status === 'cancelled' ? 'text-oud' : ''}
            />
          )),
          gift && <GiftLine key={`${number} gift`} gift={gift} pictured />,
        ])}
      </ul>
      <OrderSumLines of={checkout} className="mt-4 pt-3" />
    </section>
  )
}

const PAYMENT_STATES = {
  due_on_delivery: 'Przy odbiorze',
  settled: 'Przy odbiorze',
  open: 'Czeka na płatność',
  paid: 'Opłacone online',
  not_paid: 'Nieopłacone',
  refunded: 'Zwrócona',
  cancelled: 'Anulowana',
} as const satisfies Record<LinkedPaymentState, string>

/** The state of the payment, with the sum while it has to be paid. */
const describePayment = (state: LinkedPaymentState, total: Grosze) =>
  PAYMENT_STATES[state] + (state === 'open' || state === 'due_on_delivery' ? `: ${formatGrosze(total)}` : '')

type Step = { title: string; next: string }

/** The state of the order, and what happens next. */
function describeStep({ payment, parcels, delivery, expected, cases }: LinkedCheckout): Step {
  switch (payment.state) {
    case 'open':
      return {
        title: 'Zamówienie czeka na płatność',
        next: 'Produkty są odłożone przez 30 minut od rozpoczęcia płatności. Jeśli właśnie płacisz, potwierdzenie wyślemy e-mailem.',
      }
    case 'not_paid':
      return {
        title: 'Zamówienie nie zostało opłacone',
        next: payment.payable
          ? 'Możesz zapłacić jeszcze raz, dopóki produkty są dostępne. Nic więcej nie trzeba wypełniać.'
          : payment.paused
            ? PAYING_PAUSED
            : 'Tego zamówienia nie można już opłacić. Złóż nowe, jeśli nadal chcesz kupić te produkty.',
      }
    case 'refunded':
      return {
        title: 'Zwracamy płatność',
        next: 'Pieniądze wracają na Twoje konto, zwykle w ciągu kilku dni roboczych.',
      }
    case 'cancelled':
      return { title: 'Zamówienie anulowane', next: 'Nic nie trzeba płacić ani odbierać.' }
    case 'due_on_delivery':
    case 'settled':
    case 'paid':
      return describeWithdrawn(cases) ?? describeParcelStep(leastAdvanced(parcels), delivery.method, expected)
  }
}

/** While a withdrawal before dispatch is open, no parcel is promised. */
function describeWithdrawn(cases: LinkedCheckout['cases']): Step | null {
  const open = cases.find(
    ({ kind, stage, dispatch }) => kind === 'withdrawal' && stage === 'to_settle' && dispatch === 'not_sent',
  )
  return open
    ? { title: 'Odstąpienie złożone', next: `Sprawa ${open.number}: niczego nie odsyłaj. Co dalej, piszemy niżej.` }
    : null
}

const ORDER_OF_STATUSES: readonly ShipmentStatus[] = ['created', 'processing', 'shipped', 'delivered']

/** With several parcels, the least advanced one decides what is still to come. */
function leastAdvanced(parcels: LinkedCheckout['parcels']): ShipmentStatus | null {
  const underWay = ORDER_OF_STATUSES.find((status) => parcels.some((parcel) => parcel.status === status))
  return underWay ?? parcels[0]?.status ?? null
}

function describeParcelStep(
  status: ShipmentStatus | null,
  delivery: DeliveryMethod,
  expected: LinkedCheckout['expected'],
): Step {
  switch (status) {
    case 'shipped':
      return {
        title: 'Przesyłka jest w drodze',
        next:
          delivery === 'locker'
            ? 'Gdy dotrze do paczkomatu, InPost wyśle kod odbioru.'
            : 'Kurier skontaktuje się przed doręczeniem.',
      }
    case 'delivered':
      return { title: 'Przesyłka dostarczona', next: 'Na odstąpienie od umowy masz 14 dni od odbioru.' }
    case 'cancelled':
      return { title: 'Przesyłka anulowana', next: 'W razie pytań napisz lub zadzwoń do nas.' }
    case null:
    case 'created':
    case 'processing':
      return {
        title: 'Przygotowujemy zamówienie',
        next: `${expected ? `${describeArrivalDay(expected, delivery)} ` : ''}Gdy paczka wyruszy, wyślemy e-mail z numerem do śledzenia.`,
      }
  }
}
