import { z } from 'zod'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { ORDER_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { PaymentStatus } from './payment.ts'

/**
 * The state shown to a buyer who returns from paying. `checking`: nothing is known yet. `refunded`: the money is being
 * or has been refunded.
 */
export const PAYMENT_STATES = ['unknown', 'checking', 'paid', 'not_paid', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * Anyone with the id of a payment session may read this. It does not say who bought what; only the buyer's own session
 * gets the link to the order.
 */
export const paymentStatusSchema = defineSchema(() =>
  z
    .object({
      state: z.enum(PAYMENT_STATES),
      orderNumber: z.string().nullable().meta({ description: 'The displayed number' }),
      totalGrosze: groszeSchema.nullable(),
      isAddition: z
        .literal(true)
        .optional()
        .meta({ description: 'It pays the difference of a change: totalGrosze is its amount' }),
      shippingMethod: z.enum(ORDER_METHODS).nullable(),
      signedIn: z.boolean().meta({ description: 'Whether the caller is signed in as the buyer' }),
      orderLink: z
        .url()
        .nullable()
        .meta({ description: 'The page of the order, for the session that ordered, also without an account' }),
    })
    .meta({ id: 'PaymentStatus' }),
)
export type PaymentStatusAnswer = z.output<typeof paymentStatusSchema>

/**
 * The state of a payment and its order for the buyer. An order paid by another attempt is paid; an addition is not.
 * @param isPaidOtherwise whether another attempt has paid the order itself, and its money is with the shop
 */
export function describePaymentState(
  payment: PaymentStatus,
  order: OrderStatus,
  { isAddition = false, isPaidOtherwise = false }: { isAddition?: boolean; isPaidOtherwise?: boolean } = {},
): PaymentState {
  switch (payment) {
    case 'open':
      return 'checking'
    case 'refund_pending':
    case 'refunded':
      return isPaidOtherwise && !isAddition ? 'paid' : 'refunded'
    case 'paid':
      return 'paid'
    case 'expired':
    case 'failed':
      return !isAddition && (order === 'paid' || order === 'completed') ? 'paid' : 'not_paid'
  }
}
