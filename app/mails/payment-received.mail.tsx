import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { findMailedCheckoutOf } from '#domain/orders/mailed-order-queries.server.ts'
import { findMadePayment } from '#domain/payments/mailed-payment-queries.server.ts'
import { ConfirmedContract, loadConfirmed } from './confirmed-contract.tsx'
import { defineMail } from './define-mail.ts'
import { CALENDAR, PAID_AT, PAID_TO_LOCKER } from './mail-examples.ts'
import { Heading, Panel, Paragraph, Title } from './mail-parts.tsx'
import { CancelledSince, ExpectedDeliveryLine, listNumbers, listOrderNumbers } from './order-parts.tsx'

const ids = z.object({ orderId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'payment-received': z.output<typeof ids>
  }
}

/** Confirms a prepaid order once it is paid. */
export default defineMail({
  template: 'payment-received',
  name: 'Płatność otrzymana',
  ids,
  load: async (db, { orderId }) => {
    const checkout = await findMailedCheckoutOf(db, orderId)
    const payment = await findMadePayment(db, orderId)
    if (payment === undefined) throw new Error(`order ${orderId} was not paid`)
    return { payment, ...(await loadConfirmed(db, checkout)) }
  },
  write: ({ payment, ...confirmed }, { profile, orderLinks, queuedAt }) => {
    const { checkout, calendar } = confirmed
    const { orders } = checkout
    const summary = `${listOrderNumbers(orders)}, zapłacono ${formatGrosze(payment.amount_grosze)}`
    return {
      subject: `Płatność otrzymana, zamówienie ${listNumbers(orders)}`,
      preview: summary,
      contractOf: checkout.id,
      body: (
        <>
          <Title>Płatność otrzymana</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>Dziękujemy za zakupy. Mamy Twoją płatność i przyjęliśmy zamówienie.</Paragraph>
          <ExpectedDeliveryLine calendar={calendar} orders={orders} at={payment.paid_at ?? queuedAt} />
          <Panel title={summary}>{`Opłacone online, ${formatDateTime(payment.paid_at ?? queuedAt)}.`}</Panel>
          <CancelledSince orders={orders} />
          <Heading>{listOrderNumbers(orders)}</Heading>
          <ConfirmedContract confirmed={confirmed} profile={profile} orderLink={orderLinks.create(checkout.id)} />
        </>
      ),
    }
  },
  examples: {
    'trzy produkty': {
      checkout: PAID_TO_LOCKER,
      calendar: CALENDAR,
      notice: null,
      payment: { amount_grosze: PAID_TO_LOCKER.first.total_grosze, paid_at: PAID_AT },
      guest: null,
    },
  },
})
