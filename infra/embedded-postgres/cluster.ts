import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { explainUnwritable } from '#infra/process/data-folder.ts'
import { StartupError } from '#infra/startup-error.ts'
import { findSystemFolder, POSTGRES_ENVIRONMENT, type PostgresPrograms, type PostgresUser } from './programs.ts'

const ACCESS_FILE = 'perfumeria.json'
/** Holds the name of a cluster outside the data folder; data folders in use have it, so it is never renamed. */
const LOCATION_FILE = 'kept-as'
export const CLUSTER_USER = 'perfumeria'

/** How to reach the cluster; stored inside it (mode 0600), so that the two can never be separated. */
const accessSchema = z.object({ password: z.string().min(20), port: z.int().min(0).max(65535) })
type ClusterAccess = z.output<typeof accessSchema>

/**
 * The cluster's folder: `<data folder>/postgres/cluster`, or, when the user PostgreSQL runs as cannot enter that (a data
 * folder below /root), a folder of the system that the data folder names, so that every start finds the same one and a new
 * data folder starts anew.
 */
export function locateCluster(dataDir: string, user: PostgresUser, log: (line: string) => void): string {
  const home = join(dataDir, 'postgres')
  createHome(home, user)
  if (canEnter(user, home)) return join(home, 'cluster')
  const elsewhere = join(findSystemFolder(), nameElsewhere(join(home, LOCATION_FILE)))
  log(`PostgreSQL may not enter ${home}, so the database is stored in ${elsewhere}`)
  return elsewhere
}

function createHome(home: string, user: PostgresUser): void {
  try {
    // Where PostgreSQL runs as another user, that one passes through and lists nothing.
    mkdirSync(home, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 })
    accessSync(home, constants.W_OK)
  } catch (error) {
    throw explainUnwritable(error)
  }
}

/** Asks the operating system itself, so that access lists and mount options count too. */
function canEnter(user: PostgresUser, folder: string): boolean {
  if (user.uid === undefined) return true
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function nameElsewhere(file: string): string {
  if (!existsSync(file)) replaceFile(file, `cluster-${randomUUID()}`)
  return readFileSync(file, 'utf8').trim()
}

/** Creates the cluster in a folder of its own and renames it when complete: a crash half way leaves no half cluster. */
export function initCluster(
  cluster: string,
  programs: PostgresPrograms,
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
      programs.initdb,
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
    writeAccess(unfinished, { password, port: 0 })
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process starting at the same time was faster; its cluster serves as well.
    if (!existsSync(join(cluster, ACCESS_FILE))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

export function readAccess(cluster: string): ClusterAccess {
  return accessSchema.parse(JSON.parse(readFileSync(join(cluster, ACCESS_FILE), 'utf8')))
}

export function writeAccess(cluster: string, access: ClusterAccess): void {
  replaceFile(join(cluster, ACCESS_FILE), JSON.stringify(access))
}

/** Written aside and renamed: a crash leaves the old content or the new one. */
function replaceFile(file: string, content: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}

/** PostgreSQL's files of one major version are unreadable to another. */
export function checkMajorVersion(cluster: string, programs: PostgresPrograms): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === programs.major) return
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${found}, this version of the shop brings PostgreSQL ${programs.major}. ` +
      'Dump it with the previous version of the shop and load it into the new one.',
  )
}

function giveTo(user: PostgresUser, path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}
