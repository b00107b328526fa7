import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { createBackupFolder } from '#infra/backup/backup-places.ts'
import { makeBackup } from '#infra/backup/make-backup.ts'
import { restoreBackup } from '#infra/backup/restore-backup.ts'
import { readEnv } from '#infra/env.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { createDiskFilms } from '#infra/storage/film-storage.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { placeOrders } from '#tests/support/place-orders.ts'
import { NODE_ENVIRONMENT } from '../../scripts/node-settings.mjs'
import { atStrength } from './strength.ts'

const CONTRACTS = atStrength({ short: 400, full: 5_000 })
const PDF_BYTES = 40_000
/** Fewer rows are longer. */
const LONGER = 5_000 / CONTRACTS

/**
 * A shop with contracts of 40 kB each, and mails and held orders of 30 MB each: several tables that do not fit
 * into one archive entry.
 */
async function fillLargeShop({ db, pool }: TestDatabase): Promise<void> {
  await pool.query(`
    insert into users (email) select 'klient' || n || '@example.test' from generate_series(1, ${CONTRACTS}) n;
    insert into checkouts (user_id, payment, shipping_method, items_grosze, shipping_grosze)
      select id, 'prepaid', 'prepaid_locker', 11990, 1699 from users`)
  const { rows } = await pool.query<{ id: string }>('select id from checkouts order by id')
  // Repeated farther apart than a compressor looks back.
  const noise = randomBytes(500 * PDF_BYTES)
  await pool.query('create table noise as select $1::bytea as bytes', [noise])
  await pool.query(
    `insert into contracts (checkout_id, pdf)
     select id, substring(bytes from 1 + (n % 500 * ${PDF_BYTES})::int for ${PDF_BYTES}) from noise, unnest($1::uuid[]) with ordinality c (id, n)`,
    [rows.map(({ id }) => id)],
  )
  await pool.query(`
    drop table noise;
    insert into mail_outbox (key, template, recipient, data, sent_at)
      select 'm' || n, 'order-placed', 'anna@example.test', jsonb_build_object('text', repeat(E'Żółć\\t\\\\ ' || n || E'\\n', ${500 * LONGER})), now()
      from generate_series(1, ${CONTRACTS}) n;
    insert into held_orders (user_id, idempotency_key, request, total_grosze, client_network, expires_at)
      select id, 'k', jsonb_build_object('note', repeat(id::text, ${170 * LONGER})), 11990, '203.0.113.0/24', now() from users`)
  await db.insertInto('users').values({ email: 'anna@example.test', name: 'Anna' }).execute()
  await placeOrders(db, 'anna@example.test')
}

/** Rows of every table and one sum over their content. */
async function readSums({ pool }: TestDatabase): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as sum from (select md5(t::text) as row from ${name} t) r`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

const test = base
  .extend('demo', { scope: 'file' }, false)
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('other', { scope: 'file' }, async ({}, { onCleanup }) => {
    const other = await createTestDatabase({ demo: false })
    onCleanup(() => other.drop())
    return other
  })

test(`a shop of ${(CONTRACTS * PDF_BYTES) / 1e6} MB of contracts is backed up and restored; when the restore is killed, the old shop stays`, async ({
  database,
  other,
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await fillLargeShop(database)
  const before = await readSums(database)
  const place = createBackupFolder(join(folder, 'backups'))
  const identity = await generateX25519Identity()
  const options = { databaseUrl: database.url, key: { identity }, place, now: new Date(), printStep: () => {} }
  const { name, bytes } = await makeBackup({ env: readEnv({ DATA_DIR: folder }), ...options })
  expect(bytes).toBeGreaterThan(CONTRACTS * PDF_BYTES)

  const { rows } = await database.pool.query<{ least: string }>(`select least(
    (select sum(octet_length(pdf)) * 2 from contracts), (select sum(length(data::text)) from mail_outbox),
    (select sum(length(request::text)) from held_orders)) as least`)
  // The data fill three entries of an archive.
  expect(Number(rows[0]?.least)).toBeGreaterThan(3 * 8 * 1024 * 1024)

  const media = { pictures: createDiskPictures(folder), films: createDiskFilms(folder) }

  await other.db.insertInto('users').values({ email: 'anna@example.test', name: 'Anna' }).execute()
  await placeOrders(other.db, 'anna@example.test')
  const old = await readSums(other)

  const keyFile = join(folder, 'key.txt')
  writeFileSync(keyFile, identity)
  const child = spawn(process.execPath, [join('scripts', 'restore.ts'), join(place.title, name), '--replace'], {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env.PATH,
      ...NODE_ENVIRONMENT,
      DATABASE_URL: other.url,
      DATA_DIR: folder,
      AUTH_SECRET: randomUUID(),
      BACKUP_KEY_FILE: keyFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = new Promise((resolve) => child.once('close', resolve))
  const isUnderWay = async () => {
    const { rows } = await database.pool.query<{ found: boolean }>(
      `select exists (select from pg_stat_progress_copy join pg_stat_activity using (pid)
        where pg_stat_activity.datname = $1 and tuples_processed > ${CONTRACTS / 5}) as found`,
      [new URL(other.url).pathname.slice(1)],
    )
    return rows[0]?.found
  }
  await expect.poll(isUnderWay, { interval: 20, timeout: 120_000 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  expect((await said).join('')).not.toContain('Restored')
  expect(await readSums(other)).toEqual(old)

  await restoreBackup({
    openFile: () => place.read(name),
    key: { identity },
    databaseUrl: other.url,
    media,
    replace: true,
    printStep: () => {},
  })
  expect(await readSums(other)).toEqual(before)
}, 600_000)
