import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import purge from '#domain/retention/purge.job.server.ts'
import type { Services } from '#domain/services.ts'
import { createServices } from '#infra/create-services.ts'
import { readEnv } from '#infra/env.ts'
import { createJobQueue, type JobQueueProcess } from '#infra/jobs/pg-boss-queue.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { renumber, storeCheckout, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

let database: TestDatabase
let jobs: JobQueueProcess
let services: Services
const NOW = new Date('2026-11-21T02:17:00Z')

beforeEach(async () => {
  database = await createTestDatabase({ demo: false })
  jobs = await createJobQueue({ databaseUrl: database.url, onError: () => {} })
  const external = {
    smtpUrl: 'smtp://127.0.0.1:1',
    inpostUrl: 'http://127.0.0.1:1',
    stripe: null,
    shipx: null,
    google: null,
    ksef: null,
    analyticsOrigin: null,
    pushOrigin: null,
  }
  services = {
    ...createServices(readEnv({}), {
      db: database.db,
      publicDb: database.db,
      jobs,
      authSecret: 'x'.repeat(32),
      external,
    }),
    now: () => NOW,
  }
})
afterEach(async () => {
  await jobs.stop()
  services.mail.close()
  await database.drop()
})

const runPurge = () => purge.run(services, {}, { last: false })

/** The names of the remaining rows. */
async function left(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select token as name from sessions union all select identifier from verifications
    union all select email from account_links union all select token_hash from login_tickets
    union all select key from rate_limits union all select key from mail_outbox order by 1`.execute(database.db)
  return rows.map(({ name }) => name)
}

test('purge: deletes expired rows in every table and nothing else, also when it runs again', async () => {
  await database.pool.query(`
    with buyer as (insert into users (email) values ('anna@example.test') returning id)
    insert into sessions (user_id, token, expires_at)
      select id, token, moment::timestamptz from buyer, (values
        ('session over', '2026-11-21T02:16:59Z'), ('session open', '2026-11-21T02:17:01Z')) as s (token, moment);
    insert into verifications (identifier, value, expires_at) values
      ('verification over', '', '2026-11-21T02:16:59Z'), ('verification open', '', '2026-11-21T02:17:01Z');
    insert into account_links (purpose, email, expires_at) values
      ('login-link', 'link over a week ago', '2026-11-14T02:16:59Z'), ('login-link', 'link over', '2026-11-14T02:17:01Z');
    insert into rate_limits (key, window_start) values
      ('window over', '2026-11-20T02:15:00Z'), ('window of yesterday', '2026-11-20T02:30:00Z'),
      ('window open', '2026-11-21T02:15:00Z');
    insert into mail_outbox (key, template, recipient, data, created_at, sent_at, failed_at) values
      ('mail sent long ago', 'x', 'a@example.test', '{}', '2026-08-01', '2026-08-23T02:16:59Z', null),
      ('mail sent 90 days ago', 'x', 'a@example.test', '{}', '2026-08-01', '2026-08-23T02:17:01Z', null),
      ('mail given up long ago', 'x', 'a@example.test', '{}', '2026-08-01', null, '2026-08-23T02:16:59Z'),
      ('mail given up 90 days ago', 'x', 'a@example.test', '{}', '2026-08-01', null, '2026-08-23T02:17:01Z'),
      ('mail that waits', 'x', 'a@example.test', '{}', '2026-08-01', null, null),
      ('confirmation that waits', 'case-received', 'a@example.test', '{}', '2026-08-01', null, null),
      ('welcome that waits with a dead link', 'welcome', 'a@example.test', '{}', '2026-11-14T02:16:59Z', null, null),
      ('welcome that waits', 'welcome', 'a@example.test', '{}', '2026-11-14T02:17:01Z', null, null)`)
  const stays = [
    'confirmation that waits',
    'link over',
    'mail given up 90 days ago',
    'mail sent 90 days ago',
    'mail that waits',
    'session open',
    'verification open',
    'welcome that waits',
    'window of yesterday',
    'window open',
  ]
  expect(await runPurge()).toEqual({ ok: true, value: undefined })
  expect(await left()).toEqual(stays)
  await runPurge()
  expect(await left()).toEqual(stays)
})

test('purge: deletes thousands of rows and skips locked ones', async () => {
  await database.pool.query(`insert into rate_limits (key, window_start)
    select 'window ' || n, '2026-11-01' from generate_series(1, 3500) n`)
  const other = await database.pool.connect()
  await other.query(`begin; select from rate_limits where key = 'window 1700' for update`)
  await runPurge()
  expect(await left()).toEqual(['window 1700'])
  await other.query('rollback')
  other.release()
  await runPurge()
  expect(await left()).toEqual([])
})

test('purge: is on the schedule at night by the clocks in Poland', async () => {
  await jobs.startWorkers(services)
  const { rows } = await database.pool.query(
    "select name, cron, timezone, options from pgboss.schedule where name = 'purge'",
  )
  expect(rows).toEqual([
    {
      name: 'purge',
      cron: '17 3 * * *',
      timezone: 'Europe/Warsaw',
      options: expect.objectContaining({ missed: 'once' }),
    },
  ])
})

test('purge: deletes sample codes long after their last day, except those in orders; the owner’s stay', async () => {
  const { db } = database
  const code = (text: string, valid_to: string, sample_checkout_id: string | null) => ({
    ...{ code: text, kind: 'sum' as const, value: 1_000, valid_from: null, valid_to, most_uses: 1 },
    ...{ email: 'anna@example.test', sample_checkout_id },
  })
  const checkoutId = await storeCheckout(db, renumber(TWO_ORDERS))
  await db
    .insertInto('codes')
    .values([
      code('OWNERS', '2026-01-01T00:00', null),
      code('LONGAGO', '2026-08-01T00:00', crypto.randomUUID()),
      code('USEDLONGAGO', '2026-08-01T00:00', crypto.randomUUID()),
      code('LATELY', '2026-10-01T00:00', crypto.randomUUID()),
    ])
    .execute()
  await db.updateTable('orders').set({ discount_code: 'USEDLONGAGO' }).where('checkout_id', '=', checkoutId).execute()
  await purge.run(services, {}, { last: false })
  const left = await db.selectFrom('codes').select('code').orderBy('code').execute()
  expect(left.map((row) => row.code)).toEqual(['LATELY', 'OWNERS', 'USEDLONGAGO'])
})
