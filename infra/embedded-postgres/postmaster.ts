import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A PostgreSQL server running on a cluster, read from its postmaster.pid. */
export type Postmaster = { pid: number; port: number; ready: boolean }

/**
 * The server running on this cluster; null when there is none. Removes a postmaster.pid whose number belongs to another
 * program since the machine was restarted: pg_ctl and PostgreSQL would take that program for the server.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid')
  const lines = readIfThere(file)?.split('\n')
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return null
  if (!isAlive(pid)) return null
  if (!isServing(cluster, pid)) {
    if (listProcesses(cluster).length === 0) rmSync(file, { force: true })
    return null
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Every process of a PostgreSQL server has its data folder as working directory. Without /proc any process counts. */
function isServing(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // ENOENT, ESRCH: the process has ended. EACCES: it belongs to another user, so it is not ours.
    if (isCode(error, 'ENOENT', 'ESRCH', 'EACCES')) return false
    throw error
  }
}

/** Lists the server processes of a cluster: some outlive their postmaster for a moment and still write. */
function listProcesses(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServing(cluster, pid))
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
