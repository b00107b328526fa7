import { z } from 'zod'
import { orderDiscountSchema } from '#domain/codes/code.ts'
import { orderGiftSchema } from '#domain/gifts/gift-rule.ts'
import { orderFactSchema } from '#domain/kernel/order-words/order-fact.ts'
import { type Canceller, ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_METHODS, PAYMENT_WAYS, type PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema, mailedTokenSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { changeableParcelSchema } from '#domain/orders/changes/parcel-change.ts'
import { orderItemSchema } from '#domain/orders/order.ts'
import { namedInvoicesSchema } from '#domain/papers/invoices/invoice-list.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { linkedCaseSchema } from '#domain/returns/admin-case.ts'
import { isDueOnDelivery, SHIPMENT_STATUSES } from '#domain/shipping/shipment.ts'

/**
 * States of a checkout's money. `due_on_delivery`, `settled`: paid on delivery, before and after; `open`: the payment
 * page waits for it; `cancelled`: nothing was paid and nothing is due.
 */
const LINKED_PAYMENT_STATES = [
  'due_on_delivery',
  'settled',
  'open',
  'paid',
  'not_paid',
  'refunded',
  'cancelled',
] as const
export type LinkedPaymentState = (typeof LINKED_PAYMENT_STATES)[number]

/** Body of POST /api/order-link. */
export const orderLinkSchema = defineSchema(() => z.strictObject({ token: mailedTokenSchema }))

/** A checkout as the holder of its link may read it: what was bought and where it is, but not who bought it. */
export const linkedCheckoutSchema = defineSchema(() =>
  z
    .object({
      placed_at: momentSchema,
      orders: z.array(
        z.object({
          number: z.string(),
          status: z.enum(ORDER_STATUSES),
          items: z.array(orderItemSchema.omit({ product_id: true, unit_price: true })),
          gift: orderGiftSchema.nullable(),
        }),
      ),
      items_grosze: groszeSchema.meta({ description: 'What the products cost, less the discount' }),
      discount: orderDiscountSchema.nullable(),
      shipping_grosze: groszeSchema,
      total_grosze: groszeSchema.meta({ description: 'Without cancelled orders, unless all are' }),
      refunded_grosze: groszeSchema.meta({ description: 'What of the money went back, or is on its way back' }),
      unmade_refund_grosze: groszeSchema.meta({
        description: 'What a bank did not take, so that it goes back once more',
      }),
      payment: z.object({
        method: z.enum(PAYMENT_WAYS),
        state: z.enum(LINKED_PAYMENT_STATES),
        due_grosze: groszeSchema.nullable().meta({ description: 'What is to be paid on delivery; null: nothing' }),
        payable: z.boolean().meta({ description: 'Whether POST /api/order-link/pay leads to a payment page' }),
        paused: z.boolean().meta({ description: 'Whether only that nobody can pay ahead now stands in its way' }),
      }),
      delivery: z.object({
        method: z.enum(DELIVERY_METHODS),
        place: z.string().nullable().meta({ description: 'The locker; of an address the town alone' }),
      }),
      expected: z.object({ dispatch: z.iso.date(), arrival: z.iso.date() }).nullable().meta({
        description: 'When it leaves and usually arrives, in Warsaw; null: that day is over, or none is known.',
      }),
      terms: z.iso.date().nullable().meta({ description: 'The version of the terms that was accepted' }),
      facts: z.array(orderFactSchema).meta({ description: 'What its buyer said besides, without what it says' }),
      company_invoice: z.boolean().meta({ description: 'Whether the invoice is for a company' }),
      invoices: namedInvoicesSchema.meta({ description: 'Which POST /api/order-link/invoice-file has' }),
      may_ask_invoice: z.boolean().meta({ description: 'Whether POST /api/order-link/invoice sends an invoice' }),
      contract: z.boolean().meta({ description: 'Whether POST /api/order-link/contract has the contract' }),
      parcels: z.array(
        z.object({
          status: z.enum(SHIPMENT_STATUSES),
          tracking_number: z.string().nullable(),
          tracking_url: z.url().nullable(),
        }),
      ),
      change: changeableParcelSchema,
      cases: z.array(linkedCaseSchema).meta({ description: 'Withdrawals and complaints, oldest first' }),
    })
    .meta({ id: 'LinkedCheckout' }),
)
export type LinkedCheckout = z.output<typeof linkedCheckoutSchema>

type OrderOfCheckout = Parameters<typeof isDueOnDelivery>[0][number] & {
  payment_status: PaymentStatus | null
  cancelled_by: Canceller | null
}

export function describeLinkedPayment(method: PaymentWay, orders: readonly OrderOfCheckout[]): LinkedPaymentState {
  if (method !== 'prepaid') {
    if (orders.every(({ status }) => status === 'cancelled')) return 'cancelled'
    return isDueOnDelivery(orders) ? 'due_on_delivery' : 'settled'
  }
  // A checkout paid ahead is one order.
  const [order] = orders
  switch (order?.payment_status) {
    case 'paid':
      return 'paid'
    case 'refund_pending':
    case 'refunded':
      return 'refunded'
    default:
      if (order?.status === 'cancelled' && order.cancelled_by === 'buyer') return 'cancelled'
      return order?.payment_status === 'open' ? 'open' : 'not_paid'
  }
}

/**
 * Port to the signed links by which a guest follows a checkout without signing in. The holder of a link can read that
 * checkout's page, pay, send statements about it, and, until its parcel is prepared, change its destination or cancel
 * it: each change is mailed to the buyer. The page does not say who bought, and a link signs nobody in.
 */
export type OrderLinks = {
  /** The absolute address of the checkout's page. Its secret follows the #, which browsers send to no server. */
  create(checkoutId: string): string
  /** The checkout of this token; null for a token that the shop did not make. */
  read(token: string): string | null
}
