import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PayoutLine } from './payout-file.ts'
import type { PayoutSource } from './payout-kinds.ts'

/** Stores a file with its lines. */
export async function insertPayoutFile(
  trx: Transaction<Database>,
  source: PayoutSource,
  lines: readonly PayoutLine[],
): Promise<void> {
  const { id } = await trx.insertInto('payout_files').values({ source }).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into payout_lines (file_id, source, entry, kind, reference, gross_grosze, fee_grosze, day)
    select ${id}, ${source}, entry, kind, reference, gross_grosze, fee_grosze, day
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line (entry text, kind text, reference text, gross_grosze bigint, fee_grosze bigint, day date)
    on conflict (source, entry) do nothing`.execute(trx)
}

/** Deletes a file; its lines go with it. */
export async function deletePayoutFile(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('payout_files').where('id', '=', id).execute()
}
