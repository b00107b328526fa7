// npm run backup: stores database, pictures and settings in one encrypted file, even while the shop runs
// (docs/operations.md).

import { BackupFileError } from '#infra/backup/backup-archive.ts'
import { recordBackup } from '#infra/backup/backup-record.ts'
import { openBackupPlace, requireBackupKey } from '#infra/backup/backup-settings.ts'
import { makeBackup } from '#infra/backup/make-backup.ts'
import { nameBackup } from '#infra/backup/retention.ts'
import { requireShop } from '#infra/db/require-shop.ts'
import { findRunningDatabase, openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { loadEnv } from '#infra/env.ts'
import { Lifecycle } from '#infra/lifecycle.ts'
import { printStep } from '#infra/process/terminal.ts'
import { StartupError } from '#infra/startup-error.ts'

const lifecycle = new Lifecycle()
await lifecycle.start(async () => {
  const env = loadEnv()
  const key = requireBackupKey(env.backup)
  await requireShop(env)
  const url =
    env.databaseUrl ??
    findRunningDatabase(env.dataDir) ??
    (await openEmbeddedDatabase({ dataDir: env.dataDir, printStep, lifecycle })).url
  const place = openBackupPlace(env.backup, env.s3)
  const startedAt = new Date()
  const record = { kind: 'backup', file: nameBackup(startedAt), startedAt } as const
  try {
    const { bytes, rows, removed } = await makeBackup({ env, databaseUrl: url, key, place, now: startedAt, printStep })
    await recordBackup(url, { ...record, bytes, failure: null })
    printStep(
      `${place.title}/${record.file}: wiersze ${rows}, ${(bytes / 1_048_576).toFixed(1)} MiB, zaszyfrowana, przeczytana ponownie`,
    )
    if (removed.length > 0) printStep(`Usunięto, bo są nowsze: ${removed.join(', ')}`)
  } catch (error) {
    // The database may be the cause of the failure. The backup's own error is reported anyway.
    await recordBackup(url, { ...record, bytes: null, failure: String(error) }).catch((cause) =>
      printStep(`Panel nie pokaże tego błędu: ${cause}`),
    )
    throw error instanceof BackupFileError ? new StartupError(`${error.message} Starsze kopie zostały.`) : error
  }
})
await lifecycle.stop()
