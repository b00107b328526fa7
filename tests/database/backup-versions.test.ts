import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import {
  type ArchiveEntry,
  BackupFileError,
  findTable,
  type Manifest,
  readArchive,
  writeArchive,
} from '#infra/backup/backup-archive.ts'
import { type BackupPlace, createBackupFolder } from '#infra/backup/backup-places.ts'
import { enqueueJobs, listJobNames } from '#infra/backup/restored-shop.ts'
import { migrate, readMigrationState, readMigrations } from '#infra/db/migrate.ts'
import { SHOP_JOBS } from '#infra/jobs/pg-boss-queue.ts'
import { backUp, KEY, newFolder, PICTURE, readAll, restore, test } from '#tests/support/backups.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { expect } from '#tests/support/fixtures.ts'

/** A backup as another version of the shop might have written it: its parts and its manifest, changed. */
async function rewrite(
  { place, name }: { place: BackupPlace; name: string },
  change: { parts?(entry: ArchiveEntry): ArchiveEntry[]; manifest?(manifest: Manifest): Manifest },
): Promise<void> {
  const parts: ArchiveEntry[] = []
  const manifest = await readArchive(await place.read(name), KEY, async (entry) => {
    parts.push(...(change.parts?.(entry) ?? [entry]))
  })
  async function* listParts() {
    yield* parts
    return change.manifest?.(manifest) ?? manifest
  }
  await place.store(name, {
    write: async (sink) => void (await writeArchive(sink, KEY, listParts())),
    prove: async (source) => void (await buffer(source)),
  })
}

test('a table stored in many parts that end within rows can be restored', async ({ database, target }) => {
  const made = await backUp(database.url)
  let withinRow = 0
  const tables = new Map<string, number>()
  await rewrite(made, {
    parts({ name, bytes }) {
      const table = findTable(name)
      if (table === null) return [{ name, bytes }]
      const count = Math.ceil(bytes.length / 1000)
      tables.set(table, count)
      return Array.from({ length: count }, (_, at) => {
        const piece = bytes.subarray(at * 1000, (at + 1) * 1000)
        if (piece.at(-1) !== 10) withinRow += 1
        return { name: `tables/${table}/${String(at + 1).padStart(6, '0')}.copy`, bytes: piece }
      })
    },
  })
  expect([...tables.values()].filter((parts) => parts >= 3).length).toBeGreaterThan(2)
  expect(withinRow).toBeGreaterThan(10)
  await restore({ url: target.url, ...made })
  expect(await readAll(target)).toEqual(await readAll(database))
})

test('a stored backup is verified: a cut, altered or mixed one is not kept, and no older one is removed', async ({
  database,
}) => {
  const place = createBackupFolder(newFolder())
  const [first, second] = ['2025-01-01T03-00-00Z', '2025-01-01T04-00-00Z'].map((at) => `perfumeria-${at}.tar.zst.age`)
  for (const name of [first, second]) writeFileSync(join(place.title, name ?? ''), '')
  const another = await backUp(database.url)
  const faults: Record<string, (bytes: Buffer) => Buffer> = {
    cut: (bytes) => bytes.subarray(0, bytes.length - 1),
    altered: (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))),
    empty: () => Buffer.alloc(0),
    another: () => readFileSync(join(another.place.title, another.name)),
  }
  for (const [title, spoil] of Object.entries(faults)) {
    const spoiled: BackupPlace = {
      ...place,
      store: (file, { write, prove }) =>
        place.store(file, { write, prove: async (source) => prove(Readable.from([spoil(await buffer(source))])) }),
    }
    await expect(backUp(database.url, { place: spoiled }), title).rejects.toThrow(
      /nie da się odczytać, więc nie jest kopią zapasową/,
    )
    expect(readdirSync(place.title), title).toEqual([first, second])
  }
  const { name } = await backUp(database.url, { place })
  expect(readdirSync(place.title)).toEqual([second, name])
})

test('a backup of an earlier version is migrated; one of a diverged version is refused with a sentence', async ({
  database,
  target,
}) => {
  const earlier = await createTestDatabase({ demo: false })
  onTestFinished(() => earlier.drop())
  const migrations = newFolder()
  for (const { name, sql } of readMigrations().slice(0, 3)) writeFileSync(join(migrations, name), sql)
  await earlier.pool.query('drop schema public cascade; create schema public')
  await migrate(earlier.url, migrations)
  await earlier.pool.query(`insert into users (email, name) values ('anna@example.test', 'Anna')`)
  await restore({ url: target.url, ...(await backUp(earlier.url)) })
  expect(await readMigrationState(target.url)).toMatchObject({ pending: [], changed: [], unknown: [] })
  const { rows } = await target.pool.query('select name from users')
  expect(rows).toEqual([{ name: 'Anna' }])

  const before = await readAll(target)
  const changes: Record<string, (all: Manifest['migrations']) => Manifest['migrations']> = {
    'z innym plikiem db/migrations/0002_': (all) =>
      all.map((one) => (one.name.startsWith('0002') ? { ...one, checksum: 'x' } : one)),
    'z plikiem db/migrations/9999_next.sql': (all) => [...all, { name: '9999_next.sql', checksum: 'x' }],
  }
  for (const [sentence, change] of Object.entries(changes)) {
    const made = await backUp(database.url)
    await rewrite(made, { manifest: (manifest) => ({ ...manifest, migrations: change(manifest.migrations) }) })
    const refused = restore({ url: target.url, ...made, replace: true })
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toThrow(BackupFileError)
  }
  expect(await readAll(target)).toEqual(before)
})

test('tables, pictures and jobs unknown to this shop are left out and named; rows that do not fit are refused', async ({
  database,
  target,
}) => {
  const foreign = `media/products/${PICTURE}/9999.avif`
  const made = await backUp(database.url)
  await rewrite(made, {
    parts: (entry) =>
      entry.name === 'jobs.json'
        ? [
            { name: 'tables/owners_notes/000001.copy', bytes: Buffer.from('1\tnote\n') },
            { name: foreign, bytes: Buffer.from('picture') },
            entry,
          ]
        : [entry],
    manifest: (manifest) => ({ ...manifest, rows: { ...manifest.rows, owners_notes: 1 } }),
  })
  const said: string[] = []
  await restore({ url: target.url, ...made, printStep: (line) => said.push(line) })
  expect(said.filter((line) => line.startsWith('Pominięto'))).toEqual([
    'Pominięto owners_notes: ten sklep nie ma takiej tabeli ani takiego pliku',
    `Pominięto ${foreign}: ten sklep nie ma takiej tabeli ani takiego pliku`,
  ])
  const all = await readAll(database)
  expect(await readAll(target)).toEqual(all)

  expect(listJobNames().toSorted()).toEqual(SHOP_JOBS.map(({ name }) => name).toSorted())
  const jobs = ['purge', 'gone', 'gone'].map((name) => ({ name, data: {}, startAfter: new Date().toISOString() }))
  expect(await enqueueJobs(target.url, jobs)).toEqual({ queued: 1, leftOut: ['gone'] })

  const torn = await backUp(database.url)
  const change = (table: string, bytes: Uint8Array) =>
    rewrite(torn, { parts: (entry) => [findTable(entry.name) === table ? { ...entry, bytes } : entry] })
  await change('products', Buffer.from('not a row\n'.repeat(all.products?.length ?? 0)))
  const refused = restore({ url: target.url, ...torn, replace: true })
  await expect(refused).rejects.toThrow('Nie można wczytać wierszy tabeli products: ')
  await expect(refused).rejects.toThrow(BackupFileError)
  await change('products', Buffer.from('not a row\n'))
  await expect(restore({ url: target.url, ...torn, replace: true })).rejects.toThrow(
    /tabela products ma wierszy 1 z \d+/,
  )
  expect(await readAll(target)).toEqual(all)
})
