import { expect, test } from 'vitest'
import { describeParcel, isDueOnDelivery, labelPayment } from '#domain/orders/order.ts'

test.each([
  ['cash_on_delivery_locker', 'pending', 'Za pobraniem'],
  ['cash_on_delivery_courier', 'completed', 'Za pobraniem'],
  ['cash_on_delivery_courier', 'paid', 'Opłacone z góry'],
  ['prepaid_locker', 'paid', 'Opłacone z góry'],
  ['prepaid_courier', 'completed', 'Opłacone z góry'],
  ['prepaid_locker', 'pending', 'Nieopłacone'],
  ['prepaid_courier', 'cancelled', 'Nieopłacone'],
] as const)('payment label: %s, %s reads %s', (shipping_method, status, label) => {
  expect(labelPayment({ shipping_method, status })).toBe(label)
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
  ['with a cancelled order beside it', [pending, { ...pending, status: 'cancelled' }], true],
  ['delivered', [{ ...pending, shipping_status: 'delivered' }], false],
  ['cancelled as a whole', [{ ...pending, status: 'cancelled' }], false],
  ['ordered ahead and not paid yet', [{ ...pending, shipping_method: 'prepaid_locker', shipping_status: null }], false],
] as const)('parcel %s: whether it is due on delivery', (_, orders, due) => {
  expect(isDueOnDelivery(orders)).toBe(due)
})
