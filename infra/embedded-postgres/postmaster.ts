import { readdirSync, readFileSync, readlinkSync, realpathSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A PostgreSQL server running on a cluster, as its own postmaster.pid describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean }

/**
 * The server running on this cluster, whoever started it; null when there is none. A postmaster.pid whose number meanwhile
 * belongs to another program (the machine was restarted) is removed: pg_ctl and PostgreSQL would take it for a server.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid')
  const lines = readIfThere(file)?.split('\n')
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return null
  if (!isRunning(cluster, pid)) {
    if (isAlive(pid) && findProcesses(cluster).length === 0) unlinkSync(file)
    return null
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

function isRunning(cluster: string, pid: number): boolean {
  return isAlive(pid) && isServing(cluster, pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Every process of a PostgreSQL server works inside its data folder. Without /proc the number alone decides. */
function isServing(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // ENOENT: gone, or a zombie. EACCES: another user's process, hence not ours.
    if (isCode(error, 'ENOENT') || isCode(error, 'EACCES') || isCode(error, 'ESRCH')) return false
    throw error
  }
}

/** Server processes that outlived their postmaster for a moment still write into the cluster. */
function findProcesses(cluster: string): number[] {
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
