import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { fail, type Result } from '#domain/kernel/result.ts'

/** Too many calls compete for the same rows. Nothing happened. */
export type Busy = { reason: 'busy' }

/**
 * Runs one use case in one transaction. Commits when the work returns ok, and rolls back when it returns a failure or
 * throws. A timeout while waiting for a row or a key is a failure like any other (`busy`). An unavailable database is
 * thrown.
 */
export async function transact<Value, Failure extends { reason: string }>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | Busy>> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx)
      if (!result.ok) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as { ok: false; failure: Failure }
    if (isBusy(error)) return fail({ reason: 'busy' })
    throw error
  }
}

/** The only way out of Kysely's transaction without a commit. */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/** serialization_failure, deadlock_detected, lock_not_available, query_canceled */
const BUSY_SQLSTATES = new Set(['40001', '40P01', '55P03', '57014'])

/** Whether an error means that too many calls compete for the same rows. Also checks the causes of an error. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return BUSY_SQLSTATES.has(code) || isBusy(error.cause)
}
