import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret kept in the data folder, made on first use. It appears complete or not at all, and only once. */
export function loadAuthSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(unfinished, file)
    } catch (error) {
      // Another process was quicker; its secret counts.
      if (!existsSync(file)) throw error
    } finally {
      rmSync(unfinished)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
