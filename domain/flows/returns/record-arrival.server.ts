import { lockOrdersOfCheckout, restockPieces } from '#domain/flows/orders/stock-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Arrival } from '#domain/returns/admin-case.ts'
import { listPieces } from '#domain/returns/bought-pieces-queries.server.ts'
import { isTrusted, refuseAct } from '#domain/returns/return-case.ts'
import { findCase } from '#domain/returns/return-case-queries.server.ts'
import { lockCase, lockCheckout, replaceItems, storeArrival } from '#domain/returns/return-case-store.server.ts'
import type { Services } from '#domain/services.ts'

export type ArrivalRefusal =
  | { reason: 'case_not_found' }
  | { reason: 'case_unmatched' }
  | { reason: 'case_unanswered' }
  | { reason: 'case_closed' }
  /** Use does not reduce the value of goods that were faulty from the start. */
  | { reason: 'deduction_of_complaint' }
  | { reason: 'changed_meanwhile' }
  | { reason: 'pieces_taken'; name: string; left: number }

/**
 * Records which goods came back and in what condition. From then on the case is about these pieces. Pieces that are
 * sold again return to counted stock, once.
 */
export function recordArrival(
  { db, now }: Pick<Services, 'db' | 'now'>,
  {
    caseId,
    adminId,
    items,
    deduction_grosze: deductionGrosze,
    deduction_reason: deductionReason,
  }: Arrival & { caseId: string; adminId: string },
): Promise<Result<null, ArrivalRefusal | Busy>> {
  return transact<null, ArrivalRefusal>(db, async (trx) => {
    const named = isUuid(caseId) ? await findCase(trx, caseId) : undefined
    if (!named) return fail({ reason: 'case_not_found' })
    if (named.checkout_id === null || !isTrusted(named.match)) return fail({ reason: 'case_unmatched' })
    await lockOrdersOfCheckout(trx, named.checkout_id)
    await lockCase(trx, caseId)
    await lockCheckout(trx, named.checkout_id)
    const found = await findCase(trx, caseId)
    if (!found || found.arrived_at !== null) return fail({ reason: 'changed_meanwhile' })
    const refused = refuseAct(found, 'record_arrival')
    if (refused) return fail(refused)
    if (found.kind === 'complaint' && deductionGrosze > 0) return fail({ reason: 'deduction_of_complaint' })
    const pieces = new Map(
      (await listPieces(trx, named.checkout_id, { id: caseId, takenAt: null })).map((piece) => [
        piece.order_item_id,
        piece,
      ]),
    )
    for (const { order_item_id: orderItemId, quantity } of items) {
      const piece = pieces.get(orderItemId)
      if (!piece) return fail({ reason: 'changed_meanwhile' })
      const left = Math.max(0, piece.ordered - piece.withdrawn)
      if (quantity > left) return fail({ reason: 'pieces_taken', name: nameOrderedSize(piece), left })
    }
    await replaceItems(
      trx,
      caseId,
      items.map(({ order_item_id: orderItemId, restock, ...item }) => ({ ...item, orderItemId, restocked: restock })),
    )
    await storeArrival(trx, caseId, { at: now(), deductionGrosze, deductionReason: deductionReason || null })
    await restockPieces(
      trx,
      items.map(({ order_item_id: orderItemId, restock }) => ({ orderItemId, quantity: restock })),
      { reason: 'returned', case_id: caseId, user_id: adminId },
    )
    const ids = { caseId }
    await queueMail(trx, { key: `case-arrived:${caseId}`, to: found.email, template: 'case-arrived', ids })
    const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const details = { name: found.number, pieces: count, deductionGrosze }
    await recordAudit(trx, { userId: adminId, action: 'return_case.arrived', subjectId: caseId, details })
    return ok(null)
  })
}
