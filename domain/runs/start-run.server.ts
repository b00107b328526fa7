import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import type { RunKind } from './run.ts'
import { findRunningId } from './run-queries.server.ts'
import { insertItems, insertParcelItems, insertRun, lockRunning } from './run-store.server.ts'

/** The payment provider has no keys in this mode. */
export type KeysMissing = { reason: 'payment_keys_missing'; mode: PaymentMode }

/**
 * Begins a run with its job, inside the transaction that asked for it; where one of its kind is under way, that is the run.
 * Busy: the one that was under way ended this very moment.
 */
export async function startRun(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  run: { kind: Exclude<RunKind, 'carrier-shipments'>; mode: PaymentMode; startedBy: string },
): Promise<Result<{ runId: string }, Busy>> {
  const runId = await insertRun(trx, run)
  if (runId === null) {
    const running = await findRunningId(trx, run.kind)
    return running === null ? fail({ reason: 'busy' }) : ok({ runId: running })
  }
  await insertItems(trx, runId, run.mode)
  await jobs.enqueue(trx, 'continue-run', { runId })
  const { startedBy: userId, mode } = run
  await recordAudit(trx, {
    userId,
    action: `${run.kind.replace('-', '_')}.started`,
    subjectId: runId,
    details: { mode },
  })
  return ok({ runId })
}

/** A parcel of a run, and what is known of it already. */
export type ParcelItem = { checkoutId: string; status: 'waiting' | 'done' | 'failed'; failure: string | null }

/**
 * Begins a run over parcels with its job, inside the transaction that asked for it; while one is under way they join it. Busy:
 * that one ended this very moment.
 */
export async function startParcelRun(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  { items, startedBy }: { items: readonly ParcelItem[]; startedBy: string },
): Promise<Result<{ runId: string }, Busy>> {
  const kind = 'carrier-shipments'
  const runId = (await insertRun(trx, { kind, mode: null, startedBy })) ?? (await findRunningId(trx, kind))
  // Locked, so that it does not end before it has what is added.
  if (runId === null || !(await lockRunning(trx, runId))) return fail({ reason: 'busy' })
  await insertParcelItems(trx, runId, items)
  await jobs.enqueue(trx, 'continue-run', { runId })
  return ok({ runId })
}

/** Begins to send all products to the payment provider once more, in the mode in which payments begin. */
export async function startProductSync(
  services: Pick<Services, 'db' | 'jobs' | 'payments'>,
  userId: string,
): Promise<Result<{ runId: string }, Busy | KeysMissing>> {
  const mode = await readPaymentMode(services.db)
  if (!services.payments[mode]) return fail({ reason: 'payment_keys_missing', mode })
  return transact(services.db, (trx) => startRun(services, trx, { kind: 'product-sync', mode, startedBy: userId }))
}
