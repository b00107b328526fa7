import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeOrderStatus, findCanceller, lockOrderStatus } from '#domain/orders/order-store.server.ts'
import { isUnsent } from '#domain/shipping/cancel-shipment.server.ts'
import { insertShipment } from '#domain/shipping/shipment-store.server.ts'
import { cancelOrderWithin } from './cancel-order.server.ts'
import { retakeStock } from './stock-store.server.ts'

const BY_PROVIDER = { actor: 'provider' } as const
/** Whose cancelling a late payment undoes: the shop's own, because the order was not paid in time. */
const UNPAID = 'system'

/** Why money does not pay for an order. */
export type NotPayable = 'already_paid' | 'cancelled' | 'out_of_stock'

/**
 * Makes an order paid, with its shipment, and answers null. One that was cancelled because it was not paid in time is
 * honoured if its stock is there, which is taken again. Otherwise nothing is changed, and the answer says why.
 */
export async function markOrderPaid(trx: Transaction<Database>, orderId: string): Promise<NotPayable | null> {
  const status = await lockOrderStatus(trx, orderId)
  if (status === undefined) throw new Error(`there is no order ${orderId}`)
  if (status === 'paid' || status === 'completed') return 'already_paid'
  if (status === 'cancelled') {
    if ((await findCanceller(trx, orderId)) !== UNPAID) return 'cancelled'
    if (!(await retakeStock(trx, orderId))) return 'out_of_stock'
  }
  const reason = status === 'cancelled' ? 'paid late' : null
  const changed = await changeOrderStatus(trx, orderId, { ...BY_PROVIDER, to: 'paid', reason })
  if (!changed.ok) throw new Error(`order ${orderId} cannot be paid: ${changed.failure.reason}`)
  await insertShipment(trx, orderId, { actor: 'system', reason: null })
  return null
}

/** Cancels an order that waits for a payment that did not happen; false when it waits no more. */
export async function cancelUnpaidOrder(trx: Transaction<Database>, orderId: string, reason: string): Promise<boolean> {
  if ((await lockOrderStatus(trx, orderId)) !== 'pending') return false
  const cancelled = await cancelOrderWithin(trx, orderId, { actor: UNPAID, reason })
  return cancelled.ok
}

/** Cancels an order whose money went back while its parcel is still in the shop; one that was sent stays as it is. */
export async function cancelRefundedOrder(trx: Transaction<Database>, orderId: string): Promise<void> {
  if ((await lockOrderStatus(trx, orderId)) !== 'paid') return
  if (!(await isUnsent(trx, orderId))) return
  await cancelOrderWithin(trx, orderId, { ...BY_PROVIDER, reason: 'refunded' })
}
