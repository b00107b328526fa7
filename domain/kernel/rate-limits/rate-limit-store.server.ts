import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Counter } from './rate-limits.ts'

/**
 * Counts do not wait for the disk. A crash of the database loses less than a second of them, and callers that count
 * under the same key do not queue for the disk.
 */
const COMMIT_FAST = sql`select set_config('synchronous_commit', 'off', true)`

/**
 * Counts one attempt under each counter, in order, up to the first full one. That one and those after it stay
 * unchanged. Returns how many were counted. It is one statement, so parallel attempts never exceed a limit together.
 */
export async function countAttempt(db: Kysely<Database>, counters: readonly Counter[]): Promise<number> {
  const step = (index: number) => (index < 0 ? sql`fast` : sql.ref(`counted_${index}`))
  const steps = counters.map(
    ({ key, most, windowStart }, index) => sql`${step(index)} as (
      insert into rate_limits as counter (key, window_start)
      select ${key}, ${windowStart}::timestamptz where exists (select from ${step(index - 1)})
      on conflict (key, window_start) do update set hits = counter.hits + 1 where counter.hits < ${most}
      returning key
    )`,
  )
  const counted = counters.map((_, index) => sql`select key from ${step(index)}`)
  const { rows } = await sql`
    with fast as materialized (${COMMIT_FAST}), ${sql.join(steps)} ${sql.join(counted, sql` union all `)}`.execute(db)
  return rows.length
}

/**
 * Takes one attempt back under each counter. Locks them in the order in which they are counted, so that two attempts
 * never deadlock.
 */
export async function giveBackAttempt(db: Kysely<Database>, counters: readonly Counter[]): Promise<void> {
  const keys = counters.map(({ key }) => key)
  const windowStarts = counters.map(({ windowStart }) => windowStart)
  await sql`
    with fast as materialized (${COMMIT_FAST}), locked as (
      select counter.key, counter.window_start from fast, rate_limits as counter
      join unnest(${keys}::text[], ${windowStarts}::timestamptz[]) with ordinality as counted (key, window_start, position)
        on counted.key = counter.key and counted.window_start = counter.window_start
      order by counted.position
      for update of counter
    )
    update rate_limits set hits = hits - 1 from locked
    where rate_limits.key = locked.key and rate_limits.window_start = locked.window_start`.execute(db)
}
