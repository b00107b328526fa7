import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { lockOrdersOfCheckout } from '#domain/flows/orders/stock-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { listPaidPayments } from '#domain/payments/order-payment-queries.server.ts'
import { listRefunds } from '#domain/payments/refunds/refund-store.server.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import { lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { CASE_KIND_LABELS, givesMoneyBack, isTrusted, isUnanswered } from '#domain/withdrawals/return-case.ts'
import { findCase, type StoredCase } from '#domain/withdrawals/return-case-queries.server.ts'
import { lockCase, storeSettlement } from '#domain/withdrawals/return-case-store.server.ts'
import { listOrdersOfCase, readCaseMoney } from '#domain/withdrawals/return-money-queries.server.ts'

export type SettleRefusal =
  | { reason: 'case_not_found' }
  | { reason: 'case_unmatched' }
  | { reason: 'case_unanswered' }
  | { reason: 'case_closed' }
  | { reason: 'account_number_missing' }
  /** The previous refund has not reached the provider yet. */
  | { reason: 'refund_under_way' }
  /** Money went back since the page was read, or the pieces changed. */
  | { reason: 'owed_changed'; owedGrosze: Grosze }

type SettleServices = Pick<Services, 'db' | 'jobs' | 'now'>
type Settling = { caseId: string; adminId: string; owedGrosze: Grosze }

/**
 * Gives the money of a withdrawal or of an accepted complaint back, once: what was paid ahead is refunded at the
 * provider, what was paid on delivery is recorded as transferred to the buyer's account. The order is locked first, as
 * for refunds from its page, so that the two never give the same money twice. With nothing owed it only closes the
 * case.
 */
export function settleReturn(
  services: SettleServices,
  { caseId, adminId, owedGrosze: seen }: Settling,
): Promise<Result<null, SettleRefusal | Busy>> {
  return transact<null, SettleRefusal>(services.db, async (trx) => {
    const named = isUuid(caseId) ? await findCase(trx, caseId) : undefined
    if (!named) return fail({ reason: 'case_not_found' })
    if (named.checkout_id === null || !isTrusted(named.match)) return fail({ reason: 'case_unmatched' })
    await lockOrdersOfCheckout(trx, named.checkout_id)
    const attempt = await lockPaidAttempt(trx, named.checkout_id)
    await lockCase(trx, caseId)
    const found = await findCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    // The second press of a double click.
    if (found.settled_at !== null) return ok(null)
    if (isUnanswered(found)) return fail({ reason: 'case_unanswered' })
    if (!givesMoneyBack(found)) return fail({ reason: 'case_closed' })
    const money = await readCaseMoney(trx, found)
    if (!money) return fail({ reason: 'case_unmatched' })
    const { owedGrosze } = money
    const besideGrosze = Math.min(money.amount.totalGrosze, money.money.returnedBesideGrosze)
    const settled = { adminId, besideGrosze, amountGrosze: owedGrosze }
    if (owedGrosze !== seen) return fail({ reason: 'owed_changed', owedGrosze })
    if (owedGrosze === 0) return finish(services, trx, found, { ...settled, refundId: null })
    if (attempt === null) {
      if (found.account_number === null) return fail({ reason: 'account_number_missing' })
      return finish(services, trx, found, { ...settled, refundId: null })
    }
    const refunds = await listRefunds(trx, attempt.id)
    const isUnderWay = refunds.some(({ status, providerRefundId }) => status === 'pending' && providerRefundId === null)
    if (isUnderWay) return fail({ reason: 'refund_under_way' })
    const refundId = crypto.randomUUID()
    await requestRefund(services, trx, attempt, {
      id: refundId,
      amountGrosze: owedGrosze,
      reason: `${CASE_KIND_LABELS[found.kind].toLowerCase()} ${found.number}`,
      by: { actor: 'admin', actorId: adminId },
    })
    return finish(services, trx, found, { ...settled, refundId })
  })
}

/** The payment that paid the order of a checkout; null where it is paid on delivery. */
async function lockPaidAttempt(trx: Transaction<Database>, checkoutId: string) {
  for (const { id } of await listOrdersOfCase(trx, checkoutId)) {
    for (const paymentId of await listPaidPayments(trx, id)) {
      const attempt = await lockAttempt(trx, paymentId)
      if (attempt) return attempt
    }
  }
  return null
}

type Settlement = { adminId: string; amountGrosze: Grosze; besideGrosze: Grosze; refundId: string | null }

async function finish(
  { now }: SettleServices,
  trx: Transaction<Database>,
  { id, email, number }: StoredCase,
  { adminId, amountGrosze, besideGrosze, refundId }: Settlement,
) {
  await storeSettlement(trx, id, { at: now(), amountGrosze, besideGrosze, refundId })
  // The refund at the provider has a mail of its own.
  if (refundId === null && amountGrosze > 0) {
    await queueMail(trx, {
      key: `case-transferred:${id}`,
      to: email,
      template: 'case-transferred',
      ids: { caseId: id },
    })
  }
  await recordAudit(trx, {
    userId: adminId,
    action: 'return_case.settled',
    subjectId: id,
    details: { name: number, amountGrosze, transferred: refundId === null },
  })
  return ok(null)
}
