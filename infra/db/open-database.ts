import pg from 'pg'
import { type Lifecycle, StartRefused } from '#infra/process/lifecycle.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { ensureDatabase } from './ensure-database.ts'
import { takeInstanceLock } from './instance-lock.ts'

const DATABASE = 'perfumeria'
const OLDEST_POSTGRES = 15

type Options = { dataDir: string; log(line: string): void; lifecycle: Lifecycle }

/**
 * Starts (or adopts) the embedded PostgreSQL and makes this process the only shop on it. Should the server die while the
 * shop runs, it is started again. Returns the address of the shop's database.
 */
export async function openEmbeddedDatabase({ dataDir, log, lifecycle }: Options): Promise<string> {
  const start = () => startEmbeddedPostgres({ dataDir, durable: true, log })
  const server = await start()
  const lockUrl = server.url('postgres')

  async function hold(): Promise<{ release(): Promise<void> }> {
    const lock = await takeInstanceLock(lockUrl, (error) => void recover(error))
    // Not ours to stop: the other shop works with it.
    if (!lock)
      throw new StartRefused(`Another shop already runs on the data folder ${dataDir}; stop it, or set DATA_DIR.`)
    return lock
  }

  async function recover(error: Error): Promise<void> {
    if (lifecycle.signal.aborted) return
    log(`PostgreSQL went away (${error.message}); starting it again`)
    try {
      const again = await start()
      if (again.url('postgres') !== lockUrl) throw new Error('PostgreSQL came back on another port')
      lock = await hold()
      log('PostgreSQL is running again')
    } catch (cause) {
      lifecycle.fail(cause)
    }
  }

  let lock = await hold()
  lifecycle.onStop('PostgreSQL', () => server.stop())
  lifecycle.onStop('the instance lock', () => lock.release())
  await ensureDatabase(lockUrl, DATABASE)
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
      throw new StartRefused(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; ${OLDEST_POSTGRES} or newer is needed.`,
      )
    }
    if (encoding !== 'UTF8') throw new StartRefused(`DATABASE_URL leads to a database in ${encoding}; UTF8 is needed.`)
  } catch (error) {
    if (error instanceof StartRefused || !(error instanceof Error)) throw error
    throw new StartRefused(`DATABASE_URL leads to no usable database: ${error.message}`)
  } finally {
    await client.end()
  }
}
