import type { Canceller, OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'

/** How long after it was placed an order can still be paid at its prices, days. */
const PAYABLE_DAYS = 7

/** The columns that decide whether an order can be paid. */
type PayableOrder = {
  payment: PaymentWay
  status: OrderStatus
  created_at: Date
  /** The status of its most significant payment attempt. */
  payment_status: PaymentStatus | null
  /** The last one who cancelled it. */
  cancelled_by: Canceller | null
}

/** Those whose cancellation is final: paying again does not undo it. */
const FOR_GOOD: readonly (Canceller | null)[] = ['admin', 'buyer', 'withdrawal']

/** No money has arrived, or the attempt failed. */
const UNPAID: readonly (PaymentStatus | null)[] = [null, 'open', 'expired', 'failed']

/** The message in place of the button that pays. */
export const PAYING_PAUSED =
  'Płatność online jest teraz wyłączona. Zajrzyj tu później albo zamów jeszcze raz za pobraniem.'

/**
 * Whether an order paid ahead can be paid, for the first time or again: it is unpaid, its prices still hold, and
 * neither the admin nor its buyer cancelled it for good.
 */
export function isPayable(order: PayableOrder, now: Date): boolean {
  return (
    order.payment === 'prepaid' &&
    (order.status === 'pending' || (order.status === 'cancelled' && !FOR_GOOD.includes(order.cancelled_by))) &&
    UNPAID.includes(order.payment_status) &&
    now.getTime() - order.created_at.getTime() < PAYABLE_DAYS * 24 * 60 * 60 * 1000
  )
}
