import { href } from 'react-router'
import { terms } from '#app/copy.json'
import { fillPlaceholders } from '#app/legal/fill-placeholders.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { formatPhone } from '#domain/kernel/phone-number.ts'
import { formatDateTime } from '#domain/kernel/text.ts'
import { GUARANTEE_NOTICE } from '#domain/labels/guarantee-notice.ts'
import type { ShownPicture } from '#domain/labels/label-file.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { formatOrderNumber } from '#domain/orders/order.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { expectDelivery, tellDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { parseShippingMethod } from '#domain/shipping/shipping-method.ts'
import { unlinked } from './define-email.ts'
import { Amounts, EmailAddress, Heading, Lines, Paragraph, Picture, SmallPrint, TextLink } from './email-parts.tsx'

type Order = MailedCheckout['orders'][number]

/** The first numbers, as many as an inbox shows in one line. */
export function listNumbers(orders: readonly Pick<Order, 'id'>[]): string {
  const numbers = orders.map(({ id }) => formatOrderNumber(id))
  const shown = numbers.slice(0, 3).join(', ')
  return numbers.length > 3 ? `${shown} i ${numbers.length - 3} więcej` : shown
}

/** 'Zamówienie nr 12345678', or 'Zamówienia nr 12345678, 23456789'. */
export function nameOrders(orders: readonly Pick<Order, 'id'>[]): string {
  return `${orders.length > 1 ? 'Zamówienia' : 'Zamówienie'} nr ${listNumbers(orders)}`
}

/** All items of the parcel; of several orders with the order's number. */
export function OrderAmounts({ orders }: { orders: readonly Order[] }) {
  const items = orders.flatMap((order) =>
    order.items.map(({ product_id, product_name, brand_name, quantity, unit_price_grosze }) => ({
      key: `${order.id} ${product_id}`,
      label: product_name,
      details: [
        `${brand_name}, ${quantity}\u00a0×\u00a0${formatGrosze(unit_price_grosze)}`,
        ...(orders.length > 1 ? [`Zamówienie nr ${formatOrderNumber(order.id)}`] : []),
      ],
      amount: formatGrosze(quantity * unit_price_grosze),
    })),
  )
  const sum = (column: 'items_grosze' | 'shipping_grosze') => orders.reduce((total, order) => total + order[column], 0)
  return <Amounts items={items} sums={listSums(sum('items_grosze'), sum('shipping_grosze'))} />
}

/** The sums below the items. */
export function listSums(items: Grosze, shipping: Grosze) {
  return [
    { label: 'Produkty', amount: formatGrosze(items) },
    { label: 'Dostawa', amount: formatGrosze(shipping) },
    { label: 'Razem', amount: formatGrosze(items + shipping), strong: true },
  ]
}

/** When the parcel leaves and usually arrives, by the calendar at that moment. */
export function ExpectedDelivery({ calendar, order, at }: { calendar: DispatchCalendar; order: Order; at: Date }) {
  const expected = expectDelivery(calendar, readWarsawClock(at))
  if (expected === null) return null
  return <Paragraph>{tellDelivery(expected, parseShippingMethod(order.shipping_method).delivery)}</Paragraph>
}

/** The parcel's address and receiver. */
export function Destination({ order }: { order: Order }) {
  const receiver = [
    unlinked(`${order.first_name} ${order.last_name}`),
    formatPhone(order.phone),
    <EmailAddress key="email" of={order.receiver_email ?? order.email} />,
  ]
  return (
    <>
      <Heading>Dostawa</Heading>
      <Paragraph>
        <Lines of={describePlace(order)} />
      </Paragraph>
      <Heading>Odbiorca</Heading>
      <Paragraph>
        <Lines of={receiver} />
      </Paragraph>
    </>
  )
}

function describePlace(order: Order): string[] {
  const { payment, delivery } = parseShippingMethod(order.shipping_method)
  const paid = payment === 'prepaid' ? 'opłacone online' : 'płatność przy odbiorze'
  return delivery === 'locker'
    ? [`Paczkomat, ${paid}`, ...lockerLines(order)]
    : [
        `Kurier, ${paid}`,
        unlinked(`${order.street} ${order.house_number}`),
        unlinked(`${order.postal_code} ${order.city}`),
      ]
}

/** Code, name and address of a locker. Most names of the directory begin with the code. */
function lockerLines({ parcel_locker_id, parcel_locker_name, parcel_locker_address }: Order): string[] {
  const [code, name] = [parcel_locker_id ?? '', parcel_locker_name ?? '']
  const whole = name.includes(code) ? name : [code, name].filter(Boolean).join(', ')
  return [`Paczkomat ${unlinked(whole)}`, ...(parcel_locker_address === null ? [] : [unlinked(parcel_locker_address)])]
}

type ContractTermsProps = {
  checkout: MailedCheckout
  profile: ShopProfile
  /** The official notice of the legal guarantee. */
  notice: ShownPicture | null
}

/**
 * What the law requires on a durable medium: the notice of the legal guarantee, withdrawal with its form, complaints and disputes as in the terms, and
 * which terms were accepted when.
 */
export function ContractTerms({ checkout, profile, notice }: ContractTermsProps) {
  const { sections, withdrawal_form: form } = fillPlaceholders(terms, profile)
  const numbered = ['§ 8.', '§ 9.', '§ 10.'].map((number) => findSection(sections, number))
  const termsUrl = `${profile.shopUrl}${href('/regulamin')}`
  return (
    <>
      <Heading>14 dni na zwrot</Heading>
      <Paragraph>
        {'Masz 14 dni od otrzymania przesyłki, aby odstąpić od umowy bez podawania przyczyny. '}
        Wystarczy napisać na adres {profile.sellerEmail}. Adres do zwrotów i reklamacji: {profile.returnAddress}.
      </Paragraph>
      <Heading>{GUARANTEE_NOTICE.title}</Heading>
      {notice && (
        <Picture
          src={`${profile.shopUrl}${notice.url}`}
          alt="Zawiadomienie o prawnej gwarancji zgodności"
          width={Math.min(notice.width, 400)}
        />
      )}
      <Paragraph>{GUARANTEE_NOTICE.text}</Paragraph>
      <Paragraph>
        <TextLink href={GUARANTEE_NOTICE.url}>{GUARANTEE_NOTICE.link}</TextLink>
      </Paragraph>
      <Heading>Umowa i regulamin</Heading>
      <Paragraph>
        {describeAcceptance(checkout, profile)} Całość: <TextLink href={termsUrl}>Regulamin</TextLink>. Poniżej to, co
        warto mieć pod ręką.
      </Paragraph>
      {numbered.map(({ heading, items }) => (
        <TermsSection key={heading} heading={heading} items={items} />
      ))}
      <Heading>{form.title}</Heading>
      <SmallPrint>{form.note}</SmallPrint>
      {form.lines.map((line) => (
        <SmallPrint key={line}>{line.endsWith(':') ? `${line} ……………………………………` : line}</SmallPrint>
      ))}
    </>
  )
}

function describeAcceptance({ terms_version, terms_accepted_at }: MailedCheckout, profile: ShopProfile): string {
  const version = terms_version ?? profile.effectiveDate
  const accepted = terms_accepted_at === null ? '' : `, zaakceptowany ${formatDateTime(terms_accepted_at)}`
  const binding = `regulamin w wersji z dnia ${day.format(new Date(version))}${accepted}`
  return `Sprzedawcą jest ${profile.sellerName}, ${profile.sellerAddress}. Obowiązuje ${binding}.`
}

const day = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'UTC' })

type Section = { heading: string; items: string[] }

function TermsSection({ heading, items }: Section) {
  return (
    <>
      <Heading>{heading}</Heading>
      {items.map((item, index) => (
        <SmallPrint key={item}>{`${index + 1}. ${item}`}</SmallPrint>
      ))}
    </>
  )
}

function findSection(sections: readonly Section[], number: string): Section {
  const section = sections.find(({ heading }) => heading.startsWith(number))
  if (section === undefined) throw new Error(`the terms have no ${number}`)
  return section
}
