import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import type { OrderDiscount } from '#domain/codes/code.ts'
import type { OrderFact } from '#domain/kernel/order-words/order-fact.ts'
import { isLockerMethod, parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import type { OrderRow } from '#domain/orders/order-row-queries.server.ts'
import { toOrderView } from '#domain/orders/order-view.server.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

/** Rows as the database gives them, for the previews of the mails. */

type Order = MailedCheckout['orders'][number]

const CHECKOUT_ID = 'c0ffee00-0000-4000-8000-000000000000'
export const ORDERED_AT = new Date('2026-11-21T13:30:00Z')
const ACCOUNT_ID = 'acc0ff1e-0000-4000-8000-000000000000'
const SHIPMENT_ID = '5e11ed00-0000-4000-8000-000000000000'

type ExampleItem = {
  name: string
  brand: string
  kind?: ProductKind
  quantity: number
  priceGrosze: number
  /** The lowest price before the reduction of a product. */
  lowestGrosze?: number
}

const MIRZAN: ExampleItem = { name: 'Bakhur Mirzan', brand: 'Perfumy Arabskie', quantity: 2, priceGrosze: 11_990 }
const GESLA: ExampleItem = {
  name: 'Zażółć Gęślą Jaźń Extrait de Parfum Édition Limitée',
  brand: 'Brzęczyszczykiewicz & Synowie',
  quantity: 1,
  priceGrosze: 124_900,
}
const ROZA: ExampleItem = {
  name: 'Róża z Ogrodu',
  brand: 'Éclat',
  quantity: 1,
  priceGrosze: 4_990,
  lowestGrosze: 5_990,
}

const TO_LOCKER = {
  receiver_email: 'lucja.brzeczyszczykiewicz@example.com',
  street: null,
  house_number: null,
  city: null,
  postal_code: null,
  parcel_locker_id: 'DEMO-WAW-003',
  parcel_locker_name: 'DEMO-WAW-003 (przy piekarni)',
  parcel_locker_address: 'ul. Złota 7, 00-020 Warszawa',
}
const BY_COURIER = {
  receiver_email: null,
  street: 'Żytnia',
  house_number: '3/4',
  city: 'Toruń',
  postal_code: '87-100',
  parcel_locker_id: null,
  parcel_locker_name: null,
  parcel_locker_address: null,
}

function createOrder(
  number: string,
  items: readonly ExampleItem[],
  shippingGrosze: number,
  method: Order['shipping_method'],
  more: Partial<OrderRow> = {},
): Order {
  const itemsGrosze = items.reduce((sum, { quantity, priceGrosze }) => sum + quantity * priceGrosze, 0)
  const order = toOrderView<OrderRow>({
    id: `${number}-0000-4000-8000-0000${number}`,
    number,
    checkout_id: CHECKOUT_ID,
    checkout: { id: CHECKOUT_ID, orders: 1, total_grosze: itemsGrosze + shippingGrosze },
    user_id: CHECKOUT_ID,
    email: 'lucja.brzeczyszczykiewicz@example.com',
    anonymised_at: null,
    company: null,
    terms_version: '2026-01-01',
    terms_accepted_at: ORDERED_AT,
    readable_terms: null,
    status: 'pending',
    shipment_id: null,
    shipping_status: 'created',
    tracking_number: null,
    archived_at: null,
    packed_at: null,
    came_back: false,
    shipping_method: method,
    payment: parseShippingMethod(method).payment,
    payment_status: null,
    paid_at: null,
    cancelled_by: null,
    items_grosze: itemsGrosze,
    shipping_grosze: shippingGrosze,
    total_grosze: itemsGrosze + shippingGrosze,
    returned_grosze: 0,
    refunded_grosze: 0,
    unmade_refund_grosze: 0,
    gift_name: null,
    gift_pieces: null,
    discount_code: null,
    discount_grosze: 0,
    created_at: ORDERED_AT,
    items: items.map(({ name, brand, kind = 'bottle', quantity, priceGrosze }, index) => ({
      product_id: `${number}-0000-4000-8000-00000000000${index}`,
      product_name: name,
      brand_name: brand,
      facts: kind === 'sample' ? 'próbka 2\u00a0ml · Woda perfumowana' : '100\u00a0ml · Woda perfumowana',
      image_key: null,
      kind,
      quantity,
      unit_price_grosze: priceGrosze,
      discount_grosze: 0,
      restocked: 0,
      slug: '',
      batches: [],
      recalled: false,
      opened_months: null,
    })),
    first_name: 'Łucja',
    last_name: 'Brzęczyszczykiewicz-Konstantynopolitańska',
    phone: '+48600100200',
    ...(isLockerMethod(method) ? TO_LOCKER : BY_COURIER),
    ...more,
  })
  return {
    ...order,
    place: 'shop',
    paid_grosze: order.status === 'paid' ? order.total_grosze : 0,
    returning_grosze: 0,
    items: order.items.map((item, index) => ({ ...item, lowest_price_cents: items[index]?.lowestGrosze ?? null })),
  }
}

function createCheckout(first: Order, ...others: Order[]): MailedCheckout {
  return {
    id: CHECKOUT_ID,
    terms: null,
    orders: [first, ...others],
    first,
  }
}

const GIFT = { gift_name: 'Drobny upominek', gift_pieces: 1 }

export const ONE_BY_COURIER = createCheckout(
  createOrder('12345678', [MIRZAN], 1_999, 'cash_on_delivery_courier', { first_name: 'Jan', last_name: 'Nowak' }),
)

export const THREE_TO_LOCKER = createCheckout(
  createOrder('23456789', [GESLA], 567, 'cash_on_delivery_locker', GIFT),
  createOrder('34567890', [MIRZAN], 566, 'cash_on_delivery_locker'),
  createOrder('45678901', [ROZA], 566, 'cash_on_delivery_locker'),
)

export const PAID_TO_LOCKER = createCheckout(
  createOrder('56789012', [MIRZAN, GESLA, ROZA], 1_299, 'prepaid_locker', {
    status: 'paid',
    payment_status: 'paid',
    ...GIFT,
  }),
)

export const UNPAID_TO_LOCKER = createCheckout(
  createOrder('67890123', [MIRZAN, ROZA], 1_299, 'prepaid_locker', {
    status: 'cancelled',
    shipping_status: null,
    payment_status: 'expired',
    cancelled_by: 'system',
  }),
)

/** The parcel of a checkout under one number. */
export function createParcel({ orders, first }: MailedCheckout) {
  return {
    id: SHIPMENT_ID,
    checkout_id: CHECKOUT_ID,
    user_id: ACCOUNT_ID,
    email: first.email,
    payment: first.payment,
    tracking_number: '620012345678901234567890',
    orderIds: orders.map(({ id }) => id),
  }
}

export const ACCOUNT = {
  email: 'lucja.brzeczyszczykiewicz@example.com',
  first_name: 'Łucja',
  email_verified: false,
}

export const GUEST = { email: ACCOUNT.email }

export const LINK = { id: '70ce4000-0000-4000-8000-000000000000', expires_at: new Date('2026-11-21T14:00:00Z') }

export const MESSAGE = {
  id: '70ce4000-0000-4000-8000-000000000001',
  name: 'Łucja Brzęczyszczykiewicz',
  phone: '+48600100200',
  email: 'lucja.brzeczyszczykiewicz@example.com',
  message: 'Dzień dobry,\n\nczy „Bakhur Mirzan” wróci przed świętami? Szukam prezentu.\n\nPozdrawiam\nŁucja',
  created_at: ORDERED_AT,
}

export const PRODUCTS = [MIRZAN, GESLA, ROZA].map(({ name, brand }, index) => ({
  slug: `przyklad-${index + 1}`,
  name,
  brand_name: brand,
  image_key: null,
}))

export const PAID_AT = ORDERED_AT

export const CALENDAR: DispatchCalendar = {
  dispatch_until: 14,
  closed_weekdays: [6, 7],
  closed_dates: [],
  holiday_from: null,
  holiday_to: null,
  holiday_selling: true,
}

export const HELD = {
  id: '4e1d0000-0000-4000-8000-000000000000',
  firstName: 'Łucja',
  expiresAt: new Date('2026-11-21T15:30:00Z'),
  standing: 'open' as 'open' | 'confirmed' | 'over',
  items: [MIRZAN, GESLA].map(({ name, brand, quantity, priceGrosze }, index) => ({
    productId: `${index}`,
    name,
    description: `${brand} · 100\u00a0ml · Woda perfumowana`,
    gender: 'unisex' as const,
    imageKey: null,
    kind: 'bottle' as const,
    quantity,
    shownPriceGrosze: priceGrosze,
  })),
  promisedSamples: ['Próbka w prezencie: Mirzan'],
  facts: [] as OrderFact[],
  shownShippingGrosze: 1_699,
  discount: null as OrderDiscount | null,
  giftRule: {
    active: true,
    genders: ['unisex'] as const,
    from_grosze: 0,
    gift: 'Drobny upominek',
    with_sample: false,
    sample_codes: false,
    stock: 2,
    until_day: null,
    preset: false,
  },
}

const TERMS_BEFORE = `Regulamin sklepu
Obowiązuje od 1 stycznia 2026

§ 1. Dostawa
1. Zamówienie jest przygotowywane w ciągu 24 godzin w Dni robocze.

§ 2. Odstąpienie od umowy
1. Konsument może odstąpić od umowy w terminie 14 dni.`

/** A delivery time that differs from the default. */
export const EXAMPLE_TERMS = {
  version: '2026-12-15',
  before: TERMS_BEFORE,
  after: TERMS_BEFORE.replace('24 godzin', '48 godzin'),
}
