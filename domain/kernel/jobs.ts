import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/**
 * Every job by name, with its payload. Each job's own file (`*.job.server.ts`) adds its line:
 * `declare module '#domain/kernel/jobs.ts' { interface Jobs { purge: z.output<typeof payload> } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the jobs
export interface Jobs {}

/**
 * Transactional outbox of jobs: a job exists exactly when its transaction commits, and is retried until its run
 * resolves. It begins after `afterSeconds`.
 */
export type JobQueue = {
  enqueue<Name extends keyof Jobs>(
    trx: Transaction<Database>,
    name: Name,
    payload: Jobs[Name],
    options?: { afterSeconds?: number },
  ): Promise<void>
  /** Deletes waiting jobs of these names; running ones end by themselves. */
  discard(trx: Transaction<Database>, names: readonly (keyof Jobs)[]): Promise<void>
}
