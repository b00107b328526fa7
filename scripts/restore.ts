// npm run restore -- <file>|newest [--replace]: replaces this shop's data by a backup (docs/operations.md).
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { BackupFileError } from '#infra/backup/backup-archive.ts'
import { openBackupPlace, requireBackupKey } from '#infra/backup/backup-settings.ts'
import { restoreBackup } from '#infra/backup/restore-backup.ts'
import { enqueueJobs, refuseRunningShop } from '#infra/backup/restored-shop.ts'
import { findNewest } from '#infra/backup/retention.ts'
import { checkDatabases } from '#infra/db/check-databases.ts'
import { openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { type Env, loadEnv } from '#infra/env.ts'
import { Lifecycle } from '#infra/lifecycle.ts'
import { printStep } from '#infra/process/terminal.ts'
import { StartupError } from '#infra/startup-error.ts'
import { createFilmStorage, createPictureStorage } from '#infra/storage/media-storage.ts'

const [wanted] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const lifecycle = new Lifecycle()
await lifecycle.start(async () => {
  const env = loadEnv()
  const key = requireBackupKey(env.backup)
  const openFile = await findFile(env, wanted)
  if (env.databaseUrl) {
    await checkDatabases({ databaseUrl: env.databaseUrl, poolerUrl: env.poolerUrl })
    await refuseRunningShop(env.databaseUrl)
  }
  const databaseUrl =
    env.databaseUrl ?? (await openEmbeddedDatabase({ dataDir: env.dataDir, printStep, lifecycle })).url
  const media = { pictures: createPictureStorage(env), films: createFilmStorage(env) }
  const replace = process.argv.includes('--replace')
  try {
    const { manifest, jobs } = await restoreBackup({ openFile, key, databaseUrl, media, replace, printStep })
    const { queued, leftOut } = await enqueueJobs(databaseUrl, jobs)
    if (leftOut.length > 0) printStep(`Pominięto zadania, których ta wersja już nie ma: ${leftOut.join(', ')}`)
    const { orders, products, customers } = manifest.figures
    printStep(
      `Odtworzono sklep z ${manifest.createdAt}: produkty ${products}, zamówienia ${orders}, konta ${customers}. ` +
        `Zadania, które ruszą przy starcie: ${queued}.`,
    )
  } catch (error) {
    throw error instanceof BackupFileError ? new StartupError(`${error.message} Nic się nie zmieniło.`) : error
  }
})
await lifecycle.stop()

/** A file by its path, or by its name among the stored backups. 'newest' is the latest one. */
async function findFile(env: Env, name: string | undefined): Promise<() => Promise<Readable>> {
  if (name === undefined)
    throw new StartupError('Podaj, którą kopię odtworzyć: npm run restore -- <plik> albo npm run restore -- newest.')
  const place = openBackupPlace(env.backup, env.s3)
  const names = await place.list()
  const kept = name === 'newest' ? findNewest(names) : names.find((one) => one === name)
  if (kept !== undefined) return () => place.read(kept)
  const path = resolve(name)
  await access(path).catch(() => {
    throw new StartupError(`Nie ma kopii zapasowej ${name} ani tutaj, ani w ${place.title}.`)
  })
  return async () => createReadStream(path)
}
