import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#domain/database.ts'
import { noteDatabaseFailure } from '#infra/db/database-failures.ts'
import type { DatabaseWatch } from '#infra/db/database-watch.ts'
import { StartupError } from '#infra/startup-error.ts'
import { prepareStatements } from './prepared-statements.ts'

export type DatabaseConnection = { db: Kysely<Database>; pool: pg.Pool; close(): Promise<void> }

/** A wait for a connection that takes longer than this checks whether the database answers, ms. */
const SLOW_CONNECTION_MS = 1_000

/**
 * Longest wait for another transaction's row or key. A use case takes milliseconds, so only a crowd of hundreds waits.
 */
const LOCK_TIMEOUT = '5s'

/**
 * Session settings are sent as a query, because connection poolers in front of PostgreSQL refuse start-up options.
 * `random_page_cost`: data lies in memory or on solid-state disks, where random reads cost little more than sequential
 * ones. No parallel workers: they take milliseconds to start, and no statement runs long enough to gain from them.
 */
const SESSION_SETTINGS = `set time zone 'UTC'; set lock_timeout = '${LOCK_TIMEOUT}';
  set idle_in_transaction_session_timeout = '60s'; set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0`

/** Longest statement of a pool and longest wait for one of its connections. */
const TIME_LIMITS = {
  shop: { statementMs: 30_000, waitMs: 10_000 },
  // For public reads: a flood of them ends soon and delays nothing else.
  public: { statementMs: 3_000, waitMs: 3_000 },
} as const

/**
 * A pool and Kysely over it. int8 arrives as number (grosze and counts; beyond 2^53 is an error), timestamptz as Date.
 * `onIdleError` receives the errors of connections that broke while unused; the pool replaces them by itself.
 */
export function connectDatabase(
  url: string,
  options: {
    max: number
    use?: keyof typeof TIME_LIMITS
    onIdleError(error: Error): void
    /** Ends waits for a connection while the database is away. */
    watch?: DatabaseWatch
  },
): DatabaseConnection {
  const { statementMs, waitMs } = TIME_LIMITS[options.use ?? 'shop']
  const open = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    // The pool's own end of a connection waits for an answer; our socket can be destroyed.
    stream: () => openSocket(open),
    // Awaited by the pool before it hands the connection out.
    onConnect: async (client) => {
      await client.query(`${SESSION_SETTINGS}; set statement_timeout = ${statementMs}`)
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
    dialect: new PostgresDialect({ pool: prepareStatements(pool, () => takeConnection(pool, options.watch)) }),
    log: (event) => {
      if (event.level === 'error') noteDatabaseFailure(event.error)
    },
  })
  return {
    db,
    pool,
    close() {
      closing = true
      return db.destroy()
    },
  }
}

/** Creates a socket and keeps it in `open` until it closes. */
function openSocket(open: Set<Socket>): Socket {
  const socket = new Socket()
  open.add(socket)
  return socket.once('close', () => open.delete(socket))
}

/** Takes a connection of the pool; a long wait ends when the database does not answer. */
async function takeConnection(pool: pg.Pool, watch: DatabaseWatch | undefined): Promise<pg.PoolClient> {
  const coming = pool.connect()
  if (!watch) return coming
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

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? parseWholeNumber : pg.types.getTypeParser(oid, format)

function parseWholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
}

const OLDEST_POSTGRES = 15

/** @throws StartupError when the database does not answer or does not fit the shop */
export async function checkExternalDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    const { version = 0, encoding } = rows[0] ?? {}
    if (version < OLDEST_POSTGRES * 10_000) {
      throw new StartupError(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; ${OLDEST_POSTGRES} or newer is needed.`,
      )
    }
    if (encoding !== 'UTF8') throw new StartupError(`DATABASE_URL leads to a database in ${encoding}; UTF8 is needed.`)
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error
    throw new StartupError(`DATABASE_URL leads to no usable database: ${error.message}`)
  } finally {
    await client.end()
  }
}
