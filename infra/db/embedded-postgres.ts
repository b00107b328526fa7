import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CLUSTER_USER,
  checkMajorVersion,
  initCluster,
  POSTGRES_ENVIRONMENT,
  readAccess,
  rememberPort,
} from './cluster.ts'
import { clusterLocation } from './cluster-location.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type PostgresUser, postgresUser } from './postgres-user.ts'
import { findPostmaster, isAtWork, type Postmaster } from './postmaster.ts'

export type EmbeddedPostgres = {
  /** Address of a database of this server, with password. */
  url(database: string): string
  /** Orderly ('fast') shutdown; resolves when the server is gone. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** false: no fsync, for tests alone. */
  durable: boolean
  log(line: string): void
}

const LOG_LIMIT = 10 * 1024 * 1024

/**
 * Starts the PostgreSQL that npm brought along, or adopts the one that is already at work on this data folder because our
 * predecessor was killed. It runs in a session of its own: neither Ctrl-C nor our death reaches it.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const user = postgresUser()
  const place = clusterLocation(options.dataDir, user, options.log)
  const binaries = postgresBinaries(user, options.log)
  if (!existsSync(place.cluster)) {
    options.log('Creating the database cluster')
    initCluster(place.cluster, binaries, user, options)
  }
  checkMajorVersion(place.cluster, binaries)
  const postmaster = await running(place.cluster, () => launch(binaries.postgres, place, user, options.durable))
  const { password } = readAccess(place.cluster)
  return {
    url: (database) => `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${postmaster.port}/${database}`,
    stop: () => stopPostmaster(place.cluster),
  }
}

/** As long as there is a server process it is given its time (crash recovery may be long); without one it is launched, thrice at most. */
async function running(cluster: string, start: () => Promise<Launched>): Promise<Postmaster> {
  let launched: Launched | null = null
  for (let attempt = 0; ; ) {
    const postmaster = findPostmaster(cluster)
    if (postmaster?.ready) return postmaster
    if (!postmaster && (launched === null || launched.hasEnded())) {
      if (launched && attempt === 3)
        throw new Error(`PostgreSQL does not start. The end of its log:\n${launched.logTail()}`)
      launched = await start()
      attempt += 1
    }
    await pause(15)
  }
}

type Launched = { hasEnded(): boolean; logTail(): string }

async function launch(
  program: string,
  place: { cluster: string; log: string },
  user: PostgresUser,
  durable: boolean,
): Promise<Launched> {
  const port = await freePort(readAccess(place.cluster).port)
  rememberPort(place.cluster, port)
  if (existsSync(place.log) && statSync(place.log).size > LOG_LIMIT) renameSync(place.log, `${place.log}.1`)
  const log = openSync(place.log, 'a', 0o600)
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
  const child: ChildProcess = spawn(program, ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: Error | null = null
  child.on('error', (error) => {
    failure = error
  })
  child.unref()
  return {
    hasEnded: () => failure !== null || child.exitCode !== null || child.signalCode !== null,
    logTail: () => failure?.message ?? readFileSync(place.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n'),
  }
}

async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  while (isAtWork(cluster, postmaster.pid)) await pause(15)
}

/** The wished port when nobody listens there, else one the system picks. */
function freePort(wished: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (wished === 0 ? reject(error) : resolve(freePort(0))))
    probe.listen({ host: '127.0.0.1', port: wished, exclusive: true }, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
