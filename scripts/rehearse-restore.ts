// npm run rehearse-restore: restores the newest backup beside the shop and deletes the result (docs/operations.md).
import { BackupFileError } from '#infra/backup/backup-archive.ts'
import { recordBackup } from '#infra/backup/backup-record.ts'
import { openBackupPlace, requireBackupKey } from '#infra/backup/backup-settings.ts'
import { rehearseRestore } from '#infra/backup/rehearse-restore.ts'
import { findNewest } from '#infra/backup/retention.ts'
import { requireShop } from '#infra/db/require-shop.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { loadEnv } from '#infra/env.ts'
import { Lifecycle } from '#infra/lifecycle.ts'
import { printStep } from '#infra/process/terminal.ts'
import { StartupError } from '#infra/startup-error.ts'

const lifecycle = new Lifecycle()
await lifecycle.start(async () => {
  const env = loadEnv()
  await requireShop(env)
  const place = openBackupPlace(env.backup, env.s3)
  const startedAt = new Date()
  const url = env.databaseUrl ?? findRunningDatabase(env.dataDir)
  const record = async (file: string, failure: string | null) => {
    if (url) await recordBackup(url, { kind: 'rehearsal', file, bytes: null, startedAt, failure })
  }
  try {
    const { name, manifest } = await rehearseRestore({ place, key: requireBackupKey(env.backup), printStep })
    await record(name, null)
    const figures = Object.entries(manifest.figures).map(([figure, value]) => `${figure} ${value}`)
    printStep(`${name}: ${figures.join(', ')}`)
    printStep('Gotowe do użycia')
  } catch (error) {
    await record(findNewest(await place.list()) ?? 'none', String(error))
    throw error instanceof BackupFileError ? new StartupError(`${error.message} Zrób nową kopię.`) : error
  }
})
await lifecycle.stop()
