import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { StartupError } from '#infra/startup-error.ts'
import type { WaitingJob } from './load-database.ts'

/** Throws StartupError while a process of the shop works on this database: it would write into replaced data. */
export async function refuseRunningShop(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name in ('perfumeria-jobs', 'catalog-listener', 'database-watch')`,
    )
    if (rows[0]?.count) throw new StartupError('Sklep działa na tej bazie. Zatrzymaj najpierw wszystkie jego procesy.')
  } finally {
    await client.end()
  }
}

const JOB_FILE = '.job.server.ts'

/** Names of the shop's jobs, taken from the names of their files, because only the build can import all of them. */
export function listJobNames(): string[] {
  return readdirSync(join(PROJECT_ROOT, 'domain'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(JOB_FILE))
    .map((file) => basename(file, JOB_FILE))
}

/**
 * Enqueues the jobs that waited when the backup was made. A queue that is missing is created; jobs that this version
 * does not have would wait forever, and are left out.
 */
export async function enqueueJobs(
  databaseUrl: string,
  jobs: readonly WaitingJob[],
): Promise<{ queued: number; leftOut: string[] }> {
  const known = listJobNames()
  const queued = jobs.filter(({ name }) => known.includes(name))
  const leftOut = new Set(jobs.map(({ name }) => name).filter((name) => !known.includes(name)))
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false })
  const failures: Error[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  for (const [name, waiting] of Map.groupBy(queued, (job) => job.name)) {
    await boss.createQueue(name)
    await boss.insert(
      name,
      waiting.map(({ data, startAfter }) => ({ data: toPayload(data), startAfter })),
    )
  }
  await boss.stop({ graceful: false })
  if (failures[0]) throw failures[0]
  return { queued: queued.length, leftOut: [...leftOut] }
}

/** Payloads are objects; a job without one stores null. */
function toPayload(data: unknown): object {
  return typeof data === 'object' && data !== null ? data : {}
}
