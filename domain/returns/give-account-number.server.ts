import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { endingOf } from '#domain/kernel/numbers/account-number.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { givesMoneyBack, isUnanswered } from './return-case.ts'
import { findBuyerOfCase, findCaseOfCheckout } from './return-case-queries.server.ts'
import { lockCase, storeAccountNumber } from './return-case-store.server.ts'

export type AccountRefusal = { reason: 'case_not_found' } | { reason: 'case_unanswered' } | { reason: 'case_closed' }

/**
 * Stores the account for the money of an order paid on delivery. The buyer may correct it until the money is
 * transferred, a few times a day. Each change is mailed to the order's buyer, so that a stranger with the link cannot redirect the money
 * unnoticed.
 */
export function giveAccountNumber(
  services: LimitServices,
  {
    checkoutId,
    number,
    iban,
    clientAddress,
  }: { checkoutId: string; number: string; iban: string; clientAddress: string },
): Promise<Result<null, AccountRefusal | TooManyAttempts | Busy>> {
  return transact<null, AccountRefusal | TooManyAttempts>(services.db, async (trx) => {
    const named = await findCaseOfCheckout(trx, checkoutId, number)
    if (!named) return fail({ reason: 'case_not_found' })
    await lockCase(trx, named.id)
    const found = await findCaseOfCheckout(trx, checkoutId, number)
    if (!found) return fail({ reason: 'case_not_found' })
    if (isUnanswered(found)) return fail({ reason: 'case_unanswered' })
    if (found.settled_at !== null || !givesMoneyBack(found)) return fail({ reason: 'case_closed' })
    if (found.account_number === iban) return ok(null)
    const who = { account: checkoutId, clientAddress }
    const counted = await limitAttempts({ ...services, db: trx }, 'account_number', who)
    if (!counted.ok) return counted
    await storeAccountNumber(trx, found.id, iban)
    const buyer = await findBuyerOfCase(trx, checkoutId)
    if (!buyer) throw new Error(`there is no order of checkout ${checkoutId}`)
    await queueMail(trx, {
      // The lock makes each change one transaction, and so one mail.
      key: `case-account:${found.id}:${crypto.randomUUID()}`,
      to: buyer.email,
      template: 'case-account',
      ids: { caseId: found.id, ending: endingOf(iban), changed: found.account_number !== null },
    })
    return ok(null)
  })
}
