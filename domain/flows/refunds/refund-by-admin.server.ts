import type { Transaction } from 'kysely'
import { endSampleCode } from '#domain/codes/code-store.server.ts'
import type { Database } from '#domain/database.ts'
import { lockOrderAsSeen } from '#domain/flows/orders/order-as-seen.server.ts'
import { restockProducts } from '#domain/flows/orders/stock-store.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { allocateMoney } from '#domain/money/allocation-queries.server.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import { listPaidPayments } from '#domain/payments/order-payment-queries.server.ts'
import { findRefundable, isUnmade } from '#domain/payments/refunds/refund.ts'
import type { AskedRefund } from '#domain/payments/refunds/refund-request.ts'
import { listRefunds } from '#domain/payments/refunds/refund-store.server.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import { hasPaidSibling, lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { recordRefundOutside } from './apply-refunds.server.ts'
import { readPurpose } from './read-purpose.server.ts'

export type RefundRefusal =
  | { reason: 'payment_not_found' }
  /** Other refunds were begun since the page was read. */
  | { reason: 'changed_meanwhile' }
  /** The previous refund has not reached the provider yet. */
  | { reason: 'refund_under_way' }
  | { reason: 'refund_too_large'; leftGrosze: Grosze }
  | PaymentDisputed

/** The bank holds the money of the payment until a dispute is decided, or has taken it. */
export type PaymentDisputed = { reason: 'payment_disputed'; lost: boolean }

const CANCELLATION = { cause: 'cancellation', purpose: { kind: 'cancellation' } } as const

type RefundServices = Pick<Services, 'db' | 'jobs' | 'now'>

/**
 * Refunds a payment in whole or in part at the admin's request: never more than is left, and once per refund id,
 * however often it is called. Returns as soon as the refund is stored; a job makes it at the provider. Money refunded
 * outside the provider is stored as refunded, also while the provider would refuse it because of a dispute. Pieces that
 * came back, or that the refund cancels, return to stock as `restock` says.
 */
export function refundByAdmin(
  services: RefundServices,
  adminId: string,
  { orderId, ...asked }: AskedRefund & { orderId: string },
): Promise<Result<null, RefundRefusal | Busy>> {
  return transact<null, RefundRefusal>(services.db, async (trx) => {
    const attempt = isUuid(asked.payment_id) ? await lockAttempt(trx, asked.payment_id) : undefined
    if (!attempt || attempt.orderId !== orderId) return fail({ reason: 'payment_not_found' })
    const refunds = await listRefunds(trx, attempt.id)
    if (refunds.some(({ id }) => id === asked.refund_id)) return ok(null)
    if (refunds.length !== asked.refunds_seen) return fail({ reason: 'changed_meanwhile' })
    const leftGrosze = findRefundable(attempt, refunds)
    const order = await lockOrderAsSeen(trx, orderId, { version: asked.version })
    if (!order.ok) return fail({ reason: 'changed_meanwhile' })
    if (attempt.isDisputed && !asked.outside) return fail(refuseDisputed(attempt))
    if (asked.amount_grosze > leftGrosze) return fail({ reason: 'refund_too_large', leftGrosze })
    if (refunds.some(isUnmade)) return fail({ reason: 'refund_under_way' })
    const { amount_grosze: amountGrosze, reason, outside } = asked
    const isUnsent = !hasLeft(order.value.shipping_status)
    const cancels = isUnsent && amountGrosze === leftGrosze && !(await hasPaidSibling(trx, attempt))
    // Pieces of a sent parcel that are sold again came back.
    const isBack = asked.purpose === 'goodwill' && !isUnsent && asked.restock.some(({ quantity }) => quantity > 0)
    const purpose = isBack ? ({ purpose: 'returned', returned: asked.restock } as const) : asked
    const wanted = cancels ? CANCELLATION : await readPurpose(trx, { ...purpose, orderId, amountGrosze })
    const allocation = await allocateMoney(trx, { orderId, grosze: amountGrosze, ...wanted })
    const by = { actor: 'admin', actorId: adminId } as const
    // A full refund cancels an order that was not sent, once it is made: which pieces are sold again waits with it.
    const restock = cancels ? asked.restock : undefined
    const refund = { id: asked.refund_id, amountGrosze, reason, allocation, restock, by }
    if (outside) await recordRefundOutside(services, trx, attempt, refund)
    else await requestRefund(services, trx, attempt, refund)
    if (asked.end_code) await endSampleCode(trx, attempt.orderId)
    if (!isUnsent) {
      await restockProducts(trx, orderId, asked.restock, { reason: 'refunded', user_id: adminId })
    }
    await recordAudit(trx, {
      userId: adminId,
      action: 'order.refunded',
      subjectId: orderId,
      details: { amountGrosze, leftGrosze: leftGrosze - amountGrosze, ...(outside && { outside }) },
    })
    return ok(null)
  })
}

/** Refunds the rest of an order's payment, in the transaction that cancels the order. Returns the amount. */
export async function refundRestWithin(
  services: RefundServices,
  trx: Transaction<Database>,
  { orderId, by, reason }: { orderId: string; by: Actor; reason: string },
): Promise<Result<Grosze, RefundRefusal>> {
  let given: Grosze = 0
  for (const paymentId of await listPaidPayments(trx, orderId)) {
    const attempt = await lockAttempt(trx, paymentId)
    if (!attempt) continue
    const refunds = await listRefunds(trx, paymentId)
    const amountGrosze = findRefundable(attempt, refunds)
    if (amountGrosze === 0) continue
    if (attempt.isDisputed) return fail(refuseDisputed(attempt))
    if (refunds.some(isUnmade)) return fail({ reason: 'refund_under_way' })
    const allocation = await allocateMoney(trx, { orderId, grosze: amountGrosze, ...CANCELLATION })
    await requestRefund(services, trx, attempt, { amountGrosze, reason, allocation, by })
    given += amountGrosze
  }
  return ok(given)
}

export function refuseDisputed({ lostGrosze }: { lostGrosze: Grosze }): PaymentDisputed {
  return { reason: 'payment_disputed', lost: lostGrosze > 0 }
}
