import { z } from 'zod'
import type { NotPayable } from '#domain/flows/orders/settle-order.server.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { findMailedCheckoutOf, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { findMailedRefund } from '#domain/payments/mailed-payment-queries.server.ts'
import { defineMail } from './define-mail.ts'
import { PAID_TO_LOCKER, UNPAID_TO_LOCKER } from './mail-examples.ts'
import { Heading, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { listKept, listNumbers, listOrderNumbers, OrderAmounts, WithdrawalLink } from './order-parts.tsx'

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
    const why = WHY[refund.reason]
    const summary = `${listOrderNumbers(orders)}, zwrot ${amount}`
    return {
      subject: `Zwrot ${amount}, zamówienie ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>Zwrot płatności</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>{describeReason(refund, listKept(orders).length > 0)}</Paragraph>
          {why && listKept(orders).length === 0 && <Paragraph>{why}</Paragraph>}
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
    'zapłacono po czasie': {
      checkout: UNPAID_TO_LOCKER,
      refund: { ...createRefund(UNPAID_TO_LOCKER.first, UNPAID_TO_LOCKER.first.total_grosze), reason: 'out_of_stock' },
    },
    'część kwoty': { checkout: PAID_TO_LOCKER, refund: createRefund(PAID_TO_LOCKER.first, 5_000) },
    'zapłacono dwa razy': {
      checkout: PAID_TO_LOCKER,
      refund: { ...createRefund(PAID_TO_LOCKER.first, PAID_TO_LOCKER.first.total_grosze), surplus: 'paid_twice' },
    },
    'dopłata bez zmiany': {
      checkout: PAID_TO_LOCKER,
      refund: { ...createRefund(PAID_TO_LOCKER.first, 5_000), surplus: 'change_not_made' },
    },
  },
})

type Refund = Awaited<ReturnType<typeof findMailedRefund>>

const PAID_LATE = 'Wpłata przyszła po czasie, gdy'
const NOT_MADE = 'Dlatego zamówienie pozostaje anulowane.'
/** Why money goes back by itself that pays for nothing, by the reason of the refund. */
const WHY: Partial<Record<string, string>> = {
  cancelled: `Wpłata przyszła, gdy zamówienie było już anulowane. ${NOT_MADE}`,
  out_of_stock: `${PAID_LATE} produktów nie było już w sprzedaży. ${NOT_MADE}`,
  code_used_up: `${PAID_LATE} kod rabatowy był już wykorzystany. ${NOT_MADE}`,
  code_used_already: `${PAID_LATE} ten kod rabatowy był już użyty w innym Twoim zamówieniu. ${NOT_MADE}`,
} satisfies Record<Exclude<NotPayable, 'already_paid'>, string>

/** What of the order's money goes back. A surplus leaves an order that is kept as it is. */
function describeReason({ amount_grosze, paid_grosze, surplus }: Refund, isKept: boolean): string {
  switch (surplus) {
    case 'paid_twice':
      return `Za to zamówienie wpłynęło więcej, niż kosztuje. Zwracamy nadpłatę.${isKept ? ' Zamówienie pozostaje opłacone.' : ''}`
    case 'change_not_made':
      return `Zwracamy całą dopłatę, bo zmiana nie doszła do skutku.${isKept ? ' Zamówienie zostaje takie, jak było.' : ''}`
    case null:
      return amount_grosze === paid_grosze
        ? 'Zwracamy całą kwotę, którą zapłacono za to zamówienie.'
        : `Zwracamy część kwoty, którą zapłacono za to zamówienie (${formatGrosze(paid_grosze)}).`
  }
}

function createRefund({ id, total_grosze }: MailedCheckout['first'], amount_grosze: Grosze): Refund {
  return { order_id: id, amount_grosze, paid_grosze: total_grosze, reason: 'admin', surplus: null }
}
