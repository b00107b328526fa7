import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#infra/startup-error.ts'

/** Entries that are closed to other users themselves, because another user may pass through the data folder. */
const PRIVATE = ['media', 'media-cache', 'sandbox']
/** All entries of the shop's data folder. */
const ENTRIES = [...PRIVATE, 'postgres', 'auth-secret']

/**
 * Creates the data folder and closes it to other users of the machine. `passedThrough`: PostgreSQL runs as another
 * user, who must reach its files below but may not list the folder. A folder of another user, or with foreign entries,
 * stays as it is.
 */
export function closeDataFolder(dataDir: string, { passedThrough }: { passedThrough: boolean }): void {
  const mode = passedThrough ? 0o711 : 0o700
  try {
    mkdirSync(dataDir, { recursive: true, mode })
  } catch (error) {
    throw explainUnwritable(error)
  }
  if (!isOwn(dataDir)) return
  const entries = readdirSync(dataDir)
  // The name of an unfinished secret file ends in the id of its process.
  if (!entries.every((entry) => ENTRIES.some((own) => entry === own || entry.startsWith(`${own}.`)))) return
  chmodSync(dataDir, mode)
  for (const entry of entries) {
    const folder = join(dataDir, entry)
    if (PRIVATE.includes(entry) && isOwn(folder)) chmodSync(folder, 0o700)
    if (entry === 'postgres' && isOwn(folder)) chmodSync(folder, mode)
  }
}

function isOwn(folder: string): boolean {
  return process.getuid === undefined || statSync(folder).uid === process.getuid()
}

export function explainUnwritable(error: unknown): StartupError {
  return new StartupError(
    `W folderze danych nie można zapisywać (${error instanceof Error ? error.message : error}). ` +
      'Uruchom sklep jako użytkownik, do którego folder należy, albo ustaw DATA_DIR.',
  )
}
