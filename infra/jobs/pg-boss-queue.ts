import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { MAIL_CONCURRENCY, MAIL_TIMES } from '#domain/email/mail.ts'
import type { JobHandlers, JobQueue, Jobs } from '#domain/jobs.ts'

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
  /** Others than those of the shop, to see in little time what happens when it runs out. */
  limits?: JobLimits
}

/** How many jobs of a name one process does at once, and after how long one counts as hung (whole seconds). */
type JobLimits = { [Name in keyof Jobs]: { atOnce: number; expireInSeconds: number } }

const LIMITS: JobLimits = {
  'deliver-mail': { atOnce: MAIL_CONCURRENCY, expireInSeconds: MAIL_TIMES.jobMs / 1_000 },
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

/** A worker takes one job at a time, so that no job's time runs while it waits for another. */
const WORKER = {
  batchSize: 1,
  pollingIntervalSeconds: 0.5,
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
  boss.on('error', tellSeldom(options.onError))
  await boss.start()
  const names = Object.values(JOB_NAMES)
  const existing = new Set((await boss.getQueues(names)).map((queue) => queue.name))
  const limits = options.limits ?? LIMITS
  for (const name of names) {
    const queue = { ...QUEUE, expireInSeconds: limits[name].expireInSeconds }
    await (existing.has(name) ? boss.updateQueue(name, queue) : boss.createQueue(name, queue))
  }

  async function work<Name extends keyof Jobs>(name: Name, handler: JobHandlers[Name]) {
    const worker = boss.work<Jobs[Name], void, typeof WORKER>(name, WORKER, async (jobs) => {
      const results = await Promise.all(jobs.map((job) => settle(job, handler, options.onError)))
      // After a job it looks for the next at once; when there is none it polls.
      boss.notifyWorker(await worker)
      return results
    })
    await worker
  }

  return {
    async enqueue(trx, name, payload) {
      const id = await boss.send(name, payload, { db: fromKysely(trx) })
      if (id === null) throw new Error(`job ${name} was not enqueued`)
    },
    async startWorkers(handlers) {
      const name = 'deliver-mail'
      await Promise.all(Array.from({ length: limits[name].atOnce }, () => work(name, handlers[name])))
    },
    stop: () => boss.stop({ graceful: true, timeout: options.stopTimeoutMs ?? 10_000 }),
  }
}

/** While the database is away every worker complains at every poll; the same complaint is told this often, ms. */
const SAME_TROUBLE_MS = 10_000

function tellSeldom(onError: JobQueueOptions['onError']): (error: Error) => void {
  const toldAt = new Map<string, number>()
  return (error) => {
    const code = 'code' in error ? String(error.code) : undefined
    const now = performance.now()
    if (code !== undefined && now - (toldAt.get(code) ?? Number.NEGATIVE_INFINITY) < SAME_TROUBLE_MS) return
    if (code !== undefined) toldAt.set(code, now)
    onError('job queue', error)
  }
}

async function settle<Name extends keyof Jobs>(
  job: JobWithMetadata<Jobs[Name]>,
  handler: JobHandlers[Name],
  onError: JobQueueOptions['onError'],
): Promise<JobResult> {
  const last = job.retryCount >= job.retryLimit
  try {
    const outcome = await handler(job.data, { last })
    if (outcome.ok) return { id: job.id, status: 'completed' }
    const { why } = outcome.failure
    onError(`job ${job.name} ${job.id} given up`, new Error(why))
    return { id: job.id, status: 'deadletter', output: { message: why } }
  } catch (error) {
    if (last) onError(`job ${job.name} ${job.id} given up after ${job.retryCount + 1} attempts`, error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { id: job.id, status: 'failed', output: { message, stack } }
  }
}
