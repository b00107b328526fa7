import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { addDays, type Day, readWarsawClock, startOfDay } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { MarkRefusal, TillNameChange } from './receipt.ts'
import { findTillAgent, hasInvoice } from './receipt-queries.server.ts'
import { changeTillNames, lockReceipt, markPrinted, reopenReceipt } from './receipt-store.server.ts'

type OfReceipt = { userId: string; checkoutId: string }
type NotDue = { reason: 'receipt_not_due' }
type ReopenFailure = NotDue | { reason: 'receipt_printing' | 'receipt_by_agent' | 'receipt_on_invoice' }
type MarkFailure =
  | NotDue
  | { reason: 'receipt_invoiced' }
  | { reason: 'receipt_printing' | 'receipt_printed' | 'receipt_amount_changed' | 'receipt_day_wrong' }
  | { reason: 'receipt_unclear' }

/** `unclear`: whether an unclear receipt may be meant. */
type Press = { number: string; gross_grosze: Grosze; printed_on?: Day; unclear?: boolean }

/**
 * Records that the owner printed a receipt on the till, or found an unclear one on the roll of paper. `printed_on`: the
 * day on it; absent: today.
 */
export function markReceipt(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { userId, checkoutId }: OfReceipt,
  { number, gross_grosze, printed_on, unclear = true }: Press,
): Promise<Result<null, MarkFailure | Busy>> {
  return transact<null, MarkFailure>(db, async (trx) => {
    const moment = now()
    const receipt = isUuid(checkoutId) ? await lockReceipt(trx, checkoutId, moment) : undefined
    if (!receipt) {
      const isInvoiced = isUuid(checkoutId) && (await hasInvoice(trx, checkoutId))
      return fail({ reason: isInvoiced ? 'receipt_invoiced' : 'receipt_not_due' })
    }
    const { open } = receipt
    // The same press again, whose answer was lost.
    if (!open) return receipt.number === number && !receipt.by_agent ? ok(null) : fail({ reason: 'receipt_printed' })
    if (open.state === 'printing') return fail({ reason: 'receipt_printing' })
    if (open.state === 'unclear' && !unclear) return fail({ reason: 'receipt_unclear' })
    if (open.gross_grosze !== gross_grosze) return fail({ reason: 'receipt_amount_changed' })
    const paper = open.state !== 'unclear' && { paper: open }
    // What is on the roll was printed when the agent took it, and counts in that day's report of the till.
    const printed_at = open.claimed_at ?? findPrinting(printed_on, { sold: open.sold_at, now: moment })
    if (printed_at === null) return fail({ reason: 'receipt_day_wrong' })
    await markPrinted(trx, checkoutId, { number, printed_at, by_agent: false, ...paper })
    const details = { number, name: receipt.order }
    await recordAudit(trx, { userId, action: 'receipt.printed', subjectId: checkoutId, details })
    return ok(null)
  })
}

/** Marks all sales of a list as printed, each by itself and only as it was seen. An unclear one is not among them. */
export async function markReceipts(
  services: Pick<Services, 'db' | 'now'>,
  userId: string,
  { sales, printed_on }: { sales: readonly { id: string; gross_grosze: Grosze }[]; printed_on?: Day },
): Promise<{ printed: number; refused: { id: string; reason: MarkRefusal }[] }> {
  const refused: { id: string; reason: MarkRefusal }[] = []
  for (const { id, gross_grosze } of sales) {
    const press = { number: '', gross_grosze, unclear: false, ...(printed_on && { printed_on }) }
    const marked = await markReceipt(services, { userId, checkoutId: id }, press)
    if (!marked.ok) refused.push({ id, reason: marked.failure.reason })
  }
  return { printed: sales.length - refused.length, refused }
}

/** When a receipt was printed: now, or at the end of an earlier day since the sale. Null: not on that day. */
function findPrinting(day: Day | undefined, { sold, now }: { sold: Date; now: Date }): Date | null {
  const today = readWarsawClock(now).day
  if (day === undefined || day === today) return now
  if (day > today || day < readWarsawClock(sold).day) return null
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1_000)
}

const REOPENED = {
  printed: 'receipt.undone',
  unclear: 'receipt.not_printed',
  refused: 'receipt.tried_again',
} as const

/**
 * Takes back a mistaken press, lets the agent try a refused receipt again, or says that an unclear receipt is not on the roll. What was pressed and may be printed by
 * an agent becomes unclear first, so that correcting a number prints nothing.
 */
export function reopenMarked(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { userId, checkoutId }: OfReceipt,
): Promise<Result<null, ReopenFailure | Busy>> {
  return transact<null, ReopenFailure>(db, async (trx) => {
    const receipt = isUuid(checkoutId) ? await lockReceipt(trx, checkoutId, now()) : undefined
    if (!receipt) return fail({ reason: 'receipt_not_due' })
    const { state, by_agent, number, order } = receipt
    if (state === 'waiting') return ok(null)
    if (state === 'printing') return fail({ reason: 'receipt_printing' })
    if (by_agent) return fail({ reason: 'receipt_by_agent' })
    if (state === 'printed' && (await hasInvoice(trx, checkoutId))) return fail({ reason: 'receipt_on_invoice' })
    const { key_hash } = await findTillAgent(trx)
    await reopenReceipt(trx, checkoutId, { state: state === 'printed' && key_hash !== null ? 'unclear' : 'waiting' })
    const action = REOPENED[state]
    await recordAudit(trx, { userId, action, subjectId: checkoutId, details: { number, name: order } })
    return ok(null)
  })
}

type RenameFailure = NotDue | { reason: 'receipt_not_refused' } | { reason: 'till_name_taken'; name: string }

/** Changes names on a refused receipt, for later receipts, too, and lets the agent try it again. */
export function renameRefused(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { userId, checkoutId }: OfReceipt,
  names: readonly TillNameChange[],
): Promise<Result<null, RenameFailure | Busy>> {
  return transact<null, RenameFailure>(db, async (trx) => {
    const receipt = isUuid(checkoutId) ? await lockReceipt(trx, checkoutId, now()) : undefined
    if (!receipt) return fail({ reason: 'receipt_not_due' })
    if (receipt.state !== 'refused') return fail({ reason: 'receipt_not_refused' })
    const own = new Set(receipt.open?.lines.map(({ name }) => name))
    const refused = await changeTillNames(
      trx,
      names.filter(({ name }) => own.has(name)),
    )
    if (refused) return fail({ reason: 'till_name_taken', name: refused.taken })
    await reopenReceipt(trx, checkoutId, { state: 'waiting' })
    await recordAudit(trx, {
      userId,
      action: 'receipt.renamed',
      subjectId: checkoutId,
      details: { name: receipt.order, names: names.map(({ change_to }) => change_to).join(', ') },
    })
    return ok(null)
  })
}
