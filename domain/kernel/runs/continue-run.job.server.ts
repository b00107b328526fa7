import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { INTERRUPTED } from './run.ts'
import type { RunDefinition, RunItemFailure } from './run-definition.ts'
import { countRunItems } from './run-queries.server.ts'
import { endItem, endRun, failWaitingItems, findRunning, listWaitingItems, lockRunning } from './run-store.server.ts'

/** `pauses`: how many times in a row the run has paused without any progress. */
const payload = z.object({ runId: z.uuid(), pauses: z.int().min(0).optional() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'continue-run': z.output<typeof payload>
  }
}

/** Items that are processed in parallel. */
const AT_ONCE = 4
/**
 * After this time a job ends and leaves the rest to the next one, so that a stopping process need not wait for all
 * items, ms.
 */
const STEP_MS = 5_000
/**
 * After this many batches without any answer from the provider or carrier the rest is given up, because each batch may
 * take a minute.
 */
const MOST_SILENT_BATCHES = 2
/** After this many pauses without progress the rest is given up. */
const MOST_PAUSES = 4

/**
 * Continues a run. Finished items stay finished, however often a process was killed. Items that were in progress are
 * processed again, which has the effect of once because each definition's step is idempotent.
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

function findDefinition({ runs }: Pick<Services, 'runs'>, kind: string): RunDefinition<Services> {
  const definition = runs.get(kind)
  if (!definition) throw new Error(`no run of the kind ${kind} is defined`)
  return definition
}

async function continueRun(services: Services, runId: string, pauses: number): Promise<void> {
  const { db, now, jobs } = services
  const run = await findRunning(db, runId)
  if (!run) return
  const definition = findDefinition(services, run.kind)
  const { unavailable } = definition
  const end = now().getTime() + STEP_MS
  let silentBatches = 0
  let moved = false
  /** Items that are tried again after a pause, and the length of the pause. */
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
      batch.map(async (id) => {
        const outcome = await definition.step(services, run, id)
        if (outcome.kind === 'later') putOff.push(id)
        else await endItem(db, runId, id, outcome.failure)
        return outcome
      }),
    )
    for (const outcome of outcomes) {
      if (outcome.kind === 'later') pauseSeconds = Math.max(pauseSeconds, outcome.seconds)
      else moved = true
    }
    if (outcomes.every(({ kind }) => kind === 'later')) break
    const isSilence = (failure: RunItemFailure | null) => failure?.reason === unavailable
    const silent = outcomes.every((outcome) => outcome.kind === 'ended' && isSilence(outcome.failure))
    silentBatches = silent ? silentBatches + 1 : 0
    if (silentBatches === MOST_SILENT_BATCHES)
      await db.transaction().execute((trx) => giveUpWaiting(trx, definition, runId, unavailable))
  }
  const nextPauses = putOff.length === 0 || moved ? 0 : pauses + 1
  await db.transaction().execute(async (trx) => {
    if (nextPauses > MOST_PAUSES) await giveUpWaiting(trx, definition, runId, unavailable)
    const afterSeconds = nextPauses > MOST_PAUSES ? 0 : pauseSeconds
    await jobs.enqueue(trx, 'continue-run', { runId, pauses: nextPauses }, { afterSeconds })
  })
}

/** Gives up the waiting items. */
async function giveUpWaiting(
  trx: Transaction<Database>,
  { giveUp }: RunDefinition<Services>,
  runId: string,
  reason: string,
): Promise<void> {
  const ids = await failWaitingItems(trx, runId, reason)
  await giveUp?.(trx, ids, reason)
}

/** Ends a run whose items have all been tried. False when new items have to be added to it. */
function finishRun(services: Services, runId: string): Promise<boolean> {
  const { db, now } = services
  return db.transaction().execute(async (trx) => {
    const run = await lockRunning(trx, runId)
    if (!run) return true
    const { failed, done } = await countRunItems(trx, runId)
    const finished = await findDefinition(services, run.kind).finish?.(services, trx, run, { failed })
    if (finished?.kind === 'extended') return false
    const failure = finished?.failure ?? null
    await endRun(trx, runId, { failure, moment: now() })
    const action = `${run.kind.replace('-', '_')}.${failure === null ? 'finished' : 'failed'}` as const
    await recordAudit(trx, { userId: run.started_by, action, subjectId: runId, details: { done, failed } })
    return true
  })
}

/** Ends a run that nobody continues. Finished items stay finished, and the admin may start a new run. */
async function giveUpRun(services: Services, runId: string): Promise<void> {
  const { db, now } = services
  await db.transaction().execute(async (trx) => {
    const run = await lockRunning(trx, runId)
    if (!run) return
    await giveUpWaiting(trx, findDefinition(services, run.kind), runId, INTERRUPTED)
    await endRun(trx, runId, { failure: INTERRUPTED, moment: now() })
  })
}
