import type { Actor } from '#domain/kernel/transitions.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'
import type { OrderStatus } from './order.ts'

/** How long after it was placed an order can still be paid at its prices, days. */
const PAYABLE_DAYS = 7

/** The columns that decide whether an order can be paid. */
type PayableOrder = {
  payment: PaymentMethod
  status: OrderStatus
  created_at: Date
  /** Of its most significant payment attempt. */
  payment_status: PaymentStatus | null
  /** The last one who cancelled it. */
  cancelled_by: Actor['actor'] | null
}

/** No money has arrived, or the attempt failed. */
const UNPAID: readonly (PaymentStatus | null)[] = [null, 'open', 'expired', 'failed']

/**
 * Whether an order paid ahead can be paid, for the first time or again: it is unpaid, its prices still hold, and the
 * admin did not cancel it.
 */
export function isPayable(order: PayableOrder, now: Date): boolean {
  return (
    order.payment === 'prepaid' &&
    (order.status === 'pending' || (order.status === 'cancelled' && order.cancelled_by !== 'admin')) &&
    UNPAID.includes(order.payment_status) &&
    now.getTime() - order.created_at.getTime() < PAYABLE_DAYS * 24 * 60 * 60 * 1000
  )
}
