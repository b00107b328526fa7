import type { OrderStatus } from '#domain/orders/order.ts'
import type { PaymentMethod } from '#domain/shipping/shipping-method.ts'
import type { PaymentStatus } from './payment.ts'

/**
 * How an order stands with its money, as its customer is told: due (can be paid now), under way, on delivery, paid, not paid
 * and too late or pointless to pay, refunded or about to be.
 */
export type PaymentState = 'on_delivery' | 'settled' | 'due' | 'unpaid' | 'paid' | 'refunding' | 'refunded'

type PaidOrder = {
  payment: PaymentMethod
  status: OrderStatus
  /** Of the newest attempt; null: there was none. */
  payment_status: PaymentStatus | null
  /** As `isPayable` says. */
  payable: boolean
  /** Whether the parcel has reached its receiver. */
  delivered: boolean
}

export function findPaymentState({ payment, status, payment_status, payable, delivered }: PaidOrder): PaymentState {
  if (payment === 'cash_on_delivery') {
    if (status === 'cancelled') return 'unpaid'
    return delivered || status === 'completed' ? 'settled' : 'on_delivery'
  }
  if (payment_status === 'refunded') return 'refunded'
  if (payment_status === 'refund_pending') return 'refunding'
  if (payment_status === 'paid') return 'paid'
  return payable ? 'due' : 'unpaid'
}

export const PAYMENT_STATE_LABELS: Record<PaymentState, string> = {
  on_delivery: 'Płatność przy odbiorze',
  settled: 'Zapłacono przy odbiorze',
  due: 'Czeka na płatność',
  unpaid: 'Nieopłacone',
  paid: 'Opłacone',
  refunding: 'Zwrot pieniędzy w toku',
  refunded: 'Pieniądze zwrócone',
}
