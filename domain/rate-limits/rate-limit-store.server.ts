import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Counter } from './rate-limits.ts'

/**
 * Counts one attempt under each key, in order, up to the first that is full: that one and those after it stay as they
 * are. Answers the keys counted. One statement, so parallel attempts never get past a limit together.
 */
export async function countAttempt(
  db: Kysely<Database>,
  counters: readonly Counter[],
  windowStart: Date,
): Promise<string[]> {
  const step = (index: number) => sql.ref(`counted_${index}`)
  const steps = counters.map(
    ({ key, most }, index) => sql`${step(index)} as (
      insert into rate_limits as counter (key, window_start)
      select ${key}, ${windowStart}::timestamptz where ${index === 0 ? sql`true` : sql`exists (select from ${step(index - 1)})`}
      on conflict (key, window_start) do update set hits = counter.hits + 1 where counter.hits < ${most}
      returning key
    )`,
  )
  const counted = counters.map((_, index) => sql`select key from ${step(index)}`)
  const { rows } = await sql<{ key: string }>`with ${sql.join(steps)} ${sql.join(counted, sql` union all `)}`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

/** Takes one back under each key, locking them in the order in which they are counted: two attempts never deadlock. */
export async function giveBackAttempt(db: Kysely<Database>, keys: readonly string[], windowStart: Date): Promise<void> {
  await sql`
    with locked as (
      select counter.key from rate_limits as counter
      join unnest(${keys}::text[]) with ordinality as counted (key, position) on counted.key = counter.key
      where counter.window_start = ${windowStart}
      order by counted.position
      for update of counter
    )
    update rate_limits set hits = hits - 1 from locked
    where rate_limits.key = locked.key and rate_limits.window_start = ${windowStart}`.execute(db)
}
