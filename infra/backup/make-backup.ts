import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { WITHOUT_LIMITS } from '#infra/db/connect.ts'
import type { Env } from '#infra/env.ts'
import { type ArchiveEntry, BackupFileError, checkArchive, type Manifest, writeArchive } from './backup-archive.ts'
import type { BackupKey } from './backup-key.ts'
import type { BackupPlace } from './backup-places.ts'
import { dumpDatabase } from './dump-database.ts'
import { createMediaReader, listMediaFiles } from './media-files.ts'
import { listExpired, nameBackup } from './retention.ts'

export type BackupOptions = {
  env: Env
  databaseUrl: string
  key: BackupKey
  place: BackupPlace
  now: Date
  printStep(line: string): void
}

export type MadeBackup = { name: string; bytes: number; rows: number; removed: string[] }

/**
 * Stores one file with database, pictures and settings, all from one snapshot, while the shop goes on selling. The
 * stored file is read again and compared with what was written before it counts as a backup. Backups that are no longer
 * needed are removed after that.
 *
 * @throws BackupFileError when it cannot be read again; then it is not kept, and no other one is removed
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { databaseUrl, key, place, now, printStep } = options
  const name = nameBackup(now)
  let written: Manifest | undefined
  const bytes = await place.store(name, {
    async write(sink) {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
      await client.connect()
      try {
        await client.query(WITHOUT_LIMITS)
        written = await writeArchive(sink, key, listEntries(options, client))
      } finally {
        await client.end()
      }
    },
    async prove(source) {
      printStep('Zapisana, czytam ją ponownie')
      const read = await checkArchive(source, key).catch(refuse)
      if (!isDeepStrictEqual(read, written)) refuse(new Error('Jej spis zawartości nie jest tym, który zapisano.'))
    },
  })
  const rows = Object.values(written?.rows ?? {}).reduce((sum, count) => sum + count, 0)
  const removed = listExpired(await place.list())
  for (const old of removed) await place.remove(old)
  return { name, bytes, rows, removed }
}

function refuse(cause: Error): never {
  throw new BackupFileError(`Zapisanego pliku nie da się odczytać, więc nie jest kopią zapasową. ${cause.message}`, {
    cause,
  })
}

async function* listEntries(
  { env, now, printStep }: BackupOptions,
  client: pg.Client,
): AsyncGenerator<ArchiveEntry, Omit<Manifest, 'format' | 'checksums'>> {
  const dump = yield* dumpDatabase(client, printStep)
  const readMedia = createMediaReader(env)
  let files = 0
  for (const name of await listMediaFiles(client)) {
    const bytes = await readMedia(name)
    if (bytes === null) {
      printStep(`Brakuje ${name}: sklep też tego nie pokazuje`)
      continue
    }
    yield { name, bytes }
    files += 1
  }
  printStep(`Pliki zdjęć i filmów: ${files}`)
  return { createdAt: now.toISOString(), shopUrl: env.profile.shopUrl, settings: describeSettings(env), ...dump }
}

/** The settings that a new machine needs again; keys and passwords are kept elsewhere. */
function describeSettings({
  profile,
  adminEmail,
  mailFrom,
  productLimit,
  s3,
  trustedProxy,
}: Env): Manifest['settings'] {
  return {
    SHOP_URL: profile.shopUrl,
    ADMIN_EMAIL: adminEmail,
    MAIL_FROM: mailFrom,
    PRODUCT_LIMIT: String(productLimit),
    TRUSTED_PROXY: trustedProxy.join(' '),
    S3_BUCKET: s3?.bucket ?? '',
    S3_ENDPOINT: s3?.endpoint ?? '',
  }
}
