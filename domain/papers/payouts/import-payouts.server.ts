import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import type { CsvFailure } from '#domain/kernel/csv-table.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import type { ImportedPayouts } from './payout.ts'
import { readPayoutFile } from './payout-file.ts'
import { insertPayoutLines } from './payout-store.server.ts'

/** Stores the lines of a payout file that no earlier file had. */
export async function importPayouts(
  { db }: Pick<Services, 'db'>,
  userId: string,
  file: string,
): Promise<Result<ImportedPayouts, CsvFailure | Busy>> {
  const read = readPayoutFile(file)
  if (!read.ok) return read
  const { source, lines, problems } = read.value
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days.at(0), days.at(-1)]
  return transact(db, async (trx) => {
    const added = await insertPayoutLines(trx, source, lines)
    await recordAudit(trx, { userId, action: 'payouts.imported', details: { source, added } })
    return ok({
      source,
      added,
      known: lines.length - added,
      days: first === undefined || last === undefined ? null : [first, last],
      problems,
    })
  })
}
