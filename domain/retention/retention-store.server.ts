import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The moment a row of each table was last of use; null while it still is. */
const LAST_USE = {
  sessions: sql`expires_at`,
  verifications: sql`expires_at`,
  account_links: sql`expires_at`,
  login_tickets: sql`expires_at`,
  rate_limits: sql`window_start`,
  mail_outbox: sql`coalesce(sent_at, failed_at)`,
} as const
export type PurgedTable = keyof typeof LAST_USE

/** Few enough that nobody waits for the locks of one statement. */
const BATCH_ROWS = 1000

/** Deletes what was last of use before `moment`, batch by batch. Rows that somebody has locked are left for the next time. */
export async function deleteUnusedSince(db: Kysely<Database>, table: PurgedTable, moment: Date): Promise<void> {
  let deleted: bigint
  do {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${LAST_USE[table]} < ${moment}
        limit ${BATCH_ROWS} for update skip locked
      ))`.execute(db)
    deleted = numAffectedRows
  } while (deleted === BigInt(BATCH_ROWS))
}
