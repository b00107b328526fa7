import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import type { Month } from './month.ts'
import type { MonthDocument, MonthReport } from './month-report.ts'

/**
 * Closes a month; false when it was closed before. A document that an earlier month had, and that is of a later day by
 * now, is of this one.
 */
export async function insertClosedMonth(
  trx: Transaction<Database>,
  closed: { month: Month; report: MonthReport; documents: readonly MonthDocument[]; payouts: PayoutReport },
): Promise<boolean> {
  const { month, report, documents, payouts } = closed
  const inserted = await trx
    .insertInto('closed_months')
    .values({
      month,
      report: JSON.stringify(report),
      documents: JSON.stringify(documents),
      payouts: JSON.stringify(payouts),
    })
    .onConflict((known) => known.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (!inserted) return false
  await sql`
    insert into closed_documents (key, month)
    select jsonb_array_elements_text(${JSON.stringify(documents.map(({ key }) => key))}::jsonb), ${month}
    on conflict (key) do update set month = excluded.month`.execute(trx)
  return true
}

/** Stores a closed month as it is declared once more. Its further documents are in no other month. */
export async function insertMonthAmendment(
  trx: Transaction<Database>,
  month: Month,
  { documents, noted }: { documents: readonly MonthDocument[]; noted: string[] },
): Promise<void> {
  await trx
    .insertInto('month_amendments')
    .values({ month, documents: JSON.stringify(documents), noted })
    .execute()
  await sql`
    insert into closed_documents (key, month)
    select jsonb_array_elements_text(${JSON.stringify(documents.map(({ key }) => key))}::jsonb), ${month}
    on conflict do nothing`.execute(trx)
}
