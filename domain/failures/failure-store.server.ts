import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** How often one kind of failure happened in one build within a few seconds. */
export type NotedFailure = Omit<Database['failures'], 'resolved_at'>

/** Anybody can invent failures of browsers, so only this many of their rows are kept. */
const MOST_OF_BROWSERS = 500

/** Adds to the rows of the same kind and build, in the order of their keys, so that two processes do not deadlock. */
export async function addFailures(db: Kysely<Database>, failures: readonly NotedFailure[]): Promise<void> {
  await sql`
    insert into failures (fingerprint, build, source, name, message, frames, place, browser, request_id,
      times, first_at, last_at)
    select noted.* from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as noted (fingerprint text, build text,
      source text, name text, message text, frames text[], place text, browser text, request_id text,
      times integer, first_at timestamptz, last_at timestamptz)
    where source = 'server'
      or exists (select from failures as known where known.fingerprint = noted.fingerprint and known.build = noted.build)
      or (select count(*) from failures as known where known.source = 'browser') < ${MOST_OF_BROWSERS}
    order by fingerprint, build
    on conflict (fingerprint, build) do update set
      times = failures.times + excluded.times,
      first_at = least(failures.first_at, excluded.first_at),
      last_at = greatest(failures.last_at, excluded.last_at),
      frames = excluded.frames, place = excluded.place, browser = excluded.browser,
      request_id = coalesce(excluded.request_id, failures.request_id)`.execute(db)
}

/** Whether there was such a failure. One that happened before the click but is written later stays resolved. */
export async function markResolved(
  db: Kysely<Database>,
  { fingerprint, now }: { fingerprint: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update failures set resolved_at = greatest(${now}::timestamptz, last_at) where fingerprint = ${fingerprint}
    returning fingerprint`.execute(db)
  return rows.length > 0
}
