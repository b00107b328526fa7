import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** How many statements wait for a lock in this database. */
export async function countWaitingStatements(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
