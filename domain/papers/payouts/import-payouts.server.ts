import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { isPreviewToken, makePreviewToken } from '#domain/kernel/idempotency/preview-token.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { CsvFailure } from '#domain/kernel/tables/read-table.ts'
import type { Services } from '#domain/services.ts'
import { type ImportedPayouts, importedPayoutsSchema, type PayoutImport } from './payout.ts'
import { type PayoutFile, readPayoutFile } from './payout-file.ts'
import { findPayoutFile, listNewEntries } from './payout-queries.server.ts'
import { deletePayoutFile, insertPayoutFile } from './payout-store.server.ts'

type Used = Pick<Services, 'db' | 'now'>
type ImportFailure = CsvFailure | Busy | { reason: 'import_outdated' }

/**
 * Stores the lines of a payout file that no earlier file had. Without a token it is a preview, which stores nothing. With
 * the token of a preview it is stored once, if the outcome is still the same.
 */
export async function importPayouts(
  { db, now }: Used,
  userId: string,
  { file, token }: PayoutImport,
): Promise<Result<ImportedPayouts, ImportFailure>> {
  const read = readPayoutFile(file, readWarsawClock(now()).day)
  if (!read.ok) return read
  const { source } = read.value
  if (token === null) {
    const isNew = await listNewEntries(db, source, read.value.lines)
    return ok(describe(read.value, { isNew, token }))
  }
  if (!isPreviewToken(token)) return fail({ reason: 'import_outdated' })
  const call = { userId, operation: 'import-payouts', requestHash: hashRequest({ file, token }) }
  const stored = await idempotent<ImportedPayouts, Busy | { reason: 'import_outdated' }>(
    db,
    { ...call, key: `payouts-${token}`, answer: importedPayoutsSchema },
    async (trx) => {
      const isNew = await listNewEntries(trx, source, read.value.lines)
      const described = describe(read.value, { isNew, token })
      if (described.token !== token || described.added === 0) return fail({ reason: 'import_outdated' })
      const added = read.value.lines.filter((line) => isNew.has(line.entry))
      await insertPayoutFile(trx, source, added)
      await recordAudit(trx, { userId, action: 'payouts.imported', details: { source, added: described.added } })
      return ok({ ...described, applied: true })
    },
  )
  if (stored.ok) return stored
  return fail({ reason: stored.failure.reason === 'busy' ? 'busy' : 'import_outdated' })
}

/** What a file would add: equal entries of one file are one line. */
function describe(
  { source, lines, problems }: PayoutFile,
  { isNew, token }: { isNew: ReadonlySet<string>; token: string | null },
): ImportedPayouts {
  const added = [...new Map(lines.filter(({ entry }) => isNew.has(entry)).map((line) => [line.entry, line])).values()]
  const days = added.map(({ day }) => day).toSorted()
  const [first, last] = [days.at(0), days.at(-1)]
  const gross_grosze = added.reduce((sum, line) => sum + line.gross_grosze, 0)
  const fee_grosze = added.reduce((sum, line) => sum + line.fee_grosze, 0)
  return {
    source,
    added: added.length,
    known: lines.length - added.length,
    days: first === undefined || last === undefined ? null : [first, last],
    gross_grosze,
    fee_grosze,
    problems,
    applied: false,
    token: makePreviewToken({ source, added, problems }, token),
  }
}

export type UndoFailure = { reason: 'payout_file_not_found' } | { reason: 'month_closed' }

/** Takes a file back, with its lines, while no month that counted one of them is closed. */
export function undoPayouts({ db }: Used, userId: string, id: string): Promise<Result<null, UndoFailure | Busy>> {
  return transact<null, UndoFailure>(db, async (trx) => {
    const file = await findPayoutFile(trx, id)
    if (!file) return fail({ reason: 'payout_file_not_found' })
    if (!file.may_undo) return fail({ reason: 'month_closed' })
    await deletePayoutFile(trx, id)
    await recordAudit(trx, { userId, action: 'payouts.undone', details: { source: file.source, lines: file.lines } })
    return ok(null)
  })
}
