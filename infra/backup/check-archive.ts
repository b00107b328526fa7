import type { Readable } from 'node:stream'
import { BackupFileError, type Manifest, readArchive } from './backup-archive.ts'
import type { BackupKey } from './backup-key.ts'
import { findTable } from './dump-database.ts'

/**
 * Reads a backup to its end and changes nothing: checksums of all parts, and the rows of each table as the file has them.
 *
 * @throws BackupFileError
 */
export async function checkArchive(source: Readable, key: BackupKey): Promise<Manifest> {
  const found = new Map<string, number>()
  const manifest = await readArchive(source, key, async ({ name, bytes }) => {
    const table = findTable(name)
    if (table !== null) found.set(table, (found.get(table) ?? 0) + countLines(bytes))
  })
  for (const table of new Set([...found.keys(), ...Object.keys(manifest.rows)])) {
    const [rows, said] = [found.get(table) ?? 0, manifest.rows[table] ?? 0]
    if (rows !== said) throw new BackupFileError(`The backup is damaged: ${table} has ${rows} rows of ${said}.`)
  }
  return manifest
}

/** COPY ends each row with a line feed; one within a value is written as \n. */
function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}
