import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createDatabaseChecks } from '#infra/doctor/check-database.ts'
import { runChecks } from '#infra/doctor/run-checks.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { type DatabaseLink, openDatabaseLink } from '#tests/support/database-link.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { createOwnedDatabase } from '#tests/support/owned-database.ts'
import { ask } from '#tests/support/raw-request.ts'
import { type Replicated, startReplicated } from '#tests/support/replica.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('servers', { scope: 'file' }, async ({}, { onCleanup }): Promise<Replicated> => {
    const servers = await startReplicated()
    onCleanup(() => servers.stop())
    return servers
  })
  /** The shop's database on the primary. */
  .extend('owned', { scope: 'file' }, async ({ servers }, { onCleanup }): Promise<TestDatabase> => {
    const owned = await createOwnedDatabase(servers.primary.url)
    onCleanup(() => owned.drop())
    return owned
  })
  /** The way to the replica. */
  .extend('link', { scope: 'file' }, async ({ servers, owned }, { onCleanup }): Promise<DatabaseLink> => {
    const link = await openDatabaseLink(addressOnReplica(servers, owned.url))
    onCleanup(() => link.close())
    return link
  })
  .extend('reader', { scope: 'file' }, async ({ owned, link }, { onCleanup }): Promise<ShopProcess> => {
    const data = createDataFolder()
    const shop = await startShopProcess({
      DATA_DIR: data.path,
      DATABASE_URL: owned.url,
      DATABASE_REPLICA_URL: link.url,
      AUTH_SECRET: randomUUID(),
      LIMIT_FACTOR: '1000',
    })
    onCleanup(async () => {
      await link.restore()
      await shop.stop()
      await data.remove()
    })
    await shop.untilPrinted(READY)
    return shop
  })
  /** Asks the replica as its superuser. */
  .extend('askReplica', { scope: 'file' }, async ({ servers, owned }, { onCleanup }) => {
    const client = new pg.Client({ connectionString: servers.replica.url(new URL(owned.url).pathname.slice(1)) })
    await client.connect()
    onCleanup(() => client.end())
    return async (statement: string) => (await client.query<Record<string, unknown>>(statement)).rows
  })

/** The same database, role and password there. */
function addressOnReplica({ replica }: Replicated, address: string): string {
  const url = new URL(address)
  url.port = new URL(replica.url('postgres')).port
  return url.href
}

type AskReplica = (statement: string) => Promise<Record<string, unknown>[]>

/** Asks for reviews that are in no cache. */
const askReviews = (() => {
  let number = 0
  return async (shop: ShopProcess) => {
    const { items } = JSON.parse((await ask(shop.url, '/api/products?pageSize=64')).text)
    // A product has two addresses, and after a change all of them are read again.
    number += 1
    const { id, slug } = items[number % items.length]
    return (await ask(shop.url, `/api/products/${Math.floor(number / items.length) % 2 ? id : slug}/reviews`)).status
  }
})()

/** Until reviews are read from the replica. */
function untilReplicaIsRead(askReplica: AskReplica, shop: ShopProcess): Promise<void> {
  return eventually(async () => {
    expect(await askReviews(shop)).toBe(200)
    const [found] = await askReplica(
      `select count(*)::int as reads from pg_stat_activity
       where application_name = 'perfumeria-public' and query like '%"reviews"%' and query_start > now() - interval '1 s'`,
    )
    expect(found?.reads).toBeGreaterThan(0)
  }, 30_000)
}

test('public reads come from the replica; what it does not have yet comes from the primary, and stays', async ({
  askReplica,
  reader,
  owned: { db: primary },
}) => {
  await untilReplicaIsRead(askReplica, reader)
  const product = await primary
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const author = await primary
    .insertInto('users')
    .values({ email: 'ala@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await askReplica('select pg_wal_replay_pause()')
  const shows = async (path: string, text: string) => (await ask(reader.url, path)).text.includes(text)
  try {
    await primary.updateTable('products').set({ price_grosze: 5_111 }).where('id', '=', product.id).execute()
    await eventually(async () => expect(await shows('/produkt/layali-zahran', '51,11')).toBe(true))
    const review = { product_id: product.id, user_id: author.id, rating: 5, comment: 'Zostaje do wieczora.' }
    await primary
      .insertInto('reviews')
      .values({ ...review, approved: true })
      .execute()
    for (const path of ['/produkt/layali-zahran', '/api/products/layali-zahran/reviews']) {
      await eventually(async () => expect(await shows(path, review.comment), path).toBe(true))
    }
    expect(await askReplica('select from reviews where user_id is not null and comment like $$Zostaje%$$')).toEqual([])
  } finally {
    await askReplica('select pg_wal_replay_resume()')
  }
  await untilReplicaIsRead(askReplica, reader)
  for (const path of ['/produkt/layali-zahran', '/api/products/layali-zahran/reviews']) {
    expect(await shows(path, 'Zostaje do wieczora.'), path).toBe(true)
  }
})

test('the pool of the replica is measured, and the doctor says how the replica is', async ({
  askReplica,
  reader,
  owned,
  servers,
  link,
}) => {
  await untilReplicaIsRead(askReplica, reader)
  expect((await ask(reader.url, '/metrics')).text).toMatch(/^shop_database_connections\{pool="replica"\} [1-9]/m)

  const judge = async (replicaUrl: string) => {
    const others = { poolerUrl: null, dataDir: '', allowNewerDatabase: false, profile: testProfile }
    const settings = { databaseUrl: owned.url, replicaUrl, ...others }
    const results = await runChecks(createDatabaseChecks(settings))
    return results.map(({ name, state, found }) => `${name} ${state}: ${found}`).at(-1)
  }
  expect(await judge(link.url)).toMatch(/^replica fine: ma wszystko/)
  expect(await judge(servers.primary.url('postgres'))).toMatch(/^replica broken: .* do innej bazy/)
  expect(await judge(owned.url)).toMatch(/^replica doubtful: nie podąża/)
  await askReplica('select pg_wal_replay_pause()')
  try {
    await owned.db.insertInto('users').values({ email: 'ewa@example.test' }).execute()
    expect(await judge(link.url)).toMatch(/^replica doubtful: spóźnia się o ponad 2 s/)
  } finally {
    await askReplica('select pg_wal_replay_resume()')
  }
  await link.cut()
  expect(await judge(link.url)).toMatch(/^replica doubtful: nie odpowiada/)
  await link.restore()
})

test.for(['cut', 'hang'] as const)(
  'a replica that is lost (%s) is left out, and used again',
  async (how, { askReplica, reader, link }) => {
    await untilReplicaIsRead(askReplica, reader)
    const before = reader.output().length
    await link[how]()
    const answers = await Promise.all(Array.from({ length: 10 }, () => askReviews(reader)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await ask(reader.url, '/readyz')).status).toBe(200)
    await expect.poll(() => reader.output().slice(before)).toContain('replica left out')
    expect(await askReviews(reader)).toBe(200)
    await link.restore()
    await untilReplicaIsRead(askReplica, reader)
  },
)

test('a replica that falls behind without any notice is left out until it has caught up', async ({
  askReplica,
  reader,
  owned: { db: primary },
}) => {
  await untilReplicaIsRead(askReplica, reader)
  const before = reader.output().length
  await askReplica('select pg_wal_replay_pause()')
  try {
    await primary.insertInto('users').values({ email: 'ola@example.test' }).execute()
    await expect.poll(() => reader.output().slice(before)).toContain('it is behind')
  } finally {
    await askReplica('select pg_wal_replay_resume()')
  }
  await untilReplicaIsRead(askReplica, reader)
})

test('a database that is no replica is not read', async ({ database, servers, onTestFinished }) => {
  const data = createDataFolder()
  onTestFinished(() => data.remove())
  const shop = await startShopProcess({
    DATA_DIR: data.path,
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: servers.primary.url('postgres'),
    AUTH_SECRET: randomUUID(),
  })
  onTestFinished(async () => void (await shop.stop()))
  await shop.untilPrinted('DATABASE_REPLICA_URL leads to another database than DATABASE_URL')
  expect(await askReviews(shop)).toBe(200)
})
