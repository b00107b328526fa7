import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { type LoggedFailure, log } from '#domain/kernel/log.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import {
  type FailureNotes,
  type FailureReport,
  findBrowserFamily,
  isOwnFailure,
  splitError,
  type UncaughtFailure,
} from './failure.ts'
import { addFailures, markResolved, type NotedFailure } from './failure-store.server.ts'
import { maskFailure } from './mask-failure.ts'

/** How long failures are gathered before they are written, ms. */
const WRITE_AFTER_MS = 2000

/** Kinds of failures gathered at once. Further ones are only counted. */
const MOST_KINDS = 50

type NoteOptions = {
  /** The build of this process. */
  build: string
  now(): Date
}

/**
 * Counts uncaught failures by kind, in memory, and writes them every few seconds, so that no failed call waits for it.
 * What cannot be written is dropped, and the log says how many failures that were.
 */
export class BatchedFailureNotes implements FailureNotes {
  readonly #db: Kysely<Database>
  readonly #options: NoteOptions
  #noted = new Map<string, NotedFailure>()
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Kysely<Database>, options: NoteOptions) {
    this.#db = db
    this.#options = options
  }

  note(failure: UncaughtFailure): void {
    const { kind, ...masked } = maskFailure(failure)
    const build = failure.build ?? this.#options.build
    const fingerprint = hash('sha256', kind).slice(0, 32)
    const key = `${fingerprint} ${build}`
    const before = this.#noted.get(key)
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref()
    if (!before && this.#noted.size >= MOST_KINDS) {
      this.#dropped += 1
      return
    }
    const { source, browser, requestId } = failure
    const now = this.#options.now()
    this.#noted.set(key, {
      ...{ ...masked, fingerprint, build, source, browser, request_id: requestId },
      times: (before?.times ?? 0) + 1,
      first_at: before?.first_at ?? now,
      last_at: now,
    })
  }

  noteLogged({ event, fields, error }: LoggedFailure): void {
    // Another watcher logs outages of the database.
    if (isDatabaseUnavailable(error)) return
    const { path, method, request } = fields
    const code = 'code' in error && /^[A-Z\d_]{3,40}$/.test(String(error.code)) ? String(error.code) : undefined
    this.note({
      source: 'server',
      name: error.name,
      code,
      message: error.message,
      stack: error.stack ?? '',
      place:
        typeof path === 'string'
          ? `${typeof method === 'string' ? method : 'GET'} ${path}`
          : event.replace(/ failed$/, ''),
      browser: null,
      requestId: typeof request === 'string' ? request : null,
    })
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const failures = [...this.#noted.values()]
    const dropped = this.#dropped
    this.#noted = new Map()
    this.#dropped = 0
    if (failures.length > 0) this.#writing = this.#writing.then(() => this.#write(failures, dropped))
    return this.#writing
  }

  async #write(failures: readonly NotedFailure[], dropped: number): Promise<void> {
    const tell = (lost: number, error?: unknown) =>
      log.warn('uncaught failures were not stored', { lost, ...(error !== undefined && { error }) })
    try {
      await addFailures(this.#db, failures)
      if (dropped > 0) tell(dropped)
    } catch (error) {
      tell(
        failures.reduce((sum, { times }) => sum + times, dropped),
        error,
      )
    }
  }
}

/** Notes a failure that a page reports, if the shop's own code failed. */
export async function reportFailure(
  services: LimitServices & Pick<Services, 'failures'>,
  report: FailureReport,
  { clientAddress, userAgent, origin }: { clientAddress: string; userAgent: string; origin: string },
): Promise<Result<null, TooManyAttempts>> {
  if (!isOwnFailure(report, origin)) return ok(null)
  const limited = await limitAttempts(services, 'failure_report', { account: null, clientAddress })
  if (!limited.ok) return limited
  const browser = findBrowserFamily(userAgent)
  const { error, stack, page, build } = report
  services.failures.note({
    ...{ ...splitError(error), stack, build, browser },
    source: 'browser',
    place: page,
    // The id of the report says nothing about the failure, and would lead to an address in the proxy's log.
    requestId: null,
  })
  return ok(null)
}

type FailureNotFound = { reason: 'failure_not_found' }

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
