import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { onTestFinished } from 'vitest'
import type { BackupKey } from '#infra/backup/backup-key.ts'
import { type BackupPlace, createBackupFolder } from '#infra/backup/backup-places.ts'
import { makeBackup } from '#infra/backup/make-backup.ts'
import { restoreBackup } from '#infra/backup/restore-backup.ts'
import { readEnv } from '#infra/env.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { createDiskFilms } from '#infra/storage/film-storage.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { test as base } from '#tests/support/fixtures.ts'
import { placeOrders } from '#tests/support/place-orders.ts'

/** A folder that exists until the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

export const KEY: BackupKey = { identity: await generateX25519Identity() }
export const PICTURE = 'a'.repeat(32)

export async function backUp(
  url: string,
  { place = createBackupFolder(newFolder()), dataDir = newFolder(), key = KEY } = {},
) {
  const env = readEnv({ DATA_DIR: dataDir })
  const made = await makeBackup({ env, databaseUrl: url, key, place, now: new Date(), printStep: () => {} })
  return { ...made, place }
}

type Target = {
  url: string
  place: BackupPlace
  name: string
  key?: BackupKey
  replace?: boolean
  dataDir?: string
  printStep?(line: string): void
}

export function restore({
  url,
  place,
  name,
  key = KEY,
  replace = false,
  dataDir = newFolder(),
  printStep = () => {},
}: Target) {
  const mediaDir = join(dataDir, 'media')
  return restoreBackup({
    openFile: () => place.read(name),
    key,
    databaseUrl: url,
    media: { pictures: createDiskPictures(mediaDir), films: createDiskFilms(mediaDir) },
    replace,
    printStep,
  })
}

/** Every row of every table, as text. */
export async function readAll({ pool }: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations' order by relname`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

export async function fillShop(database: TestDatabase): Promise<void> {
  await database.db.insertInto('users').values({ email: 'anna@example.test', name: 'Anna' }).execute()
  await placeOrders(database.db, 'anna@example.test')
}

/** `target`: the database of an empty shop, as on another machine. */
// biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
export const test = base.extend('target', async ({}, { onCleanup }) => {
  const target = await createTestDatabase({ demo: false })
  onCleanup(() => target.drop())
  return target
})
