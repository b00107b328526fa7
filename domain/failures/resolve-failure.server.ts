import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { markResolved } from './failure-store.server.ts'

export type FailureNotFound = { reason: 'failure_not_found' }

/** Hides a kind of failure until it happens again. */
export async function resolveFailure(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { fingerprint, userId }: { fingerprint: string; userId: string },
): Promise<Result<null, FailureNotFound | Busy>> {
  return transact<null, FailureNotFound>(db, async (trx) => {
    if (!(await markResolved(trx, { fingerprint, now: now() }))) return fail({ reason: 'failure_not_found' })
    await recordAudit(trx, { userId, action: 'failure.resolved', details: { fingerprint } })
    return ok(null)
  })
}
