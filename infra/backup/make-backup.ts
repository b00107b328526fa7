import pg from 'pg'
import { WITHOUT_LIMITS } from '#infra/db/connect.ts'
import type { Env } from '#infra/env.ts'
import { type ArchiveEntry, type Manifest, writeArchive } from './backup-archive.ts'
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
 * Stores one file with database, pictures and settings, all from one snapshot, while the shop goes on selling. Backups
 * that are no longer needed are removed once the new one is stored.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { databaseUrl, key, place, now } = options
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  await client.connect()
  await client.query(WITHOUT_LIMITS)
  const name = nameBackup(now)
  let rows = 0
  const entries = async function* () {
    const manifest = yield* listEntries(options, client)
    rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    return manifest
  }
  const bytes = await place.store(name, (sink) => writeArchive(sink, key, entries())).finally(() => client.end())
  const removed = listExpired(await place.list())
  for (const old of removed) await place.remove(old)
  return { name, bytes, rows, removed }
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
      printStep(`${name} is missing: the shop itself cannot show it`)
      continue
    }
    yield { name, bytes }
    files += 1
  }
  printStep(`${files} files of pictures and films`)
  return { createdAt: now.toISOString(), shopUrl: env.profile.shopUrl, settings: describeSettings(env), ...dump }
}

/** What a new machine has to be told again; keys and passwords are kept elsewhere. */
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
