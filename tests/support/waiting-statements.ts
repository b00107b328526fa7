import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The number of statements of this database that wait for a lock. */
export async function countWaitingStatements(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
