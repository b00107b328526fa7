import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { Answer } from './admin-case.ts'
import { type GrantRefusal, grantMoney } from './grant-money.server.ts'
import { placeItems } from './place-items.server.ts'
import { isTrusted, refuseAct } from './return-case.ts'
import { findCase, findNumberedOrder, type StoredCase } from './return-case-queries.server.ts'
import {
  lockCase,
  removeSentBack,
  storeAnswer,
  storeDropOffCode,
  storeMatch,
  storeSentBack,
  storeWaived,
} from './return-case-store.server.ts'
import { normalizeOrderNumber } from './statement.ts'

type OfCase = { caseId: string; adminId: string }
type CaseRefusal = { reason: 'case_not_found' } | { reason: 'case_closed' }

/** The case, locked until the transaction ends; null: there is none. */
async function holdCase(trx: Transaction<Database>, caseId: string): Promise<StoredCase | null> {
  if (!isUuid(caseId) || !(await lockCase(trx, caseId))) return null
  return (await findCase(trx, caseId)) ?? null
}

/** Assigns a statement to an order that the owner recognised. */
export function confirmMatch(
  { db }: Pick<Services, 'db'>,
  { caseId, adminId, orderNumber }: OfCase & { orderNumber: string },
): Promise<Result<null, CaseRefusal | { reason: 'case_matched' } | { reason: 'order_not_found' } | Busy>> {
  return transact<null, CaseRefusal | { reason: 'case_matched' } | { reason: 'order_not_found' }>(db, async (trx) => {
    const found = await holdCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    if (isTrusted(found.match)) return fail({ reason: 'case_matched' })
    if (found.answered_at !== null) return fail({ reason: 'case_closed' })
    const order = await findNumberedOrder(trx, normalizeOrderNumber(orderNumber))
    if (!order) return fail({ reason: 'order_not_found' })
    await storeMatch(trx, caseId, { match: 'confirmed', checkoutId: order.checkoutId })
    await placeItems(trx, caseId, { kind: found.kind, declared: found.declared_items, ...order })
    const details = { name: found.number }
    await recordAudit(trx, { userId: adminId, action: 'return_case.matched', subjectId: caseId, details })
    return ok(null)
  })
}

/** Leaves to the buyer what was given for the goods of an open case, or deducts it again. */
export function waiveAdvantages(
  { db }: Pick<Services, 'db'>,
  { caseId, adminId, waived }: OfCase & { waived: boolean },
): Promise<Result<null, CaseRefusal | Busy>> {
  return transact<null, CaseRefusal>(db, async (trx) => {
    const found = await holdCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    if (found.settled_at !== null) return fail({ reason: 'case_closed' })
    if (found.advantages_waived === waived) return ok(null)
    await storeWaived(trx, caseId, waived)
    const action = waived ? 'return_case.advantages_waived' : 'return_case.advantages_deducted'
    await recordAudit(trx, { userId: adminId, action, subjectId: caseId, details: { name: found.number } })
    return ok(null)
  })
}

/**
 * Records the proof that the goods are on their way back, so that the money need not wait for them, or removes a proof
 * that was noted by mistake.
 */
export function markSentBack(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { caseId, adminId, proven }: OfCase & { proven: boolean },
): Promise<Result<null, CaseRefusal | { reason: 'case_unanswered' } | { reason: 'case_unmatched' } | Busy>> {
  return transact<null, CaseRefusal | { reason: 'case_unanswered' } | { reason: 'case_unmatched' }>(db, async (trx) => {
    const found = await holdCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    const refused = refuseAct(found, 'mark_sent_back')
    if (refused) return fail(refused)
    if ((found.sent_back_at !== null) === proven) return ok(null)
    if (proven) await storeSentBack(trx, caseId, now())
    else await removeSentBack(trx, caseId)
    const action = proven ? 'return_case.sent_back' : 'return_case.sent_back_undone'
    await recordAudit(trx, { userId: adminId, action, subjectId: caseId, details: { name: found.number } })
    return ok(null)
  })
}

/**
 * Gives the buyer a code of the carrier, with which the goods are handed in without a label. It is mailed, shown on the
 * order's page, and mailed again when it is another one.
 */
export function giveDropOffCode(
  { db }: Pick<Services, 'db'>,
  { caseId, adminId, code }: OfCase & { code: string },
): Promise<Result<null, CaseRefusal | { reason: 'case_unanswered' } | { reason: 'case_unmatched' } | Busy>> {
  return transact<null, CaseRefusal | { reason: 'case_unanswered' } | { reason: 'case_unmatched' }>(db, async (trx) => {
    const found = await holdCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    const refused = refuseAct(found, 'give_code')
    if (refused) return fail(refused)
    if (found.drop_off_code === code) return ok(null)
    await storeDropOffCode(trx, caseId, code)
    // The lock makes each change one transaction, and so one mail; an earlier code may come back.
    const key = `case-drop-off-code:${caseId}:${crypto.randomUUID()}`
    await queueMail(trx, { key, to: found.email, template: 'case-drop-off-code', ids: { caseId } })
    const details = { name: found.number }
    await recordAudit(trx, { userId: adminId, action: 'return_case.code_given', subjectId: caseId, details })
    return ok(null)
  })
}

/**
 * Answers a complaint, or refuses a withdrawal with the reason. The answer is mailed and shown on the order's page; it
 * is given once. An accepted complaint about the price or the whole purchase then waits for its money.
 * @param amountGrosze by how much a complaint about the price lowers it
 */
export function answerCase(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { caseId, adminId, decision, answer, amount_grosze: amountGrosze }: OfCase & Answer,
): Promise<Result<null, CaseRefusal | GrantRefusal | Busy>> {
  return transact<null, CaseRefusal | GrantRefusal>(db, async (trx) => {
    const found = await holdCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    if (found.kind === 'withdrawal' && decision === 'accepted') return fail({ reason: 'case_closed' })
    if (refuseAct(found, found.kind === 'withdrawal' ? 'refuse' : 'answer')) return fail({ reason: 'case_closed' })
    if (decision === 'accepted') {
      const granted = await grantMoney(trx, found, amountGrosze)
      if (!granted.ok) return granted
    }
    await storeAnswer(trx, caseId, { at: now(), decision, answer })
    const ids = { caseId }
    await queueMail(trx, { key: `case-answered:${caseId}`, to: found.email, template: 'case-answered', ids })
    const details = { name: found.number, decision }
    await recordAudit(trx, { userId: adminId, action: 'return_case.answered', subjectId: caseId, details })
    return ok(null)
  })
}
