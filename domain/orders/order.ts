export const ORDER_STATUSES = ['pending', 'paid', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** spec 2 §4 */
export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Oczekujące',
  paid: 'Opłacone',
  completed: 'Zakończone',
  cancelled: 'Anulowane',
}

/** Quantity of one line and lines of one order (0-decisions, Buying). */
export const MAX_QUANTITY = 99
export const MAX_LINES = 50

/** First 8 characters, as the customer panel shows an order (spec 2 §2). */
export function customerOrderNumber(orderId: string): string {
  return orderId.slice(0, 8)
}

/** Last 8 characters, as admin shipments and the payment result show an order (spec 2 §2). */
export function shopOrderNumber(orderId: string): string {
  return orderId.slice(-8)
}
