import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { RunSubject, RunUnderWay } from './run-definition.ts'
import { findRunningId } from './run-queries.server.ts'
import { insertItems, insertItemsAgain, insertRun, lockRunning, type NewRunItem } from './run-store.server.ts'

type NewRun = { kind: string; about: RunSubject; startedBy: string }

/**
 * Begins a run with its job, inside the caller's transaction. Returns the run of this kind that is in progress, if
 * there is one. Busy: that run ended at this very moment.
 */
export async function startRun(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  { kind, about, mode, startedBy, ids }: NewRun & Pick<RunUnderWay, 'mode'> & { ids: readonly string[] },
): Promise<Result<{ runId: string }, Busy>> {
  const runId = await insertRun(trx, { kind, mode, startedBy })
  if (runId === null) {
    const running = await findRunningId(trx, kind)
    return running === null ? fail({ reason: 'busy' }) : ok({ runId: running })
  }
  await insertItems(trx, runId, about, ids)
  await jobs.enqueue(trx, 'continue-run', { runId })
  const action = `${kind.replace('-', '_')}.started` as const
  await recordAudit(trx, { userId: startedBy, action, subjectId: runId, details: { mode } })
  return ok({ runId })
}

/**
 * Begins a run over these items with its job, inside the caller's transaction. Items join a run of this kind that is in
 * progress. Busy: that run ended at this very moment.
 */
export async function startOrJoinRun(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  { kind, about, startedBy, items }: NewRun & { items: readonly NewRunItem[] },
): Promise<Result<{ runId: string }, Busy>> {
  const runId = (await insertRun(trx, { kind, mode: null, startedBy })) ?? (await findRunningId(trx, kind))
  // Locked, so that it does not end before the items are added.
  if (runId === null || !(await lockRunning(trx, runId))) return fail({ reason: 'busy' })
  await insertItemsAgain(trx, runId, about, items)
  await jobs.enqueue(trx, 'continue-run', { runId })
  return ok({ runId })
}
