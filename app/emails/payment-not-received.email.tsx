import { z } from 'zod'
import { formatGrosze } from '#domain/money.ts'
import { findMailedCheckoutOf } from '#domain/orders/mailed-order-queries.server.ts'
import { findMailedPayment } from '#domain/payments/mailed-payment-queries.server.ts'
import { defineEmail, greet } from './define-email.ts'
import { Button, Heading, Panel, Paragraph, Title } from './email-parts.tsx'
import { listNumbers, nameOrders, OrderAmounts } from './order-parts.tsx'

const ids = z.object({ paymentId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    'payment-not-received': z.output<typeof ids>
  }
}

/** Tells that an attempt to pay failed or ran out of time, and leads to another one. */
export default defineEmail({
  template: 'payment-not-received',
  name: 'Brak płatności',
  ids,
  load: async (db, { paymentId }) => {
    const payment = await findMailedPayment(db, paymentId)
    return { payment, checkout: await findMailedCheckoutOf(db, payment.order_id) }
  },
  write: ({ checkout, payment }, { orderLinks }) => {
    const { orders, first } = checkout
    // Another attempt may have been faster than this mail.
    const isPaid = payment.status === 'paid' || orders.some(({ status }) => status === 'paid' || status === 'completed')
    const summary = `${nameOrders(orders)}, ${isPaid ? 'opłacone' : `nieopłacone: ${formatGrosze(payment.amount_grosze)}`}`
    return {
      subject: `Płatność się nie udała, zamówienie ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>Płatność się nie udała</Title>
          <Paragraph>{greet(first.first_name)}</Paragraph>
          <Paragraph>
            {payment.status === 'failed'
              ? 'Twoja płatność nie została przyjęta przez bank lub operatora.'
              : 'Czas na zapłatę minął, a Twoja płatność do nas nie dotarła.'}
          </Paragraph>
          <Panel title={summary}>
            {isPaid
              ? 'Zamówienie zostało opłacone za kolejnym razem. Nie musisz nic robić.'
              : 'Zamówienie zostało anulowane. Możesz za nie zapłacić jeszcze raz, dopóki produkty są dostępne.'}
          </Panel>
          <Button href={orderLinks.create(checkout.id)}>{isPaid ? 'Zobacz zamówienie' : 'Zapłać jeszcze raz'}</Button>
          {!isPaid && (
            <Paragraph>
              Jeżeli pieniądze zeszły z Twojego konta, nie przepadną: zrealizujemy zamówienie albo zwrócimy całą kwotę i
              napiszemy o tym.
            </Paragraph>
          )}
          <Heading>{nameOrders(orders)}</Heading>
          <OrderAmounts orders={orders} />
        </>
      ),
    }
  },
})
