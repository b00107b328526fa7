import { z } from 'zod'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { AdditionStatus } from '#domain/orders/changes/addition.ts'
import { findAddition } from '#domain/orders/changes/addition-queries.server.ts'
import { type ChangedLine, describePlannedLine } from '#domain/orders/changes/parcel-change.ts'
import { findMailedCheckoutOf, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { PAID_AT, PAID_TO_LOCKER, UNPAID_TO_LOCKER } from './mail-examples.ts'
import { Heading, Lines, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { listKept, listNumbers, listOrderNumbers, OrderAmounts } from './order-parts.tsx'

const ids = z.object({ paymentId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'order-addition': z.output<typeof ids>
  }
}

/** What became of an addition, in the words of its mail. */
const CLOSED: Record<Exclude<AdditionStatus, 'open'>, { subject: string; next: string }> = {
  applied: { subject: 'Dopłata przyjęta', next: 'Zamówienie jest już zmienione. Nic więcej nie trzeba robić.' },
  lapsed: {
    subject: 'Dopłata nieaktualna',
    next: 'Dopłata nie dotarła na czas, więc zamówienie zostaje bez zmian. Jeśli nadal chcesz je zmienić, napisz do nas.',
  },
  given_up: {
    subject: 'Dopłata nieaktualna',
    next: 'Propozycja zmiany jest wycofana. Zamówienie zostaje bez zmian i nic nie trzeba dopłacać.',
  },
  refused: {
    subject: 'Zwracamy dopłatę',
    next:
      'Dopłata dotarła, gdy zamówienia nie dało się już zmienić, więc zostaje ono bez zmian. Całą dopłatę zwracamy tą ' +
      'samą drogą, zwykle w ciągu kilku dni roboczych.',
  },
}

/** The same of an order that was cancelled meanwhile. */
const CANCELLED: typeof CLOSED.refused = {
  subject: 'Zwracamy dopłatę',
  next: 'Dopłata dotarła, gdy zamówienie było już anulowane. Całą zwracamy tą samą drogą, zwykle w ciągu kilku dni roboczych.',
}

/** What the mail says of an addition. */
type MailedAddition = { status: AdditionStatus; amountGrosze: Grosze; expiresAt: Date; plan: { lines: ChangedLine[] } }
type Loaded = { addition: MailedAddition; checkout: MailedCheckout }

const HEADINGS = { open: 'Co się zmieni', applied: 'Co się zmieniło', over: 'Co miało się zmienić' } as const

/** Asks the buyer to pay the difference of a change, or says what became of it. */
export default defineMail({
  template: 'order-addition',
  name: 'Dopłata do zamówienia',
  ids,
  load: async (db, { paymentId }): Promise<Loaded> => {
    const addition = await findAddition(db, paymentId)
    if (!addition) throw new Error(`payment ${paymentId} pays for no addition`)
    return { addition, checkout: await findMailedCheckoutOf(db, addition.orderId) }
  },
  write: ({ addition, checkout }, { profile, orderLinks }) => {
    const { status, amountGrosze, expiresAt, plan } = addition
    const { orders } = checkout
    const amount = formatGrosze(amountGrosze)
    const isCancelled = status === 'refused' && listKept(orders).length === 0
    const closed = status === 'open' ? null : isCancelled ? CANCELLED : CLOSED[status]
    const title = closed?.subject ?? 'Dopłata do zmiany zamówienia'
    return {
      subject: `${title}, zamówienie ${listNumbers(orders)}`,
      preview: `${listOrderNumbers(orders)}: dopłata ${amount}`,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          {closed === null && (
            <Paragraph>
              Zgodnie z ustaleniami przygotowaliśmy zmianę Twojego zamówienia. Wprowadzimy ją, gdy opłacisz różnicę.
            </Paragraph>
          )}
          <Panel title={closed === null ? `Do dopłaty ${amount}` : `${title}: ${amount}`}>
            {closed?.next ??
              `Produkty są odłożone do ${formatDateTime(expiresAt)}. Bez dopłaty zamówienie zostaje bez zmian.`}
          </Panel>
          <MailButton href={orderLinks.create(checkout.id)}>
            {closed === null ? `Dopłać ${amount}` : 'Zobacz zamówienie'}
          </MailButton>
          <Heading>{HEADINGS[status === 'open' || status === 'applied' ? status : 'over']}</Heading>
          <Paragraph>
            <Lines of={plan.lines.map(describePlannedLine).map(unlinked)} />
          </Paragraph>
          <Heading>{`${listOrderNumbers(orders)} teraz`}</Heading>
          <OrderAmounts orders={orders} />
          <Paragraph>
            {`Jeśli to pomyłka, napisz od razu na adres ${profile.sellerEmail} albo zadzwoń: ${profile.sellerPhone}.`}
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    'czeka na dopłatę': { checkout: PAID_TO_LOCKER, addition: createExample('open') },
    'po czasie': { checkout: PAID_TO_LOCKER, addition: createExample('lapsed') },
    'przyszła po anulowaniu': { checkout: UNPAID_TO_LOCKER, addition: createExample('refused') },
    'przyszła za późno': { checkout: PAID_TO_LOCKER, addition: createExample('refused') },
  },
})

function createExample(status: AdditionStatus): MailedAddition {
  const lines: ChangedLine[] = [
    { field: 'pieces', what: 'Bakhur Mirzan', before: '2', after: '3' },
    { field: 'pieces', what: 'Róża z Ogrodu', before: '0', after: '1' },
  ]
  return { status, amountGrosze: 16_980, expiresAt: PAID_AT, plan: { lines } }
}
