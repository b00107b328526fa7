import { execFileSync, spawnSync } from 'node:child_process'
import { StartupError } from '#infra/process/lifecycle.ts'

/** Whom PostgreSQL runs as: it refuses to be root. Empty when we are an ordinary user, so it simply runs as us. */
export type PostgresUser = { uid?: number; gid?: number }

const SYSTEM_USER = 'postgres'

export function postgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return {}
  return idsOf(SYSTEM_USER) ?? createSystemUser() ?? idsOf('nobody') ?? noUser()
}

/** Asks the operating system itself, so that access lists and mount options count too. */
export function canEnter(user: PostgresUser, folder: string): boolean {
  if (user.uid === undefined) return true
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function idsOf(name: string): PostgresUser | null {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [id('-u'), id('-g')]
  if (uid.status !== 0 || gid.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createSystemUser(): PostgresUser | null {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', SYSTEM_USER], { stdio: 'ignore' })
  return made.status === 0 ? idsOf(SYSTEM_USER) : null
}

function noUser(): never {
  const who = execFileSync('id', { encoding: 'utf8' }).trim()
  throw new StartupError(
    `PostgreSQL cannot run as root and no other user could be used (running as ${who}). ` +
      `Create one with "useradd --system ${SYSTEM_USER}", run as an ordinary user, or set DATABASE_URL.`,
  )
}
