import { statfs } from 'node:fs/promises'
import { log } from '#domain/kernel/log.ts'

const MIB = 1024 * 1024
const PAUSE_MS = 2_000
/** Below this share of `minFreeMib` no order is taken: PostgreSQL needs the rest. */
const FULL_SHARE = 0.25

export type DiskSpace = {
  /** Throws when less than `minFreeMib` is free. */
  check(): Promise<void>
  /** Whether too little is free to store more. */
  isFull(): boolean
  close(): void
}

/**
 * Checks every few seconds how much is free on the disk of a folder. Writes one line to the log when it is less than
 * `minFreeMib` and one when it is enough again.
 */
export function watchDiskSpace(folder: string, minFreeMib: number): DiskSpace {
  let freeMib = Number.POSITIVE_INFINITY
  let low = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(folder)
    freeMib = Math.floor((bavail * bsize) / MIB)
    if (freeMib < minFreeMib !== low) {
      low = !low
      if (low) log.error('the disk of the database is nearly full', { freeMib, minFreeMib })
      else log.info('the disk of the database has room again', { freeMib })
    }
  }

  async function watch(): Promise<void> {
    try {
      await look()
    } catch (error) {
      log.warn('the space of the database cannot be read', { error })
    }
    if (!closed) timer = setTimeout(() => void watch(), PAUSE_MS)
  }
  void watch()

  return {
    async check() {
      await look()
      if (low) throw new Error(`${freeMib} MiB are free for the database, less than ${minFreeMib}`)
    },
    isFull: () => freeMib < minFreeMib * FULL_SHARE,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
