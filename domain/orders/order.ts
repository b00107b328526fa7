import { z } from 'zod'
import { pluralize } from '#domain/kernel/text.ts'
import type { Transitions } from '#domain/kernel/transitions.ts'
import { defineSchema, groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire-schema.ts'
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
 * Completed and cancelled are ends. There are three ways back: money that arrived after its order was cancelled and is honoured,
 * a buyer who pays again for an order whose payment did not happen (`reopenOrder`), and a parcel that the admin sends after all
 * (`restoreOrderWithin`). Whoever makes one of these changes takes the stock again in the same transaction.
 */
export const ORDER_TRANSITIONS: Transitions<OrderStatus> = {
  pending: ['paid', 'completed', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: [],
  cancelled: ['pending', 'paid'],
}

/** Orders and parcels of a customer are counted up to here: one more stands for any number beyond. */
export const MOST_COUNTED_ORDERS = 200

const FIRST_NUMBER = 10_000_000
const LAST_NUMBER = 99_999_999

/** 'Jedna paczka, 3 zamówienia': orders placed together travel together, are paid together and stay together on screens. */
export function describeParcel(orders: number): string {
  return `Jedna paczka, ${orders}\u00a0${inflectOrders(orders)}`
}

/**
 * How an order is paid, as people read it beside its status; paid ahead and not paid yet must never look ready to be shipped,
 * and what was paid never as if it had not been, also once it is cancelled.
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

/** Whether a parcel of these orders is still to be paid for when it arrives; cancelled ones do not travel in it. */
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

/** The number of an order, as everybody reads and says it: the first eight characters of its id. */
export function formatOrderNumber(orderId: string): string {
  return orderId.slice(0, 8)
}

/** 'zamówienie', 'zamówienia' or 'zamówień' after a number. */
export function inflectOrders(count: number): string {
  return pluralize(count, { one: 'zamówienie', few: 'zamówienia', many: 'zamówień' })
}

/**
 * Ids for `count` new orders of one checkout, ascending, so that sorting by id gives the order of the cart. Each is a UUID
 * v4 that begins and ends with the order's number. Whether a number is free only the database knows.
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

/** What was bought, as it was at that moment. */
const orderItemSchema = defineSchema(() =>
  z.object({
    product_id: z.uuid(),
    product_name: z.string(),
    brand_name: z.string(),
    quantity: z.int(),
    unit_price: zlSchema,
    unit_price_grosze: groszeSchema,
  }),
)

/** What was ordered by one press of the button travels as one parcel. */
const orderedTogetherSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    orders: z.int().meta({ description: 'How many orders the checkout has, cancelled ones included' }),
    totalGrosze: groszeSchema.meta({ description: 'What its orders cost together, without cancelled ones; grosze' }),
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
    })
    .meta({ id: 'Order' }),
)
