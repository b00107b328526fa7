import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#infra/startup-error.ts'
import { CLUSTER_USER, checkMajorVersion, initCluster, locateCluster, readAccess, writeAccess } from './cluster.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'
import { choosePostgresUser, findPrograms, POSTGRES_ENVIRONMENT } from './programs.ts'

export type EmbeddedPostgres = {
  /** Folder of the server's files. */
  cluster: string
  /** Address of a database for the superuser, with its password. */
  url(database: string): string
  /** Creates a database unless it exists. */
  ensureDatabase(name: string): Promise<void>
  /** Starts the stopped server once more on its port; rejects with the end of its log when it does not start. */
  startAgain(): Promise<void>
  /**
   * Shuts down in order ('fast'); resolves when the server has stopped, or after `longestMs`: then it ends on its own,
   * and the next start waits for it.
   */
  stop(longestMs?: number): Promise<void>
}

type Options = {
  dataDir: string
  /** False in tests: no fsync. */
  durable: boolean
  log(line: string): void
}

/** Runs pg_ctl on the cluster until it ends; resolves with whether it succeeded. */
type PgCtl = (...args: string[]) => Promise<boolean>

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const MOST_ATTEMPTS = 3
const POLL_MS = 15
/** A day, seconds: crash recovery may take long. */
const PG_CTL_TIMEOUT_S = 86_400

/**
 * Starts the PostgreSQL installed by npm, or adopts the one that still runs on this data folder after its shop was
 * killed. pg_ctl runs it in its own session, which neither Ctrl-C nor the end of this process stops.
 */
export async function startEmbeddedPostgres({ dataDir, durable, log }: Options): Promise<EmbeddedPostgres> {
  const user = choosePostgresUser()
  const cluster = locateCluster(dataDir, user, log)
  const programs = findPrograms(user, log)
  if (!existsSync(cluster)) {
    log('Zakładam bazę danych')
    initCluster(cluster, programs, user, durable)
  }
  checkMajorVersion(cluster, programs)
  const logFile = join(dataDir, 'postgres', 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`)

  const pgCtl: PgCtl = async (...args) => {
    const output = openSync(logFile, 'a', 0o600)
    const child = spawn(programs.pgCtl, [...args, '--wait', `--timeout=${PG_CTL_TIMEOUT_S}`, '--silent'], {
      ...user,
      cwd: '/',
      // Not an argument, because pg_ctl would put that into a shell command.
      env: { ...POSTGRES_ENVIRONMENT, PGDATA: cluster },
      // Otherwise Ctrl-C in the terminal makes pg_ctl end the server that it starts.
      detached: true,
      // The server inherits this file for its log.
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const [exitCode] = await once(child, 'exit')
    return exitCode === 0
  }

  const { port } = await findOrStart(cluster, logFile, MOST_ATTEMPTS, async () => {
    await choosePort(cluster)
    await start(cluster, pgCtl, durable)
  })
  const { password } = readAccess(cluster)
  const url = (database: string) => `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/${database}`
  return {
    cluster,
    url,
    ensureDatabase: (name) => ensureDatabase(url('postgres'), name),
    async startAgain() {
      const found = await findOrStart(cluster, logFile, 1, () => start(cluster, pgCtl, durable))
      if (found.port !== port)
        throw new StartupError('Na tym folderze danych działa już inny sklep: zatrzymaj jeden z nich.')
    },
    async stop(longestMs = Number.POSITIVE_INFINITY) {
      const pid = findPostmaster(cluster)?.pid
      if (pid === undefined) return
      // pg_ctl's own stop would also wait for a server that the next shop has started.
      await pgCtl('kill', 'INT', String(pid))
      const until = performance.now() + longestMs
      while (findPostmaster(cluster)?.pid === pid && performance.now() < until) await pause(POLL_MS)
    },
  }
}

/** Waits until a running server is ready; starts one, `mostAttempts` times at most, when none runs. */
async function findOrStart(
  cluster: string,
  logFile: string,
  mostAttempts: number,
  startServer: () => Promise<void>,
): Promise<Postmaster> {
  for (let attempts = 0; ; ) {
    const postmaster = findPostmaster(cluster)
    if (postmaster?.ready) return postmaster
    if (postmaster) {
      await pause(POLL_MS)
    } else {
      if (attempts === mostAttempts) {
        const logEnd = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
        throw new Error(`PostgreSQL does not start. The end of its log:\n${logEnd}`)
      }
      attempts += 1
      await startServer()
    }
  }
}

async function choosePort(cluster: string): Promise<void> {
  const access = readAccess(cluster)
  const port = await findFreePort(access.port)
  if (port !== access.port) writeAccess(cluster, { ...access, port })
}

async function start(cluster: string, pgCtl: PgCtl, durable: boolean): Promise<void> {
  const { port } = readAccess(cluster)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'log_timezone=UTC',
    'timezone=UTC',
    ...(durable
      ? ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']
      : ['fsync=off', 'full_page_writes=off', 'max_connections=300']),
  ]
  await pgCtl('start', `--options=${settings.map((setting) => `-c ${setting}`).join(' ')}`)
}

/** The preferred port when it is free, else one that the system picks. */
function findFreePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (preferred === 0 ? reject(error) : resolve(findFreePort(0))))
    probe.listen({ host: '127.0.0.1', port: preferred, exclusive: true }, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function ensureDatabase(maintenanceUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    // 42P04, 23505: a process that started at the same time was faster.
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
  } finally {
    await client.end()
  }
}
