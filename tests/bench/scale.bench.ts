import type { Kysely } from 'kysely'
import { seedDemo } from '#db/demo/seed.ts'
import type { Database } from '#domain/database.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import type { EmbeddedPostgres } from '#infra/embedded-postgres/server.ts'
import { fillBusyShop, type ShopSize } from '#tests/support/busy-shop.ts'
import { type BenchContext, defineBenchmark } from './benchmark.ts'
import { OrderDatabase } from './order-database.ts'
import { orderRepeatedly, prepareOrders } from './order-load.ts'
import { type Known, READS, type Read } from './scale-reads.ts'
import { openStoredCluster } from './stored-cluster.ts'

const SMALL: ShopSize = {
  products: 64,
  customers: 100,
  buyers: 2,
  reviewedProducts: 10,
  checkouts: 50,
  ordersEach: 2,
}
const LARGE: ShopSize = {
  products: 100_000,
  customers: 200_000,
  buyers: 50_000,
  reviewedProducts: 1_000,
  checkouts: 500_000,
  ordersEach: 2,
}

const SIZES = { small: SMALL, large: LARGE }

/** Runs of every read at each size; the median counts. */
const RUNS = 60

const SEARCHERS = 16
export default defineBenchmark({
  title: 'reads with 100,000 products and 1,000,000 orders against 64 and 100, without any cache',
  async run(context) {
    const server = await openStoredCluster(SIZES, (empty) => fillAll(context, empty))
    try {
      const sizes = { small: await openSize(server, 'small'), large: await openSize(server, 'large') }
      await measureReads(context, sizes)
      for (const { close } of Object.values(sizes)) await close()
      await orderUnderSearchers(context, server.url('large'))
    } finally {
      await server.stop()
    }
  },
})

async function measureReads(context: BenchContext, sizes: Record<'small' | 'large', Sized>): Promise<void> {
  for (const read of READS) {
    const times = { small: [] as number[], large: [] as number[] }
    let rows = ''
    for (let run = 0; run < RUNS; run++) {
      const first = await measure(read, sizes.small, times.small)
      const second = await measure(read, sizes.large, times.large)
      rows = `${first} and ${second} rows`
    }
    const [before, after] = [median(times.small), median(times.large)]
    context.record({
      name: read.name,
      value: after / before,
      unit: 'times',
      better: 'lower',
      note: `${before.toFixed(2)} -> ${after.toFixed(2)} ms, ${rows}`,
    })
  }
}

async function fillAll(context: BenchContext, server: EmbeddedPostgres): Promise<void> {
  for (const [name, size] of Object.entries(SIZES)) {
    const began = performance.now()
    await server.ensureDatabase(name)
    await migrate(server.url(name))
    const { db, pool, close } = connectDatabase(server.url(name), { max: 2, onIdleError: () => undefined })
    await seedDemo(db, { now: new Date(), pictures: null })
    await fillBusyShop(pool, size)
    await close()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    context.print(`${size.products} products and ${size.checkouts * size.ordersEach} orders made in ${seconds} s`)
  }
}

type Sized = { db: Kysely<Database>; known: Known; close(): Promise<void> }

async function openSize(server: EmbeddedPostgres, name: keyof typeof SIZES): Promise<Sized> {
  const { db, pool, close } = connectDatabase(server.url(name), { max: 4, use: 'public', onIdleError: () => undefined })
  const { rows } = await pool.query<Known>(`
    select users.id as "userId", users.email, (select product_id from listed_products order by created_at desc limit 1) as "productId",
      (select slug from brands where not is_original order by slug limit 1) as "brandSlug"
    from users where id = (select user_id from checkouts group by user_id order by count(*) desc limit 1)`)
  if (!rows[0]) throw new Error('nobody has ordered')
  return { db, known: rows[0], close }
}

async function measure(read: Read, { db, known }: Sized, times: number[]): Promise<number> {
  // Another object over the same connections, for which nothing is remembered.
  const asked = read.again ? db : db.withoutPlugins()
  const began = performance.now()
  const rows = await read.run(asked, known)
  times.push(performance.now() - began)
  return rows
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Orders one after the other, while searches never asked before come from all sides. */
async function orderUnderSearchers(context: BenchContext, databaseUrl: string): Promise<void> {
  const shop = await context.startShop({ databaseUrl })
  const buyer = await prepareOrders(shop.url, 1, 'own')
  const database = await OrderDatabase.open(shop.databaseUrl)
  await database.prepare(null)
  await database.close()
  let searches = 0
  const until = performance.now() + context.seconds * 1000
  const searchers = Array.from({ length: SEARCHERS }, async () => {
    while (performance.now() < until) {
      searches += 1
      await (await fetch(`${shop.url}/api/products?search=${'anoe'[searches % 4]}%20${searches}&pageSize=24`)).text()
    }
  })
  const { p50Ms, p95Ms } = await orderRepeatedly(shop.url, buyer, context.seconds * 1000)
  await Promise.all(searchers)
  const note = `${searches} searches meanwhile`
  await context.stop(shop.child)
  context.record({ name: `an order under ${SEARCHERS} searchers`, value: p50Ms, unit: 'ms', better: 'lower', note })
  context.record({ name: `an order under ${SEARCHERS} searchers, p95`, value: p95Ms, unit: 'ms', better: 'lower' })
}
