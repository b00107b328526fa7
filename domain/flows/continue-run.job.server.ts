import { z } from 'zod'
import { syncProviderProduct } from '#domain/catalog/provider/sync-provider-product.server.ts'
import { changePaymentMode } from '#domain/flows/payments/switch-payment-mode.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { defineJob } from '#domain/kernel/define-job.ts'
import { ok } from '#domain/kernel/result.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { RunFailure } from '#domain/runs/run.ts'
import {
  countItems,
  endItem,
  endRun,
  failWaitingItems,
  findRunning,
  insertMissingItems,
  listWaitingItems,
  lockRunning,
  type RunItemSubject,
} from '#domain/runs/run-store.server.ts'
import type { Services } from '#domain/services.ts'
import { giveUpSending, sendToCarrier } from '#domain/shipping/carrier/send-to-carrier.server.ts'

/** `pauses`: how often in a row the run has waited for the carrier without getting anywhere. */
const payload = z.object({ runId: z.uuid(), pauses: z.int().min(0).optional() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'continue-run': z.output<typeof payload>
  }
}

/** So many products or parcels are at the provider or carrier at once. */
const AT_ONCE = 4
/** After so long a job ends and leaves the rest to the next, so that a process that stops need not wait for all products, ms. */
const STEP_MS = 5_000
/** After so many batches of which the provider answered nothing the rest is given up: each may take a minute. */
const MOST_SILENT_BATCHES = 2
/** After so many pauses in which the carrier took nothing the rest is given up. */
const MOST_PAUSES = 4

/**
 * Goes on with a run where it stands: what is done stays done, however often a process was killed. A product that was under way
 * then is the same request at the provider (sync-provider-product); a parcel is looked for at the carrier before it is asked for
 * again (send-to-carrier).
 */
export default defineJob({
  name: 'continue-run',
  payload,
  concurrency: 1,
  timeoutSeconds: 300,
  async run(services, { runId, pauses = 0 }, { last }) {
    try {
      await continueRun(services, runId, pauses)
    } catch (error) {
      if (last) await giveUpRun(services, runId)
      throw error
    }
    return ok(undefined)
  },
})

async function continueRun(services: Services, runId: string, pauses: number): Promise<void> {
  const { db, now, jobs } = services
  const run = await findRunning(db, runId)
  if (!run) return
  const end = now().getTime() + STEP_MS
  let silentBatches = 0
  let moved = false
  /** What is tried again after a pause, and how long that has to be. */
  const putOff: string[] = []
  let pauseSeconds = 0
  while (now().getTime() < end) {
    const batch = await listWaitingItems(db, runId, { most: AT_ONCE, putOff })
    if (batch.length === 0) {
      if (putOff.length > 0) break
      if (await finishRun(services, runId)) return
      continue
    }
    const outcomes = await Promise.all(
      batch.map(async (item) => {
        const outcome = await workOn(services, run, item)
        if (outcome.kind === 'later') putOff.push(outcome.checkoutId)
        else await endItem(db, runId, item, outcome.failure)
        return outcome
      }),
    )
    for (const outcome of outcomes) {
      if (outcome.kind === 'later') pauseSeconds = Math.max(pauseSeconds, outcome.seconds)
      else moved = true
    }
    if (outcomes.every(({ kind }) => kind === 'later')) break
    const silent = outcomes.every((outcome) => outcome.kind === 'ended' && isSilence(outcome.failure))
    silentBatches = silent ? silentBatches + 1 : 0
    if (silentBatches === MOST_SILENT_BATCHES) await failWaitingItems(db, runId, 'provider_unavailable')
  }
  const nextPauses = putOff.length === 0 || moved ? 0 : pauses + 1
  await db.transaction().execute(async (trx) => {
    if (nextPauses > MOST_PAUSES)
      await giveUpSending(trx, await failWaitingItems(trx, runId, 'carrier_unavailable'), 'carrier_unavailable')
    const afterSeconds = nextPauses > MOST_PAUSES ? 0 : pauseSeconds
    await jobs.enqueue(trx, 'continue-run', { runId, pauses: nextPauses }, { afterSeconds })
  })
}

type ItemFailure = { reason: string; details?: object }
type ItemOutcome =
  | { kind: 'ended'; failure: ItemFailure | null }
  | { kind: 'later'; checkoutId: string; seconds: number }

async function workOn(
  services: Services,
  { mode }: { mode: PaymentMode | null },
  { productId, checkoutId }: RunItemSubject,
): Promise<ItemOutcome> {
  if (checkoutId !== null) {
    const sent = await sendToCarrier(services, checkoutId)
    if (sent.ok) return { kind: 'ended', failure: null }
    const { problem, retryAfterSeconds } = sent.failure
    if (retryAfterSeconds !== null) return { kind: 'later', checkoutId, seconds: retryAfterSeconds }
    return { kind: 'ended', failure: { reason: problem.reason, details: problem } }
  }
  if (mode === null) throw new Error('a run over products has a mode')
  const synced = await syncProviderProduct(services, { productId, mode, again: true })
  return { kind: 'ended', failure: synced.ok ? null : synced.failure }
}

const isSilence = (failure: ItemFailure | null) => failure?.reason === 'provider_unavailable'

/** Ends a run whose products have all been tried; false where products came up meanwhile that it has to take, too. */
function finishRun({ db, now, payments }: Services, runId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const run = await lockRunning(trx, runId)
    if (!run) return true
    const { failed, done } = await countItems(trx, runId)
    let failure: RunFailure | null = null
    if (run.mode !== null && run.kind === 'payment-mode') {
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
    await giveUpSending(trx, await failWaitingItems(trx, runId, 'interrupted'), 'interrupted')
    await endRun(trx, runId, { failure: 'interrupted', moment: now() })
  })
}
