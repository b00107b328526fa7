import { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#domain/database.ts'
import type { Tracing } from '#infra/monitoring/tracing.ts'
import { noteDatabaseFailure } from './database-failures.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { prepareStatements } from './prepared-statements.ts'

export type DatabaseConnection = { db: Kysely<Database>; pool: pg.Pool; close(): Promise<void> }

/** A wait for a connection that takes longer than this checks whether the database answers, ms. */
const SLOW_CONNECTION_MS = 1_000

/** How long the end of a pool waits for statements under way, ms. */
const CLOSE_MS = 500

/**
 * What every connection of the shop is set to, as PostgreSQL shows it. `random_page_cost`: data lies in memory or on
 * solid-state disks, where random reads cost little more than sequential ones. No parallel workers: they take
 * milliseconds to start, and no statement runs long enough to gain from them.
 */
const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
}

/**
 * A wait for another transaction's row or key ends after `lock_timeout`: a use case takes milliseconds, so only a crowd
 * of hundreds waits.
 */
const CALLERS_LIMITS = { lock_timeout: '5s', idle_in_transaction_session_timeout: '1min' }

/** For each pool: its name in pg_stat_activity, its limits, and its longest wait for a connection, ms (0: none). */
const USES = {
  shop: { name: 'perfumeria-shop', limits: { statement_timeout: '30s', ...CALLERS_LIMITS }, waitMs: 10_000 },
  // For public reads, so that a flood of them ends soon and delays nothing else.
  public: { name: 'perfumeria-public', limits: { statement_timeout: '3s', ...CALLERS_LIMITS }, waitMs: 3_000 },
  // What the shop does for itself waits for a slow machine.
  start: {
    name: 'perfumeria-start',
    limits: { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' },
    waitMs: 0,
  },
} as const

/**
 * What the connections of a pool are set to; behind a pooler in transaction mode the role's defaults have to be this.
 */
export function sessionSettings(use: keyof typeof USES): Record<string, string> {
  return { ...SESSION_SETTINGS, ...USES[use].limits }
}

/** For a session that works on whole tables; the role's defaults may limit it. */
export const WITHOUT_LIMITS = Object.entries(USES.start.limits)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ')

/**
 * A pool and Kysely over it. int8 arrives as number (grosze and counts; beyond 2^53 is an error), timestamptz as Date.
 * `onIdleError` receives the errors of connections that broke while unused; the pool replaces them by itself.
 */
export function connectDatabase(
  url: string,
  options: {
    max: number
    use?: keyof typeof USES
    /**
     * Whether the address leads through a pooler in transaction mode. A connection then has no session: no settings are
     * made on it, and no statement is prepared.
     */
    isPooled?: boolean
    onIdleError(error: Error): void
    /** Ends waits for a connection while the database is away, and prevents new ones. */
    watch?: DatabaseWatch
    /** Called with every statement that was answered. */
    noteStatement?: Tracing['noteStatement']
  },
): DatabaseConnection {
  const { use = 'shop', isPooled = false } = options
  const { name: application_name, waitMs } = USES[use]
  const settings = Object.entries(sessionSettings(use)).map(([name, value]) => `set ${name} = '${value}'`)
  const open = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    application_name,
    max: options.max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    // The pool's own end of a connection waits for an answer; our socket can be destroyed.
    stream: () => openSocket(open),
    // Awaited by the pool before it hands the connection out. A query, because poolers refuse start-up options.
    onConnect: async (client) => {
      if (!isPooled) await client.query(settings.join('; '))
    },
  })
  let closing = false
  pool.on('error', (error) => {
    // The server may stop before the pool has closed its connections.
    if (!closing) options.onIdleError(error)
  })
  // A connection that breaks between two queries of a transaction emits its error only here; without a listener it
  // would end the process. The next query fails, and with it the transaction.
  pool.on('connect', (client) => client.on('error', () => undefined))
  options.watch?.onSilence(() => {
    for (const socket of open) socket.destroy()
  })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: prepareStatements(pool, {
        isPooled,
        takeConnection: () => takeConnection(pool, options.watch, { isPooled }),
      }),
    }),
    log: (event) => {
      if (event.level === 'error') noteDatabaseFailure(event.error)
      options.noteStatement?.(event.query.sql, event.queryDurationMillis, event.level === 'error')
    },
  })
  return {
    db,
    pool,
    async close() {
      closing = true
      // The pool waits for statements under way. Their callers are gone: the server has stopped before.
      const end = setTimeout(() => {
        for (const socket of open) socket.destroy()
      }, CLOSE_MS)
      await db.destroy().finally(() => clearTimeout(end))
    },
  }
}

/** Work of the start on connections of its own, which wait as long as the database takes to answer. */
export async function runAtStart<Value>(url: string, work: (db: Kysely<Database>) => Promise<Value>): Promise<Value> {
  // A connection that breaks fails the next statement.
  const { db, close } = connectDatabase(url, { max: 2, use: 'start', onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Creates a socket and keeps it in `open` until it closes. */
function openSocket(open: Set<Socket>): Socket {
  const socket = new Socket()
  open.add(socket)
  return socket.once('close', () => open.delete(socket))
}

/**
 * Takes a connection of the pool; a long wait ends when the database does not answer. While it is known to be away,
 * nobody waits: the connections that are left would not answer either. The watch does not go through a pooler.
 */
async function takeConnection(
  pool: pg.Pool,
  watch: DatabaseWatch | undefined,
  { isPooled }: { isPooled: boolean },
): Promise<pg.PoolClient> {
  // The start waits for the database, and the watch begins after it.
  if (!watch?.hasBegun()) return pool.connect()
  const outage = isPooled ? null : watch.findOutage()
  if (outage) {
    noteDatabaseFailure(outage)
    throw outage
  }
  const coming = pool.connect()
  const { promise: away, reject } = Promise.withResolvers<never>()
  const check = setInterval(() => watch.check().catch(reject), SLOW_CONNECTION_MS)
  try {
    return await Promise.race([coming, away])
  } catch (error) {
    noteDatabaseFailure(error)
    // A connection that arrives later goes back to the pool.
    coming.then((client) => client.release()).catch(noteDatabaseFailure)
    throw error
  } finally {
    clearInterval(check)
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return parseWholeNumber
  return oid === pg.types.builtins.TIMESTAMP ? parseWallClock : pg.types.getTypeParser(oid, format)
}

/** A timestamp without time zone is a Polish wall clock, to the minute: '2026-12-04T08:00'. */
function parseWallClock(text: string): string {
  return text.slice(0, 16).replace(' ', 'T')
}

function parseWholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
}

/** Most connections in each pool of a process. */
export function poolSizes(processors = availableParallelism()): { shop: number; public: number } {
  return {
    // PostgreSQL accepts 100 by default, and several processes may share it. Enough connections let simultaneous
    // commits share one wait for the disk.
    shop: Math.min(40, Math.max(20, processors * 4)),
    // At most as many as the processors can handle, because orders need them too.
    public: Math.min(10, Math.max(2, processors)),
  }
}

/** Most connections of a process outside its pools: jobs, notifications, the database watch, a migration. */
export const OTHER_CONNECTIONS = 7
