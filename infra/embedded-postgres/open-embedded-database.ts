import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#domain/kernel/log.ts'
import type { Lifecycle } from '#infra/lifecycle.ts'
import { StartupError } from '#infra/startup-error.ts'
import { CLUSTER_USER, hasCluster, locateCluster, readAccess } from './cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres-server.ts'
import { findPostmaster } from './postmaster.ts'
import { choosePostgresUser } from './programs.ts'
import { ensureShopRole, handOver, shopUrl } from './shop-role.ts'

const DATABASE = 'perfumeria'
/** An arbitrary key of our own. */
const INSTANCE_LOCK = 7_310_440
/** How long a second shop waits for the lock, ms: the server soon notices that a killed process's connection ended. */
const LOCK_TIMEOUT_MS = 10_000
/** How long a start is tried, ms: a shop that is stopping may stop the PostgreSQL that was found running. */
const TRIED_FOR_MS = 30_000

/** Pauses between attempts to start a server again, doubled each time, ms. */
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** The part of a stop's time that is not spent on waiting for the server to write what it holds, ms. */
const SPARE_MS = 500

/**
 * Starts (or adopts) the embedded PostgreSQL and makes this process the only shop on it. A server that dies is started
 * again, without a limit. Returns the address of the shop's database for its own role, and the folder of its files.
 */
export async function openEmbeddedDatabase(options: {
  dataDir: string
  printStep(line: string): void
  lifecycle: Lifecycle
}): Promise<{ url: string; cluster: string }> {
  const { dataDir, printStep, lifecycle } = options
  let recovery = Promise.resolve()

  async function startAlone(): Promise<{ server: EmbeddedPostgres; lock: InstanceLock }> {
    const until = performance.now() + TRIED_FOR_MS
    for (;;) {
      const server = await startEmbeddedPostgres({ dataDir, durable: true, log: printStep })
      try {
        await ensureShopRole(server)
        return { server, lock: await lockInstance(server) }
      } catch (error) {
        if (error instanceof StartupError || performance.now() > until) throw error
        await pause(SHORTEST_PAUSE_MS)
      }
    }
  }

  async function lockInstance(server: EmbeddedPostgres): Promise<InstanceLock> {
    const lock = await takeInstanceLock(shopUrl(server, 'postgres'), (error) => {
      recovery = recover(error)
    })
    if (lock) return lock
    throw new StartupError(
      `Na folderze danych ${dataDir} działa już inny sklep: zatrzymaj go albo ustaw inny DATA_DIR.`,
    )
  }

  /** Null once the lock is lost: then this process must not stop the server. */
  let running: Awaited<ReturnType<typeof startAlone>> | null = await startAlone()
  const { server } = running

  async function recover(error: Error): Promise<void> {
    running = null
    if (!lifecycle.signal.aborted) log.warn('PostgreSQL went away; starting it again', { error })
    let pauseMs = SHORTEST_PAUSE_MS
    while (!lifecycle.signal.aborted) {
      try {
        await server.startAgain()
        running = { server, lock: await lockInstance(server) }
        log.info('PostgreSQL is running again')
        return
      } catch (cause) {
        if (cause instanceof StartupError) return lifecycle.fail(cause)
        log.warn('PostgreSQL does not start; trying again', { error: cause, pauseMs })
        await pause(pauseMs, undefined, { signal: lifecycle.signal }).catch(() => undefined)
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
    }
  }

  // The lock is held until the server has stopped, so that no other shop connects to a stopping server.
  lifecycle.onStop('PostgreSQL', async (msLeft) => {
    await recovery
    await running?.server.stop(msLeft - SPARE_MS)
    await running?.lock.release()
  })
  await server.ensureDatabase(DATABASE)
  await handOver(server, DATABASE)
  return { url: shopUrl(server, DATABASE), cluster: server.cluster }
}

/** Address of the shop's database when its PostgreSQL runs on this data folder; null when it does not. */
export function findRunningDatabase(dataDir: string): string | null {
  if (!hasCluster(dataDir)) return null
  const cluster = locateCluster(dataDir, choosePostgresUser(), () => {})
  const postmaster = existsSync(cluster) ? findPostmaster(cluster) : null
  if (!postmaster?.ready) return null
  const { password } = readAccess(cluster)
  const url = (database: string) => `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${postmaster.port}/${database}`
  return shopUrl({ cluster, url }, DATABASE)
}

type InstanceLock = { release(): Promise<void> }

/**
 * Takes the lock of the embedded database. It belongs to a database session, so it ends with the process, however that
 * ends. Null when another process holds it. `onLost` is called once when the session breaks.
 */
async function takeInstanceLock(url: string, onLost: (error: Error) => void): Promise<InstanceLock | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'instance-lock', keepAlive: true })
  let held = false
  // A server that dies causes two errors: its last message and the end of the connection. Before the lock is held, the
  // query that waits for it fails instead.
  client.on('error', (error) => {
    if (held) onLost(error)
    held = false
  })
  await client.connect()
  const deadline = performance.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [INSTANCE_LOCK])
    if (rows[0]?.taken) break
    if (performance.now() > deadline) {
      await client.end()
      return null
    }
    await pause(50)
  }
  held = true
  return {
    async release() {
      held = false
      await client.end()
    },
  }
}
