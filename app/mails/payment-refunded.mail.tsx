import { z } from 'zod'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { findMailedCheckoutOf, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { findMailedRefund } from '#domain/payments/mailed-payment-queries.server.ts'
import { defineMail } from './define-mail.ts'
import { PAID_TO_LOCKER, UNPAID_TO_LOCKER } from './mail-examples.ts'
import { Heading, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { listNumbers, listOrderNumbers, OrderAmounts, WithdrawalLink } from './order-parts.tsx'

const ids = z.object({ refundId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'payment-refunded': z.output<typeof ids>
  }
}

/** Tells the buyer of a refund. */
export default defineMail({
  template: 'payment-refunded',
  name: 'Zwrot płatności',
  ids,
  load: async (db, { refundId }) => {
    const refund = await findMailedRefund(db, refundId)
    return { refund, checkout: await findMailedCheckoutOf(db, refund.order_id) }
  },
  write: ({ checkout, refund }, { profile, orderLinks }) => {
    const { orders } = checkout
    const amount = formatGrosze(refund.amount_grosze)
    const whole = refund.amount_grosze === refund.paid_grosze
    const summary = `${listOrderNumbers(orders)}, zwrot ${amount}`
    return {
      subject: `Zwrot ${amount}, zamówienie ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>Zwrot płatności</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>
            {whole
              ? 'Zwracamy całą kwotę, którą zapłacono za to zamówienie.'
              : `Zwracamy część kwoty, którą zapłacono za to zamówienie (${formatGrosze(refund.paid_grosze)}).`}
          </Paragraph>
          <Panel title={summary}>
            Pieniądze wrócą tą samą drogą, którą przyszły, zwykle w ciągu kilku dni roboczych.
          </Panel>
          <MailButton href={orderLinks.create(checkout.id)}>Zobacz zamówienie</MailButton>
          <WithdrawalLink orders={orders} profile={profile} orderLink={orderLinks.create(checkout.id)} />
          <Paragraph>
            {`Gdyby kwota nie wróciła w ciągu 14 dni, napisz na adres ${profile.sellerEmail} i podaj numer zamówienia.`}
          </Paragraph>
          <Heading>{listOrderNumbers(orders)}</Heading>
          <OrderAmounts orders={orders} />
        </>
      ),
    }
  },
  examples: {
    'cała kwota': {
      checkout: UNPAID_TO_LOCKER,
      refund: createRefund(UNPAID_TO_LOCKER.first, UNPAID_TO_LOCKER.first.total_grosze),
    },
    'część kwoty': { checkout: PAID_TO_LOCKER, refund: createRefund(PAID_TO_LOCKER.first, 5_000) },
  },
})

function createRefund({ id, total_grosze }: MailedCheckout['first'], amount_grosze: Grosze) {
  return { order_id: id, status: 'pending' as const, amount_grosze, paid_grosze: total_grosze }
}
