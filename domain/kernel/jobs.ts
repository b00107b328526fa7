import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/**
 * Every job by name, and its payload. Each job's own file (`*.job.server.ts`) adds its line:
 * `declare module './jobs.ts' { interface Jobs { purge: z.output<typeof payload> } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the jobs
export interface Jobs {}

/**
 * Transactional outbox: the job exists exactly when the transaction commits, and is retried until its run resolves. It begins
 * `afterSeconds` later.
 */
export type JobQueue = {
  enqueue<Name extends keyof Jobs>(
    trx: Transaction<Database>,
    name: Name,
    payload: Jobs[Name],
    options?: { afterSeconds?: number },
  ): Promise<void>
}
