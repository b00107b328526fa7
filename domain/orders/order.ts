import { z } from 'zod'
import { orderGiftSchema } from '#domain/gifts/gift-rule.ts'
import { pluralize } from '#domain/kernel/text.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payments/payment.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { parseShippingMethod, SHIPPING_METHODS, type ShippingMethod } from '#domain/shipping/shipping-method.ts'

export const ORDER_STATUSES = ['pending', 'paid', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Oczekujące',
  paid: 'Opłacone',
  completed: 'Zakończone',
  cancelled: 'Anulowane',
}

/**
 * A completed order is cancelled with its parcel that came back. A cancelled one is final, with three exceptions: money
 * that arrives after the cancellation and is accepted, a buyer who pays again for an unpaid order (`reopenOrder`), and a
 * parcel that the admin sends after all (`restoreOrderWithin`). Each of these retakes the stock in the same transaction.
 */
export const ORDER_TRANSITIONS: Transitions<OrderStatus> = {
  pending: ['paid', 'completed', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: ['cancelled'],
  cancelled: ['pending', 'paid'],
}

/** The reason of an event that cancels an order because its buyer asked for it. */
export const CANCELLED_BY_BUYER = 'cancelled by the buyer'

/** Orders and parcels of a customer are counted up to this number. One more stands for any higher number. */
export const MOST_COUNTED_ORDERS = 200

const FIRST_NUMBER = 10_000_000
const LAST_NUMBER = 99_999_999

/** 'Jedna paczka, 3 zamówienia': orders of one checkout are sent, paid and shown together. */
export function describeParcel(orders: number): string {
  return `Jedna paczka, ${orders}\u00a0${inflectOrders(orders)}`
}

/**
 * How an order is paid, as people read it next to its status. An unpaid order paid ahead must never look ready to be
 * sent. A paid order must never look unpaid, even after it is cancelled.
 */
export function labelPayment({
  shipping_method,
  status,
  payment_status,
}: {
  shipping_method: ShippingMethod
  status: OrderStatus
  payment_status: PaymentStatus | null
}): string {
  const isPrepaid = parseShippingMethod(shipping_method).payment === 'prepaid'
  if (isPrepaid && payment_status === 'refund_pending') return 'Zwrot w toku'
  if (isPrepaid && payment_status === 'refunded') return 'Pieniądze zwrócone'
  if (status === 'paid' || (isPrepaid && payment_status === 'paid')) return 'Opłacone z góry'
  if (!isPrepaid) return 'Za pobraniem'
  return status === 'completed' ? 'Opłacone z góry' : 'Nieopłacone'
}

/** Whether a parcel of these orders still has to be paid for on delivery. Cancelled orders are not in it. */
export function isDueOnDelivery(
  orders: readonly { shipping_method: ShippingMethod; status: OrderStatus; shipping_status: ShipmentStatus | null }[],
): boolean {
  const sent = orders.filter(({ status }) => status !== 'cancelled')
  return (
    sent.length > 0 &&
    sent.every(
      ({ shipping_method, status, shipping_status }) =>
        parseShippingMethod(shipping_method).payment === 'cash_on_delivery' &&
        status === 'pending' &&
        shipping_status !== 'delivered',
    )
  )
}

/** The displayed number of an order: the first eight characters of its id. */
export function formatOrderNumber(orderId: string): string {
  return orderId.slice(0, 8)
}

/** 'zamówienie', 'zamówienia' or 'zamówień' after a number. */
export function inflectOrders(count: number): string {
  return pluralize(count, { one: 'zamówienie', few: 'zamówienia', many: 'zamówień' })
}

/**
 * Draws ids for `count` new orders of one checkout, ascending, so that sorting by id gives the cart order. Each is a
 * UUID v4 that begins and ends with the order's number. Only the database knows whether a number is free.
 */
export function drawOrderIds(count: number): string[] {
  const numbers = new Set<number>()
  while (numbers.size < count) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    numbers.add(FIRST_NUMBER + (random % (LAST_NUMBER - FIRST_NUMBER + 1)))
  }
  return [...numbers].sort((a, b) => a - b).map(toOrderId)
}

function toOrderId(number: number): string {
  const [, second, third, fourth, last = ''] = crypto.randomUUID().split('-')
  return `${number}-${second}-${third}-${fourth}-${last.slice(0, 4)}${number}`
}

/** 'Evarisse · 100 ml · Woda perfumowana' */
export function describeOrdered({ brand_name, facts }: { brand_name: string; facts: string }): string {
  return [brand_name, facts].filter(Boolean).join(' · ')
}

type Ordered = { product_name: string; facts: string; quantity: number }

/** 'Layali Zahran · 100 ml · Woda perfumowana' */
export function nameOrdered({ product_name, facts }: Pick<Ordered, 'product_name' | 'facts'>): string {
  return [product_name, facts].filter(Boolean).join(' · ')
}

/** '2 × Layali Zahran · 100 ml · Woda perfumowana, 1 × Ward Nahari · 50 ml' */
export function listOrdered(items: readonly Ordered[]): string {
  return items.map((item) => `${item.quantity} × ${nameOrdered(item)}`).join(', ')
}

/** An item as it was when it was bought. */
const orderItemSchema = defineSchema(() =>
  z.object({
    product_id: z.uuid(),
    product_name: z.string(),
    brand_name: z.string(),
    facts: z.string().meta({ description: 'Volume and concentration', example: '100 ml · Woda perfumowana' }),
    quantity: z.int(),
    unit_price: zlSchema,
    unit_price_grosze: groszeSchema,
  }),
)

/** The orders of one checkout, which are one parcel. */
const orderedTogetherSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    orders: z.int().meta({ description: 'How many orders the checkout has, cancelled ones included' }),
    total_grosze: groszeSchema.meta({ description: 'What its orders cost together, without cancelled ones; grosze' }),
  }),
)

/** An order as its customer reads it. */
export const orderSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      checkout_id: z.uuid(),
      checkout: orderedTogetherSchema,
      email: z.string(),
      status: z.enum(ORDER_STATUSES),
      shipping_status: z.enum(SHIPMENT_STATUSES).nullable().meta({ description: 'null: there is no shipment yet' }),
      shipping_method: z.enum(SHIPPING_METHODS),
      payment_status: z
        .enum(PAYMENT_STATUSES)
        .nullable()
        .meta({ description: 'Of an order paid ahead; null: it is paid on delivery' }),
      payable: z.boolean().meta({ description: 'Whether /orders/{id}/pay may still lead to its payment' }),
      items_grosze: groszeSchema,
      shipping_grosze: groszeSchema,
      total_grosze: groszeSchema,
      total_amount: zlSchema,
      created_at: momentSchema,
      order_items: z.array(orderItemSchema),
      gift: orderGiftSchema.nullable().meta({ description: 'The free gift in its parcel' }),
    })
    .meta({ id: 'Order' }),
)
