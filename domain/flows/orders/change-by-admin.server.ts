import { type RefundRefusal, refundRestWithin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { isAsSeen } from '#domain/kernel/lists/row-version-queries.server.ts'
import { log } from '#domain/kernel/log.ts'
import type { Restock } from '#domain/kernel/order-words/order-act-fields.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findOrderStatusAndMethod } from '#domain/orders/admin/admin-order-queries.server.ts'
import { hasLeft, isSettable, type SettableStatus } from '#domain/orders/admin/order-changes.ts'
import { type CancelledWave, WAVE_STEP } from '#domain/orders/admin/order-waves.ts'
import { cancelHeldOrders, listOrdersOfWave } from '#domain/orders/admin/order-waves-queries.server.ts'
import { changeOrderStatus } from '#domain/orders/order-store.server.ts'
import type { Services } from '#domain/services.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { lockOrder, lockOrderAsSeen, type SeenOrder, type SeenRefusal } from './order-as-seen.server.ts'

type CancelRefusal = SeenRefusal | RefundRefusal | { reason: 'order_sent' }

type CancelServices = Pick<Services, 'db' | 'payments' | 'jobs' | 'now'>
type Cancelling = SeenOrder & { orderId: string; adminId: string; reason: string; refund: boolean; restock?: Restock }

/**
 * Cancels an order that is, with its parcel, still as the admin saw it, and whose parcel is in the shop. Its pieces
 * return to stock once, or as many as `restock` says; its shipment is cancelled, and the page of an open payment ends.
 * With `refund`, all remaining money is refunded in the same transaction.
 */
export async function cancelByAdmin(
  services: CancelServices,
  { orderId, adminId, seen, version, reason, refund, restock }: Cancelling,
): Promise<Result<null, CancelRefusal | { reason: 'order_already_paid' } | Busy>> {
  const order = isUuid(orderId) ? await findOrderStatusAndMethod(services.db, orderId) : undefined
  if (!order) return fail({ reason: 'order_not_found' })
  if (order.status !== seen) return fail({ reason: 'changed_meanwhile' })
  const by = { actor: 'admin', actorId: adminId, reason, ...(restock && { restock }) } as const
  const cancelled = await cancelOrder<CancelRefusal>(services, orderId, by, {
    async before(trx) {
      const locked = await lockOrderAsSeen(trx, orderId, { seen, version })
      if (!locked.ok) return locked
      if (!hasLeft(locked.value.shipping_status)) return ok(null)
      // A caller that names no version cannot have seen that the parcel left.
      return fail({ reason: version === undefined ? 'changed_meanwhile' : 'order_sent' })
    },
    async also(trx) {
      const given = refund
        ? await refundRestWithin(services, trx, { orderId, by: { actor: 'admin', actorId: adminId }, reason })
        : ok(0)
      if (!given.ok) return given
      await recordAudit(trx, {
        userId: adminId,
        action: 'order.cancelled',
        subjectId: orderId,
        details: { from: seen, refundedGrosze: given.value },
      })
      return ok(null)
    },
  })
  if (cancelled.ok) return cancelled
  const { failure } = cancelled
  if (failure.reason === 'transition_not_allowed') return fail({ reason: 'changed_meanwhile' })
  return fail(failure.reason === 'not_found' ? { reason: 'order_not_found' } : failure)
}

/** Completes delivered orders of a list, each by itself: those that changed meanwhile stay as they are. */
export async function completeOrders(
  services: Pick<Services, 'db'>,
  adminId: string,
  orders: readonly { id: string; seen: OrderStatus }[],
): Promise<{ completed: number; failed: string[] }> {
  const failed: string[] = []
  for (const { id, seen } of orders) {
    const done = await setOrderStatus(services, { orderId: id, adminId, seen, version: undefined, to: 'completed' })
    if (!done.ok) failed.push(formatOrderNumber(id))
  }
  return { completed: orders.length - failed.length, failed }
}

type StatusRefusal = SeenRefusal | { reason: 'order_status_refused' } | { reason: 'parcel_not_sent' }

/** Sets the status of an order by hand, if order and parcel are still as the admin saw them and the rules allow it. */
export function setOrderStatus(
  { db }: Pick<Services, 'db'>,
  { orderId, adminId, seen, version, to }: SeenOrder & { orderId: string; adminId: string; to: SettableStatus },
): Promise<Result<null, StatusRefusal | Busy>> {
  return transact<null, StatusRefusal>(db, async (trx) => {
    const order = isUuid(orderId) ? await lockOrder(trx, orderId) : undefined
    if (!order) return fail({ reason: 'order_not_found' })
    // The second click of a double click.
    if (order.status === to) return ok(null)
    if (order.status !== seen || !isAsSeen(order, version)) return fail({ reason: 'changed_meanwhile' })
    const { payment } = parseShippingMethod(order.shipping_method)
    if (!isSettable({ ...order, payment }, to)) {
      const waits = isSettable({ ...order, payment, shipping_status: 'delivered' }, to)
      return fail({ reason: waits ? 'parcel_not_sent' : 'order_status_refused' })
    }
    const changed = await changeOrderStatus(trx, orderId, { actor: 'admin', actorId: adminId, to, reason: null })
    if (!changed.ok) return fail({ reason: 'order_status_refused' })
    const details = { from: order.status, to }
    await recordAudit(trx, { userId: adminId, action: 'order.status_set', subjectId: orderId, details })
    return ok(null)
  })
}

const REASON = 'Fala zamówień z nowych kont'

/**
 * Cancels the next orders of a wave that the admin saw, each in its own transaction and as if by hand. Ends the held
 * ones among them first. Orders that were paid, sent or proven since stay. Repeating a step after a lost answer cancels
 * nothing twice.
 */
export async function cancelWave(
  services: Pick<Services, 'db' | 'payments' | 'jobs' | 'now'>,
  { network, until, after, adminId }: { network: string | null; until: Date; after: string | null; adminId: string },
): Promise<CancelledWave> {
  if (after === null) await cancelHeldOrders(services.db, { network, until })
  const orderIds = await listOrdersOfWave(services.db, { network, until, after, most: WAVE_STEP })
  const counts = { cancelled: 0, failed: 0 }
  for (const orderId of orderIds) {
    const done = await cancelByAdmin(services, { orderId, adminId, seen: 'pending', reason: REASON, refund: false })
    if (done.ok) counts.cancelled += 1
    else {
      counts.failed += 1
      log.warn('An order of a wave was not cancelled', { orderId, reason: done.failure.reason })
    }
  }
  return { ...counts, next: orderIds.length < WAVE_STEP ? null : (orderIds.at(-1) ?? null) }
}
