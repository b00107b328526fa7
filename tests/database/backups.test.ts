import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, onTestFinished } from 'vitest'
import {
  type ArchiveEntry,
  BackupFileError,
  findTable,
  type Manifest,
  readArchive,
  writeArchive,
} from '#infra/backup/backup-archive.ts'
import type { BackupKey } from '#infra/backup/backup-key.ts'
import { type BackupPlace, createBackupFolder } from '#infra/backup/backup-places.ts'
import { makeBackup } from '#infra/backup/make-backup.ts'
import { restoreBackup } from '#infra/backup/restore-backup.ts'
import { enqueueJobs, listJobNames } from '#infra/backup/restored-shop.ts'
import { migrate, readMigrationState, readMigrations } from '#infra/db/migrate.ts'
import { readEnv } from '#infra/env.ts'
import { SHOP_JOBS } from '#infra/jobs/pg-boss-queue.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { createDiskFilms } from '#infra/storage/film-storage.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { placeOrders } from '#tests/support/place-orders.ts'

const root = mkdtempSync(join(tmpdir(), 'perfumeria-backups-'))
afterAll(() => rmSync(root, { recursive: true }))
const newFolder = () => mkdtempSync(join(root, 'folder-'))
const KEY: BackupKey = { identity: await generateX25519Identity() }
const PICTURE = 'a'.repeat(32)

async function backUp(url: string, { place = createBackupFolder(newFolder()), dataDir = newFolder(), key = KEY } = {}) {
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

function restore({
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
async function readAll({ pool }: TestDatabase): Promise<Record<string, string[]>> {
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

async function fillShop(database: TestDatabase): Promise<void> {
  await database.db.insertInto('users').values({ email: 'anna@example.test', name: 'Anna' }).execute()
  await placeOrders(database.db, 'anna@example.test')
}

/** `target`: the database of an empty shop, as on another machine. */
// biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
const test = base.extend('target', async ({}, { onCleanup }) => {
  const target = await createTestDatabase({ demo: false })
  onCleanup(() => target.drop())
  return target
})

test('a backup brings back every row, picture and counter', async ({ database, target }) => {
  await fillShop(database)
  const dataDir = newFolder()
  const variants = [{ width: 240, format: 'avif', bytes: Buffer.from('picture') } as const]
  await createDiskPictures(join(dataDir, 'media')).put(PICTURE, variants)
  await database.db.updateTable('products').set({ image_key: PICTURE }).where('slug', '=', 'noc-w-szczecinie').execute()
  const before = await readAll(database)
  const { place, name } = await backUp(database.url, { dataDir })

  const there = newFolder()
  await restore({ url: target.url, place, name, dataDir: there })
  expect(await readAll(target)).toEqual(before)
  expect(readFileSync(join(there, 'media', 'products', PICTURE, '240.avif'), 'utf8')).toBe('picture')
  const next = (db: TestDatabase) => db.pool.query(`select nextval(pg_get_serial_sequence('order_events', 'id')) as id`)
  expect((await next(target)).rows).toEqual((await next(database)).rows)
  // Constraints are active again.
  await expect(target.pool.query('delete from users')).rejects.toThrow('violates foreign key')
})

test('a backup during orders shows one moment, and includes its jobs', async ({ api, database, target }) => {
  const items = await productsOnSale(api, 5)
  let made: Awaited<ReturnType<typeof backUp>> | undefined
  const backup = backUp(database.url).then((done) => {
    made = done
  })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      // One order each, because a new account may have few open orders.
      do expect((await (await api.customer()).order(cart(items))).status).toBe(200)
      while (made === undefined)
    }),
  )
  await backup
  if (made === undefined) throw new Error('no backup was made')

  const { jobs } = await restore({ url: target.url, ...made })
  const { rows } = await target.pool.query(`
    select
      (select count(*)::int from orders o where items_grosze <>
        (select sum(quantity * unit_price_grosze) from order_items where order_id = o.id)) as torn_orders,
      (select count(*)::int from checkouts c where not exists (select from orders where checkout_id = c.id)) as empty_checkouts,
      (select count(*)::int from orders o where not exists (select from shipments where order_id = o.id)) as unsent_orders`)
  expect(rows).toEqual([{ torn_orders: 0, empty_checkouts: 0, unsent_orders: 0 }])
  expect(jobs.every(({ name }) => !name.startsWith('__'))).toBe(true)
})

test('a file that is cut off, changed, foreign or locked by another key changes nothing', async ({
  database,
  target,
}) => {
  const { place, name } = await backUp(database.url)
  const folder = place.title
  const whole = readFileSync(join(folder, name))
  const before = await readAll(target)
  const files: Record<string, Buffer> = {
    cut: whole.subarray(0, whole.length - 100),
    changed: Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte))),
    longer: Buffer.concat([whole, Buffer.from('more')]),
    foreign: Buffer.from('-- PostgreSQL database dump'),
    empty: Buffer.alloc(0),
  }
  for (const [title, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, title), bytes)
    await expect(restore({ url: target.url, place, name: title }), title).rejects.toThrow(BackupFileError)
  }
  const otherKey = { identity: await generateX25519Identity() }
  await expect(restore({ url: target.url, place, name, key: otherKey })).rejects.toThrow(BackupFileError)
  expect(await readAll(target)).toEqual(before)
})

test('a shop that sells is replaced only when that is said', async ({ database, target }) => {
  const { place, name } = await backUp(target.url)
  const before = await readAll(database)
  await expect(restore({ url: database.url, place, name })).rejects.toThrow(/has \d+ products and \d+ orders/)
  expect(await readAll(database)).toEqual(before)
})

test('an interrupted restore leaves the old data, and can be repeated', async ({ database, target }) => {
  const { place, name } = await backUp(database.url)
  const before = await readAll(target)
  let opened = 0
  const cutOff: BackupPlace = {
    ...place,
    // The first reading checks the file; the second one breaks off in the middle of the tables.
    async read() {
      opened += 1
      const source = await place.read(name)
      return opened === 1 ? source : source.compose(cutAfter(20_000))
    },
  }
  await expect(restore({ url: target.url, place: cutOff, name })).rejects.toThrow()
  expect(await readAll(target)).toEqual(before)
  await restore({ url: target.url, place, name })
  expect(await readAll(target)).toEqual(await readAll(database))
})

test('a full disk leaves no partial backup, and removes no existing one', async ({ database }) => {
  const place = createBackupFolder(newFolder())
  const { name } = await backUp(database.url, { place })
  const full: BackupPlace = {
    ...place,
    store: (file, { write, prove }) =>
      place.store(file, {
        async write(sink) {
          await write(sink)
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        },
        prove,
      }),
  }
  await expect(backUp(database.url, { place: full })).rejects.toThrow('no space left')
  expect(readdirSync(place.title)).toEqual([name])
})

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

test('a table in many parts that end within rows, as large shops have stored it, comes back', async ({
  database,
  target,
}) => {
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

test('what was stored is read again before it counts: cut, altered or of another moment it is not kept, nor is an older one removed', async ({
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
      /cannot be read again and is no backup/,
    )
    expect(readdirSync(place.title), title).toEqual([first, second])
  }
  const { name } = await backUp(database.url, { place })
  expect(readdirSync(place.title)).toEqual([second, name])
})

test('a backup of an earlier version is brought up to this one; one of another line is refused in a sentence', async ({
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
    'has another db/migrations/0002_': (all) =>
      all.map((one) => (one.name.startsWith('0002') ? { ...one, checksum: 'x' } : one)),
    'has db/migrations/9999_next.sql': (all) => [...all, { name: '9999_next.sql', checksum: 'x' }],
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

test('tables, pictures and jobs that this shop does not have are left out, and that is said; rows that do not fit are refused', async ({
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
  expect(said.filter((line) => line.includes('left out'))).toEqual([
    'owners_notes is left out: this shop has no such table or file',
    `${foreign} is left out: this shop has no such table or file`,
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
  await expect(refused).rejects.toThrow('The rows of products cannot be loaded: ')
  await expect(refused).rejects.toThrow(BackupFileError)
  await change('products', Buffer.from('not a row\n'))
  await expect(restore({ url: target.url, ...torn, replace: true })).rejects.toThrow(/products has 1 rows of \d+/)
  expect(await readAll(target)).toEqual(all)
})

/** A stream that fails after this many bytes. */
function cutAfter(most: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const piece of source) {
      bytes += piece.length
      if (bytes > most) throw new Error('the connection broke')
      yield piece
    }
  }
}
