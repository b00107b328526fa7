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

/** How long the database takes for the simplest query, ms. */
export async function measureDatabase(db: Kysely<Database>): Promise<number> {
  const began = performance.now()
  await sql`select 1`.execute(db)
  return Math.round(performance.now() - began)
}
