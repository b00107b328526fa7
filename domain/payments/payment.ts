import type { OrderStatus } from '#domain/orders/order.ts'
import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'
import type { Transitions } from '#domain/transitions.ts'

export const PAYMENT_STATUSES = ['open', 'paid', 'expired', 'failed', 'refund_pending', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * One attempt to pay for an order. Money may arrive after its time ran out, so what expired or failed may still become
 * paid; what was paid can only go back. A refund that fails leaves it paid, and banks may say so days after it succeeded.
 */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  open: ['paid', 'expired', 'failed'],
  paid: ['refund_pending'],
  expired: ['paid'],
  failed: ['paid'],
  refund_pending: ['refunded', 'paid'],
  refunded: ['paid'],
}

/** How long an attempt to pay holds the pieces of its order, ms: from its beginning, and again from when its page is there. */
const PAYMENT_TIME_MS = 30 * 60 * 1000

/** When an attempt, or its page, that begins now is over. */
export function findPaymentEnd(now: Date): Date {
  return new Date(now.getTime() + PAYMENT_TIME_MS)
}

/** The prices of an order are agreed; so long after it was placed it can still be paid at them, days. */
const PAYABLE_DAYS = 7

/** What decides whether an order can be led to its payment. */
type PayableOrder = {
  payment: PaymentMethod
  status: OrderStatus
  created_at: Date
  /** Of all its attempts. */
  payment_statuses: readonly PaymentStatus[]
  cancelled_by_admin: boolean
}

const MONEY_MOVED: readonly PaymentStatus[] = ['paid', 'refund_pending', 'refunded']

/**
 * Whether an order paid ahead can (still or again) be paid: nobody has paid for it, its prices still hold, and it was not the
 * admin who cancelled it.
 */
export function isPayable(order: PayableOrder, now: Date): boolean {
  return (
    order.payment === 'prepaid' &&
    (order.status === 'pending' || (order.status === 'cancelled' && !order.cancelled_by_admin)) &&
    !order.payment_statuses.some((status) => MONEY_MOVED.includes(status)) &&
    now.getTime() - order.created_at.getTime() < PAYABLE_DAYS * 24 * 60 * 60 * 1000
  )
}
