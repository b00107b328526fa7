import { Fragment } from 'react'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { describeOrdered, formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { formatDay, formatSecond } from '#domain/kernel/text/dates-and-plurals.ts'
import { beginRefund, countGifts, DEMAND_LABELS, PACK_THE_BOTTLE } from '#domain/returns/return-case.ts'
import type { MailedCase } from '#domain/returns/return-money-queries.server.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { unlinked } from './define-mail.ts'
import { PAID_TO_LOCKER } from './mail-examples.ts'
import { EmailAddress, Lines, Paragraph, TextLink } from './mail-parts.tsx'

/** 'odstąpienie Z3F2A9C1E' */
export function labelCase({ kind, number }: Pick<MailedCase, 'kind' | 'number'>): string {
  return `${kind === 'withdrawal' ? 'odstąpienie' : 'reklamacja'} ${number}`
}

/** The statement word for word, with the time of its arrival. */
export function WholeStatement({ of: found }: { of: MailedCase }) {
  const { received_at, order_number, name, email, items, items_note, reason, demand, pictures } = found
  return (
    <>
      <Paragraph>
        <Lines
          of={[
            `Otrzymano: ${formatSecond(received_at)}`,
            `Imię i nazwisko: ${unlinked(name)}`,
            <Fragment key="email">
              E-mail: <EmailAddress of={email} />
            </Fragment>,
            `Numer zamówienia: ${unlinked(order_number)}`,
            ...(demand === null ? [] : [`Żądanie: ${DEMAND_LABELS[demand]}`]),
            ...(pictures.length > 0 ? [`Zdjęcia: ${pictures.length}`] : []),
          ]}
        />
      </Paragraph>
      <Paragraph>
        <Lines of={listPieces({ items, items_note })} />
      </Paragraph>
      {reason !== null && (
        <Paragraph>
          <Lines of={[demand === null ? 'Podany powód:' : 'Opis:', ...unlinked(reason).split('\n')]} />
        </Paragraph>
      )}
    </>
  )
}

/** The pieces in the words of the statement, or in the shop's words if the buyer chose them from the order. */
function listPieces({ items, items_note }: Pick<MailedCase, 'items' | 'items_note'>): string[] {
  if (items_note !== null) return ['Dotyczy:', ...unlinked(items_note).split('\n')]
  if (items.length === 0) return ['Dotyczy: całego zamówienia']
  return ['Dotyczy:', ...labelItems(items)]
}

export const labelItems = (items: MailedCase['items']) =>
  items.map((item) => `- ${item.product_name}, ${describeOrdered(item)}, ${item.quantity}\u00a0szt.`)

/** Where to send the goods, and until when; nothing if they are in the shop or were already sent back. */
export function SendBack({ of: found, profile }: { of: MailedCase; profile: ShopProfile }) {
  const { received_at, items, order } = found
  const goods = order?.course.goods ?? 'send_back'
  if (goods === 'none') {
    return <Paragraph>Paczki nie ma w drodze do Ciebie, więc nie musisz niczego odsyłać.</Paragraph>
  }
  if (isBack(found)) return null
  const until = new Date(received_at.getTime() + 14 * 24 * 60 * 60 * 1000)
  const gifts = countGifts(items)
  const gift = gifts > 0 ? ` Odeślij z nim także upominek (+GRATIS), sztuk: ${gifts}.` : ''
  const first =
    goods === 'on_the_way'
      ? 'Paczka jest w drodze: możesz jej nie odbierać, wtedy sama do nas wróci. Gdy ją odbierzesz: o'
      : 'O'
  return (
    <>
      <Paragraph>
        {`${first}deślij towar do ${formatDay(until)} na adres: ${profile.returnAddress}. Włóż do paczki kartkę z numerem sprawy.${gift}`}
      </Paragraph>
      <NearbyReturnHint profile={profile} />
    </>
  )
}

/** Where the buyer hands the goods in nearby; nothing where the shop offers no such way. */
export function NearbyReturnHint({ profile: { nearbyReturnUrl } }: { profile: ShopProfile }) {
  if (nearbyReturnUrl === null) return null
  return (
    <Paragraph>
      Najwygodniej nadasz zwrot w punkcie albo automacie blisko Ciebie:{' '}
      <TextLink href={nearbyReturnUrl}>nadaj zwrot w pobliżu</TextLink>. {PACK_THE_BOTTLE}
    </Paragraph>
  )
}

/** Whether the goods were sent back or have arrived. */
export const isBack = ({ sent_back_at, arrived_at }: Pick<MailedCase, 'sent_back_at' | 'arrived_at'>) =>
  sent_back_at !== null || arrived_at !== null

/** Whether the refund waits for the buyer's account number: the order was paid on delivery and is not refunded yet. */
export function needsAccount({ order, account_number, settled_at }: MailedCase): boolean {
  return order?.course.money === 'transfer' && account_number === null && settled_at === null
}

/** How the money of a withdrawal goes back, and until when. `dueDay`: in words. */
export function describeMoneyBack(found: MailedCase, dueDay: string): string {
  const course = found.order?.course
  if (found.settled_at !== null || course?.money === 'back') return 'Pieniądze są już oddane albo w drodze do Ciebie.'
  if (course?.money === 'none') {
    return course.goods === 'on_the_way'
      ? 'Za zamówienie jeszcze nic nie zapłacono. Jeśli nie odbierzesz paczki, nie zapłacisz nic.'
      : 'Za zamówienie nic nie zapłacono, więc nie ma czego zwracać.'
  }
  const refund = describeRefundDue(found, dueDay)
  // Before the delivery nobody can be too late.
  if (course?.goods === 'none') return `${refund} Nie czekamy na towar.`
  return isBack(found) ? refund : `${refund} Możemy zaczekać, aż dotrze do nas towar albo dowód, że go nadano.`
}

/** 'Oddamy 44,91 zł tą drogą, którą zapłacono, najpóźniej 12 grudnia 2026.' */
export function describeRefundDue({ order }: MailedCase, dueDay: string): string {
  // Without its order nobody knows whether it was in time, and how much was paid.
  if (order === null) return `${beginRefund(true)} pieniądze najpóźniej ${dueDay}.`
  const { course, owedGrosze, isLate } = order
  const sum = owedGrosze > 0 ? formatGrosze(owedGrosze) : 'pieniądze'
  const way = course.money === 'transfer' ? 'przelewem' : 'tą drogą, którą zapłacono,'
  return `${beginRefund(isLate)} ${sum} ${way} najpóźniej ${dueDay}.`
}

/** Asks where the money that was paid on delivery goes. */
export function AccountQuestion({ of: found }: { of: MailedCase }) {
  if (!needsAccount(found)) return null
  return (
    <Paragraph>
      Za zamówienie zapłacono przy odbiorze, więc pieniądze oddamy przelewem. Numer konta wpisz na stronie zamówienia.
    </Paragraph>
  )
}

const RECEIVED_AT = new Date('2026-11-24T09:15:27Z')

/** A withdrawal as the database gives it, for previews. */
export const WITHDRAWAL: MailedCase = {
  id: '3f2a9c1e-0000-4000-8000-000000000000',
  number: 'Z3F2A9C1E',
  kind: 'withdrawal',
  submission_key: '',
  amended_keys: [],
  received_at: RECEIVED_AT,
  name: 'Łucja Brzęczyszczykiewicz',
  order_number: formatOrderNumber(PAID_TO_LOCKER.first.id),
  email: 'lucja.brzeczyszczykiewicz@example.com',
  declared_items: null,
  items_note: null,
  reason: null,
  demand: null,
  match: 'typed',
  checkout_id: PAID_TO_LOCKER.id,
  account_number: null,
  sent_back_at: null,
  drop_off_code: null,
  unsent_at: null,
  dispatch: 'delivered',
  arrived_at: null,
  deduction_grosze: 0,
  deduction_reason: null,
  advantages: null,
  advantages_waived: false,
  refund_id: null,
  settled_at: null,
  settled_grosze: null,
  beside_grosze: 0,
  lines: null,
  decision: null,
  answer: null,
  answered_at: null,
  is_open: true,
  updated_at: RECEIVED_AT,
  pictures: [],
  items: [
    {
      order_item_id: '3f2a9c1e-0000-4000-8000-000000000001',
      quantity: 1,
      condition: null,
      restocked: 0,
      lowered_grosze: 0,
      product_name: 'Bakhur Mirzan',
      brand_name: 'Perfumy Arabskie',
      facts: '100 ml · Woda perfumowana',
      unit_price_grosze: 11_990,
      order_id: '5b0f1c1e-1d5f-4c55-9f5e-0d8c2b6a9e11',
      ordered: 1,
      gift_pieces: 1,
    },
  ],
  order: {
    checkoutId: PAID_TO_LOCKER.id,
    course: { goods: 'send_back', money: 'as_paid' },
    owedGrosze: 11_990,
    isLate: false,
  },
}

/** The order of a case whose parcel was paid for and taken on delivery. */
export const COLLECTED: MailedCase['order'] = {
  checkoutId: PAID_TO_LOCKER.id,
  course: { goods: 'send_back', money: 'transfer' },
  owedGrosze: 11_990,
  isLate: false,
}

/** The order of a case that was declared more than 14 days after its parcel had come. */
export const LATE: MailedCase['order'] = {
  checkoutId: PAID_TO_LOCKER.id,
  course: { goods: 'send_back', money: 'as_paid' },
  owedGrosze: 11_990,
  isLate: true,
}

/** The order of a case that never left the shop: paid ahead, or to be paid on delivery. */
export const UNSENT_SENTENCE = {
  paid: {
    checkoutId: PAID_TO_LOCKER.id,
    course: { goods: 'none', money: 'as_paid' },
    owedGrosze: 13_289,
    isLate: false,
  },
  due: { checkoutId: PAID_TO_LOCKER.id, course: { goods: 'none', money: 'none' }, owedGrosze: 0, isLate: false },
} as const satisfies Record<string, MailedCase['order']>

/** A complaint as the database gives it, for previews. */
export const COMPLAINT: MailedCase = {
  ...WITHDRAWAL,
  number: 'Z7B1D0E22',
  kind: 'complaint',
  reason: 'Atomizer nie rozpyla.\nFlakon jest cały.',
  demand: 'replacement',
  pictures: [{ image_key: '0'.repeat(32) }],
}
