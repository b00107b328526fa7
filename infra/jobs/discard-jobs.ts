import { sql } from 'kysely'
import type { JobQueue } from '#domain/kernel/jobs.ts'

export const discardJobs: JobQueue['discard'] = async (trx, names) => {
  await sql`delete from pgboss.job where name = any(${names}::text[]) and state <> 'active'`.execute(trx)
}
