import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { findCaseOfCheckout } from './return-case-queries.server.ts'
import { lockCase, storeAccountNumber } from './return-case-store.server.ts'

export type AccountRefusal = { reason: 'case_not_found' } | { reason: 'case_closed' }

/**
 * Stores where the money of an order paid on delivery goes. The buyer may correct it until the money is transferred.
 */
export function giveAccountNumber(
  { db }: Pick<Services, 'db'>,
  { checkoutId, number, iban }: { checkoutId: string; number: string; iban: string },
): Promise<Result<null, AccountRefusal | Busy>> {
  return transact<null, AccountRefusal>(db, async (trx) => {
    const found = await findCaseOfCheckout(trx, checkoutId, number)
    if (!found) return fail({ reason: 'case_not_found' })
    await lockCase(trx, found.id)
    const locked = await findCaseOfCheckout(trx, checkoutId, number)
    if (!locked || locked.settled_at !== null || (locked.kind === 'withdrawal' && locked.answered_at !== null)) {
      return fail({ reason: 'case_closed' })
    }
    await storeAccountNumber(trx, found.id, iban)
    return ok(null)
  })
}
