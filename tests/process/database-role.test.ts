import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { seedDemo } from '#db/demo/seed.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { SHOP_ROLE, shopUrl } from '#infra/embedded-postgres/shop-role.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

const DATABASE = 'perfumeria'
const folders: ReturnType<typeof createDataFolder>[] = []
let shop: ShopProcess | undefined

function newFolder() {
  const folder = createDataFolder()
  folders.push(folder)
  return folder
}

afterAll(async () => {
  await shop?.stop()
  for (const folder of folders) await folder.remove()
})

async function start(dataDir: string): Promise<ShopProcess> {
  shop = await startShopProcess({ DATA_DIR: dataDir })
  await shop.untilPrinted(READY)
  return shop
}

/** The running cluster of a shop, adopted. */
const adopt = (dataDir: string) => startEmbeddedPostgres({ dataDir, durable: true, log: () => {} })

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result: pg.QueryResult<Record<string, unknown>> = await client.query(sql)
    return result.rows
  } finally {
    await client.end()
  }
}

/** Objects in the database's own schemas, and the database itself, that do not belong to the shop's role. */
const FOREIGN = `
  select oid::regclass::text as name from pg_class
  where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss', 'aside'))
    and relowner <> '${SHOP_ROLE}'::regrole
  union all select oid::regprocedure::text from pg_proc
  where pronamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss', 'aside'))
    and proowner <> '${SHOP_ROLE}'::regrole
  union all select oid::regtype::text from pg_type
  where typnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss', 'aside'))
    and typowner <> '${SHOP_ROLE}'::regrole
  union all select collname::text from pg_collation
  where collnamespace = 'public'::regnamespace and collowner <> '${SHOP_ROLE}'::regrole
  union all select nspname::text from pg_namespace
  where nspname in ('pgboss', 'aside') and nspowner <> '${SHOP_ROLE}'::regrole
  union all select datname::text from pg_database
  where datname = current_database() and datdba <> '${SHOP_ROLE}'::regrole`

describe('the embedded shop', () => {
  const data = newFolder()

  test('uses a role that is no superuser for all its connections', async () => {
    await start(data.path)
    const server = await adopt(data.path)
    const sessions = await query(
      server.url('postgres'),
      `select usename, application_name, usesuper from pg_stat_activity join pg_user using (usename)
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    expect(sessions.length).toBeGreaterThan(2)
    expect(sessions).toContainEqual(expect.objectContaining({ application_name: 'instance-lock' }))
    for (const session of sessions) expect(session).toMatchObject({ usename: SHOP_ROLE, usesuper: false })
    expect(await query(server.url(DATABASE), FOREIGN)).toEqual([])
    expect(statSync(join(server.cluster, 'shop-password')).mode & 0o077).toBe(0)
  })

  test.for([
    "copy brands to program 'id > /tmp/perfumeria-program'",
    "create temp table t (line text); copy t from program 'id'",
    "create temp table t (line text); copy t from '/etc/passwd'",
    "copy brands to '/tmp/perfumeria-brands'",
    "select pg_read_file('/etc/passwd')",
    "select pg_read_binary_file('postgresql.conf')",
    "select pg_ls_dir('.')",
    "select lo_import('/etc/passwd')",
    'create role attacker',
    'create database other',
    "alter system set archive_command = 'id'",
    'set role perfumeria',
    'set session authorization perfumeria',
    `alter role ${SHOP_ROLE} superuser`,
    'create extension plpython3u',
    'create extension file_fdw',
    'select rolpassword from pg_authid',
    'grant pg_execute_server_program to current_user',
  ])('its role is refused: %s', async (statement) => {
    const server = await adopt(data.path)
    await expect(query(shopUrl(server, DATABASE), statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('has a role that may create trusted extensions', async () => {
    const server = await adopt(data.path)
    const url = shopUrl(server, DATABASE)
    await query(url, 'begin; create extension if not exists pg_trgm; create extension if not exists unaccent; rollback')
  })

  test('is not changed by a second start', async () => {
    await shop?.stop()
    await start(data.path)
    expect(shop?.output()).not.toContain('Baza danych uaktualniona')
    await shop?.stop()
  })
})

describe('a data folder whose database belongs to the superuser', () => {
  const data = newFolder()

  /** Creates it as the shop did before it had a separate role. */
  async function makeAsSuperuser(): Promise<void> {
    const server = await startEmbeddedPostgres({ dataDir: data.path, durable: true, log: () => {} })
    const url = server.url(DATABASE)
    await server.ensureDatabase(DATABASE)
    await migrate(url)
    const { db, close } = connectDatabase(url, { max: 2, onIdleError: rethrow })
    await seedDemo(db, { now: new Date(), pictures: null })
    await close()
    const jobs = await createJobQueue({ databaseUrl: url, onError: (_, error) => rethrow(error) })
    await jobs.stop()
    await query(
      url,
      `create schema extensions; create extension pg_trgm schema extensions; create schema aside;
       create type aside.mood as enum ('a'); create domain aside.short as text; create type aside.pair as (a int, b int);
       create sequence aside.counter; create table aside.notes (id int generated always as identity, mood aside.mood);
       create view aside.seen as select * from aside.notes; insert into aside.notes (mood) values ('a');
       create aggregate aside.longest(text) (sfunc = pg_catalog.text_larger, stype = text);
       create procedure aside.nothing() language sql as 'select 1'`,
    )
    await server.stop()
  }

  const COUNTS = `select (select count(*) from products) as products, (select count(*) from reviews) as reviews,
    (select count(*) from pgboss.queue) as queues, (select count(*) from aside.notes) as notes,
    (select max(applied_at) from schema_migrations) as migrated`

  test('is handed over completely at the start, and only once', async () => {
    await makeAsSuperuser()
    const before = await startEmbeddedPostgres({ dataDir: data.path, durable: true, log: () => {} })
    const counts = await query(before.url(DATABASE), COUNTS)
    expect(await query(before.url('postgres'), `select from pg_roles where rolname = '${SHOP_ROLE}'`)).toEqual([])
    await before.stop()

    for (const _ of ['first', 'second']) {
      const running = await start(data.path)
      const server = await adopt(data.path)
      expect(await query(server.url(DATABASE), FOREIGN)).toEqual([])
      expect(await query(shopUrl(server, DATABASE), COUNTS)).toEqual(counts)
      await query(
        shopUrl(server, DATABASE),
        "begin; insert into aside.notes (mood) values ('a'); drop table products cascade; rollback",
      )
      expect((await fetch(`${running.url}/api/products`)).status).toBe(200)
      expect(await running.stop()).toBe(0)
    }
  })
})

test('an external database needs only the grants of docs/operations.md', async () => {
  const administrator = (database: string) => inject('testDatabaseUrl').replace(/NAME$/, database)
  const name = `foreign_${randomUUID().replaceAll('-', '')}`
  const grants =
    /^grant .*?(?=```)/ms.exec(readFileSync(join(PROJECT_ROOT, 'docs', 'operations.md'), 'utf8'))?.[0] ?? ''
  expect(grants.match(/^grant /gm)).toHaveLength(2)
  await query(administrator('postgres'), `create role ${name} login password 'of-a-test'`)
  await query(administrator('postgres'), `create database ${name} encoding 'UTF8' template template0`)
  await query(administrator('postgres'), `revoke all on database ${name} from public`)
  await query(
    administrator(name),
    grants.replace(/database shop/, `database ${name}`).replace(/to shop;/g, `to ${name};`),
  )
  const url = new URL(administrator(name))
  url.username = name
  url.password = 'of-a-test'
  const foreign = await startShopProcess({
    DATA_DIR: newFolder().path,
    DATABASE_URL: url.href,
    AUTH_SECRET: randomUUID() + randomUUID(),
  })
  await foreign.untilPrinted(READY)
  expect((await fetch(`${foreign.url}/api/products`)).status).toBe(200)
  expect(await foreign.stop()).toBe(0)
  await query(administrator('postgres'), `drop database ${name} with (force)`)
  await query(administrator('postgres'), `drop role ${name}`)
})

function rethrow(error: unknown): never {
  throw error
}
