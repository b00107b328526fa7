import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import { readPayouts } from '#domain/papers/payouts/payout-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { labelMonth, type Month, nextMonth } from './month.ts'
import { readMonthChanges } from './month-changes.server.ts'
import { formatDocuments, formatJpkSales, writeMonthPaper } from './month-files.ts'
import { findClosedMonth, findLastClosed, isAmended, listDisagreements, listDocuments } from './month-queries.server.ts'
import { type MonthDocument, type MonthReport, sumDocuments } from './month-report.ts'
import { insertClosedMonth } from './month-store.server.ts'

type Read = { report: MonthReport; documents: readonly MonthDocument[]; payouts: PayoutReport }
type Used = Pick<Services, 'db' | 'now'>

/** A month as it was closed, or as it stands now. */
export async function readMonth({ db, now }: Used, month: Month): Promise<Read> {
  const closed = await findClosedMonth(db, month)
  const changes = await readMonthChanges(db, month)
  if (closed && changes) {
    const { rows, version } = changes
    const closed_at = closed.closedAt.toISOString()
    return { ...closed, report: { ...closed.report, closed_at, may_close: false, changes: { rows, version } } }
  }
  return readOpenMonth(db, month, readWarsawClock(now()).day.slice(0, 7))
}

async function readOpenMonth(db: Kysely<Database>, month: Month, present: Month): Promise<Read> {
  const last = await findLastClosed(db)
  const [documents, problems, payouts] = await Promise.all([
    listDocuments(db, month),
    listDisagreements(db, month),
    readPayouts(db, `${month}-01`, `${nextMonth(month)}-01`),
  ])
  const report = {
    month,
    closed_at: null,
    may_close: month < present && (last === null || month === nextMonth(last)),
    ...sumDocuments(documents),
    changes: { version: '', rows: [] },
    problems,
  }
  return { report, documents, payouts }
}

/** `month_not_over`: or a month before it is open. */
export type MonthRefusal = { reason: 'month_not_over' } | { reason: 'month_closed' }

/** Closes a month: it stays as it is now, and what is recorded later belongs to the next one. */
export async function closeMonth(
  { db, now }: Used,
  userId: string,
  month: Month,
): Promise<Result<null, MonthRefusal | Busy>> {
  const present = readWarsawClock(now()).day.slice(0, 7)
  return transact(db, async (trx): Promise<Result<null, MonthRefusal>> => {
    if (await findClosedMonth(trx, month)) return fail({ reason: 'month_closed' })
    const { report, documents, payouts } = await readOpenMonth(trx, month, present)
    if (!report.may_close) return fail({ reason: 'month_not_over' })
    if (!(await insertClosedMonth(trx, { month, report, documents, payouts }))) return fail({ reason: 'month_closed' })
    await recordAudit(trx, { userId, action: 'month.closed', details: { month } })
    return ok(null)
  })
}

/**
 * The files for the accountant, by name: a list on paper, all documents, lines of sales as JPK_V7M names them. The log
 * of changes records who took them, because they name buyers.
 */
export async function writeMonthFiles(
  services: Used & Pick<Services, 'pdf' | 'profile'>,
  userId: string,
  month: Month,
): Promise<Record<string, Uint8Array>> {
  const { report, documents, payouts } = await readMonth(services, month)
  const paper = writeMonthPaper(report, payouts, labelMonth(month), services.profile.sellerName)
  const encoder = new TextEncoder()
  const changes = await readMonthChanges(services.db, month)
  const amended =
    changes && (changes.rows.length > 0 || (await isAmended(services.db, month))) ? changes.documents : null
  await recordAudit(services.db, { userId, action: 'month.exported', details: { month } })
  const amendedReport = amended && { ...report, ...sumDocuments(amended) }
  return {
    ...(amendedReport && {
      [`dokumenty-${month}-po-zmianach.csv`]: encoder.encode(formatDocuments(amended)),
      [`jpk-sprzedaz-${month}-po-zmianach.csv`]: encoder.encode(formatJpkSales(amendedReport, amended)),
    }),
    [`zestawienie-${month}.pdf`]: await services.pdf.write(paper),
    [`dokumenty-${month}.csv`]: encoder.encode(formatDocuments(documents)),
    [`jpk-sprzedaz-${month}.csv`]: encoder.encode(formatJpkSales(report, documents)),
  }
}
