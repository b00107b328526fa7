import type { Actor, Transitions } from '#domain/kernel/transitions.ts'

export const ORDER_STATUSES = ['pending', 'paid', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Oczekujące',
  paid: 'Opłacone',
  completed: 'Zakończone',
  cancelled: 'Anulowane',
}

/**
 * A completed order is cancelled with its parcel that came back. A cancelled one is final, with three exceptions: money
 * that arrives after the cancellation and is accepted, a buyer who pays again for an unpaid order (`reopenOrder`), and a
 * parcel that the admin sends after all (`restoreOrderWithin`). Each of these retakes the stock in the same transaction.
 */
export const ORDER_TRANSITIONS: Transitions<OrderStatus> = {
  pending: ['paid', 'completed', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: ['cancelled'],
  cancelled: ['pending', 'paid'],
}

/** The reason of an event that cancels an order at the request of its buyer. */
export const CANCELLED_BY_BUYER = 'cancelled by the buyer'

/** The beginning of an event's reason when an order is cancelled because its buyer withdrew from all of it. */
export const CANCELLED_BY_WITHDRAWAL = 'odstąpienie '

/**
 * Who cancelled an order. `buyer`: its customer requested it; `withdrawal`: its customer withdrew before it was sent;
 * `gave_up`: its customer only left the payment page.
 */
export type Canceller = Exclude<Actor['actor'], 'customer'> | 'buyer' | 'withdrawal' | 'gave_up'
