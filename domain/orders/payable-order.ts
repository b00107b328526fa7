import type { Actor } from '#domain/kernel/transitions.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'
import type { OrderStatus } from './order.ts'

/** The prices of an order are agreed; so long after it was placed it can still be paid at them, days. */
const PAYABLE_DAYS = 7

/** What decides whether an order can be led to its payment. */
type PayableOrder = {
  payment: PaymentMethod
  status: OrderStatus
  created_at: Date
  /** Of its weightiest attempt. */
  payment_status: PaymentStatus | null
  /** Who cancelled it last. */
  cancelled_by: Actor['actor'] | null
}

/** Before any money has moved, and after it came to nothing. */
const UNPAID: readonly (PaymentStatus | null)[] = [null, 'open', 'expired', 'failed']

/**
 * Whether an order paid ahead can (still or again) be paid: nobody has paid for it, its prices still hold, and it was not the
 * admin who cancelled it.
 */
export function isPayable(order: PayableOrder, now: Date): boolean {
  return (
    order.payment === 'prepaid' &&
    (order.status === 'pending' || (order.status === 'cancelled' && order.cancelled_by !== 'admin')) &&
    UNPAID.includes(order.payment_status) &&
    now.getTime() - order.created_at.getTime() < PAYABLE_DAYS * 24 * 60 * 60 * 1000
  )
}
