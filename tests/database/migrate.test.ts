import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#infra/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

let database: TestDatabase
let folder: string

/** The real migrations are already applied. The ones here are in a database with a separate history. */
beforeEach(async () => {
  database = await createTestDatabase({ demo: false })
  await database.pool.query('drop table schema_migrations')
  folder = mkdtempSync(join(tmpdir(), 'perfumeria-migrations-'))
  write('0001_rack.sql', 'create table rack (id integer primary key);')
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql)
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where tablename in ('rack', 'box', 'lid') order by 1`,
  )
  return rows.map((row) => row.name)
}

test('migrate: files are applied in order, each once', async () => {
  write('0002_box.sql', 'create table box (rack_id integer references rack (id));')
  expect(await migrate(database.url, folder)).toEqual(['0001_rack.sql', '0002_box.sql'])
  write('0003_lid.sql', 'create table lid (id integer);')
  expect(await migrate(database.url, folder)).toEqual(['0003_lid.sql'])
  expect(await migrate(database.url, folder)).toEqual([])
  expect(await tables()).toEqual(['box', 'lid', 'rack'])
})

test('migrate: eight processes that start at once apply each file once', async () => {
  write('0002_box.sql', 'create table box (id integer);')
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database.url, folder)))
  expect(applied.flat().sort()).toEqual(['0001_rack.sql', '0002_box.sql'])
})

test('migrate: a file that fails changes nothing and is named', async () => {
  write('0002_box.sql', 'create table box (id integer); create table lid (id nonsense);')
  write('0003_lid.sql', 'create table lid (id integer);')
  await expect(migrate(database.url, folder)).rejects.toThrow(/0002_box\.sql failed: .*nonsense/)
  expect(await tables()).toEqual(['rack'])
  write('0002_box.sql', 'create table box (id integer);')
  expect(await migrate(database.url, folder)).toEqual(['0002_box.sql', '0003_lid.sql'])
})

test('migrate: a file changed after it was applied is named', async () => {
  await migrate(database.url, folder)
  write('0001_rack.sql', 'create table rack (id bigint primary key);')
  await expect(migrate(database.url, folder)).rejects.toThrow(/0001_rack\.sql zmienił się/)
})

test('migrate: different line endings do not count as a change', async () => {
  write('0001_rack.sql', 'create table rack (\n  id integer\n);\n')
  await migrate(database.url, folder)
  write('0001_rack.sql', 'create table rack (\r\n  id integer\r\n);\r\n')
  expect(await migrate(database.url, folder)).toEqual([])
})

test('migrate: a database of a newer version is refused', async () => {
  write('0002_box.sql', 'create table box (id integer);')
  await migrate(database.url, folder)
  await rm(join(folder, '0002_box.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/inna wersja .*0002_box\.sql/)
})

test('migrate: waits for a table that is being read, while others can write to it', async () => {
  await migrate(database.url, folder)
  write('0002_name.sql', 'alter table rack add column name text;')
  const reader = await database.pool.connect()
  await reader.query('begin; select from rack')
  let isApplied = false
  const migrating = migrate(database.url, folder).then((applied) => {
    isApplied = true
    return applied
  })
  try {
    await expect.poll(() => countWaitingStatements(database.db)).toBe(1)
    // Behind the migration, as long as that waits.
    for (const id of [1, 2, 3]) await database.pool.query('insert into rack (id) values ($1)', [id])
    await expect.poll(() => countWaitingStatements(database.db), { interval: 5 }).toBe(0)
    await expect.poll(() => countWaitingStatements(database.db), { interval: 5 }).toBe(1)
    expect(isApplied).toBe(false)
  } finally {
    await reader.query('rollback')
    reader.release()
  }
  expect(await migrating).toEqual(['0002_name.sql'])
  expect((await database.pool.query('select id, name from rack order by id')).rows).toEqual(
    [1, 2, 3].map((id) => ({ id, name: null })),
  )
})
