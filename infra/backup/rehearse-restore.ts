import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { StartupError } from '#infra/startup-error.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { createDiskFilms } from '#infra/storage/film-storage.ts'
import type { Manifest } from './backup-archive.ts'
import type { BackupKey } from './backup-key.ts'
import type { BackupPlace } from './backup-places.ts'
import { restoreBackup } from './restore-backup.ts'
import { findNewest } from './retention.ts'

export type Rehearsal = { name: string; manifest: Manifest }

/**
 * Restores the newest backup into a PostgreSQL and a folder made for this, which are deleted afterwards. The shop's own
 * are not touched. As in every restore, checksums of all files, rows of all tables, and sums of money and stock are
 * compared.
 *
 * @throws StartupError without a backup, and all that a restore throws
 */
export async function rehearseRestore(options: {
  place: BackupPlace
  key: BackupKey
  printStep(line: string): void
}): Promise<Rehearsal> {
  const { place, key, printStep } = options
  const name = findNewest(await place.list())
  if (name === undefined) throw new StartupError(`W ${place.title} nie ma żadnej kopii zapasowej.`)
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-rehearsal-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} })
  try {
    await server.ensureDatabase('rehearsal')
    const mediaDir = join(folder, 'media')
    const { manifest } = await restoreBackup({
      openFile: () => place.read(name),
      key,
      databaseUrl: server.url('rehearsal'),
      media: { pictures: createDiskPictures(mediaDir), films: createDiskFilms(mediaDir) },
      replace: false,
      printStep,
    })
    return { name, manifest }
  } finally {
    await server.stop()
    // As root the cluster lies outside the folder, where the user of PostgreSQL can enter.
    for (const made of [server.cluster, folder]) rmSync(made, { recursive: true, force: true })
  }
}
