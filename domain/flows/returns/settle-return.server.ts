import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { lockOrdersOfCheckout } from '#domain/flows/orders/stock-store.server.ts'
import { type PaymentDisputed, refuseDisputed } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { shareOfPieces } from '#domain/kernel/split-grosze.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { listOrderSums } from '#domain/money/order-money-queries.server.ts'
import { shareTransfer } from '#domain/money/transfer.ts'
import { insertTransfers } from '#domain/money/transfer-store.server.ts'
import { listPaidPayments } from '#domain/payments/order-payment-queries.server.ts'
import { isUnmade } from '#domain/payments/refunds/refund.ts'
import { listRefunds } from '#domain/payments/refunds/refund-store.server.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import { lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { AskedSettlement } from '#domain/returns/admin-case.ts'
import { CASE_KIND_LABELS, isTrusted, refuseAct } from '#domain/returns/return-case.ts'
import { findCase, type StoredCase } from '#domain/returns/return-case-queries.server.ts'
import { lockCase, storeAccountNumber, storeSettlement } from '#domain/returns/return-case-store.server.ts'
import { type CaseMoney, listOrdersOfCase, readCaseMoney } from '#domain/returns/return-money-queries.server.ts'
import type { Services } from '#domain/services.ts'

export type SettleRefusal =
  | { reason: 'case_not_found' }
  | { reason: 'case_unmatched' }
  | { reason: 'case_unanswered' }
  | { reason: 'case_closed' }
  | { reason: 'account_number_missing' }
  /** The buyer has given an account number since the page was read. */
  | { reason: 'changed_meanwhile' }
  /** The previous refund has not reached the provider yet. */
  | { reason: 'refund_under_way' }
  | PaymentDisputed
  /** Money went back since the page was read, or the pieces changed. */
  | { reason: 'owed_changed'; owedGrosze: Grosze }

type SettleServices = Pick<Services, 'db' | 'jobs' | 'now'>
type Settling = AskedSettlement & { caseId: string; adminId: string }

/**
 * Gives the money of a withdrawal or of an accepted complaint back, once: what was paid ahead is refunded at the
 * provider, what was paid on delivery is recorded as transferred to the buyer's account. The order is locked first, as
 * for refunds from its page, so that the same money never goes back twice. When nothing is owed, the case is only
 * closed.
 */
export function settleReturn(
  services: SettleServices,
  { caseId, adminId, owed_grosze: seen, iban, given_otherwise: givenOtherwise }: Settling,
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
    // The second click of a double click.
    if (found.settled_at !== null) return ok(null)
    const refused = refuseAct(found, 'settle')
    if (refused) return fail(refused)
    const money = await readCaseMoney(trx, found)
    if (!money) return fail({ reason: 'case_unmatched' })
    if (money.owedGrosze !== seen) return fail({ reason: 'owed_changed', owedGrosze: money.owedGrosze })
    return giveBackWithin(services, trx, found, { adminId, attempt, money, iban, givenOtherwise })
  })
}

type GivingBack = Pick<Settling, 'adminId' | 'iban'> & {
  attempt: Awaited<ReturnType<typeof lockPaidAttempt>>
  money: CaseMoney
  givenOtherwise?: boolean
}

/** Gives back, in the caller's transaction and under its locks, what is owed for a case, and closes it. */
export async function giveBackWithin(
  services: SettleServices,
  trx: Transaction<Database>,
  found: StoredCase,
  { adminId, attempt, money, iban, givenOtherwise = false }: GivingBack,
): Promise<Result<null, SettleRefusal>> {
  const { owedGrosze } = money
  const besideGrosze = Math.min(money.amount.totalGrosze, money.money.returnedBesideGrosze)
  const settled = { adminId, besideGrosze, amountGrosze: owedGrosze }
  if (owedGrosze === 0) return finish(services, trx, found, { ...settled, refundId: null })
  if (attempt === null) {
    const { account_number: given } = found
    if (given === null && iban === undefined && !givenOtherwise) return fail({ reason: 'account_number_missing' })
    if (given !== null && (givenOtherwise || (iban !== undefined && iban !== given))) {
      return fail({ reason: 'changed_meanwhile' })
    }
    if (given === null && iban !== undefined && !givenOtherwise) await storeAccountNumber(trx, found.id, iban)
    return finish(services, trx, found, { ...settled, refundId: null, givenOtherwise })
  }
  if (attempt.isDisputed) return fail(refuseDisputed(attempt))
  const refunds = await listRefunds(trx, attempt.id)
  if (refunds.some(isUnmade)) return fail({ reason: 'refund_under_way' })
  const refundId = crypto.randomUUID()
  await requestRefund(services, trx, attempt, {
    id: refundId,
    amountGrosze: owedGrosze,
    reason: nameCase(found),
    by: { actor: 'admin', actorId: adminId },
  })
  return finish(services, trx, found, { ...settled, refundId })
}

/** The payment that paid the order of a checkout; null where it is paid on delivery. */
export async function lockPaidAttempt(trx: Transaction<Database>, checkoutId: string) {
  for (const { id } of await listOrdersOfCase(trx, checkoutId)) {
    for (const paymentId of await listPaidPayments(trx, id)) {
      const attempt = await lockAttempt(trx, paymentId)
      if (attempt) return attempt
    }
  }
  return null
}

type Settlement = {
  adminId: string
  amountGrosze: Grosze
  besideGrosze: Grosze
  refundId: string | null
  givenOtherwise?: boolean
}

async function finish(
  { now }: SettleServices,
  trx: Transaction<Database>,
  found: StoredCase,
  { adminId, amountGrosze, besideGrosze, refundId, givenOtherwise = false }: Settlement,
) {
  const { id, email, number } = found
  await storeSettlement(trx, id, { at: now(), amountGrosze, besideGrosze, refundId })
  if (refundId === null) await storeTransfers(trx, found, amountGrosze)
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
    details: { name: number, amountGrosze, transferred: refundId === null, givenOtherwise },
  })
  return ok(null)
}

/** Stores the transfer for a case with each order that it gives money back for. */
async function storeTransfers(trx: Transaction<Database>, found: StoredCase, amountGrosze: Grosze): Promise<void> {
  const sums = await listOrderSums(trx, { checkoutId: found.checkout_id ?? '' })
  const orders = sums.map(({ orderId, paidGrosze, returnedGrosze }) => ({
    orderId,
    leftGrosze: Math.max(0, paidGrosze - returnedGrosze),
    worthGrosze: found.items
      .filter(({ order_id }) => order_id === orderId)
      .reduce((sum, item) => sum + (item.lowered_grosze || worthOf(item)), 0),
  }))
  const parts = shareTransfer(amountGrosze, orders)
  await insertTransfers(
    trx,
    orders
      .map(({ orderId }, index) => ({ orderId, amountGrosze: parts[index] ?? 0 }))
      .filter((part) => part.amountGrosze > 0)
      .map((part) => ({ ...part, caseId: found.id, reason: nameCase(found) })),
  )
}

const worthOf = ({ quantity, bought, unit_price_grosze, discount_grosze }: StoredCase['items'][number]) =>
  quantity * unit_price_grosze - shareOfPieces(discount_grosze, Math.min(quantity, bought), bought)

/** 'odstąpienie ZAB12CD34' */
const nameCase = ({ kind, number }: Pick<StoredCase, 'kind' | 'number'>) =>
  `${CASE_KIND_LABELS[kind].toLowerCase()} ${number}`
