import pg from 'pg'
import { type Lifecycle, StartupError } from '#infra/process/lifecycle.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { ensureDatabase } from './ensure-database.ts'
import { takeInstanceLock } from './instance-lock.ts'

const DATABASE = 'perfumeria'
const OLDEST_POSTGRES = 15

type Options = { dataDir: string; log(line: string): void; lifecycle: Lifecycle }

/** A predecessor that is just stopping may take its PostgreSQL away under us; then it is started again, so often. */
const TRIES = 5

type Lock = { release(): Promise<void> }

/**
 * Starts (or adopts) the embedded PostgreSQL and makes this process the only shop on it. Should the server die while the
 * shop runs, it is started again. Returns the address of the shop's database.
 */
export async function openEmbeddedDatabase({ dataDir, log, lifecycle }: Options): Promise<string> {
  let recovery = Promise.resolve()

  async function startAlone(): Promise<{ server: EmbeddedPostgres; lock: Lock }> {
    for (let attempt = 1; ; attempt += 1) {
      const server = await startEmbeddedPostgres({ dataDir, durable: true, log })
      try {
        return { server, lock: await hold(server) }
      } catch (error) {
        if (error instanceof StartupError || attempt === TRIES) throw error
      }
    }
  }

  async function hold(server: EmbeddedPostgres): Promise<Lock> {
    const lock = await takeInstanceLock(server.url('postgres'), (error) => {
      recovery = recover(error)
    })
    if (lock) return lock
    throw new StartupError(`Another shop already runs on the data folder ${dataDir}; stop it, or set DATA_DIR.`)
  }

  /** Ours while we hold the lock; null once another shop was quicker to take it: then the server is not ours to stop. */
  let running: Awaited<ReturnType<typeof startAlone>> | null = await startAlone()
  const { server } = running

  async function recover(error: Error): Promise<void> {
    if (lifecycle.signal.aborted) return
    log(`PostgreSQL went away (${error.message}); starting it again`)
    running = null
    try {
      running = await startAlone()
      if (running.server.url(DATABASE) !== server.url(DATABASE)) throw new Error('PostgreSQL came back on another port')
      log('PostgreSQL is running again')
    } catch (cause) {
      lifecycle.fail(cause)
    }
  }

  // The lock is held until the server is gone, so that nobody who starts meanwhile builds on one that is going.
  lifecycle.onStop('PostgreSQL', async () => {
    await recovery
    await running?.server.stop()
    await running?.lock.release()
  })
  await ensureDatabase(server.url('postgres'), DATABASE)
  return server.url(DATABASE)
}

/** Refuses a DATABASE_URL that does not answer or is not what the shop needs, in one sentence. */
export async function checkForeignDatabase(url: string): Promise<void> {
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
