import { z } from 'zod'
import type { Canceller } from '#domain/kernel/order-words/order-status.ts'
import { findMailedCheckout, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { defineMail } from './define-mail.ts'
import { ONE_BY_COURIER, PAID_TO_LOCKER, THREE_TO_LOCKER, UNPAID_TO_LOCKER } from './mail-examples.ts'
import { Heading, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import {
  describeDue,
  describeReturned,
  listKept,
  listNumbers,
  listOrderNumbers,
  OrderAmounts,
  WithdrawalLink,
} from './order-parts.tsx'

/** `orderIds`: the orders of the checkout that were cancelled together. */
const ids = z.object({ checkoutId: z.uuid(), orderIds: z.array(z.uuid()).min(1) })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'order-cancelled': z.output<typeof ids>
  }
}

type Order = MailedCheckout['orders'][number]

/** Tells the buyer which orders were cancelled, what the parcel still contains, and what happens with the money. */
export default defineMail({
  template: 'order-cancelled',
  name: 'Zamówienie anulowane',
  ids,
  load: async (db, { checkoutId, orderIds }) => ({ checkout: await findMailedCheckout(db, checkoutId), orderIds }),
  write: ({ checkout: { id, orders }, orderIds }, { profile, orderLinks }) => {
    const named = orders.filter((order) => orderIds.includes(order.id))
    const cancelled = named.filter(isCancelled)
    const kept = listKept(orders)
    const several = named.length > 1
    const title = several ? 'Zamówienia anulowane' : 'Zamówienie anulowane'
    const summary = cancelled.length === 0 ? listOrderNumbers(named) : `${listOrderNumbers(cancelled)}: anulowane`
    const due = describeDue(kept)
    return {
      subject: `${several ? 'Anulowane zamówienia' : 'Anulowane zamówienie'} ${listNumbers(named)}`,
      preview: summary,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          {cancelled.length < named.length && (
            <Paragraph>
              {cancelled.length === 0
                ? 'Anulowanie zostało cofnięte, zanim wysłaliśmy tę wiadomość. Zamówienie jest aktualne.'
                : 'Anulowanie części zamówień zostało cofnięte, zanim wysłaliśmy tę wiadomość.'}
            </Paragraph>
          )}
          {cancelled.length > 0 && (
            <>
              <Paragraph>{describeWho(cancelled)}</Paragraph>
              <Panel title={summary}>{describeReturned(cancelled)}</Panel>
              <Heading>Anulowane produkty</Heading>
              <OrderAmounts orders={cancelled} />
            </>
          )}
          {kept.length > 0 && (
            <>
              <Heading>{cancelled.length === 0 ? listOrderNumbers(kept) : 'W paczce zostaje'}</Heading>
              <Paragraph>{`${describePlace(kept)}${due === null ? '' : ` ${due}`}`}</Paragraph>
              <OrderAmounts orders={kept} />
            </>
          )}
          <MailButton href={orderLinks.create(id)}>Zobacz zamówienie</MailButton>
          <WithdrawalLink orders={orders} profile={profile} orderLink={orderLinks.create(id)} />
          <Paragraph>W razie pytań odpowiedz na tę wiadomość i podaj numer zamówienia.</Paragraph>
        </>
      ),
    }
  },
  examples: {
    'za pobraniem, całe': show(ONE_BY_COURIER, 1),
    'za pobraniem, jedno z trzech': show(THREE_TO_LOCKER, 1),
    'opłacone, pieniądze wracają': show(PAID_TO_LOCKER, 1, { returning_grosze: PAID_TO_LOCKER.first.total_grosze }),
    'opłacone, pieniądze osobno': show(PAID_TO_LOCKER, 1),
    'na życzenie kupującego': show(ONE_BY_COURIER, 1, { cancelled_by: 'buyer' }),
    'po odstąpieniu od umowy': show(ONE_BY_COURIER, 1, { cancelled_by: 'withdrawal' }),
    'nieopłacone, rezygnacja': show(UNPAID_TO_LOCKER, 1, { cancelled_by: 'gave_up' }),
    'nieopłacone na czas': show(UNPAID_TO_LOCKER, 1, { cancelled_by: 'system' }),
    'opłacone, operator zwrócił': show(PAID_TO_LOCKER, 1, {
      cancelled_by: 'provider',
      returning_grosze: PAID_TO_LOCKER.first.total_grosze,
    }),
  },
})

const isCancelled = ({ status }: Order) => status === 'cancelled'

function describeWho(cancelled: readonly Order[]): string {
  const what = cancelled.length > 1 ? 'zamówienia' : 'zamówienie'
  const it = cancelled.length > 1 ? 'ich' : 'go'
  // The mail promises nothing about a parcel that left before its order was cancelled.
  const stays = cancelled.every(({ place }) => place === 'shop' || place === 'cancelled') ? ` Nie wyślemy ${it}.` : ''
  const tell: Record<Canceller, string> = {
    buyer: `Anulowaliśmy ${what} zgodnie z Twoją decyzją.`,
    withdrawal: `Anulowaliśmy ${what} zgodnie z Twoim odstąpieniem od umowy.`,
    gave_up: `Anulowaliśmy ${what} zgodnie z Twoją decyzją.`,
    provider: `Wpłata wraca w całości, więc anulowaliśmy ${what}.`,
    system: `Wpłata nie dotarła na czas, więc anulowaliśmy ${what}.`,
    admin: `Sklep anulował ${what}.`,
  }
  const told = new Set(cancelled.map(({ cancelled_by }) => tell[cancelled_by ?? 'admin']))
  const [sentence = ''] = told
  return `${told.size === 1 ? sentence : `Anulowaliśmy ${what}.`}${stays}`
}

function describePlace(kept: readonly Order[]): string {
  if (kept.some(({ payment, status }) => payment === 'prepaid' && status === 'pending')) {
    return 'Zamówienie czeka na zapłatę.'
  }
  const all = (place: Order['place']) => kept.every((order) => order.place === place)
  if (all('delivered')) return 'Te produkty zostały dostarczone.'
  if (all('on_the_way')) return 'Te produkty są już w drodze.'
  if (all('returned')) return 'Ta paczka wróciła do nas.'
  return all('shop') ? 'Te produkty wyślemy jak dotąd.' : ''
}

/** An example: the first `count` orders of a checkout are cancelled. */
function show({ orders, ...checkout }: MailedCheckout, count: number, more: Partial<Order> = {}) {
  const now = orders.map((order, index) =>
    index < count ? { ...order, cancelled_by: 'admin' as const, ...more, status: 'cancelled' as const } : order,
  )
  return {
    checkout: { ...checkout, orders: now, first: now[0] ?? checkout.first },
    orderIds: orders.slice(0, count).map(({ id }) => id),
  }
}
