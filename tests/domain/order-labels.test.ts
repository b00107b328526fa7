import { expect, test } from 'vitest'
import { describeParcel } from '#domain/kernel/order-words/order-names.ts'
import { labelPayment } from '#domain/orders/order.ts'
import { describeOrderProgress, describeProgress, labelPaymentForCustomer } from '#domain/orders/order-for-customer.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { isDueOnDelivery } from '#domain/shipping/shipment.ts'

test.each([
  ['cash_on_delivery_locker', 'pending', null, 'Za pobraniem'],
  ['cash_on_delivery_courier', 'completed', null, 'Za pobraniem'],
  ['cash_on_delivery_courier', 'cancelled', null, 'Za pobraniem'],
  ['cash_on_delivery_courier', 'paid', null, 'Opłacone z góry'],
  ['prepaid_locker', 'paid', 'paid', 'Opłacone z góry'],
  ['prepaid_courier', 'completed', 'paid', 'Opłacone z góry'],
  ['prepaid_courier', 'completed', null, 'Opłacone z góry'],
  ['prepaid_locker', 'pending', 'open', 'Nieopłacone'],
  ['prepaid_courier', 'cancelled', 'expired', 'Nieopłacone'],
  ['prepaid_courier', 'cancelled', 'failed', 'Nieopłacone'],
  ['prepaid_courier', 'cancelled', 'paid', 'Opłacone z góry'],
  ['prepaid_courier', 'cancelled', 'refund_pending', 'Zwrot w toku'],
  ['prepaid_courier', 'cancelled', 'refunded', 'Pieniądze zwrócone'],
] as const)('payment label: %s, %s, payment %s reads %s', (shipping_method, status, payment_status, label) => {
  expect(labelPayment({ shipping_method, status, payment_status })).toBe(label)
})

test.each([
  ['prepaid_locker', 'paid', 'paid', 'Opłacone online'],
  ['prepaid_courier', 'cancelled', 'refunded', 'Pieniądze zwrócone'],
  ['cash_on_delivery_courier', 'paid', null, 'Opłacone'],
  ['cash_on_delivery_locker', 'pending', null, 'Za pobraniem'],
] as const)(
  'payment label for the customer: %s, %s, payment %s reads %s',
  (shipping_method, status, payment_status, label) => {
    expect(labelPaymentForCustomer({ shipping_method, status, payment_status })).toBe(label)
  },
)

const NOW = new Date('2026-03-10T12:00:00Z')
const unpaid = {
  payment: 'prepaid',
  status: 'cancelled',
  payment_status: 'expired',
  cancelled_by: 'system',
  created_at: new Date('2026-03-09T12:00:00Z'),
} as const

test.each([
  ['whose time to pay is over', {}, true],
  ['that waits for its payment', { status: 'pending', payment_status: 'open', cancelled_by: null }, true],
  ['whose payment failed', { payment_status: 'failed' }, true],
  ['that its customer gave up', { cancelled_by: 'gave_up' }, true],
  ['that its buyer asked to cancel', { cancelled_by: 'buyer' }, false],
  ['that the admin cancelled', { cancelled_by: 'admin' }, false],
  ['that is paid', { status: 'paid', payment_status: 'paid' }, false],
  ['that was paid and cancelled', { payment_status: 'paid' }, false],
  ['whose money goes back', { payment_status: 'refund_pending' }, false],
  ['whose money was given back', { payment_status: 'refunded' }, false],
  ['paid on delivery', { payment: 'cash_on_delivery', payment_status: null }, false],
  ['of a week ago', { created_at: new Date('2026-03-03T12:00:00Z') }, false],
  ['of almost a week ago', { created_at: new Date('2026-03-03T12:00:01Z') }, true],
] as const)('an order %s: whether it can be paid', (_, differs, payable) => {
  expect(isPayable({ ...unpaid, ...differs }, NOW)).toBe(payable)
})

test.each([
  [2, 'Jedna paczka, 2\u00a0zamówienia'],
  [5, 'Jedna paczka, 5\u00a0zamówień'],
  [22, 'Jedna paczka, 22\u00a0zamówienia'],
])('parcel of %i orders', (orders, title) => {
  expect(describeParcel(orders)).toBe(title)
})

const pending = {
  shipping_method: 'cash_on_delivery_locker',
  status: 'pending',
  shipping_status: 'shipped',
} as const

test.each([
  ['on its way', [pending, pending], true],
  ['with a cancelled order in it', [pending, { ...pending, status: 'cancelled' }], true],
  ['with an order in it that was paid before', [{ ...pending, status: 'paid' }, pending], true],
  ['paid before as a whole', [{ ...pending, status: 'paid' }], false],
  ['delivered', [{ ...pending, shipping_status: 'delivered' }], false],
  ['cancelled as a whole', [{ ...pending, status: 'cancelled' }], false],
  ['ordered ahead and not paid yet', [{ ...pending, shipping_method: 'prepaid_locker', shipping_status: null }], false],
] as const)('parcel %s: whether it is due on delivery', (_, orders, due) => {
  expect(isDueOnDelivery(orders)).toBe(due)
})

test('an order’s label is its most advanced state', () => {
  const order = { status: 'pending', shipping_status: 'created', shipping_method: 'cash_on_delivery_locker' } as const
  const on = (more: object) => describeProgress({ ...order, payment_status: null, ...more })
  expect(on({})).toBe('Oczekujące')
  expect(on({ shipping_status: 'shipped' })).toBe('W drodze do paczkomatu')
  expect(on({ shipping_status: 'shipped', shipping_method: 'prepaid_courier', status: 'paid' })).toBe('W drodze')
  expect(on({ shipping_status: 'delivered' })).toBe('Dostarczone')
  expect(on({ shipping_status: 'delivered', status: 'completed' })).toBe('Dostarczone')
  expect(on({ shipping_status: null, payment_status: 'open' })).toBe('Czeka na zapłatę')
  expect(on({ shipping_status: 'delivered', status: 'cancelled' })).toBe('Anulowane')
})

test('an entry of the customer’s panel describes the state of its parcel in one sentence', () => {
  const order = {
    status: 'paid',
    shipping_status: null,
    shipping_method: 'prepaid_locker',
    payment_status: 'paid',
  } as const
  const told = (more: object, locker: string | null = 'WAW-007') => describeOrderProgress({ ...order, ...more }, locker)
  expect(told({ status: 'pending', payment_status: 'open' })).toBe('Przesyłka: Oczekuje na zapłatę.')
  expect(told({ status: 'pending', payment_status: 'expired' })).toBe('Nieopłacone. Przesyłka: Oczekuje.')
  expect(told({})).toBe('Przesyłka: Oczekuje.')
  expect(told({ shipping_status: 'created' })).toBe('Przesyłka: Utworzona, przygotowujemy ją.')
  expect(told({ shipping_status: 'processing' })).toBe('Przesyłka: W realizacji.')
  expect(told({ shipping_status: 'shipped' })).toBe(
    'Przesyłka: Odebrana przez kuriera, w drodze do paczkomatu WAW-007.',
  )
  expect(told({ shipping_status: 'shipped' }, null)).toBe('Przesyłka: Odebrana przez kuriera, w drodze do Ciebie.')
  expect(told({ shipping_status: 'delivered' })).toBe('Przesyłka: Dostarczona.')
  expect(told({ shipping_status: 'cancelled' })).toBe('Przesyłka: Anulowana.')
  expect(told({ status: 'cancelled' })).toBe('Anulowane.')
  expect(told({ status: 'cancelled', shipping_status: 'cancelled' })).toBe('Anulowane. Przesyłka: Anulowana.')
  expect(told({ status: 'cancelled', payment_status: 'refund_pending' })).toBe(
    'Anulowane, pieniądze wracają na Twoje konto.',
  )
  expect(told({ status: 'cancelled', payment_status: 'refunded' })).toBe('Anulowane, pieniądze zwrócone.')
})
