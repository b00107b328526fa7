import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#infra/process/lifecycle.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { PostgresUser } from './postgres-user.ts'

const ACCESS_FILE = 'perfumeria.json'
export const CLUSTER_USER = 'perfumeria'

/** How to reach the cluster; kept inside it (mode 0600), so that the two can never be torn apart. */
const access = z.object({ password: z.string().min(20), port: z.int().min(0).max(65535) })
export type ClusterAccess = z.infer<typeof access>

/** Creates the cluster in a folder of its own and renames it when complete: a crash half way leaves nothing to trip over. */
export function initCluster(
  cluster: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
  options: { durable: boolean },
): void {
  const unfinished = `${cluster}.${process.pid}`
  const passwordFile = `${unfinished}.password`
  const password = randomBytes(24).toString('base64url')
  rmSync(unfinished, { recursive: true, force: true })
  try {
    mkdirSync(unfinished, { mode: 0o700 })
    giveTo(user, unfinished)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    giveTo(user, passwordFile)
    const made = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${CLUSTER_USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Upper and lower case of every language without depending on the locales of this machine.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(options.durable ? [] : ['--no-sync']),
      ],
      { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT, encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
    writeFileSync(join(unfinished, ACCESS_FILE), JSON.stringify({ password, port: 0 } satisfies ClusterAccess), {
      mode: 0o600,
    })
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process starting at the same time was quicker; its cluster serves as well.
    if (!existsSync(join(cluster, ACCESS_FILE))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Nothing of our own environment (PGDATA, PGPORT, LANG ...) may change what the server does. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export function readAccess(cluster: string): ClusterAccess {
  return access.parse(JSON.parse(readFileSync(join(cluster, ACCESS_FILE), 'utf8')))
}

/** Written aside and renamed: a crash leaves the old content or the new one. */
export function rememberPort(cluster: string, port: number): void {
  const file = join(cluster, ACCESS_FILE)
  writeFileSync(`${file}.new`, JSON.stringify({ ...readAccess(cluster), port } satisfies ClusterAccess), {
    mode: 0o600,
  })
  renameSync(`${file}.new`, file)
}

/** PostgreSQL's files of one major version are unreadable to another. */
export function checkMajorVersion(cluster: string, binaries: PostgresBinaries): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === binaries.major) return
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${found}, this version of the shop brings PostgreSQL ${binaries.major}. ` +
      'Dump it with the previous version of the shop and load it into the new one.',
  )
}

function giveTo(user: PostgresUser, path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}
