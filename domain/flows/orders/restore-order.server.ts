import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { retakeCode } from '#domain/flows/ordering/claims.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { findPaidBefore } from '#domain/orders/order-queries.server.ts'
import { changeOrderStatus, lockOrderStatus } from '#domain/orders/order-store.server.ts'
import { findOrderToPay } from '#domain/payments/start-payment-queries.server.ts'
import { lockOrderedProducts, type MissingProduct, retakeStock } from './stock-store.server.ts'

export type RestoreRefusal =
  | { reason: 'order_stock_gone'; products: MissingProduct[] }
  | { reason: 'order_not_restorable' }
  | { reason: 'order_code_gone' }

/**
 * Undoes the cancellation of an order whose parcel is sent after all. It is paid as before, or waits for its payment on
 * delivery again, and retakes its pieces, also those of a product that was deleted since. Refused when too few pieces
 * are left, when its money went back, or when its code has been used up by other orders. An order that is not cancelled
 * stays as it is.
 */
export async function restoreOrderWithin(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<Result<null, RestoreRefusal>> {
  if ((await lockOrderStatus(trx, orderId)) !== 'cancelled') return ok(null)
  const order = await findOrderToPay(trx, orderId)
  const prepaid = order?.payment === 'prepaid'
  const before = await findPaidBefore(trx, orderId)
  if (prepaid ? order.payment_status !== 'paid' : before.transferred > 0) {
    return fail({ reason: 'order_not_restorable' })
  }
  await lockOrderedProducts(trx, orderId)
  const code = await retakeCode(trx, orderId)
  if (!code.ok) return fail({ reason: 'order_code_gone' })
  const products = await retakeStock(trx, orderId, { sent: true, by })
  if (products.length > 0) return fail({ reason: 'order_stock_gone', products })
  const restored = await changeOrderStatus(trx, orderId, { ...by, to: prepaid || before.paid ? 'paid' : 'pending' })
  if (!restored.ok) throw new Error(`order ${orderId} cannot be restored: ${restored.failure.reason}`)
  return ok(null)
}
