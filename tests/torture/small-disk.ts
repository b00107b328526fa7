import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIB = 1024 * 1024

/** A disk in memory that a test can fill. */
export type SmallDisk = {
  path: string
  /** Fills the disk up to this much free space, MiB. */
  fill(freeMib: number): void
  empty(): void
  remove(): void
}

/**
 * Null when mounting is not allowed, as in most containers and for ordinary users.
 * @param name of the disk in the list of mounts
 */
export function mountSmallDisk(sizeMib: number, name = 'tmpfs'): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'perfumeria-disk-'))
  const options = `size=${sizeMib}m,mode=755`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, name, path]).status !== 0) {
    rmdirSync(path)
    return null
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill(freeMib) {
      const file = openSync(filler, 'a')
      try {
        while (countFreeMib(path) > freeMib) writeSync(file, Buffer.alloc(freeMib === 0 ? MIB / 8 : MIB))
        // Fills the last bytes, too.
        while (freeMib === 0) writeSync(file, Buffer.alloc(4096))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      const unmounted = spawnSync('umount', [path], { encoding: 'utf8' })
      if (unmounted.status !== 0) throw new Error(`umount: ${unmounted.stderr}`)
      rmdirSync(path)
    },
  }
}

function countFreeMib(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return (bavail * bsize) / MIB
}

/**
 * Simulates a full disk for PostgreSQL without a mount: no process of the cluster, nor the shop that starts others, may
 * write a file beyond this size; null: no limit. Needs no rights except those over its own processes.
 */
export function limitFiles(cluster: string, shopPid: number, bytes: number | null): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && worksIn(cluster, name))
  for (const pid of [String(shopPid), ...pids]) {
    const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
    if (!owner) continue
    // Runs as the owner of the process, because not even root may limit others everywhere.
    const limited = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes ?? 'unlimited'}:unlimited`], {
      ...(process.getuid?.() === 0 && { uid: owner.uid, gid: owner.gid }),
      cwd: '/',
      encoding: 'utf8',
    })
    const ended = limited.stderr?.includes('No such process')
    if (limited.status !== 0 && !ended) throw new Error(`prlimit: ${limited.error ?? limited.stderr}`)
  }
}

function worksIn(cluster: string, pid: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}
