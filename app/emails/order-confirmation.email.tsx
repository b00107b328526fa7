import { z } from 'zod'
import { formatGrosze } from '#domain/money.ts'
import { findMailedCheckout, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { describeParcel, inflectOrders } from '#domain/orders/order.ts'
import { isLockerMethod } from '#domain/shipping/shipping-method.ts'
import { defineEmail, greet } from './define-email.ts'
import { Button, Heading, Panel, Paragraph, Title } from './email-parts.tsx'
import { ONE_BY_COURIER, THREE_TO_LOCKER } from './examples.ts'
import { ContractTerms, Destination, listNumbers, nameOrders, OrderAmounts } from './order-parts.tsx'

const ids = z.object({ checkoutId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    'order-confirmation': z.output<typeof ids>
  }
}

/** Confirms a cash-on-delivery checkout: all of its orders, which travel as one parcel and are paid as one sum. */
export default defineEmail({
  template: 'order-confirmation',
  name: 'Potwierdzenie zamówienia',
  ids,
  load: (db, { checkoutId }) => findMailedCheckout(db, checkoutId),
  write: (checkout, { profile, orderLinks }) => {
    const { orders, first } = checkout
    const several = orders.length > 1
    const title = several ? 'Potwierdzenie zamówień' : 'Potwierdzenie zamówienia'
    const summary = summarize(checkout)
    return {
      subject: `${title} ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>{greet(first.first_name)}</Paragraph>
          <Paragraph>{thank(orders.length)}</Paragraph>
          <Panel title={summary}>
            {isLockerMethod(first.shipping_method)
              ? 'Płatność przy odbiorze w paczkomacie.'
              : 'Płatność kurierowi przy odbiorze.'}
          </Panel>
          <Heading>{several ? 'W paczce' : nameOrders(orders)}</Heading>
          <OrderAmounts orders={orders} />
          <Button href={orderLinks.create(checkout.id)}>Zobacz zamówienie</Button>
          <Destination order={first} />
          <ContractTerms checkout={checkout} profile={profile} />
        </>
      ),
    }
  },
  examples: { 'kurier, jedno zamówienie': ONE_BY_COURIER, 'paczkomat, trzy zamówienia': THREE_TO_LOCKER },
})

function summarize({ orders }: MailedCheckout): string {
  const total = formatGrosze(orders.reduce((sum, order) => sum + order.total_grosze, 0))
  return `${orders.length > 1 ? describeParcel(orders.length) : nameOrders(orders)}, do zapłaty ${total}`
}

function thank(count: number): string {
  return count > 1
    ? `Dziękujemy za zakupy. Przyjęliśmy ${count}\u00a0${inflectOrders(count)} i przygotujemy je w ciągu 24 godzin. Każdy produkt ma własny numer zamówienia, wszystkie przyjadą w jednej paczce.`
    : 'Dziękujemy za zakupy. Przyjęliśmy Twoje zamówienie i przygotujemy je w ciągu 24 godzin.'
}
