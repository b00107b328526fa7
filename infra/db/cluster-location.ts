import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '#infra/process/lifecycle.ts'
import { canEnter, type PostgresUser } from './postgres-user.ts'

/** What one embedded PostgreSQL owns on disk. */
export type ClusterLocation = {
  /** PGDATA itself. */
  cluster: string
  log: string
}

/**
 * `<data folder>/postgres`, or, when the user PostgreSQL runs as cannot enter that (a data folder below /root), a folder
 * of the system that the data folder names, so that every start finds the same one and a new data folder starts anew.
 */
export function clusterLocation(dataDir: string, user: PostgresUser, log: (line: string) => void): ClusterLocation {
  const home = join(dataDir, 'postgres')
  makeHome(home)
  const own = { cluster: join(home, 'cluster'), log: join(home, 'postgres.log') }
  if (canEnter(user, home)) return own
  const elsewhere = join(systemFolder(), nameFor(join(home, 'kept-as')))
  log(`PostgreSQL may not enter ${home}, so the database is kept in ${elsewhere}`)
  return { ...own, cluster: elsewhere }
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    accessSync(home, constants.W_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder cannot be written (${error instanceof Error ? error.message : error}). ` +
        'Start the shop as the user it belongs to, or set DATA_DIR.',
    )
  }
}

function nameFor(file: string): string {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, `cluster-${randomUUID()}`, { flush: true })
    renameSync(unfinished, file)
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * A folder every user may enter and nobody but us may change: what lies there is run, so one that somebody else made in
 * our place (/tmp is open to all) will not do.
 */
export function systemFolder(parents: readonly string[] = ['/var/lib', tmpdir()]): string {
  const complaints: string[] = []
  for (const parent of parents) {
    const folder = join(parent, 'perfumeria')
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      accessSync(folder, constants.W_OK)
    } catch (error) {
      complaints.push(error instanceof Error ? error.message : String(error))
      continue
    }
    if (isOurs(folder)) return folder
    complaints.push(`${folder} belongs to, or can be changed by, somebody else`)
  }
  throw new StartupError(
    `There is no safe folder for PostgreSQL (${complaints.join('; ')}). ` +
      'Run from a folder that every user may enter, set DATA_DIR to one, or set DATABASE_URL.',
  )
}

/** Not a link, our own, and writable by no other. */
function isOurs(folder: string): boolean {
  const entry = lstatSync(folder)
  const own = process.getuid === undefined || entry.uid === process.getuid()
  return entry.isDirectory() && own && (entry.mode & 0o022) === 0
}
