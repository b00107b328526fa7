import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#infra/startup-error.ts'

/** Everything the shop keeps in its data folder; what is closed by itself below a folder that another user passes through. */
const PRIVATE = ['media', 'media-cache', 'sandbox']
const ENTRIES = [...PRIVATE, 'postgres', 'auth-secret']

/**
 * Closes the data folder, which is made where there is none, to other users of the machine. `passedThrough`: PostgreSQL runs as
 * another user, who has to reach its files below and lists nothing. A folder of somebody else, or one that holds other things
 * too, is left as it is.
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
  // A secret or a picture that is just being written has the name of its process behind it.
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
    `The data folder cannot be written (${error instanceof Error ? error.message : error}). ` +
      'Start the shop as the user it belongs to, or set DATA_DIR.',
  )
}
