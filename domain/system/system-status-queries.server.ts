import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Jobs and mails that are some minutes overdue. */
export async function countOverdueWork(db: Kysely<Database>): Promise<{ jobs: number; mails: number }> {
  const { rows } = await sql<{ jobs: number; mails: number }>`
    select
      (select count(*)::int from pgboss.job
        where state in ('created', 'retry') and start_after < now() - interval '2 minutes') as jobs,
      (select count(*)::int from mail_outbox
        where sent_at is null and failed_at is null and trying_since < now() - interval '2 minutes') as mails`.execute(
    db,
  )
  return rows[0] ?? { jobs: 0, mails: 0 }
}

/**
 * The number of due jobs, the longest wait among them in seconds, and the number of jobs given up within the last day.
 */
export async function countJobs(db: Kysely<Database>): Promise<{ due: number; longest_s: number; failed: number }> {
  const { rows } = await sql<{ due: number; longest_s: number; failed: number }>`
    select count(*) filter (where state <> 'failed')::int as due,
      coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'failed')), 0)::float8 as longest_s,
      count(*) filter (where state = 'failed')::int as failed
    from pgboss.job where state = 'failed' or (state in ('created', 'retry') and start_after <= now())`.execute(db)
  return rows[0] ?? { due: 0, longest_s: 0, failed: 0 }
}

/** How long the database takes for the shortest query, ms. */
export async function measureDatabase(db: Kysely<Database>): Promise<number> {
  const began = performance.now()
  await sql`select 1`.execute(db)
  return Math.round(performance.now() - began)
}
