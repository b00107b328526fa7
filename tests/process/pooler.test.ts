import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabaseChecks } from '#infra/doctor/check-database.ts'
import { runChecks } from '#infra/doctor/run-checks.ts'
import { cookieOf } from '#tests/support/api.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { createOwnedDatabase } from '#tests/support/owned-database.ts'
import { type Pooler, startPooler } from '#tests/support/pooler.ts'
import { ask } from '#tests/support/raw-request.ts'
import { type Shop, startShop, startShopProcess } from '#tests/support/shop-process.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

/** Fewer connections than the shop opens, so that its transactions have to wait for each other. */
const POOL_SIZE = 5
const NOT_INSTALLED = 'PgBouncer is not installed, so nothing is tried through it.'

/** PgBouncer in transaction mode, and the shop that works through it; null where it is not installed. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('owned', { scope: 'file' }, async ({}, { onCleanup }): Promise<TestDatabase> => {
    const owned = await createOwnedDatabase((name) => inject('testDatabaseUrl').replace(/NAME$/, name))
    onCleanup(() => owned.drop())
    return owned
  })
  .extend('pooler', { scope: 'file' }, async ({ owned }, { onCleanup }): Promise<Pooler | null> => {
    const pooler = await startPooler(owned.url, { mode: 'transaction', size: POOL_SIZE })
    if (!pooler) console.info(NOT_INSTALLED)
    onCleanup(async () => pooler?.stop())
    return pooler
  })
  .extend('pooled', { scope: 'file' }, async ({ owned, pooler }, { onCleanup }): Promise<Shop | null> => {
    if (!pooler) return null
    const data = createDataFolder()
    const env = { DATABASE_SESSION_URL: owned.url, DATA_DIR: data.path, LIMIT_FACTOR: '10000' }
    const shop = await startShop({ ...owned, url: pooler.url }, env)
    onCleanup(async () => {
      await shop.stop()
      await data.remove()
    })
    return shop
  })

const SETTINGS = {
  TimeZone: 'UTC',
  lock_timeout: '5s',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
}

const post = (shop: Shop, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url, ...headers },
    body: JSON.stringify(body),
  })

test('orders at the same time, pages and changes of prices go through a pooler in transaction mode', async ({
  pooled: shop,
  owned,
}) => {
  if (!shop) return
  const cookies = await Promise.all(
    Array.from({ length: 10 }, async (_, buyer) =>
      cookieOf(
        await post(shop, '/api/guest-sign-in', {
          email: `buyer-${buyer}@example.test`,
          password: 'sekret1',
          acceptedTerms: true,
        }),
      ),
    ),
  )
  const items = await productsOnSale(owned, 2)
  const orders = Array.from({ length: 40 }, (_, order) =>
    post(shop, '/api/create-cash-on-delivery-order', cart(items), {
      Cookie: cookies[order % cookies.length] ?? '',
      'Idempotency-Key': randomUUID(),
    }),
  )
  const answers = await Promise.all(orders)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const stored = await owned.db
    .selectFrom('orders')
    .select(sql<number>`count(distinct checkout_id)::int`.as('placed'))
    .executeTakeFirstOrThrow()
  expect(stored.placed).toBe(answers.length)

  for (const path of ['/', '/sklep?search=oud', '/produkt/layali-zahran']) {
    await eventually(async () => expect((await ask(shop.url, path)).headers['cache-status']).toBe('shop; hit'))
  }
  const signedIn = { Cookie: cookieOf(await post(shop, '/api/admin-sign-in', shop.admin)) }
  const { id } = await owned.db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const address = `${shop.url}/api/admin/products/${id}`
  const { version } = await (await fetch(address, { headers: signedIn })).json()
  const changed = await fetch(address, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', Origin: shop.url, ...signedIn },
    body: JSON.stringify({ version, price: 51.11 }),
  })
  expect(changed.status).toBe(200)
  expect((await ask(shop.url, '/produkt/layali-zahran')).text).toContain('51,11')

  // The change enqueued a job in its own transaction.
  await eventually(async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job where name = 'sync-product'`.execute(owned.db)
    expect(rows).toEqual([{ state: 'completed' }])
  })
  expect(shop.output()).not.toMatch(/"level":"(?:warn|error)"/)
})

test('the pooler opens few connections, with the settings of the shop’s own', async ({ pooled, pooler, owned }) => {
  if (!pooled || !pooler) return
  const { rows } = await sql<{ name: string; sessions: number }>`
    select application_name as name, count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() group by application_name`.execute(owned.db)
  const sessions = new Map(rows.map(({ name, sessions: count }) => [name, count]))
  expect(sessions.get('perfumeria-shop')).toBeGreaterThan(0)
  // One less: connections of the test itself have the same name.
  expect(sessions.get('perfumeria-shop')).toBeLessThanOrEqual(POOL_SIZE + owned.pool.totalCount - 1)
  for (const name of ['perfumeria-public', 'perfumeria-jobs', 'catalog-listener', 'database-watch']) {
    expect(sessions.get(name), name).toBeGreaterThan(0)
  }
  const answer = await ask(pooled.url, '/readyz')
  expect(answer.status).toBe(200)
  const client = new pg.Client({ connectionString: pooler.url })
  await client.connect()
  try {
    const shown = await client.query<{ name: string; setting: string }>(
      'select name, current_setting(name) as setting from unnest($1::text[]) as name',
      [Object.keys(SETTINGS)],
    )
    expect(Object.fromEntries(shown.rows.map(({ name, setting }) => [name, setting]))).toEqual(SETTINGS)
  } finally {
    await client.end()
  }
})

test('without the pooler the shop is not ready, and it is again once the pooler is back', async ({
  onTestFinished,
}) => {
  // A database of its own, so that the other tests keep their pooler.
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pooler = await startPooler(database.url, { mode: 'transaction', size: POOL_SIZE })
  if (!pooler) return
  const link = await openDatabaseLink(pooler.url)
  onTestFinished(async () => {
    await link.close()
    await pooler.stop()
  })
  const shop = await startShop({ ...database, url: link.url }, { DATABASE_SESSION_URL: database.url })
  onTestFinished(async () => void (await shop.stop()))
  const ready = async () => (await ask(shop.url, '/readyz')).status
  expect(await ready()).toBe(200)
  await link.cut()
  expect(await ready()).toBe(503)
  await link.restore()
  await expect.poll(ready).toBe(200)
})

test('a start whose sessions would be lost is refused by a sentence that says what is missing', async ({
  pooler,
  owned,
  onTestFinished,
}) => {
  if (!pooler) return
  const data = createDataFolder()
  onTestFinished(() => data.remove())
  const refusal = async (env: Record<string, string>) => {
    const shop = await startShopProcess({ DATA_DIR: data.path, AUTH_SECRET: randomUUID(), ...env })
    expect(await shop.ended()).toBe(1)
    return shop.output().trim().split('\n').at(-1)
  }
  expect(await refusal({ DATABASE_URL: pooler.url })).toBe(
    'DATABASE_URL prowadzi przez pooler, który nie trzyma sesji: ustaw też DATABASE_SESSION_URL, bez poolera.',
  )
  expect(await refusal({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: pooler.url })).toBe(
    'DATABASE_SESSION_URL prowadzi przez pooler, który nie trzyma sesji: musi prowadzić wprost do PostgreSQL.',
  )
  const elsewhere = new URL(owned.url)
  elsewhere.pathname = '/postgres'
  expect(await refusal({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: elsewhere.href })).toBe(
    'DATABASE_URL i DATABASE_SESSION_URL muszą prowadzić do tej samej bazy, jako ten sam użytkownik.',
  )
})

test('the doctor sees through a pooler, and names one that keeps no sessions', async ({ pooler, owned }) => {
  if (!pooler) return
  const judge = async (databaseUrl: string, poolerUrl: string | null) => {
    const others = { dataDir: '', allowNewerDatabase: false, profile: testProfile }
    const settings = { databaseUrl, poolerUrl, ...others }
    const [result] = await runChecks(createDatabaseChecks(settings))
    return `${result?.state}: ${[result?.found, ...(result?.details ?? [])].join(' ')}`
  }
  expect(await judge(owned.url, pooler.url)).toMatch(/^fine: PostgreSQL .*, pooler też$/)
  expect(await judge(pooler.url, null)).toMatch(
    /^broken: .* DATABASE_URL leads through a pooler that keeps no sessions/,
  )
})

test('a pooler in session mode is as good as PostgreSQL itself', async ({ onTestFinished }) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pooler = await startPooler(database.url, { mode: 'session', size: 60 })
  if (!pooler) return
  onTestFinished(() => pooler.stop())
  const shop = await startShop({ ...database, url: pooler.url })
  onTestFinished(async () => void (await shop.stop()))
  await eventually(async () => expect((await ask(shop.url, '/')).headers['cache-status']).toBe('shop; hit'))
})
