import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { findMailedCheckoutOf, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { findMailedPayment } from '#domain/payments/mailed-payment-queries.server.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { defineMail } from './define-mail.ts'
import { PAID_AT, PAID_TO_LOCKER, UNPAID_TO_LOCKER } from './mail-examples.ts'
import { Heading, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { describeReturned, listNumbers, listOrderNumbers, OrderAmounts, WithdrawalLink } from './order-parts.tsx'

const ids = z.object({ paymentId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'payment-not-received': z.output<typeof ids>
  }
}

/** Says that an attempt to pay failed or expired, and links to another attempt. */
export default defineMail({
  template: 'payment-not-received',
  name: 'Brak płatności',
  ids,
  load: async (db, { paymentId }) => {
    const payment = await findMailedPayment(db, paymentId)
    return { payment, checkout: await findMailedCheckoutOf(db, payment.order_id) }
  },
  write: ({ checkout, payment }, { profile, orderLinks, queuedAt }) => {
    const { orders, first } = checkout
    // Another attempt may have succeeded before this mail is sent.
    const isPaid = payment.status === 'paid' || orders.some(({ status }) => status === 'paid' || status === 'completed')
    // The order was paid after all, and then cancelled with a refund.
    const wentBack = !isPaid && first.paid_grosze > 0
    const canPay = !isPaid && !wentBack && isPayable(first, queuedAt)
    const paid = isPaid
      ? 'opłacone'
      : wentBack
        ? 'opłacone, potem anulowane'
        : `nieopłacone: ${formatGrosze(payment.amount_grosze)}`
    const summary = `${listOrderNumbers(orders)}, ${paid}`
    return {
      subject: `Płatność się nie udała, zamówienie ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>Płatność się nie udała</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>
            {payment.status === 'failed'
              ? 'Twoja płatność nie została przyjęta przez bank lub operatora.'
              : 'Czas na zapłatę minął, a Twoja płatność do nas nie dotarła.'}
          </Paragraph>
          <Panel title={summary}>
            {wentBack ? describeReturned(orders) : describeOrder({ isPaid, canPay, status: first.status })}
          </Panel>
          <MailButton href={orderLinks.create(checkout.id)}>
            {canPay ? 'Zapłać jeszcze raz' : 'Zobacz zamówienie'}
          </MailButton>
          <WithdrawalLink orders={orders} profile={profile} orderLink={orderLinks.create(checkout.id)} />
          {!isPaid && !wentBack && (
            <Paragraph>
              Jeżeli pieniądze zeszły z Twojego konta, nie przepadną: zrealizujemy zamówienie albo zwrócimy całą kwotę i
              napiszemy o tym.
            </Paragraph>
          )}
          <Heading>{listOrderNumbers(orders)}</Heading>
          <OrderAmounts orders={orders} />
        </>
      ),
    }
  },
  examples: {
    'czas minął': { checkout: UNPAID_TO_LOCKER, payment: createAttempt(UNPAID_TO_LOCKER.first, 'expired') },
    'płatność odrzucona': { checkout: UNPAID_TO_LOCKER, payment: createAttempt(UNPAID_TO_LOCKER.first, 'failed') },
    'opłacone za kolejnym razem': { checkout: PAID_TO_LOCKER, payment: createAttempt(PAID_TO_LOCKER.first, 'failed') },
  },
})

type Standing = { isPaid: boolean; canPay: boolean; status: OrderStatus }

function describeOrder({ isPaid, canPay, status }: Standing): string {
  if (isPaid) return 'Zamówienie zostało opłacone za kolejnym razem. Nie musisz nic robić.'
  const stands = status === 'cancelled' ? 'Zamówienie zostało anulowane.' : 'Zamówienie czeka na zapłatę.'
  return canPay ? `${stands} Możesz za nie zapłacić jeszcze raz, dopóki produkty są dostępne.` : stands
}

function createAttempt({ id, total_grosze }: MailedCheckout['first'], status: PaymentStatus) {
  return { order_id: id, status, amount_grosze: total_grosze, expires_at: PAID_AT, paid_at: null }
}
