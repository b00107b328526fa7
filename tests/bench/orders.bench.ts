import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { type BenchContext, type BenchShop, defineBenchmark } from './benchmark.ts'
import { OrderDatabase } from './order-database.ts'
import { orderRepeatedly, type PreparedOrder, prepareOrders } from './order-load.ts'

const BUYERS = 32
/** Time in which the shop's code is compiled and its statements are prepared on every connection, ms. */
const WARM_UP_MS = 4_000
/** Far more pieces than a load can buy. */
const PLENTY = 10_000_000
/** No server listens there, so mails wait. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'
/** Sequential orders, many enough that other queries of the shop do not matter. */
const COUNTED_ORDERS = 300

export default defineBenchmark({
  title: `orders with payment on delivery, ${BUYERS} regular buyers at once, mails going out`,
  async run(context) {
    const mailServer = await startMailServer(context)
    const shop = await context.startShop({ env: { SMTP_URL: mailServer } })
    const database = await OrderDatabase.open(shop.databaseUrl)
    const own = await prepareOrders(shop.url, BUYERS, 'own')
    const same = await prepareOrders(shop.url, BUYERS, 'same')

    await database.prepare(null)
    await orderRepeatedly(shop.url, own, WARM_UP_MS)
    await orderRepeatedly(shop.url, same, WARM_UP_MS / 4)
    await database.deliverFirstParcels()
    await recordOrders(context, shop, database, 'orders', own)
    await database.prepare(PLENTY)
    await recordOrders(context, shop, database, 'orders of one counted product', same)
    context.record({ name: 'memory after orders', value: shop.residentMib(), unit: 'MiB', better: 'lower' })
    await database.close()
    await context.stop(shop.child)
    await recordRoundTrips(context)
  },
})

async function recordOrders(
  context: BenchContext,
  shop: BenchShop,
  database: OrderDatabase,
  name: string,
  orders: readonly PreparedOrder[],
): Promise<void> {
  const before = { ...(await database.readWork()), shopMs: shop.cpuMs(), load: process.cpuUsage() }
  const load = await orderRepeatedly(shop.url, orders, context.seconds * 1000)
  const { user, system } = process.cpuUsage(before.load)
  const after = { ...(await database.readWork()), shopMs: shop.cpuMs() }
  const perOrder = (amount: number) => amount / Math.max(1, load.done)

  const mails = after.mailsSent - before.mailsSent
  context.record({
    name,
    value: load.perSecond,
    unit: '/s',
    better: 'higher',
    note: `${mails} mails meanwhile; the load itself took ${perOrder((user + system) / 1000).toFixed(2)} ms an order`,
  })
  const less = { better: 'lower' } as const
  context.record({ name: `${name}: p50`, value: load.p50Ms, unit: 'ms', ...less })
  context.record({ name: `${name}: p95`, value: load.p95Ms, unit: 'ms', ...less })
  const shopMs = perOrder(after.shopMs - before.shopMs)
  context.record({ name: `${name}: CPU of the shop`, value: shopMs, unit: 'ms', ...less })
  const postgresMs = perOrder(after.cpuMs - before.cpuMs)
  context.record({ name: `${name}: CPU of PostgreSQL`, value: postgresMs, unit: 'ms', ...less })
  const written = perOrder(after.written - before.written)
  const note = 'one of the order, and one of the count of attempts, which does not wait for the disk'
  context.record({ name: `${name}: transactions that write`, value: written, unit: '', ...less, note })
  const flushed = perOrder(after.flushed - before.flushed)
  context.record({ name: `${name}: waits for the disk`, value: flushed, unit: '', ...less })
}

/** Counts round trips between the shop and its PostgreSQL. */
async function recordRoundTrips(context: BenchContext): Promise<void> {
  const link = await openDatabaseLink(await context.createDatabase('bench_round_trips'))
  const shop = await context.startShop({ databaseUrl: link.url, env: { SMTP_URL: NO_MAIL_SERVER } })
  const database = await OrderDatabase.open(link.url)
  const orders = await prepareOrders(shop.url, 1, 'own')
  await database.prepare(null)
  await orderRepeatedly(shop.url, orders, 500)
  await database.deliverFirstParcels()
  await database.close()
  const before = link.roundTrips()
  let ordered = 0
  while (ordered < COUNTED_ORDERS) ordered += (await orderRepeatedly(shop.url, orders, 200)).done
  const value = (link.roundTrips() - before) / ordered
  context.record({ name: 'round trips of an order', value, unit: '', better: 'lower' })
  await context.stop(shop.child)
  await link.close()
}

/** Starts a process that accepts every mail at once. */
async function startMailServer(context: BenchContext): Promise<string> {
  const sink: ChildProcess = fork('tests/bench/smtp-sink.ts')
  context.adopt(sink)
  const [port]: number[] = await once(sink, 'message')
  return `smtp://127.0.0.1:${port}`
}
