import { z } from 'zod'
import { findGuestOf } from '#domain/accounts/account-queries.server.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import { readGuaranteeNotice } from '#domain/labels/label-queries.server.ts'
import { findMailedCheckout, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { describeParcel, inflectOrders } from '#domain/orders/order.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { isLockerMethod } from '#domain/shipping/shipping-method.ts'
import { defineEmail, greet } from './define-email.ts'
import { Button, Heading, Panel, Paragraph, Title } from './email-parts.tsx'
import { CALENDAR, GUEST, ONE_BY_COURIER, THREE_TO_LOCKER } from './examples.ts'
import { GuestNote } from './guest-note.tsx'
import {
  ContractTerms,
  Destination,
  ExpectedDelivery,
  listNumbers,
  nameOrders,
  OrderAmounts,
  WithdrawalLink,
} from './order-parts.tsx'

const ids = z.object({ checkoutId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'order-confirmation': z.output<typeof ids>
  }
}

/** Confirms a cash-on-delivery checkout: its orders are one parcel with one sum. */
export default defineEmail({
  template: 'order-confirmation',
  name: 'Potwierdzenie zamówienia',
  ids,
  load: async (db, { checkoutId }) => ({
    checkout: await findMailedCheckout(db, checkoutId),
    calendar: await readDispatchCalendar(db),
    guest: await findGuestOf(db, checkoutId),
    notice: await readGuaranteeNotice(db),
  }),
  write: ({ checkout, calendar, guest, notice }, { profile, orderLinks, queuedAt }) => {
    const { orders, first } = checkout
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
          <Paragraph>{greet(first.first_name)}</Paragraph>
          <Paragraph>{thank(orders.length)}</Paragraph>
          <ExpectedDelivery calendar={calendar} order={first} at={queuedAt} />
          <Panel title={summary}>
            {isLockerMethod(first.shipping_method)
              ? 'Płatność przy odbiorze w paczkomacie.'
              : 'Płatność kurierowi przy odbiorze.'}
          </Panel>
          <Heading>{several ? 'W paczce' : nameOrders(orders)}</Heading>
          <OrderAmounts orders={orders} />
          <Button href={orderLinks.create(checkout.id)}>Zobacz zamówienie</Button>
          <GuestNote guest={guest} />
          <WithdrawalLink profile={profile} orderLink={orderLinks.create(checkout.id)} />
          <Destination order={first} />
          <ContractTerms checkout={checkout} profile={profile} notice={notice} />
        </>
      ),
    }
  },
  examples: {
    'kurier, jedno zamówienie': { checkout: ONE_BY_COURIER, calendar: CALENDAR, notice: null, guest: null },
    'paczkomat, trzy zamówienia': { checkout: THREE_TO_LOCKER, calendar: CALENDAR, notice: null, guest: null },
    'bez konta': {
      checkout: ONE_BY_COURIER,
      calendar: CALENDAR,
      notice: null,
      guest: { ...GUEST, hasAccount: false },
    },
    'bez logowania, choć jest konto': {
      checkout: ONE_BY_COURIER,
      calendar: CALENDAR,
      notice: null,
      guest: { ...GUEST, hasAccount: true },
    },
  },
})

function summarize({ orders }: MailedCheckout): string {
  const total = formatGrosze(orders.reduce((sum, order) => sum + order.total_grosze, 0))
  return `${orders.length > 1 ? describeParcel(orders.length) : nameOrders(orders)}, do zapłaty ${total}`
}

function thank(count: number): string {
  return count > 1
    ? `Dziękujemy za zakupy. Przyjęliśmy ${count}\u00a0${inflectOrders(count)}. ` +
        'Każdy produkt ma własny numer zamówienia, wszystkie przyjadą w jednej paczce.'
    : 'Dziękujemy za zakupy. Przyjęliśmy Twoje zamówienie.'
}
