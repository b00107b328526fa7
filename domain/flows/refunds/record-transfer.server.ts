import { endSampleCode } from '#domain/codes/code-store.server.ts'
import { lockOrder } from '#domain/flows/orders/order-as-seen.server.ts'
import { restockProducts } from '#domain/flows/orders/stock-store.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { allocateMoney } from '#domain/money/allocation-queries.server.ts'
import { listOrderSums, listTransfers } from '#domain/money/order-money-queries.server.ts'
import type { RecordedTransfer } from '#domain/money/transfer.ts'
import { insertTransfers } from '#domain/money/transfer-store.server.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import type { Services } from '#domain/services.ts'
import { readPurpose } from './read-purpose.server.ts'

export type TransferRefusal =
  | { reason: 'order_not_found' }
  /** Money paid ahead is refunded through its payment, even if the money was given back outside the provider. */
  | { reason: 'order_paid_ahead' }
  /** Money went back since the page was read. */
  | { reason: 'changed_meanwhile' }
  | { reason: 'transfer_too_large'; leftGrosze: Grosze }

/**
 * Records that the admin transferred money back for an order that was paid on delivery: never more than is left of what
 * was paid, and once per transfer id, however often it is called. Pieces that came back return to stock as `restock`
 * says. The order is locked, as when one of its cases is settled, so that the same money does not go back twice.
 */
export function recordTransfer(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  {
    orderId,
    transfer_id: transferId,
    amount_grosze: amountGrosze,
    reason,
    returned_seen: returnedSeen,
    end_code: endsCode,
    restock,
    ...asked
  }: RecordedTransfer & { orderId: string },
): Promise<Result<null, TransferRefusal | Busy>> {
  return transact<null, TransferRefusal>(db, async (trx) => {
    const order = isUuid(orderId) ? await lockOrder(trx, orderId) : undefined
    if (!order) return fail({ reason: 'order_not_found' })
    if (parseShippingMethod(order.shipping_method).payment === 'prepaid') return fail({ reason: 'order_paid_ahead' })
    if ((await listTransfers(trx, orderId)).some(({ id }) => id === transferId)) return ok(null)
    const [sums] = await listOrderSums(trx, { orderId })
    if (sums?.returnedGrosze !== returnedSeen) return fail({ reason: 'changed_meanwhile' })
    const leftGrosze = Math.max(0, sums.paidGrosze - sums.returnedGrosze)
    if (amountGrosze > leftGrosze) return fail({ reason: 'transfer_too_large', leftGrosze })
    const wanted = await readPurpose(trx, { orderId, amountGrosze, ...asked })
    const allocation = await allocateMoney(trx, { orderId, grosze: amountGrosze, ...wanted })
    await insertTransfers(trx, [{ id: transferId, orderId, caseId: null, amountGrosze, reason, allocation }])
    if (endsCode) await endSampleCode(trx, orderId)
    if (hasLeft(order.shipping_status)) {
      await restockProducts(trx, orderId, restock, { reason: 'refunded', user_id: adminId })
    }
    await recordAudit(trx, {
      userId: adminId,
      action: 'order.refunded',
      subjectId: orderId,
      details: { amountGrosze, leftGrosze: leftGrosze - amountGrosze, outside: true },
    })
    return ok(null)
  })
}
