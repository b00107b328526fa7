import { z } from 'zod'
import { PRODUCT_KINDS } from '#domain/catalog/scents/product-kinds.ts'
import { orderDiscountSchema } from '#domain/codes/code.ts'
import { orderGiftSchema } from '#domain/gifts/gift-rule.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import {
  ORDER_METHODS,
  type OrderMethod,
  type PaymentWay,
  parseShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payments/payment.ts'
import { SHIPMENT_STATUSES } from '#domain/shipping/shipment.ts'

/** Orders and parcels of a customer are counted up to this number. One more stands for any higher number. */
export const MOST_COUNTED_ORDERS = 200

const FIRST_NUMBER = 10_000_000
const LAST_NUMBER = 99_999_999

/**
 * How an order is paid, as people read it next to its status. An unpaid order paid ahead must never look ready to be
 * sent. A paid order must never look unpaid, even after it is cancelled.
 */
export function labelPayment({
  shipping_method,
  status,
  payment_status,
}: {
  shipping_method: OrderMethod
  status: OrderStatus
  payment_status: PaymentStatus | null
}): string {
  const { payment } = parseShippingMethod(shipping_method)
  if (payment === 'elsewhere') return 'Poza sklepem'
  const isPrepaid = payment === 'prepaid'
  if (isPrepaid && payment_status === 'refund_pending') return 'Zwrot w toku'
  if (isPrepaid && payment_status === 'refunded') return 'Pieniądze zwrócone'
  if (status === 'paid' || (isPrepaid && payment_status === 'paid')) return 'Opłacone z góry'
  if (!isPrepaid) return 'Za pobraniem'
  return status === 'completed' ? 'Opłacone z góry' : 'Nieopłacone'
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

const PAID: ReadonlySet<PaymentStatus | null> = new Set<PaymentStatus>(['paid', 'refund_pending', 'refunded'])

/**
 * Whether a contract was concluded here: at once where the parcel is paid on delivery, otherwise with the payment. Of
 * what was sold elsewhere the contract is there.
 */
export function isConcluded(order: { payment: PaymentWay; payment_status: PaymentStatus | null }): boolean {
  return order.payment === 'cash_on_delivery' || PAID.has(order.payment_status)
}

/** An item as it was when it was bought; `image_key` and `kind` as they are now. */
export const orderItemSchema = defineSchema(() =>
  z.object({
    product_id: z.uuid(),
    product_name: z.string(),
    brand_name: z.string(),
    facts: z.string().meta({ description: 'Volume and concentration', example: '100 ml · Woda perfumowana' }),
    image_key: z.string().nullable().meta({ description: 'The present picture of the product' }),
    kind: z.enum(PRODUCT_KINDS),
    quantity: z.int(),
    unit_price: zlSchema,
    unit_price_grosze: groszeSchema,
    batch_note: z.string().optional().meta({ description: 'Which batch it is of, and how long it lasts once opened' }),
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
      shipping_method: z.enum(ORDER_METHODS),
      payment_status: z
        .enum(PAYMENT_STATUSES)
        .nullable()
        .meta({ description: 'Of an order paid ahead; null: of any other' }),
      payable: z.boolean().meta({ description: 'Whether /orders/{id}/pay may still lead to its payment' }),
      items_grosze: groszeSchema.meta({ description: 'What the products cost, less the discount' }),
      discount: orderDiscountSchema.nullable(),
      shipping_grosze: groszeSchema,
      total_grosze: groszeSchema,
      total_amount: zlSchema,
      created_at: momentSchema,
      order_items: z.array(orderItemSchema),
      gift: orderGiftSchema.nullable().meta({ description: 'The free gift in its parcel' }),
    })
    .meta({ id: 'Order' }),
)
