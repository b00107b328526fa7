import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { dismissStrayPayment } from './stray-payment-store.server.ts'

export type StrayPaymentNotFound = { reason: 'stray_payment_not_found' }

/** Removes money that matches no payment from the list, because the owner has looked into it. */
export function clearStrayPayment(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<Result<null, StrayPaymentNotFound | Busy>> {
  return transact<null, StrayPaymentNotFound>(db, async (trx) => {
    if (!isUuid(id) || !(await dismissStrayPayment(trx, id, now()))) return fail({ reason: 'stray_payment_not_found' })
    await recordAudit(trx, { userId: adminId, action: 'stray_payment.cleared', subjectId: id, details: {} })
    return ok(null)
  })
}
