import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { describeParcel, inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import { isLockerMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { findMailedCheckout, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { ConfirmedContract, loadConfirmed } from './confirmed-contract.tsx'
import { defineMail } from './define-mail.ts'
import { CALENDAR, GUEST, ONE_BY_COURIER, THREE_TO_LOCKER } from './mail-examples.ts'
import { Heading, Panel, Paragraph, Title } from './mail-parts.tsx'
import {
  CancelledSince,
  ExpectedDeliveryLine,
  listKept,
  listNumbers,
  listOrderNumbers,
  sumDue,
} from './order-parts.tsx'

const ids = z.object({ checkoutId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'order-confirmation': z.output<typeof ids>
  }
}

const BY_COURIER = { checkout: ONE_BY_COURIER, calendar: CALENDAR, notice: null, guest: null }

/** Confirms a cash-on-delivery checkout: its orders are one parcel with one sum. */
export default defineMail({
  template: 'order-confirmation',
  name: 'Potwierdzenie zamówienia',
  ids,
  load: async (db, { checkoutId }) => loadConfirmed(db, await findMailedCheckout(db, checkoutId)),
  write: (confirmed, { profile, orderLinks, queuedAt }) => {
    const { checkout, calendar } = confirmed
    const { orders } = checkout
    const several = orders.length > 1
    const title = several ? 'Potwierdzenie zamówień' : 'Potwierdzenie zamówienia'
    const summary = summarize(checkout)
    return {
      subject: `${title} ${listNumbers(orders)}`,
      preview: summary,
      contractOf: checkout.id,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>{thank(orders)}</Paragraph>
          <ExpectedDeliveryLine calendar={calendar} orders={orders} at={queuedAt} />
          <Panel title={summary}>{describePayment(checkout)}</Panel>
          <CancelledSince orders={orders} />
          <Heading>{several ? 'W paczce' : listOrderNumbers(orders)}</Heading>
          <ConfirmedContract confirmed={confirmed} profile={profile} orderLink={orderLinks.create(checkout.id)} />
        </>
      ),
    }
  },
  examples: {
    'kurier, jedno zamówienie': BY_COURIER,
    'paczkomat, trzy zamówienia': { ...BY_COURIER, checkout: THREE_TO_LOCKER },
    'bez konta': { ...BY_COURIER, guest: { ...GUEST, hasAccount: false } },
    'bez logowania, choć jest konto': { ...BY_COURIER, guest: { ...GUEST, hasAccount: true } },
  },
})

function summarize({ orders }: MailedCheckout): string {
  const name = orders.length > 1 ? describeParcel(orders.length) : listOrderNumbers(orders)
  const due = sumDue(orders)
  if (due > 0) return `${name}, do zapłaty ${formatGrosze(due)}`
  const kept = listKept(orders)
  if (kept.length === 0) return `${name}, ${orders.length > 1 ? 'wszystkie anulowane' : 'anulowane'}`
  const paid = kept.reduce((sum, order) => sum + order.paid_grosze, 0)
  return paid > 0 ? `${name}, zapłacono ${formatGrosze(paid)}` : `${name}, nic nie jest do zapłaty`
}

function describePayment({ orders, first }: MailedCheckout): string {
  const kept = listKept(orders)
  if (kept.length === 0) return 'Nic nie jest do zapłaty.'
  if (sumDue(orders) === 0) {
    return kept.some(({ place }) => place === 'returned') ? 'Paczka wróciła do nas.' : 'Nic więcej nie jest do zapłaty.'
  }
  return isLockerMethod(first.shipping_method)
    ? 'Płatność przy odbiorze w paczkomacie.'
    : 'Płatność kurierowi przy odbiorze.'
}

function thank(orders: MailedCheckout['orders']): string {
  const { length: count } = orders
  if (count === 1) return 'Dziękujemy za zakupy. Przyjęliśmy Twoje zamówienie.'
  const together = orders.every(({ status, place }) => status !== 'cancelled' && place === 'shop')
  return (
    `Dziękujemy za zakupy. Przyjęliśmy ${count}\u00a0${inflectOrders(count)}. Każdy produkt ma własny numer ` +
    `zamówienia${together ? ', wszystkie przyjadą w jednej paczce' : ''}.`
  )
}
