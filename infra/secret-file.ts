import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads 32 random bytes from a file of its user alone, and creates it on first use. Processes that race read the same.
 */
export function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(unfinished, file)
    } catch (error) {
      // Another process was faster; its secret is used.
      if (!existsSync(file)) throw error
    } finally {
      rmSync(unfinished)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
