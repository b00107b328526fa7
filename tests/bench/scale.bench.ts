import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import type { EmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { type BenchContext, defineBenchmark } from './benchmark.ts'
import { median } from './median.ts'
import { OrderDatabase } from './order-database.ts'
import { orderRepeatedly, prepareOrders } from './order-load.ts'
import { openScaleCluster, type Size } from './scale-cluster.ts'
import { type Known, READS, type Read } from './scale-reads.ts'

/** Runs of every read at each size. The median counts. */
const RUNS = 60

const SEARCHERS = 16
export default defineBenchmark({
  title: 'reads with 5,000 products and 1,000,000 orders against 64 and 100, without any cache',
  async run(context) {
    const server = await openScaleCluster(context)
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

async function measureReads(context: BenchContext, sizes: Record<Size, Sized>): Promise<void> {
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

type Sized = { db: Kysely<Database>; known: Known; close(): Promise<void> }

async function openSize(server: EmbeddedPostgres, name: Size): Promise<Sized> {
  const { db, pool, close } = connectDatabase(server.url(name), { max: 4, use: 'public', onIdleError: () => undefined })
  const { rows } = await pool.query<Known>(`
    select users.id as "userId", users.email, (select id from products where active order by created_at desc limit 1) as "productId",
      (select slug from brands where not is_original order by slug limit 1) as "brandSlug"
    from users where id = (select user_id from checkouts group by user_id order by count(*) desc limit 1)`)
  if (!rows[0]) throw new Error('nobody has ordered')
  return { db, known: rows[0], close }
}

async function measure(read: Read, { db, known }: Sized, times: number[]): Promise<number> {
  const began = performance.now()
  const rows = await read.run(db, known)
  times.push(performance.now() - began)
  return rows
}

/** Places sequential orders while other visitors send searches that are not cached. */
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
