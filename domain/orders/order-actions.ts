import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'
import { isTransitionAllowed } from '#domain/transitions.ts'
import { ORDER_TRANSITIONS, type OrderStatus } from './order.ts'

/** To which statuses the admin may take an order by hand, beside cancelling it. */
export const SETTABLE_STATUSES = ['paid', 'completed'] as const
export type SettableStatus = (typeof SETTABLE_STATUSES)[number]

/**
 * Whether the admin may do so: the table of transitions has it, and money that is paid ahead is never paid by the admin's word;
 * only the provider says so.
 */
export function isSettable(order: { status: OrderStatus; payment: PaymentMethod }, to: SettableStatus): boolean {
  if (!isTransitionAllowed(ORDER_TRANSITIONS, order.status, to)) return false
  if (order.status === 'cancelled') return false
  return order.payment === 'cash_on_delivery' || order.status === 'paid'
}

export function isCancellable({ status }: { status: OrderStatus }): boolean {
  return isTransitionAllowed(ORDER_TRANSITIONS, status, 'cancelled')
}
