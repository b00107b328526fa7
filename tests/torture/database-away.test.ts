import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectDatabase } from '#infra/db/connect.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import { markDemoPictures } from '#tests/support/data-folder.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, prepareAttempts, send } from './buyers.ts'
import { type DurableShop, prepareDurableShop } from './durable-shop.ts'
import { expectStoredOnce, startVisitors } from './persistent-buyers.ts'
import { atStrength, expectWithin, printFigure } from './strength.ts'

const OUTAGES = atStrength({ short: 1, full: 8 })
const AWAY_MS = atStrength({ short: 1_000, full: 6_000 })
const BUYERS = atStrength({ short: 4, full: 12 })
const ORDERS = atStrength({ short: 1_500, full: 30_000 })
const STOCK = 1_000_000
const HEALED_WITHIN_MS = 3_000

type Outage = {
  shop: ShopProcess
  inside: Pick<DurableShop, 'lookInside'>
  databaseUrl: string
  /** Takes PostgreSQL down and resolves once it answers again. */
  run(): Promise<void>
}

test('an external PostgreSQL is stopped and started: the shop answers 503, recovers at once, loses and doubles nothing', async ({
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-external-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, durable: true, log: () => undefined })
  onTestFinished(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  })
  await server.ensureDatabase('shop')
  const databaseUrl = server.url('shop')
  const shopDir = join(dataDir, 'shop')
  markDemoPictures(shopDir)
  const shop = await startShopProcess({
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomUUID() + randomUUID(),
    DATA_DIR: shopDir,
    LIMIT_FACTOR: '10000',
    PASSWORD_COST: 'least',
  })
  onTestFinished(async () => void (await shop.stop()))
  await shop.untilPrinted(READY)
  const lookInside = () => connectDatabase(databaseUrl, { max: 2, onIdleError: () => undefined })
  await endure({
    shop,
    databaseUrl,
    inside: { lookInside },
    async run() {
      await server.stop()
      await pause(AWAY_MS)
      await server.startAgain()
    },
  })
})

test('the embedded PostgreSQL is killed: the shop restarts it, answers 503 until then, loses and doubles nothing', async ({
  onTestFinished,
}) => {
  const durable = await prepareDurableShop({ LIMIT_FACTOR: '10000' })
  onTestFinished(() => durable.remove())
  const shop = await durable.start()
  const databaseUrl = durable.databaseUrl()
  await endure({
    shop,
    databaseUrl,
    inside: durable,
    async run() {
      const killed = findPostmaster(durable.cluster)
      if (!killed) throw new Error('there is no PostgreSQL to kill')
      process.kill(killed.pid, 'SIGKILL')
      await expect
        .poll(() => findPostmaster(durable.cluster), { interval: 20 })
        .toMatchObject({ ready: true, pid: expect.not.toSatisfy((pid: number) => pid === killed.pid) })
    },
  })
})

async function endure({ shop, inside, databaseUrl, run }: Outage): Promise<void> {
  const attempts = await prepareAttempts(shop, inside, ORDERS, STOCK)
  const first = inside.lookInside()
  await proveAddresses(first.db)
  await first.close()
  const visitors = startVisitors(shop, attempts, BUYERS)
  const healed: number[] = []
  const extra: Attempt[] = []
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    const before = visitors.taken()
    await expect.poll(() => visitors.wrong.length > 0 || visitors.taken() > before + BUYERS).toBe(true)
    expect(visitors.wrong).toEqual([])
    await run()
    await expect.poll(() => ask(databaseUrl, 'select true as is'), { interval: 20 }).toBe(true)
    const backAt = performance.now()
    const probe = attempts.at(-1 - outage)
    if (!probe) throw new Error('no order is left')
    extra.push(probe)
    await untilHealthy(shop, probe, databaseUrl)
    healed.push(performance.now() - backAt)
  }
  const orders = [...(await visitors.stop()), ...extra]
  expect(visitors.wrong).toEqual([])
  const [refused = 0, served = 0] = [503, 200].map((status) => visitors.counts.get(status) ?? 0)
  printFigure(
    `healed within ${healed.map((ms) => `${Math.round(ms)}`).join(', ')} ms after PostgreSQL answered again; ` +
      `${served} answers 200, ${refused} answers 503, ${orders.length} orders, none lost or doubled`,
  )
  expect(refused).toBeGreaterThan(0)
  expectWithin(Math.max(...healed), HEALED_WITHIN_MS)
  const look = inside.lookInside()
  await expectStoredOnce(look, orders, STOCK)
  await look.close()
}

/** Waits until everything works: readiness, a page that is not cached, an order, and its mail by the job queue. */
async function untilHealthy(shop: ShopProcess, order: Attempt, databaseUrl: string): Promise<void> {
  const within = { interval: 20 }
  const page = `/sklep?search=${randomUUID()}`
  await Promise.all([
    expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, within).toBe(200),
    expect.poll(async () => (await fetch(shop.url + page)).status, within).toBe(200),
    expect.poll(async () => (await send(shop, order)).status, within).toBe(200),
    ...HEALTHY.map((question) => expect.poll(() => ask(databaseUrl, question), within).toBe(true)),
  ])
}

/**
 * The shop's own connections as PostgreSQL sees them: one listens for catalogue changes, and the job queue sends mails.
 */
const HEALTHY = [
  `select exists (select from pg_stat_activity where application_name = 'catalog-listener' and query ilike 'listen ` +
    `%') as is`,
  'select exists (select from mail_outbox where sent_at > pg_postmaster_start_time()) as is',
]

/** PostgreSQL's answer to a yes-or-no question; false while it does not answer. */
async function ask(url: string, question: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is: boolean }>(question)
    return rows[0]?.is === true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
