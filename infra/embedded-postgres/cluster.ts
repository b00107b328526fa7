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
import { StartupError } from '#infra/startup-error.ts'
import { explainUnwritable } from './data-folder.ts'
import { findSystemFolder, POSTGRES_ENVIRONMENT, type PostgresPrograms, type PostgresUser } from './programs.ts'

const ACCESS_FILE = 'perfumeria.json'
/** Holds the name of a cluster outside the data folder. Existing data folders have it, so it is never renamed. */
const LOCATION_FILE = 'kept-as'
export const CLUSTER_USER = 'perfumeria'

/** How to connect to the cluster; stored inside it (mode 0600), so that a copied cluster keeps it. */
const accessSchema = z.object({ password: z.string().min(20), port: z.int().min(0).max(65535) })
type ClusterAccess = z.output<typeof accessSchema>

/** Whether a shop was ever started on this data folder. Creates nothing. */
export function hasCluster(dataDir: string): boolean {
  const home = join(dataDir, 'postgres')
  return [join(home, 'cluster'), join(home, LOCATION_FILE)].some((path) => existsSync(path))
}

/**
 * The cluster's folder: `<data folder>/postgres/cluster`. When the user of PostgreSQL cannot enter that (a data folder
 * below /root), it is a folder of the system, whose name the data folder stores: every start finds it again, and a new
 * data folder gets a new cluster.
 */
export function locateCluster(dataDir: string, user: PostgresUser, log: (line: string) => void): string {
  const home = join(dataDir, 'postgres')
  createHome(home, user)
  if (canEnter(user, home)) return join(home, 'cluster')
  const elsewhere = join(findSystemFolder(), nameElsewhere(join(home, LOCATION_FILE)))
  log(`PostgreSQL nie może wejść do ${home}, więc baza danych jest w ${elsewhere}`)
  return elsewhere
}

function createHome(home: string, user: PostgresUser): void {
  try {
    // Another user of PostgreSQL may pass through the folder but not list it.
    mkdirSync(home, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 })
    accessSync(home, constants.W_OK)
  } catch (error) {
    throw explainUnwritable(error)
  }
}

/** Tests access in practice, so that access lists and mount options count too. */
function canEnter(user: PostgresUser, folder: string): boolean {
  if (user.uid === undefined) return true
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function nameElsewhere(file: string): string {
  if (!existsSync(file)) replaceFile(file, `cluster-${randomUUID()}`)
  return readFileSync(file, 'utf8').trim()
}

/** Creates the cluster in a separate folder and renames that when complete, so that a crash leaves no half cluster. */
export function initCluster(cluster: string, programs: PostgresPrograms, user: PostgresUser, durable: boolean): void {
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
        // This locale knows the letter case of every language, independently of the machine's locales.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT, encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
    writeAccess(unfinished, { password, port: 0 })
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // A process that started at the same time was faster; its cluster is used.
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

/** Writes another file and renames it: a crash leaves the old content or the new. */
function replaceFile(file: string, content: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}

/** @throws StartupError when another major version made the cluster; its files cannot be read */
export function checkMajorVersion(cluster: string, programs: PostgresPrograms): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === programs.major) return
  throw new StartupError(
    `Bazę w ${cluster} utworzył PostgreSQL ${found}, a ta wersja sklepu ma PostgreSQL ${programs.major}. ` +
      'Zrób kopię zapasową w poprzedniej wersji sklepu i odtwórz ją w tej.',
  )
}

function giveTo(user: PostgresUser, path: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}
