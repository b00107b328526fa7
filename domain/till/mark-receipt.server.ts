import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { addDays, type Day, readWarsawClock, startOfDay } from '#domain/kernel/calendar-day.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { findTillAgent } from './receipt-queries.server.ts'
import { lockReceipt, markPrinted, reopenReceipt } from './receipt-store.server.ts'

type OfReceipt = { userId: string; checkoutId: string }
type NotDue = { reason: 'receipt_not_due' }
type MarkFailure =
  | NotDue
  | { reason: 'receipt_printing' | 'receipt_printed' | 'receipt_amount_changed' | 'receipt_day_wrong' }

/**
 * Records that the owner printed a receipt on the till, or found an unclear one on the roll of paper. `printed_on`: the
 * day on it; absent: today.
 */
export function markReceipt(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { userId, checkoutId }: OfReceipt,
  { number, gross_grosze, printed_on }: { number: string; gross_grosze: Grosze; printed_on?: Day },
): Promise<Result<null, MarkFailure | Busy>> {
  return transact<null, MarkFailure>(db, async (trx) => {
    const moment = now()
    const receipt = isUuid(checkoutId) ? await lockReceipt(trx, checkoutId, moment) : undefined
    if (!receipt) return fail({ reason: 'receipt_not_due' })
    const { open } = receipt
    // The same press again, whose answer was lost.
    if (!open) return receipt.number === number && !receipt.by_agent ? ok(null) : fail({ reason: 'receipt_printed' })
    if (open.state === 'printing') return fail({ reason: 'receipt_printing' })
    if (open.gross_grosze !== gross_grosze) return fail({ reason: 'receipt_amount_changed' })
    const paper = open.state === 'waiting' && { paper: open }
    // What is on the roll was printed when the agent took it, and counts in that day's report of the till.
    const printed_at = open.claimed_at ?? findPrinting(printed_on, { sold: open.sold_at, now: moment })
    if (printed_at === null) return fail({ reason: 'receipt_day_wrong' })
    await markPrinted(trx, checkoutId, { number, printed_at, by_agent: false, ...paper })
    const details = { number, name: receipt.order }
    await recordAudit(trx, { userId, action: 'receipt.printed', subjectId: checkoutId, details })
    return ok(null)
  })
}

/** When a receipt was printed: now, or at the end of an earlier day since the sale. Null: not on that day. */
function findPrinting(day: Day | undefined, { sold, now }: { sold: Date; now: Date }): Date | null {
  const today = readWarsawClock(now).day
  if (day === undefined || day === today) return now
  if (day > today || day < readWarsawClock(sold).day) return null
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1_000)
}

/**
 * Takes back a mistaken press, or says that an unclear receipt is not on the roll. What was pressed and may be printed by
 * an agent becomes unclear first, so that correcting a number prints nothing.
 */
export function reopenMarked(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { userId, checkoutId }: OfReceipt,
): Promise<Result<null, NotDue | Busy | { reason: 'receipt_printing' | 'receipt_by_agent' }>> {
  return transact<null, NotDue | { reason: 'receipt_printing' | 'receipt_by_agent' }>(db, async (trx) => {
    const receipt = isUuid(checkoutId) ? await lockReceipt(trx, checkoutId, now()) : undefined
    if (!receipt) return fail({ reason: 'receipt_not_due' })
    const { state, by_agent, number, order } = receipt
    if (state === 'waiting') return ok(null)
    if (state === 'printing') return fail({ reason: 'receipt_printing' })
    if (by_agent) return fail({ reason: 'receipt_by_agent' })
    const { key_hash } = await findTillAgent(trx)
    await reopenReceipt(trx, checkoutId, state === 'printed' && key_hash !== null ? 'unclear' : 'waiting')
    const action = state === 'printed' ? 'receipt.undone' : 'receipt.not_printed'
    await recordAudit(trx, { userId, action, subjectId: checkoutId, details: { number, name: order } })
    return ok(null)
  })
}
