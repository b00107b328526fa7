import { Fragment } from 'react'
import { href } from 'react-router'
import { describeLowestPrice } from '#domain/catalog/product.ts'
import { labelGift, type OrderGift } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { OrderFact } from '#domain/kernel/order-words/order-fact.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import { parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { describePlace } from '#domain/orders/delivery-place.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { formatSums, sumOrders } from '#domain/orders/order-sums.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { describeArrivalDay, expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { unlinked } from './define-mail.ts'
import { EmailAddress, Heading, Lines, Paragraph, TextLink } from './mail-parts.tsx'
import { Amounts } from './mail-products.tsx'

type Order = MailedCheckout['orders'][number]

/** The first numbers, as many as an inbox shows in one line. */
export function listNumbers(orders: readonly Pick<Order, 'number'>[]): string {
  const numbers = orders.map(({ number }) => number)
  const shown = numbers.slice(0, 3).join(', ')
  return numbers.length > 3 ? `${shown} i ${numbers.length - 3} więcej` : shown
}

/** 'Zamówienie nr 12345678', or 'Zamówienia nr 12345678, 23456789'. */
export function listOrderNumbers(orders: readonly Pick<Order, 'number'>[]): string {
  return `${orders.length > 1 ? 'Zamówienia' : 'Zamówienie'} nr ${listNumbers(orders)}`
}

/** What is still to be paid on delivery of these orders, grosze. Cancelled and returned ones are not in the parcel. */
export function sumDue(orders: readonly Order[]): Grosze {
  const coming = orders.filter(({ status, place }) => status !== 'cancelled' && place !== 'returned')
  return sumDueOnDelivery(coming) ?? 0
}

/** The sum due on delivery as a sentence; null when nothing is due. */
export function describeDue(orders: readonly Order[]): string | null {
  const due = sumDue(orders)
  return due > 0 ? `Do zapłaty przy odbiorze: ${formatGrosze(due)}.` : null
}

/**
 * The parcel's state when the mail is sent; it may have arrived or returned since the mail was queued. `state` follows
 * the order numbers.
 */
export function describeParcelState(orders: readonly Order[]) {
  const place = listKept(orders)[0]?.place ?? 'cancelled'
  const { title, state, sentence } = PARCELS[place]
  return { place, title, state: state[orders.length > 1 ? 1 : 0], sentence }
}

/** `state`: the words for one order and for several. */
const PARCELS: Record<Order['place'], { title: string; state: [string, string]; sentence: string }> = {
  on_the_way: {
    title: 'Paczka jest w\u00a0drodze',
    state: ['jest w\u00a0drodze', 'są w\u00a0drodze'],
    sentence: 'Przekazaliśmy ją przewoźnikowi.',
  },
  delivered: {
    title: 'Paczka dostarczona',
    state: ['zostało dostarczone', 'zostały dostarczone'],
    sentence: 'Paczka dotarła.',
  },
  returned: {
    title: 'Paczka wróciła do nas',
    state: ['nie zostało odebrane', 'nie zostały odebrane'],
    sentence: 'Przewoźnik oddał nam paczkę.',
  },
  shop: {
    title: 'Paczka jest jeszcze u\u00a0nas',
    state: ['czeka na wysłanie', 'czekają na wysłanie'],
    sentence: 'Napiszemy, gdy wyjedzie.',
  },
  cancelled: {
    title: 'Paczka nie przyjedzie',
    state: ['nie przyjedzie', 'nie przyjadą'],
    sentence: 'Tej paczki nie wysyłamy.',
  },
}

/** What happens with the money of cancelled orders. */
export function describeReturned(cancelled: readonly Order[]): string {
  const sum = (column: 'paid_grosze' | 'returning_grosze') =>
    cancelled.reduce((total, order) => total + order[column], 0)
  const [paid, returned] = [sum('paid_grosze'), sum('returning_grosze')]
  if (paid === 0) {
    return cancelled.some(({ payment }) => payment === 'prepaid')
      ? 'Nic nie pobraliśmy i nie musisz nic płacić. Gdyby płatność jednak do nas dotarła, wróci do Ciebie cała kwota.'
      : 'Nic nie pobraliśmy i nie musisz nic płacić.'
  }
  if (returned >= paid) {
    return `Cała wpłacona kwota, ${formatGrosze(paid)}, wraca do Ciebie. Zwykle trwa to kilka dni roboczych.`
  }
  if (returned > 0) {
    return `Z wpłaconej kwoty ${formatGrosze(paid)} wraca do Ciebie ${formatGrosze(returned)}. Pozostałe ${formatGrosze(paid - returned)} oddamy osobno i napiszemy o tym.`
  }
  return `Wpłaconą kwotę, ${formatGrosze(paid)}, oddamy osobno i napiszemy o tym.`
}

type WithdrawalLinkProps = { orders: readonly Order[]; profile: ShopProfile; orderLink: string }

/** Leads to the form of withdrawal with the order filled in; nothing once all of these orders are cancelled. */
export function WithdrawalLink({ orders, profile, orderLink }: WithdrawalLinkProps) {
  if (listKept(orders).length === 0) return null
  const form = `${profile.shopUrl}${href('/odstapienie')}${new URL(orderLink).hash}`
  return (
    <Paragraph>
      <TextLink href={form}>Odstąp od umowy tutaj</TextLink>
    </Paragraph>
  )
}

/** All items of the parcel and its free gifts; of several orders with the order's number. */
export function OrderAmounts({ orders }: { orders: readonly Order[] }) {
  const items = orders.flatMap((order) => {
    const ofOrder = orders.length > 1 ? [`Zamówienie nr ${order.number}`] : []
    const products = order.items.map((item) => ({
      key: `${order.id} ${item.product_id}`,
      label: item.product_name,
      details: [
        `${describeOrdered(item)}, ${item.quantity}\u00a0×\u00a0${formatGrosze(item.unit_price_grosze)}`,
        ...[describeLowestPrice(item)].filter(Boolean),
        ...ofOrder,
      ],
      amount: formatGrosze(item.quantity * item.unit_price_grosze),
      shown: { imageKey: item.image_key, kind: item.kind },
    }))
    if (order.gift === null) return products
    const line = describeGiftLine(order.gift)
    return [...products, { ...line, key: `${order.id} gift`, details: [...line.details, ...ofOrder] }]
  })
  return <Amounts items={items} sums={formatSums(sumOrders(orders))} />
}

/** The free gift among the items. */
export const describeGiftLine = (gift: OrderGift) => describeFreeLine(labelGift(gift), gift.pieces)

/** A line of 0,00 zł among the items. */
export function describeFreeLine(label: string, pieces: number) {
  return { key: label, label, details: [`${pieces}\u00a0×\u00a0${formatGrosze(0)}`], amount: formatGrosze(0) }
}

/** The orders of a checkout that are not cancelled. */
export const listKept = (orders: readonly Order[]) => orders.filter(({ status }) => status !== 'cancelled')

/** Which of these orders were cancelled since, and what happens with their money; nothing if none was. */
export function CancelledSince({ orders }: { orders: readonly Order[] }) {
  const cancelled = orders.filter(({ status }) => status === 'cancelled')
  if (cancelled.length === 0) return null
  return <Paragraph>{`${listOrderNumbers(cancelled)}: później anulowane. ${describeReturned(cancelled)}`}</Paragraph>
}

type ExpectedDeliveryProps = { calendar: DispatchCalendar; orders: readonly Order[]; at: Date }

/** When the parcel leaves and usually arrives, by the present calendar; nothing once it has left or was cancelled. */
export function ExpectedDeliveryLine({ calendar, orders, at }: ExpectedDeliveryProps) {
  const order = listKept(orders).find(({ place }) => place === 'shop')
  if (!order) return null
  const expected = expectDelivery(calendar, readWarsawClock(at))
  if (expected === null) return null
  return <Paragraph>{describeArrivalDay(expected, parseShippingMethod(order.shipping_method).delivery)}</Paragraph>
}

/** The parcel's address and receiver. */
export function DestinationLines({ order }: { order: Order }) {
  const receiver = [
    unlinked(order.name),
    order.shown_phone,
    <EmailAddress key="email" of={order.receiver_email ?? order.email} />,
  ]
  return (
    <>
      <Heading>Dostawa</Heading>
      <Paragraph>
        <Lines of={describePlace(order).map(unlinked)} />
      </Paragraph>
      <Heading>Odbiorca</Heading>
      <Paragraph>
        <Lines of={receiver} />
      </Paragraph>
    </>
  )
}

/** The facts of an order. */
export function FactLines({ of: facts }: { of: readonly OrderFact[] }) {
  return facts.map(({ label, text }) => (
    <Fragment key={label}>
      <Heading>{label}</Heading>
      <Paragraph>{unlinked(text)}</Paragraph>
    </Fragment>
  ))
}
