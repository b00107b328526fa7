import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

type Window = { key: string; windowStart: Date }

/** Counts one and answers how many there are now: one statement, so that parallel callers each see their own number. */
export async function addHit(db: Kysely<Database>, { key, windowStart }: Window): Promise<number> {
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: windowStart })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate_limits.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  return row.hits
}

/** How many there are in a window, by key; what was never counted is not in it. */
export async function hitsOf(
  db: Kysely<Database>,
  { keys, windowStart }: { keys: readonly string[]; windowStart: Date },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['key', 'hits'])
    .where('key', 'in', keys)
    .where('window_start', '=', windowStart)
    .execute()
  return new Map(rows.map(({ key, hits }) => [key, hits]))
}

/** Windows that are over; rows another process is just removing are left to it. */
export async function removeWindowsBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where(sql<boolean>`ctid in (
      select ctid from rate_limits where window_start < ${moment} limit 1000 for update skip locked
    )`)
    .execute()
}
