import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Limit } from './limits.ts'

type Window = { key: string; windowStart: Date }

/** Reservations of a process that died are forgotten when nothing was reserved for so long; far longer than an attempt, ms. */
const RESERVATION_LEASE = 60 * 1000

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

/**
 * Takes a place among `max` for an attempt whose outcome is not known yet. `full`: so many have failed already;
 * `crowded`: with those under way there would be too many, so wait for their outcome. One statement decides, so that
 * of parallel attempts never more are under way than may fail. `first` tells a new window.
 */
export async function reserve(
  db: Kysely<Database>,
  { key, max }: Limit,
  { windowStart, now }: { windowStart: Date; now: Date },
): Promise<'first' | 'reserved' | 'full' | 'crowded'> {
  const stale = new Date(now.getTime() - RESERVATION_LEASE)
  const underWay = sql<number>`case when rate_limits.reserved_at < ${stale} then 0 else rate_limits.in_flight end`
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: windowStart, hits: 0, in_flight: 1, reserved_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ in_flight: sql`${underWay} + 1`, reserved_at: now })
        .where(sql<boolean>`rate_limits.hits + ${underWay} < ${max}`),
    )
    .returning(['hits', 'in_flight'])
    .executeTakeFirst()
  if (row) return row.hits === 0 && row.in_flight === 1 ? 'first' : 'reserved'
  const failed = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .executeTakeFirst()
  return failed && failed.hits >= max ? 'full' : 'crowded'
}

/** Gives the place back; a failure stays as a hit. */
export async function settle(db: Kysely<Database>, { key, windowStart }: Window, failed: boolean): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ in_flight: sql`greatest(in_flight - 1, 0)`, hits: sql`hits + ${failed ? 1 : 0}` })
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
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
