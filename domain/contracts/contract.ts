import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { formatOrderNumber } from '#domain/orders/order.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'

const PAID: ReadonlySet<PaymentStatus | null> = new Set<PaymentStatus>(['paid', 'refund_pending', 'refunded'])

/** Whether a contract was concluded: at once where the parcel is paid on delivery, otherwise with the payment. */
export function isConcluded(order: { payment: PaymentMethod; payment_status: PaymentStatus | null }): boolean {
  return order.payment === 'cash_on_delivery' || PAID.has(order.payment_status)
}

/** Body of POST /api/order-link/contract. */
export const linkedContractSchema = defineSchema(() =>
  z.strictObject({
    token: z.string().max(200).meta({ description: 'What stands behind the # of the link' }),
    email: z.string().trim().min(1).max(254).meta({ description: 'The address that the order was placed with' }),
  }),
)

export const linkedContractFileSchema = defineSchema(() =>
  z
    .object({ filename: z.string(), pdf: z.base64().meta({ description: 'The bytes of the file' }) })
    .meta({ id: 'LinkedContract' }),
)

/** 'umowa-12345678.pdf', by the first order of the checkout. */
export const nameContract = (orderId: string): string => `umowa-${formatOrderNumber(orderId)}.pdf`
