import { type Kysely, sql } from 'kysely'
import { compileOnce, type Placeholder } from '#domain/compiled-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { Counter } from './rate-limits.ts'

/**
 * Counts are not worth waiting for the disk: what a crash of the database loses of them is less than a second, and those
 * who count under the same key need not queue for it.
 */
const COMMIT_FAST = sql`select set_config('synchronous_commit', 'off', true)`

/**
 * Counts one attempt under each counter, in order, up to the first that is full: that one and those after it stay as they
 * are. Answers how many were counted. One statement, so parallel attempts never get past a limit together.
 */
export async function countAttempt(db: Kysely<Database>, counters: readonly Counter[]): Promise<number> {
  let count = COUNTS.get(counters.length)
  if (!count) {
    count = compileCount(counters.length)
    COUNTS.set(counters.length, count)
  }
  const { rows } = await count(db, counters)
  return rows.length
}

/** By the number of counters: of one up to that of the most limited action. */
const COUNTS = new Map<number, ReturnType<typeof compileCount>>()

function compileCount(length: number) {
  return compileOnce((placeholder: Placeholder<readonly Counter[]>, db) => {
    const step = (index: number) => (index < 0 ? sql`fast` : sql.ref(`counted_${index}`))
    const indexes = Array.from({ length }, (_, index) => index)
    const steps = indexes.map((index) => {
      const value = (column: 'key' | 'most' | 'windowStart') => placeholder((counters) => counters[index]?.[column])
      return sql`${step(index)} as (
      insert into rate_limits as counter (key, window_start)
      select ${value('key')}, ${value('windowStart')}::timestamptz where exists (select from ${step(index - 1)})
      on conflict (key, window_start) do update set hits = counter.hits + 1 where counter.hits < ${value('most')}
      returning key
    )`
    })
    const counted = indexes.map((index) => sql`select key from ${step(index)}`)
    return sql`with fast as materialized (${COMMIT_FAST}), ${sql.join(steps)} ${sql.join(counted, sql` union all `)}`.compile(
      db,
    )
  })
}

/** Takes one back under each counter, locking them in the order in which they are counted: two attempts never deadlock. */
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
