import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import type { ShopProcess } from '#tests/support/shop-process.ts'
import { prepareAttempts, send } from './buyers.ts'
import { prepareDurableShop } from './durable-shop.ts'
import { expectStoredOnce, startVisitors } from './persistent-buyers.ts'
import { limitFiles, mountSmallDisk } from './small-disk.ts'
import { atStrength, printFigure } from './strength.ts'

const DISK_MIB = 400
const STOCK = 1_000_000
const FULL_FOR_MS = atStrength({ short: 1_000, full: 20_000 })
const within = { interval: 50 }
const statusOf = async (shop: ShopProcess, path: string) => (await fetch(shop.url + path)).status

test('a disk that fills up: the shop is first not ready, then refuses orders, and PostgreSQL never stops', async ({
  onTestFinished,
}) => {
  const disk = mountSmallDisk(DISK_MIB)
  onTestFinished(() => disk?.remove())
  // Without a separate disk the shop starts as if the disk were full: it requires more space than any disk has.
  const wanted = disk ? 100 : 9_999_999
  const durable = await prepareDurableShop({ MIN_FREE_DISK_MIB: String(wanted) }, createDataFolder(disk?.path))
  onTestFinished(() => durable.remove())
  let shop = await durable.start()
  const attempts = await prepareAttempts(shop, durable, 4, STOCK)
  const [first, second, third, refused] = attempts
  if (!first || !second || !third || !refused) throw new Error('there are too few orders')
  const postgres = findPostmaster(durable.cluster)

  if (disk) {
    await expect.poll(() => statusOf(shop, '/readyz'), within).toBe(200)
    expect((await send(shop, first)).status).toBe(200)
    disk.fill(wanted * 0.8)
    expect(await statusOf(shop, '/readyz')).toBe(503)
    expect((await send(shop, second)).status).toBe(200)
    disk.fill(wanted * 0.2)
  }
  await expect.poll(async () => (await send(shop, refused)).status, within).toBe(503)
  const answer = await send(shop, refused)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'database_unavailable' } })
  expect(await Promise.all(['/readyz', '/healthz', '/sklep?search=oud'].map((path) => statusOf(shop, path)))).toEqual([
    503, 200, 200,
  ])
  expect(shop.output().match(/the disk of the database is nearly full/g)).toHaveLength(1)
  expect(findPostmaster(durable.cluster)).toEqual(postgres)

  if (disk) disk.empty()
  else {
    await shop.stop()
    shop = await durable.start({ MIN_FREE_DISK_MIB: '0' })
  }
  await expect.poll(() => statusOf(shop, '/readyz'), within).toBe(200)
  for (const attempt of attempts) await expect.poll(async () => (await send(shop, attempt)).status, within).toBe(200)
  const look = durable.lookInside()
  await expectStoredOnce(look, attempts, STOCK)
  await look.close()
})

test('a PostgreSQL that cannot write its WAL is restarted repeatedly, with 503 until then and no order lost or doubled', async ({
  onTestFinished,
}) => {
  const disk = mountSmallDisk(DISK_MIB)
  onTestFinished(() => disk?.remove())
  const settings = { MIN_FREE_DISK_MIB: '0', LIMIT_FACTOR: '10000' }
  const durable = await prepareDurableShop(settings, createDataFolder(disk?.path))
  onTestFinished(() => durable.remove())
  const shop = await durable.start()
  const attempts = await prepareAttempts(shop, durable, 3_000, STOCK)
  const first = durable.lookInside()
  await proveAddresses(first.db)
  await first.close()
  const databaseUrl = durable.databaseUrl()
  const visitors = startVisitors(shop, attempts, 3)
  await expect.poll(() => visitors.taken() > 5 || visitors.wrong.length > 0, within).toBe(true)

  if (disk) disk.fill(0)
  else limitFiles(durable.cluster, shop.child.pid ?? 0, 1024 * 1024)
  const fullAt = performance.now()
  await expect
    .poll(async () => {
      await writeWal(databaseUrl)
      return shop.output().split('PostgreSQL went away').length - 1
    }, within)
    .toBeGreaterThan(0)
  await pause(FULL_FOR_MS)
  expect(await statusOf(shop, '/healthz')).toBe(200)
  const tries = shop.output().split('PostgreSQL does not start; trying again').length - 1
  const stops = shop.output().split('PostgreSQL went away').length - 1
  const fullForMs = performance.now() - fullAt

  if (disk) disk.empty()
  else limitFiles(durable.cluster, shop.child.pid ?? 0, null)
  const freedAt = performance.now()
  await expect.poll(() => statusOf(shop, '/readyz'), within).toBe(200)
  const taken = visitors.taken()
  await expect.poll(() => visitors.taken(), within).toBeGreaterThan(taken)
  const healedMs = performance.now() - freedAt
  const orders = await visitors.stop()
  expect(visitors.wrong).toEqual([])
  expect(shop.child.exitCode).toBe(null)
  printFigure(
    `the disk was full for ${Math.round(fullForMs)} ms: PostgreSQL ended ${stops} times, failed to start ${tries} times, ` +
      `took orders again ${Math.round(healedMs)} ms after there was room; ${orders.length} orders, none lost or ` +
      'doubled',
  )
  const look = durable.lookInside()
  await expectStoredOnce(look, orders, STOCK)
  await look.close()
})

/** Writes WAL until PostgreSQL fails or has written a segment. */
async function writeWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(
      `select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 32)`,
    )
  } catch {
    // The failure is expected.
  } finally {
    await client.end()
  }
}
