import { type RefundRefusal, refundRestWithin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { findOrderStatusAndMethod } from '#domain/orders/admin/admin-order-queries.server.ts'
import { isSettable, type SettableStatus } from '#domain/orders/admin/order-changes.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { changeOrderStatus, findCancelledFrom, lockOrderStatus } from '#domain/orders/order-store.server.ts'
import type { Services } from '#domain/services.ts'
import { parseShippingMethod } from '#domain/shipping/shipping-method.ts'
import { cancelOrder } from './cancel-order.server.ts'

type ChangeRefusal = { reason: 'order_not_found' } | { reason: 'changed_meanwhile' }

type CancelServices = Pick<Services, 'db' | 'payments' | 'jobs' | 'now'>
type Cancelling = { orderId: string; adminId: string; seen: OrderStatus; reason: string; refund: boolean }

/**
 * Cancels an order that is still as the admin saw it. Its pieces return to stock once, its unsent shipment is
 * cancelled, and the page of an open payment ends. With `refund`, all remaining money is refunded in the same
 * transaction.
 */
export async function cancelByAdmin(
  services: CancelServices,
  { orderId, adminId, seen, reason, refund }: Cancelling,
): Promise<Result<null, ChangeRefusal | RefundRefusal | { reason: 'order_already_paid' } | Busy>> {
  const order = isUuid(orderId) ? await findOrderStatusAndMethod(services.db, orderId) : undefined
  if (!order) return fail({ reason: 'order_not_found' })
  if (order.status !== seen) return fail({ reason: 'changed_meanwhile' })
  const by = { actor: 'admin', actorId: adminId, reason } as const
  const cancelled = await cancelOrder<RefundRefusal | ChangeRefusal>(services, orderId, by, async (trx) => {
    if ((await findCancelledFrom(trx, orderId)) !== seen) return fail({ reason: 'changed_meanwhile' })
    const given = refund ? await refundRestWithin(services, trx, { orderId, adminId, reason }) : ok(0)
    if (!given.ok) return given
    await recordAudit(trx, {
      userId: adminId,
      action: 'order.cancelled',
      subjectId: orderId,
      details: { from: seen, refundedGrosze: given.value },
    })
    return ok(null)
  })
  if (cancelled.ok) return cancelled
  const { failure } = cancelled
  if (failure.reason === 'transition_not_allowed') return fail({ reason: 'changed_meanwhile' })
  return fail(failure.reason === 'not_found' ? { reason: 'order_not_found' } : failure)
}

type StatusRefusal = ChangeRefusal | { reason: 'order_status_refused' }

/** Sets the status of an order by hand, if the order is still as the admin saw it and the rules allow it. */
export function setOrderStatus(
  { db }: Pick<Services, 'db'>,
  { orderId, adminId, seen, to }: { orderId: string; adminId: string; seen: OrderStatus; to: SettableStatus },
): Promise<Result<null, StatusRefusal | Busy>> {
  return transact<null, StatusRefusal>(db, async (trx) => {
    const status = isUuid(orderId) ? await lockOrderStatus(trx, orderId) : undefined
    const order = status && (await findOrderStatusAndMethod(trx, orderId))
    if (!order) return fail({ reason: 'order_not_found' })
    // The second click of a double click.
    if (order.status === to) return ok(null)
    if (order.status !== seen) return fail({ reason: 'changed_meanwhile' })
    const { payment } = parseShippingMethod(order.shipping_method)
    if (!isSettable({ status: order.status, payment }, to)) return fail({ reason: 'order_status_refused' })
    const changed = await changeOrderStatus(trx, orderId, { actor: 'admin', actorId: adminId, to, reason: null })
    if (!changed.ok) return fail({ reason: 'order_status_refused' })
    const details = { from: order.status, to }
    await recordAudit(trx, { userId: adminId, action: 'order.status_set', subjectId: orderId, details })
    return ok(null)
  })
}
