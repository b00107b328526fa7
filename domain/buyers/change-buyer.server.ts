import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { BuyerChange } from './buyer.ts'
import { storeBuyer } from './buyer-store.server.ts'

/** Changes the owner's note about a buyer, if it is still the one that was seen. */
export function changeBuyer(
  { db }: Pick<Services, 'db'>,
  { userId, ...change }: BuyerChange & { userId: string },
): Promise<Result<null, { reason: 'changed_meanwhile' } | Busy>> {
  return transact<null, { reason: 'changed_meanwhile' }>(db, async (trx) => {
    if (!(await storeBuyer(trx, change))) return fail({ reason: 'changed_meanwhile' })
    // Without the address, because orders forget addresses and the audit must not keep them.
    const details = { cash_on_delivery: change.cash_on_delivery }
    await recordAudit(trx, { userId, action: 'buyer.changed', subjectId: null, details })
    return ok(null)
  })
}
