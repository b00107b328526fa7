import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Every job and what it carries. Payloads name rows; the rows hold the truth. */
export type Jobs = {
  'deliver-mail': { mailId: string }
}

/** Transactional outbox: the job exists exactly when the transaction commits, and is retried until its handler resolves. */
export type JobQueue = {
  enqueue<Name extends keyof Jobs>(trx: Transaction<Database>, name: Name, payload: Jobs[Name]): Promise<void>
}

/** Who does each job. A handler may be called again for work that is already done, and must then resolve. */
export type JobHandlers = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> }
