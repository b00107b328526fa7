import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Result } from '#domain/result.ts'

/** Every job and what it carries. Payloads name rows; the rows hold the truth. */
export type Jobs = {
  'deliver-mail': { mailId: string }
}

/** Transactional outbox: the job exists exactly when the transaction commits, and is retried until its handler resolves. */
export type JobQueue = {
  enqueue<Name extends keyof Jobs>(trx: Transaction<Database>, name: Name, payload: Jobs[Name]): Promise<void>
}

/** `last`: when this one fails nobody tries again. */
export type JobAttempt = { last: boolean }

/** Done, or `hopeless`: said once to whoever watches the shop (`why`), and not tried again. */
export type JobOutcome = Result<void, { reason: 'hopeless'; why: string }>

/**
 * Who does each job. One that throws is called again later. A handler may be called again for work that is already done,
 * and must then resolve.
 */
export type JobHandlers = {
  [Name in keyof Jobs]: (payload: Jobs[Name], attempt: JobAttempt) => Promise<JobOutcome>
}
