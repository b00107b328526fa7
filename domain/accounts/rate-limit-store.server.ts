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

/** Takes one back; a count of one becomes no row. */
export async function removeHit(db: Kysely<Database>, { key, windowStart }: Window): Promise<void> {
  const lowered = await db
    .updateTable('rate_limits')
    .set({ hits: sql`hits - 1` })
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .where('hits', '>', 1)
    .executeTakeFirst()
  if (lowered.numUpdatedRows > 0n) return
  await db
    .deleteFrom('rate_limits')
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .where('hits', '=', 1)
    .execute()
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
