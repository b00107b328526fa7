import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connectDatabase } from '#infra/db/connect.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { type DatabaseLink, openDatabaseLink } from '#tests/support/database-link.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { type Replicated, startReplicated } from '#tests/support/replica.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('servers', { scope: 'file' }, async ({}, { onCleanup }): Promise<Replicated> => {
    const servers = await startReplicated('shop')
    onCleanup(() => servers.stop())
    return servers
  })
  /** The way to the replica. */
  .extend('link', { scope: 'file' }, async ({ servers }, { onCleanup }): Promise<DatabaseLink> => {
    const link = await openDatabaseLink(servers.replica.url('shop'))
    onCleanup(() => link.close())
    return link
  })
  .extend('reader', { scope: 'file' }, async ({ servers, link }, { onCleanup }): Promise<ShopProcess> => {
    const data = createDataFolder()
    const shop = await startShopProcess({
      DATA_DIR: data.path,
      DATABASE_URL: servers.primary.url('shop'),
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
  .extend('primary', { scope: 'file' }, ({ servers }, { onCleanup }) => {
    const connection = connectDatabase(servers.primary.url('shop'), { max: 2, onIdleError: () => undefined })
    onCleanup(() => connection.close())
    return connection.db
  })

async function onReplica(servers: Replicated, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: servers.replica.url('shop') })
  await client.connect()
  try {
    const result: pg.QueryResult<Record<string, unknown>> = await client.query(statement)
    return result.rows
  } finally {
    await client.end()
  }
}

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
function untilReplicaIsRead(servers: Replicated, shop: ShopProcess): Promise<void> {
  return eventually(async () => {
    expect(await askReviews(shop)).toBe(200)
    const [found] = await onReplica(
      servers,
      `select count(*)::int as reads from pg_stat_activity
       where application_name = 'perfumeria-public' and query like '%"reviews"%' and query_start > now() - interval '1 s'`,
    )
    expect(found?.reads).toBeGreaterThan(0)
  }, 30_000)
}

test('public reads come from the replica; what it does not have yet comes from the primary, and stays', async ({
  servers,
  reader,
  primary,
}) => {
  await untilReplicaIsRead(servers, reader)
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
  await onReplica(servers, 'select pg_wal_replay_pause()')
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
    expect(
      await onReplica(servers, 'select from reviews where user_id is not null and comment like $$Zostaje%$$'),
    ).toEqual([])
  } finally {
    await onReplica(servers, 'select pg_wal_replay_resume()')
  }
  await untilReplicaIsRead(servers, reader)
  for (const path of ['/produkt/layali-zahran', '/api/products/layali-zahran/reviews']) {
    expect(await shows(path, 'Zostaje do wieczora.'), path).toBe(true)
  }
})

test.for(['cut', 'hang'] as const)(
  'a replica that is lost (%s) is left out, and used again',
  async (how, { servers, reader, link }) => {
    await untilReplicaIsRead(servers, reader)
    const before = reader.output().length
    await link[how]()
    const answers = await Promise.all(Array.from({ length: 10 }, () => askReviews(reader)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await ask(reader.url, '/readyz')).status).toBe(200)
    await expect.poll(() => reader.output().slice(before)).toContain('replica left out')
    expect(await askReviews(reader)).toBe(200)
    await link.restore()
    await untilReplicaIsRead(servers, reader)
  },
)

test('a database that is no replica is not read', async ({ database, servers, onTestFinished }) => {
  const data = createDataFolder()
  onTestFinished(() => data.remove())
  const shop = await startShopProcess({
    DATA_DIR: data.path,
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: servers.primary.url('shop'),
    AUTH_SECRET: randomUUID(),
  })
  onTestFinished(async () => void (await shop.stop()))
  await shop.untilPrinted('DATABASE_REPLICA_URL leads to another database than DATABASE_URL')
  expect(await askReviews(shop)).toBe(200)
})
