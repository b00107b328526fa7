import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobHandlers, JobQueue, Jobs } from '#domain/jobs/jobs.ts'

export type JobQueueProcess = JobQueue & {
  /** Starts doing jobs in this process. Other processes may do the same on the same database. */
  startWorkers(handlers: JobHandlers): Promise<void>
  /** Takes no new jobs, lets those under way finish (for `stopTimeoutMs` at most), closes its connections. */
  stop(): Promise<void>
}

export type JobQueueOptions = {
  databaseUrl: string
  /** Told what a person should know: a job that was given up, trouble of the queue itself. */
  onError(message: string, error: unknown): void
  stopTimeoutMs?: number
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
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 86_400,
} as const
const LOST_JOBS_PASS_SECONDS = 10

/** Each of the workers takes a batch and does it side by side. One that hangs on a dead server leaves the others going. */
const WORKERS = {
  localConcurrency: 3,
  batchSize: 10,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
  includeMetadata: true,
  perJobResults: true,
} as const

const JOB_NAMES: { [Name in keyof Jobs]: Name } = { 'deliver-mail': 'deliver-mail' }

/** The job queue in the shop's own PostgreSQL (schema pgboss, created when missing). Resolves when jobs can be enqueued. */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueueProcess> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'perfumeria-jobs',
    max: 4,
    schedule: false,
    superviseIntervalSeconds: LOST_JOBS_PASS_SECONDS,
    monitorIntervalSeconds: LOST_JOBS_PASS_SECONDS,
  })
  boss.on('error', (error) => options.onError('job queue', error))
  await boss.start()
  const names = Object.values(JOB_NAMES)
  const existing = new Set((await boss.getQueues(names)).map((queue) => queue.name))
  for (const name of names) {
    await (existing.has(name) ? boss.updateQueue(name, QUEUE) : boss.createQueue(name, QUEUE))
  }

  async function work<Name extends keyof Jobs>(name: Name, handler: JobHandlers[Name]) {
    await boss.work<Jobs[Name], void, typeof WORKERS>(name, WORKERS, (jobs) =>
      Promise.all(jobs.map((job) => settle(job, handler, options.onError))),
    )
  }

  return {
    async enqueue(trx, name, payload) {
      const id = await boss.send(name, payload, { db: fromKysely(trx) })
      if (id === null) throw new Error(`job ${name} was not enqueued`)
    },
    async startWorkers(handlers) {
      await work('deliver-mail', handlers['deliver-mail'])
    },
    stop: () => boss.stop({ graceful: true, timeout: options.stopTimeoutMs ?? 10_000 }),
  }
}

async function settle<Payload>(
  job: JobWithMetadata<Payload>,
  handler: (payload: Payload) => Promise<void>,
  onError: JobQueueOptions['onError'],
): Promise<JobResult> {
  try {
    await handler(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    if (job.retryCount >= job.retryLimit)
      onError(`job ${job.name} ${job.id} given up after ${job.retryCount + 1} attempts`, error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { id: job.id, status: 'failed', output: { message, stack } }
  }
}
