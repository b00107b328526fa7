import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PayoutLine, PayoutSource } from './payout-file.ts'

/** Stores lines that are not known yet, and returns how many. */
export async function insertPayoutLines(
  trx: Transaction<Database>,
  source: PayoutSource,
  lines: readonly PayoutLine[],
): Promise<number> {
  const { rows } = await sql`
    insert into payout_lines (source, entry, kind, reference, gross_grosze, fee_grosze, day)
    select ${source}, entry, kind, reference, gross_grosze, fee_grosze, day
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line (entry text, kind text, reference text, gross_grosze bigint, fee_grosze bigint, day date)
    on conflict (source, entry) do nothing
    returning id`.execute(trx)
  return rows.length
}
