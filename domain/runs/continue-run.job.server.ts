import { z } from 'zod'
import { recordAudit } from '#domain/audit/record-audit.server.ts'
import { syncProviderProduct } from '#domain/catalog/sync-provider-product.server.ts'
import { defineJob } from '#domain/define-job.ts'
import { changePaymentMode } from '#domain/payments/switch-payment-mode.server.ts'
import { ok } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import type { RunFailure } from './run.ts'
import {
  countItems,
  endItem,
  endRun,
  failWaitingItems,
  findRunning,
  insertMissingItems,
  listWaitingItems,
  lockRunning,
} from './run-store.server.ts'

const payload = z.object({ runId: z.uuid() })

declare module '#domain/jobs.ts' {
  interface Jobs {
    'continue-run': z.output<typeof payload>
  }
}

/** So many products are at the provider at once. */
const AT_ONCE = 4
/** After so long a job ends and leaves the rest to the next, so that a process that stops need not wait for all products, ms. */
const STEP_MS = 5_000
/** After so many batches of which the provider answered nothing the rest is given up: each may take a minute. */
const MOST_SILENT_BATCHES = 2

/**
 * Goes on with a run where it stands: products that are done stay done, however often a process was killed, and one that was
 * under way then is the same request at the provider (sync-provider-product).
 */
export default defineJob({
  name: 'continue-run',
  payload,
  concurrency: 1,
  timeoutSeconds: 300,
  async run(services, { runId }, { last }) {
    try {
      await continueRun(services, runId)
    } catch (error) {
      if (last) await giveUpRun(services, runId)
      throw error
    }
    return ok(undefined)
  },
})

async function continueRun(services: Services, runId: string): Promise<void> {
  const { db, now, jobs } = services
  const run = await findRunning(db, runId)
  if (!run) return
  const end = now().getTime() + STEP_MS
  let silentBatches = 0
  while (now().getTime() < end) {
    const batch = await listWaitingItems(db, runId, AT_ONCE)
    if (batch.length === 0) {
      if (await finishRun(services, runId)) return
      continue
    }
    const failures = await Promise.all(
      batch.map(async (productId) => {
        const synced = await syncProviderProduct(services, { productId, mode: run.mode, again: true })
        const failure = synced.ok ? null : synced.failure.reason
        await endItem(db, { runId, productId }, failure)
        return failure
      }),
    )
    silentBatches = failures.every((failure) => failure === 'provider_unavailable') ? silentBatches + 1 : 0
    if (silentBatches === MOST_SILENT_BATCHES) await failWaitingItems(db, runId, 'provider_unavailable')
  }
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'continue-run', { runId }))
}

/** Ends a run whose products have all been tried; false where products came up meanwhile that it has to take, too. */
function finishRun({ db, now, payments }: Services, runId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const run = await lockRunning(trx, runId)
    if (!run) return true
    const { failed, done } = await countItems(trx, runId)
    let failure: RunFailure | null = null
    if (run.kind === 'payment-mode') {
      if (failed > 0) failure = 'products_failed'
      else if (!payments[run.mode]) failure = 'payment_keys_missing'
      else if ((await insertMissingItems(trx, runId, run.mode)) > 0) return false
      else await changePaymentMode(trx, { mode: run.mode, userId: run.started_by })
    }
    await endRun(trx, runId, { failure, moment: now() })
    const action = `${run.kind.replace('-', '_')}.${failure === null ? 'finished' : 'failed'}` as const
    await recordAudit(trx, { userId: run.started_by, action, subjectId: runId, details: { done, failed } })
    return true
  })
}

/** Nobody tries again: what is done stays done, and the admin may begin anew. */
async function giveUpRun({ db, now }: Services, runId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await lockRunning(trx, runId)
    if (!run) return
    await failWaitingItems(trx, runId, 'interrupted')
    await endRun(trx, runId, { failure: 'interrupted', moment: now() })
  })
}
