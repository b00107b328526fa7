import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Job } from '#domain/kernel/definitions.ts'
import type { JobQueue } from '#domain/kernel/jobs.ts'
import { addRequestId, readRequestId, runForRequest } from '#domain/kernel/present-call.server.ts'
import type { Services } from '#domain/services.ts'
import { NO_TRACING, type Tracing } from '#infra/monitoring/tracing.ts'
import { discardJobs } from './discard-jobs.ts'

/** Every job of the shop: the default exports of all `*.job.server.ts` in the domain. */
export const SHOP_JOBS: readonly Job[] = Object.values(
  import.meta.glob<Job>('#domain/**/*.job.server.ts', { eager: true, import: 'default' }),
)

export type JobQueueProcess = JobQueue & {
  /** Starts the workers and schedules of this process. Several processes may share one database. */
  startWorkers(services: Services): Promise<void>
  /**
   * Takes no new jobs, waits for running ones (`stopTimeoutMs` at most) and closes its connections. Jobs that a silent
   * database delays are left unfinished; the next process repeats them.
   */
  stop(): Promise<void>
}

export type JobQueueOptions = {
  databaseUrl: string
  /** Called when a job is given up, and for errors of the queue itself. */
  onError(message: string, error: unknown): void
  tracing?: Tracing
  stopTimeoutMs?: number
  /** Replaces the shop's jobs. */
  jobs?: readonly Job[]
  /** Interval of the check for due schedules, s: 1 to 45. */
  schedulePassSeconds?: number
}

/**
 * A failed job is retried for about a day: after 1-2 s, then after twice the time, half an hour at most. A pass of the
 * supervisor notices a job whose heartbeat stopped because its process died, and one that has expired.
 */
const QUEUE = {
  retryLimit: 60,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 1_800,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 86_400,
} as const
const LOST_JOBS_PASS_SECONDS = 10
const SCHEDULE_PASS_SECONDS = 30
const STOP_TIMEOUT_MS = 1_000
/** Time for the queue itself to end after the jobs, ms. Its wait for the database has no limit. */
const CLOSE_TIMEOUT_MS = 500

/** A worker takes one job at a time, so that no job expires while it waits for another. */
const WORKER = {
  batchSize: 1,
  pollingIntervalSeconds: 0.5,
  includeMetadata: true,
  perJobResults: true,
} as const

/** A missed schedule runs once when the shop starts. */
const SCHEDULE = { tz: 'Europe/Warsaw', missed: 'once' } as const

/**
 * The job queue in the shop's own PostgreSQL (schema pgboss, created when missing). Resolves when jobs can be enqueued.
 */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueueProcess> {
  const jobs = options.jobs ?? SHOP_JOBS
  const schedulePassSeconds = options.schedulePassSeconds ?? SCHEDULE_PASS_SECONDS
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'perfumeria-jobs',
    max: 4,
    cronMonitorIntervalSeconds: schedulePassSeconds,
    cronWorkerIntervalSeconds: Math.min(5, schedulePassSeconds),
    superviseIntervalSeconds: LOST_JOBS_PASS_SECONDS,
    monitorIntervalSeconds: LOST_JOBS_PASS_SECONDS,
  })
  boss.on('error', limitRepeats(options.onError))
  await boss.start()
  const existing = new Set((await boss.getQueues(jobs.map(({ name }) => name))).map(({ name }) => name))
  for (const { name, timeoutSeconds } of jobs) {
    const queue = { ...QUEUE, expireInSeconds: timeoutSeconds }
    await (existing.has(name) ? boss.updateQueue(name, queue) : boss.createQueue(name, queue))
  }

  async function startWorker(job: Job, services: Services): Promise<void> {
    const worker = boss.work<unknown, void, typeof WORKER>(job.name, WORKER, async (batch) => {
      const results = await Promise.all(
        batch.map((taken) => runForRequest(readRequestId(taken.data), () => runJob(taken, job, services, options))),
      )
      // Looks for the next job at once; without one the worker polls.
      boss.notifyWorker(await worker)
      return results
    })
    await worker
  }

  return {
    async enqueue(trx, name, payload, { afterSeconds = 0 } = {}) {
      const startAfter = afterSeconds > 0 ? { startAfter: Math.ceil(afterSeconds) } : {}
      const id = await boss.send(name, addRequestId(payload), { db: fromKysely(trx), ...startAfter })
      if (id === null) throw new Error(`job ${name} was not enqueued`)
    },
    discard: discardJobs,
    async startWorkers(services) {
      for (const job of jobs) {
        for (let worker = 0; worker < job.concurrency; worker += 1) await startWorker(job, services)
      }
      await setSchedules(boss, jobs)
    },
    async stop() {
      const timeout = options.stopTimeoutMs ?? STOP_TIMEOUT_MS
      const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        options.onError('job queue', new Error('The job queue does not stop: its database does not answer'))
        giveUp()
      }, timeout + CLOSE_TIMEOUT_MS)
      await Promise.race([boss.stop({ graceful: true, timeout }), givenUp]).finally(() => clearTimeout(timer))
    },
  }
}

/** Replaces the stored schedules by those of the jobs, and removes those of earlier releases. */
async function setSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = jobs.flatMap(({ name, schedule }) => (schedule === undefined ? [] : [{ name, schedule }]))
  for (const { name, schedule } of scheduled) await boss.schedule(name, schedule, {}, SCHEDULE)
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.some((job) => job.name === name)) await boss.unschedule(name, key)
  }
}

/** Interval of reports of one error, ms: while the database is away, every worker fails at every poll. */
const SAME_ERROR_MS = 10_000

function limitRepeats(onError: JobQueueOptions['onError']): (error: Error) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const code = 'code' in error ? String(error.code) : undefined
    const now = performance.now()
    if (code !== undefined && now - (reportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < SAME_ERROR_MS) return
    if (code !== undefined) reportedAt.set(code, now)
    onError('job queue', error)
  }
}

async function runJob(
  taken: JobWithMetadata<unknown>,
  job: Job,
  services: Services,
  { onError, tracing = NO_TRACING }: JobQueueOptions,
): Promise<JobResult> {
  const { id, name, data, retryCount, retryLimit } = taken
  const last = retryCount >= retryLimit
  try {
    const outcome = await tracing.trace(
      'job',
      `job ${name}`,
      () => job.run(services, data, { last }),
      ({ ok }) => ({ failed: !ok, fields: { 'shop.job_id': id, 'shop.attempt': retryCount + 1 } }),
    )
    if (outcome.ok) return { id, status: 'completed' }
    const { why } = outcome.failure
    onError(`job ${name} ${id} given up`, new Error(why))
    return { id, status: 'deadletter', output: { message: why } }
  } catch (error) {
    if (last) onError(`job ${name} ${id} given up after ${retryCount + 1} attempts`, error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { id, status: 'failed', output: { message, stack } }
  }
}
