import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { findMailedCheckoutOf } from '#domain/orders/mailed-order-queries.server.ts'
import { findMailedRefund } from '#domain/payments/mailed-payment-queries.server.ts'
import { defineMail } from './define-mail.ts'
import { PAID_TO_LOCKER } from './mail-examples.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { listNumbers, listOrderNumbers } from './order-parts.tsx'

const ids = z.object({ refundId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'refund-failed': z.output<typeof ids>
  }
}

/** Tells the buyer that a refund did not arrive, and what happens next. */
export default defineMail({
  template: 'refund-failed',
  name: 'Zwrot nie doszedł',
  ids,
  load: async (db, { refundId }) => {
    const refund = await findMailedRefund(db, refundId)
    return { refund, checkout: await findMailedCheckoutOf(db, refund.order_id) }
  },
  write: ({ checkout, refund }, { profile, orderLinks }) => {
    const { orders } = checkout
    const amount = formatGrosze(refund.amount_grosze)
    return {
      subject: `Zwrot ${amount} nie doszedł, zamówienie ${listNumbers(orders)}`,
      preview: `${listOrderNumbers(orders)}: oddamy pieniądze jeszcze raz.`,
      body: (
        <>
          <Title>Zwrot nie doszedł</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>{`Bank nie przyjął zwrotu ${amount}. Pieniądze nie zginęły: są znów w sklepie.`}</Paragraph>
          <Panel title="Co dalej">
            {`Oddamy je jeszcze raz, w razie potrzeby inną drogą. Jeśli karty lub konta, z którego zapłacono, już nie ma, napisz na adres ${profile.sellerEmail}: podaj numer zamówienia i numer konta do przelewu.`}
          </Panel>
          <MailButton href={orderLinks.create(checkout.id)}>Zobacz zamówienie</MailButton>
        </>
      ),
    }
  },
  examples: {
    zwrot: {
      checkout: PAID_TO_LOCKER,
      refund: {
        order_id: PAID_TO_LOCKER.first.id,
        amount_grosze: 5_000,
        paid_grosze: PAID_TO_LOCKER.first.total_grosze,
        reason: 'admin',
        surplus: null,
      },
    },
  },
})
