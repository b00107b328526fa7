import { type DiaryRows, writeDiary } from '#domain/orders/admin/order-diary.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const AT = new Date('2026-11-21T09:28:00Z')
const NOTHING: DiaryRows = {
  totalGrosze: 24_589,
  changes: [],
  events: [],
  payments: [],
  transfers: [],
  mails: [],
  cases: [],
  notes: [],
}
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

/** The sentence of one event. */
function tell(subject: string, from: string | null, to: string, more: object = {}, rows: Partial<DiaryRows> = {}) {
  const event = { subject, from, to, actor: 'system', reason: null, refundId: null, at: AT, ...more }
  return writeDiary({ ...NOTHING, ...rows, events: [event] }).map(({ sentence }) => plain(sentence))
}

const refund = { id: 'r', amountGrosze: 2_000, reason: 'zbity flakon', failure: 'card_expired', createdAt: AT }
const paid = { amountGrosze: 24_589, paidAt: AT, paidWith: null, refunds: [], disputes: [] }
const ahead = { payments: [{ ...paid, refunds: [refund], disputes: [{ amountGrosze: 24_589 }] }] }

test.each([
  ['order', null, 'pending', {}, 'Złożono zamówienie na 245,89 zł.'],
  [
    'order',
    'cancelled',
    'pending',
    { actor: 'customer' },
    'Zamówienie wznowiono, aby zapłacić jeszcze raz. Sztuki znów są odłożone.',
  ],
  ['order', 'cancelled', 'pending', { actor: 'admin' }, 'Przywrócono zamówienie. Sztuki znów są odłożone.'],
  ['order', 'pending', 'paid', { actor: 'admin' }, 'Oznaczono jako opłacone.'],
  ['order', 'pending', 'completed', { actor: 'admin' }, 'Zakończono zamówienie.'],
  [
    'order',
    'pending',
    'cancelled',
    { actor: 'admin', reason: 'pomyłka' },
    'Anulowano zamówienie: pomyłka. Sztuki wróciły do magazynu.',
  ],
  [
    'order',
    'pending',
    'cancelled',
    { actor: 'customer' },
    'Zamówienie anulowano, bo zrezygnowano z płatności. Sztuki wróciły do magazynu.',
  ],
  ['order', 'pending', 'cancelled', {}, 'Zamówienie anulowano, bo nie zapłacono na czas. Sztuki wróciły do magazynu.'],
  ['payment', null, 'open', {}, 'Rozpoczęto płatność z góry.'],
  ['payment', 'open', 'paid', {}, 'Zapłacono z góry 245,89 zł.'],
  ['payment', 'open', 'expired', {}, 'Czas na zapłatę minął.'],
  ['payment', 'open', 'failed', {}, 'Płatność się nie udała.'],
  ['payment', 'refund_pending', 'refunded', {}, 'Cała wpłata została zwrócona.'],
  ['refund', null, 'pending', { refundId: 'r', reason: 'zbity flakon' }, 'Zlecono zwrot 20,00 zł: zbity flakon.'],
  ['refund', 'pending', 'succeeded', { refundId: 'r' }, 'Zwrócono 20,00 zł.'],
  ['refund', 'pending', 'failed', { refundId: 'r' }, 'Zwrot 20,00 zł się nie udał. Powód: card_expired.'],
  ['shipment', null, 'created', {}, 'Utworzono przesyłkę.'],
  ['shipment', 'created', 'shipped', {}, 'Wysłano przesyłkę.'],
  ['shipment', 'shipped', 'delivered', {}, 'Przesyłkę dostarczono.'],
  ['dispute', null, 'needs_response', {}, 'W banku zgłoszono spór o 245,89 zł: trzeba odpowiedzieć.'],
  ['dispute', 'needs_response', 'lost', {}, 'Spór w banku: przegrany, pieniądze wracają do kupującego.'],
  ['email', null, 'something_new', {}, 'Zmiana (email): początek → something_new.'],
])('diary: %s %s -> %s %o is a sentence', (subject, from, to, more, sentence) => {
  expect(tell(subject, from, to, more, ahead)).toEqual([sentence])
})

test.each([
  ['blik', 'Zapłacono BLIK-iem 245,89 zł.'],
  ['card', 'Zapłacono kartą 245,89 zł.'],
  ['p24', 'Zapłacono przez Przelewy24 245,89 zł.'],
  ['klarna', 'Zapłacono przez Klarnę 245,89 zł.'],
  ['a_new_one', 'Zapłacono z góry 245,89 zł.'],
])('diary: a payment with %s names the method, and an attempt paid later does not', (paidWith, sentence) => {
  const later = { ...paid, paidAt: new Date(AT.getTime() + 1), paidWith: 'later' }
  const unpaid = { ...paid, paidAt: null, paidWith: null }
  const earlier = { ...paid, paidAt: new Date(AT.getTime() - 60_000), paidWith: 'earlier' }
  const payments = [unpaid, later, { ...paid, paidWith }, earlier]
  expect(tell('payment', 'open', 'paid', {}, { payments })).toEqual([sentence])
})

test('diary: leaves out what the other one of order and payment records as well', () => {
  expect(tell('order', 'pending', 'paid', { actor: 'provider' }, ahead)).toEqual([])
  expect(tell('payment', 'paid', 'refund_pending', {}, ahead)).toEqual([])
})

test('diary: lists mails and notes among the events, newest first', () => {
  const mail = { name: 'Potwierdzenie', recipient: 'a@example.test', isResent: false, failureReason: null }
  const at = (minute: number) => new Date(AT.getTime() + minute * 60_000)
  const diary = writeDiary({
    ...NOTHING,
    notes: [{ id: 'n', note: 'Zadzwonić', createdAt: at(2) }],
    transfers: [{ amountGrosze: 700, reason: 'rabat', createdAt: at(5) }],
    mails: [
      { ...mail, createdAt: AT, sentAt: at(1), failedAt: null },
      { ...mail, createdAt: at(3), sentAt: at(3), failedAt: null, isResent: true },
      { ...mail, createdAt: at(4), sentAt: null, failedAt: at(4), failureReason: 'refused' },
    ],
  })
  expect(diary.map(({ sentence }) => plain(sentence))).toEqual([
    'Oddano inną drogą 7,00 zł: rabat.',
    'Nie udało się wysłać „Potwierdzenie” na adres a@example.test: serwer odbiorcy jej nie przyjął.',
    'Wysłano ponownie „Potwierdzenie” na adres a@example.test.',
    'Zadzwonić',
    'Wysłano „Potwierdzenie” na adres a@example.test.',
  ])
})
