import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Job } from '#domain/kernel/define-job.ts'
import type { JobQueue } from '#domain/kernel/jobs.ts'
import type { Services } from '#domain/services.ts'

/** Every job of the shop: the default exports of all `*.job.server.ts` in the domain. */
export const SHOP_JOBS: readonly Job[] = Object.values(
  import.meta.glob<Job>('#domain/**/*.job.server.ts', { eager: true, import: 'default' }),
)

export type JobQueueProcess = JobQueue & {
  /** Starts doing jobs in this process, those on a schedule too. Other processes may do the same on the same database. */
  startWorkers(services: Services): Promise<void>
  /**
   * Takes no new jobs, lets those under way finish (for `stopTimeoutMs` at most), closes its connections. Those that a silent
   * database holds up are left to the end of the process: what they would have said is found out by the next one.
   */
  stop(): Promise<void>
}

export type JobQueueOptions = {
  databaseUrl: string
  /** Receives what a person should know: a job that was given up, errors of the queue itself. */
  onError(message: string, error: unknown): void
  stopTimeoutMs?: number
  /** Others than those of the shop. */
  jobs?: readonly Job[]
  /** How often due schedules are looked for, 1 to 45 seconds. */
  schedulePassSeconds?: number
}

/**
 * Tried again for about a day: after 1-2 s, then twice as long each time up to half an hour. A job whose process died is
 * noticed by the first pass after its heartbeat stopped, one that hangs by the first after it expired.
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
const STOP_TIMEOUT_MS = 10_000
/** What the queue itself needs to end after the jobs, ms. It waits for answers of the database without end. */
const CLOSE_TIMEOUT_MS = 2_000

/** A worker takes one job at a time, so that no job's time runs while it waits for another. */
const WORKER = {
  batchSize: 1,
  pollingIntervalSeconds: 0.5,
  includeMetadata: true,
  perJobResults: true,
} as const

/** A shop that was off at the hour makes up for it when it starts, once however long it was off. */
const SCHEDULE = { tz: 'Europe/Warsaw', missed: 'once' } as const

/** The job queue in the shop's own PostgreSQL (schema pgboss, created when missing). Resolves when jobs can be enqueued. */
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
      const results = await Promise.all(batch.map((taken) => runJob(taken, job, services, options.onError)))
      // After a job it looks for the next at once; when there is none it polls.
      boss.notifyWorker(await worker)
      return results
    })
    await worker
  }

  return {
    async enqueue(trx, name, payload, { afterSeconds = 0 } = {}) {
      const startAfter = afterSeconds > 0 ? { startAfter: Math.ceil(afterSeconds) } : {}
      const id = await boss.send(name, payload, { db: fromKysely(trx), ...startAfter })
      if (id === null) throw new Error(`job ${name} was not enqueued`)
    },
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

/** Makes the stored schedules those of the jobs; one that an earlier release had, and this has not, goes. */
async function setSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = jobs.flatMap(({ name, schedule }) => (schedule === undefined ? [] : [{ name, schedule }]))
  for (const { name, schedule } of scheduled) await boss.schedule(name, schedule, {}, SCHEDULE)
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.some((job) => job.name === name)) await boss.unschedule(name, key)
  }
}

/** While the database is away every worker fails at every poll; the same error is passed on this often, ms. */
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
  onError: JobQueueOptions['onError'],
): Promise<JobResult> {
  const { id, name, data, retryCount, retryLimit } = taken
  const last = retryCount >= retryLimit
  try {
    const outcome = await job.run(services, data, { last })
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
