import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** One row per kind of failure that the admin has not resolved, or that happened again since, in any build. */
export function listOpenFailures(): RawBuilder<unknown> {
  return sql`
    select fingerprint, sum(times)::int as times, min(first_at) as first_at, max(last_at) as last_at,
      max(resolved_at) is not null as returned
    from failures group by fingerprint
    having max(resolved_at) is null or max(last_at) > max(resolved_at)`
}

/** The unresolved failures, latest first. */
export async function listFailures(db: Kysely<Database>, { most }: { most: number }) {
  const { rows } = await sql<FailureRow>`
    select open.*, newest.build, newest.source, newest.name, newest.message, newest.frames, newest.place,
      newest.browser, newest.request_id, (count(*) over ())::int as total
    from (${listOpenFailures()}) as open
    join lateral (
      select * from failures where failures.fingerprint = open.fingerprint order by last_at desc limit 1
    ) as newest on true
    order by open.last_at desc, fingerprint
    limit ${most}`.execute(db)
  const items = rows.map(({ total: _, first_at, last_at, ...row }) => ({
    ...row,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}
export type FailureList = Awaited<ReturnType<typeof listFailures>>

type FailureRow = Pick<
  Selectable<Database['failures']>,
  'fingerprint' | 'build' | 'source' | 'name' | 'message' | 'frames' | 'place' | 'browser' | 'request_id'
> & {
  times: number
  first_at: Date
  last_at: Date
  /** It happened again after it was resolved. */
  returned: boolean
  /** The number of unresolved kinds, listed or not. */
  total: number
}

/** Unresolved kinds that were first seen, or came back, on this day in Warsaw. */
export async function countNewFailures(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select count(*)::int as failures from (${listOpenFailures()}) as open
    where case when returned then last_at else first_at end
      >= date_trunc('day', ${now}::timestamptz at time zone 'Europe/Warsaw') at time zone 'Europe/Warsaw'`.execute(db)
  return rows[0]?.failures ?? 0
}
