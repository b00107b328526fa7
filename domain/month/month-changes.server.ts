import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { compareMonth, describeLater } from './compare-month.ts'
import type { Month } from './month.ts'
import { findDeclaredMonth, listAmendedDocuments, listLatePayouts } from './month-queries.server.ts'
import type { MonthChange, MonthDocument, MonthReport } from './month-report.ts'
import { insertMonthAmendment } from './month-store.server.ts'

const PAYOUT_NAMES = { stripe: 'wypłaty Stripe', inpost: 'wypłaty InPost' } as const

export type MonthChanges = MonthReport['changes'] & {
  /** The documents as they are now. */
  documents: MonthDocument[]
  /** Keys of documents that count in the next month. */
  noted: string[]
}

/** What changed of a closed month since it was last declared; null: it is open. */
export async function readMonthChanges(db: Kysely<Database>, month: Month): Promise<MonthChanges | null> {
  const declared = await findDeclaredMonth(db, month)
  if (!declared) return null
  const { documents, later } = await listAmendedDocuments(db, month, declared.documents)
  const told = new Set(declared.noted)
  const payouts = await listLatePayouts(db, month, declared.closedAt)
  const rows = [
    ...compareMonth(declared.documents, documents),
    ...later.filter(({ key }) => !told.has(key)).map(describeLater),
    ...payouts.map(
      ({ source, lines, grosze }): MonthChange => ({
        change: 'payout',
        name: PAYOUT_NAMES[source],
        order_number: null,
        what: `wiersze z pliku wczytanego później: ${lines}, ${formatGrosze(grosze)}; są w następnym miesiącu`,
      }),
    ),
  ]
  const noted = later.map(({ key }) => key)
  return { rows, documents, noted, version: createHash('sha256').update(JSON.stringify(rows)).digest('base64url') }
}

/** Stores that the month was declared once more with the changes that the owner saw. */
export function declareChanges(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { month, version }: { month: Month; version: string },
): Promise<Result<null, { reason: 'month_open' | 'changed_meanwhile' } | Busy>> {
  return transact<null, { reason: 'month_open' | 'changed_meanwhile' }>(db, async (trx) => {
    await trx.selectFrom('closed_months').select('month').where('month', '=', month).forUpdate().execute()
    const changes = await readMonthChanges(trx, month)
    if (!changes) return fail({ reason: 'month_open' })
    // The same press again.
    if (changes.rows.length === 0) return ok(null)
    if (changes.version !== version) return fail({ reason: 'changed_meanwhile' })
    await insertMonthAmendment(trx, month, changes)
    await recordAudit(trx, { userId, action: 'month.amended', details: { month, rows: changes.rows.length } })
    return ok(null)
  })
}
