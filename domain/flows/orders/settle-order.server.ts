import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type CodeGone, retakeCode } from '#domain/flows/ordering/claims.server.ts'
import type { SoldAgain } from '#domain/kernel/order-words/order-act-fields.ts'
import { changeOrderStatus, findCanceller, lockOrderStatus } from '#domain/orders/order-store.server.ts'
import { insertShipment, isUnsent } from '#domain/shipping/shipment-store.server.ts'
import { cancelOrderWithin } from './cancel-order.server.ts'
import { lockOrderedProducts, retakeStock } from './stock-store.server.ts'

const BY_PROVIDER = { actor: 'provider' } as const
/**
 * The actor whose cancellations a late payment undoes: the shop itself, which cancels orders that were not paid in
 * time.
 */
const UNPAID = 'system'

/** Why money does not pay for an order. */
export type NotPayable = 'already_paid' | 'cancelled' | 'out_of_stock' | CodeGone['reason']

/**
 * Makes an order paid, with its shipment, and returns null. An order cancelled for lack of payment is restored if its
 * pieces are in stock, which are then taken again. Otherwise changes nothing and returns why.
 */
export async function markOrderPaid(trx: Transaction<Database>, orderId: string): Promise<NotPayable | null> {
  const status = await lockOrderStatus(trx, orderId)
  if (status === undefined) throw new Error(`there is no order ${orderId}`)
  if (status === 'paid' || status === 'completed') return 'already_paid'
  if (status === 'cancelled') {
    if ((await findCanceller(trx, orderId)) !== UNPAID) return 'cancelled'
    await lockOrderedProducts(trx, orderId)
    const code = await retakeCode(trx, orderId)
    if (!code.ok) return code.failure.reason
    if ((await retakeStock(trx, orderId)).length > 0) return 'out_of_stock'
  }
  const reason = status === 'cancelled' ? 'paid late' : null
  const changed = await changeOrderStatus(trx, orderId, { ...BY_PROVIDER, to: 'paid', reason })
  if (!changed.ok) throw new Error(`order ${orderId} cannot be paid: ${changed.failure.reason}`)
  await insertShipment(trx, orderId, { actor: 'system', reason: null })
  return null
}

/** Cancels an order whose payment did not happen. False when it no longer waits for a payment. */
export async function cancelUnpaidOrder(trx: Transaction<Database>, orderId: string, reason: string): Promise<boolean> {
  if ((await lockOrderStatus(trx, orderId)) !== 'pending') return false
  const cancelled = await cancelOrderWithin(trx, orderId, { actor: UNPAID, reason })
  return cancelled.ok
}

/**
 * Cancels an order whose money was refunded while its parcel is still in the shop. An order that was sent stays as it
 * is. `restock`: what its owner said of the pieces.
 */
export async function cancelRefundedOrder(
  trx: Transaction<Database>,
  orderId: string,
  restock: readonly SoldAgain[],
): Promise<void> {
  const status = await lockOrderStatus(trx, orderId)
  if (status !== 'paid' && status !== 'completed') return
  if (!(await isUnsent(trx, orderId))) return
  const pieces = restock.map((piece) => ({ ...piece, order_id: orderId }))
  await cancelOrderWithin(trx, orderId, { ...BY_PROVIDER, reason: 'refunded', restock: pieces })
}
