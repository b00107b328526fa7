import { href } from 'react-router'
import { z } from 'zod'
import { formatGrosze } from '#domain/money.ts'
import { describeParcel, formatOrderNumber, inflectOrders } from '#domain/orders/order.ts'
import { listCheckoutOrders } from '#domain/orders/order-queries.server.ts'
import { formatPhone } from '#domain/phone-number.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { isLockerMethod } from '#domain/shipping/shipping-method.ts'
import { defineEmail, greet, plainText, unlinked } from './define-email.ts'
import {
  AmountRow,
  Amounts,
  Button,
  EmailLayout,
  Heading,
  Lines,
  Panel,
  Paragraph,
  TextLink,
  Title,
} from './email-layout.tsx'

const ids = z.object({ checkoutId: z.uuid() })

declare module '#domain/email/mail.ts' {
  interface MailTemplates {
    'order-confirmation': z.output<typeof ids>
  }
}

/** Confirms a cash-on-delivery checkout: all of its orders, which travel as one parcel and are paid as one sum. */
export default defineEmail({
  template: 'order-confirmation',
  ids,
  load: async (db, { checkoutId }) => {
    const orders = await listCheckoutOrders(db, checkoutId)
    const [first] = orders
    if (first === undefined) throw new Error(`checkout ${checkoutId} has no orders`)
    return { orders, first }
  },
  write: (checkout, profile) => {
    const texts = wordConfirmation(checkout, profile)
    const html = <Confirmation texts={texts} profile={profile} />
    return { subject: texts.subject, html, text: confirmationText(texts, profile) }
  },
})

type Order = Awaited<ReturnType<typeof listCheckoutOrders>>[number]
/** `first` stands for all where they agree: receiver, address, method. */
type Checkout = { orders: readonly Order[]; first: Order }
type Texts = ReturnType<typeof wordConfirmation>

/** The sentences that HTML and text share. */
function wordConfirmation(checkout: Checkout, profile: ShopProfile) {
  const { orders, first } = checkout
  const numbers = orders.map(({ id }) => formatOrderNumber(id))
  const several = numbers.length > 1
  const ordersCounted = `${numbers.length}\u00a0${inflectOrders(numbers.length)}`
  const itemsGrosze = orders.reduce((sum, order) => sum + order.items_grosze, 0)
  const shippingGrosze = orders.reduce((sum, order) => sum + order.shipping_grosze, 0)
  const total = formatGrosze(itemsGrosze + shippingGrosze)
  const toLocker = isLockerMethod(first.shipping_method)
  return {
    subject: `${several ? 'Potwierdzenie zamówień' : 'Potwierdzenie zamówienia'} ${listNumbers(numbers)}`,
    title: several ? 'Potwierdzenie zamówień' : 'Potwierdzenie zamówienia',
    greeting: greet(first.first_name),
    thanks: several
      ? `Dziękujemy za zakupy. Przyjęliśmy ${ordersCounted} i przygotujemy je w ciągu 24 godzin. Każdy produkt ma własny numer zamówienia, wszystkie przyjadą w jednej paczce.`
      : 'Dziękujemy za zakupy. Przyjęliśmy Twoje zamówienie i przygotujemy je w ciągu 24 godzin.',
    summary: several
      ? `${describeParcel(numbers.length)}, do zapłaty ${total}`
      : `Zamówienie nr ${listNumbers(numbers)}, do zapłaty ${total}`,
    payment: toLocker ? 'Płatność przy odbiorze w paczkomacie.' : 'Płatność kurierowi przy odbiorze.',
    contents: several ? 'W paczce' : `Zamówienie nr ${listNumbers(numbers)}`,
    items: describeItems(checkout),
    sums: [
      { label: 'Produkty', amount: formatGrosze(itemsGrosze) },
      { label: 'Dostawa', amount: formatGrosze(shippingGrosze) },
      { label: 'Razem', amount: total, strong: true },
    ],
    destination: toLocker ? ['Paczkomat, płatność przy odbiorze', ...lockerLines(first)] : courierLines(first),
    receiver: [
      unlinked(`${first.first_name} ${first.last_name}`),
      formatPhone(first.phone),
      unlinked(first.receiver_email ?? first.email),
    ],
    withdrawal: `Masz 14 dni od otrzymania przesyłki, aby odstąpić od umowy bez podawania przyczyny. Wystarczy napisać na adres ${profile.sellerEmail}. Adres do zwrotów: ${profile.returnAddress}.`,
    panelUrl: `${profile.shopUrl}${href('/panel-klienta')}`,
    termsUrl: `${profile.shopUrl}${href('/regulamin')}`,
  }
}

/** As many numbers as an inbox shows in one line; the mail itself has them all. */
function listNumbers(numbers: readonly string[]): string {
  const shown = numbers.slice(0, 3).join(', ')
  return numbers.length > 3 ? `${shown} i ${numbers.length - 3} więcej` : shown
}

/** The directory's names mostly begin with the code already. */
function lockerLines({ parcel_locker_id, parcel_locker_name, parcel_locker_address }: Order): string[] {
  const [code, name] = [parcel_locker_id ?? '', parcel_locker_name ?? '']
  const whole = name.includes(code) ? name : [code, name].filter(Boolean).join(', ')
  return [`Paczkomat ${whole}`, ...(parcel_locker_address === null ? [] : [parcel_locker_address])]
}

function courierLines({ street, house_number, postal_code, city }: Order): string[] {
  return ['Kurier, płatność przy odbiorze', unlinked(`${street} ${house_number}`), unlinked(`${postal_code} ${city}`)]
}

/** Every item of the parcel; with the number of its order where there are several. */
function describeItems({ orders }: Checkout) {
  return orders.flatMap(({ id, items }) =>
    items.map(({ product_id, product_name, brand_name, quantity, unit_price_grosze }) => ({
      key: `${id} ${product_id}`,
      label: product_name,
      details: [
        `${brand_name}, ${quantity}\u00a0×\u00a0${formatGrosze(unit_price_grosze)}`,
        ...(orders.length > 1 ? [`Zamówienie nr ${formatOrderNumber(id)}`] : []),
      ],
      amount: formatGrosze(quantity * unit_price_grosze),
    })),
  )
}

function Confirmation({ texts, profile }: { texts: Texts; profile: ShopProfile }) {
  return (
    <EmailLayout profile={profile} subject={texts.subject} preview={texts.summary}>
      <Title>{texts.title}</Title>
      <Paragraph>{texts.greeting}</Paragraph>
      <Paragraph>{texts.thanks}</Paragraph>
      <Panel title={texts.summary}>{texts.payment}</Panel>
      <Heading>{texts.contents}</Heading>
      <Amounts>
        {texts.items.map(({ key, ...item }) => (
          <AmountRow key={key} {...item} />
        ))}
        {texts.sums.map((sum) => (
          <AmountRow key={sum.label} {...sum} />
        ))}
      </Amounts>
      <Button href={texts.panelUrl}>Zobacz zamówienie</Button>
      <Heading>Dostawa</Heading>
      <Paragraph>
        <Lines of={texts.destination} />
      </Paragraph>
      <Heading>Odbiorca</Heading>
      <Paragraph>
        <Lines of={texts.receiver} />
      </Paragraph>
      <Heading>14 dni na zwrot</Heading>
      <Paragraph>{texts.withdrawal}</Paragraph>
      <Paragraph>
        Szczegóły znajdziesz w <TextLink href={texts.termsUrl}>regulaminie</TextLink>.
      </Paragraph>
    </EmailLayout>
  )
}

function confirmationText(texts: Texts, profile: ShopProfile): string {
  return plainText(profile, [
    texts.title,
    texts.greeting,
    texts.thanks,
    [texts.summary, texts.payment],
    [
      texts.contents,
      ...texts.items.map(({ label, details, amount }) => `- ${[label, ...details, amount].join('\n  ')}`),
    ],
    texts.sums.map(({ label, amount }) => `${label}: ${amount}`),
    `Zobacz zamówienie: ${texts.panelUrl}`,
    ['Dostawa', ...texts.destination],
    ['Odbiorca', ...texts.receiver],
    ['14 dni na zwrot', texts.withdrawal, `Regulamin: ${texts.termsUrl}`],
  ])
}
