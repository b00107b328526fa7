import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { connectDatabase } from '#infra/db/connect.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { eventually, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, prepareAttempts, send } from './buyers.ts'
import { type Cluster, findMissing, type HostName, startCluster, startFront } from './cluster-hosts.ts'
import { expectStoredOnce } from './persistent-buyers.ts'
import { atStrength, expectWithin, printFigure } from './strength.ts'

/** Each orders once a second. */
const BUYERS = 20
const READERS = 3
const STOCK = 1_000_000
const ORDERS = atStrength({ short: 4_000, full: 40_000 })
const FAILOVERS = atStrength({ short: 3, full: 20 })
const PRICE_CHANGES = atStrength({ short: 3, full: 20 })

const BACK_WITHIN_MS = 30_000
const SWITCHED_WITHIN_MS = 3_000
const PRICE_SEEN_WITHIN_MS = 300

const missing = findMissing()
if (missing) console.info(`The cluster is not tried: ${missing} (deploy/many-machines/README.md).`)

test.runIf(!missing)(
  'three database hosts and two of the shop: what is lost, cut or replaced costs no order and no page',
  {
    timeout: 1_800_000,
  },
  async ({ sandbox, onTestFinished }) => {
    const cluster = await startCluster()
    onTestFinished(() => cluster.remove())
    const ports = [await freePort(), await freePort()] as const
    const front = await startFront([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`])
    onTestFinished(() => front.stop())
    const settings = {
      SHOP_URL: front.url,
      TRUSTED_PROXY: '127.0.0.1',
      DATABASE_URL: cluster.databaseUrl,
      AUTH_SECRET: randomUUID() + randomUUID(),
      LIMIT_FACTOR: '10000',
      PASSWORD_COST: 'least',
      SMTP_URL: sandbox.smtpUrl,
      INPOST_API_URL: sandbox.inpostUrl,
      STRIPE_API_URL: sandbox.stripe.url,
      STRIPE_SECRET_KEY_TEST: sandbox.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET_TEST: sandbox.stripe.webhookSecret,
    }
    const apps: ShopProcess[] = []
    const pages: string[] = []
    const startApp = async (index: number): Promise<void> => {
      const app = await startShopProcess({
        ...settings,
        PORT: String(ports[index]),
        DATA_DIR: folders[index]?.path ?? '',
      })
      apps[index] = app
      await app.untilPrinted(READY)
    }
    const folders = ports.map(() => createDataFolder())
    onTestFinished(async () => {
      for (const app of apps) await app.stop()
      for (const folder of folders) await folder.remove()
    })
    await Promise.all([startApp(0), startApp(1)])
    const lookInside = () => connectDatabase(cluster.databaseUrl, { max: 2, onIdleError: () => undefined })
    await eventually(async () => expect((await fetch(`${front.url}/readyz`)).status).toBe(200))
    const attempts = await prepareAttempts(front, { lookInside }, ORDERS, STOCK)
    const before = lookInside()
    await proveAddresses(before.db)
    // An order at an old price is refused, so the price that changes is of a product that nobody orders.
    const ordered = new Set(attempts.flatMap(({ lines }) => lines.map(({ id }) => id)))
    const { slug } = await before.db
      .selectFrom('products')
      .select('slug')
      .where('active', '=', true)
      .where('id', 'not in', [...ordered])
      .executeTakeFirstOrThrow()
    await before.close()

    // What a host has not made yet it cannot show while the database is away.
    pages.push('/', '/sklep', `/produkt/${slug}`)
    for (const app of apps) await readAll(app.url, pages)
    const load = startLoad(front.url, attempts, pages)
    const endure = async (name: string, act: () => Promise<unknown>, repair?: () => unknown): Promise<number> => {
      const from = load.acknowledged.length
      await eventually(async () => expect(load.acknowledged.length).toBeGreaterThan(from + BUYERS), 60_000)
      const at = performance.now()
      await act()
      await eventually(async () => expect(load.countSentAfter(at)).toBeGreaterThan(2 * BUYERS), 120_000)
      await repair?.()
      await cluster.untilComplete()
      const away = load.longestPauseSince(at)
      printFigure(`${name}: no order was taken for ${(away / 1000).toFixed(1)} s`)
      expect(load.wrong.slice(0, 5), name).toEqual([])
      return away
    }

    const away: number[] = []
    for (let index = 0; index < FAILOVERS; index += 1) {
      away.push(
        await loseThePrimary(cluster, ['host killed', 'network cut', 'PostgreSQL killed'][index % 3] ?? '', endure),
      )
    }
    expectWithin(Math.max(...away), BACK_WITHIN_MS)

    await endure(
      'a host of the shop killed',
      async () => apps[0]?.kill(),
      () => startApp(0),
    )
    const leader = await cluster.findEtcdLeader()
    await endure(
      "etcd's leader killed",
      () => cluster.killEtcd(leader),
      () => cluster.startEtcd(leader),
    )
    const switched = await endure('switched over by hand', async () => cluster.switchOver(await cluster.findPrimary()))
    expectWithin(switched, SWITCHED_WITHIN_MS)
    await endure('both hosts of the shop restarted, one after the other', async () => {
      for (const index of [0, 1]) {
        await apps[index]?.stop()
        await startApp(index)
      }
    })
    const full = await cluster.findPrimary()
    await endure(
      'the disk of the primary full',
      async () => {
        cluster.diskOf(full).fill(0)
        // It refuses what needs room; once its log needs a new file it falls, and another takes over.
        await eventually(async () => {
          cluster.askInside(full, 'select pg_switch_wal()')
          expect(await cluster.findPrimary()).not.toBe(full)
        }, 60_000)
      },
      () => {
        cluster.diskOf(full).empty()
      },
    )

    const seen: number[] = []
    for (let index = 0; index < PRICE_CHANGES; index += 1)
      seen.push(await changePrice(cluster, apps, slug, 10_000 + index))
    printFigure(`a price is seen at both hosts within ${Math.max(...seen).toFixed(0)} ms`)
    expectWithin(Math.max(...seen), PRICE_SEEN_WITHIN_MS)

    const orders = await load.stop()
    printFigure(`${orders.length} orders, none lost or doubled; ${load.pages()} public pages, none failed`)
    const look = lookInside()
    await expectStoredOnce(look, orders, STOCK)
    await look.close()
  },
)

async function readAll(url: string, pages: readonly string[]): Promise<void> {
  for (const page of pages) expect((await fetch(url + page)).status).toBe(200)
}

type Endure = (name: string, act: () => Promise<unknown>, repair?: () => unknown) => Promise<number>

/** @returns how long no order was taken, ms */
async function loseThePrimary(cluster: Cluster, how: string, endure: Endure): Promise<number> {
  const lost = await cluster.findPrimary()
  const name = `the primary lost, ${how}`
  const untilReplaced = () => eventually(async () => expect(await cluster.findPrimary()).not.toBe(lost), 60_000)
  if (how === 'host killed') {
    return endure(
      name,
      async () => cluster.killHost(lost),
      () => cluster.startHost(lost),
    )
  }
  if (how === 'network cut') {
    return endure(
      name,
      async () => {
        cluster.cutNetwork(lost)
        await untilReplaced()
      },
      () => {
        expectNoSecondPrimary(cluster, lost)
        cluster.mendNetwork(lost)
      },
    )
  }
  return endure(name, async () => {
    cluster.killPostgres(lost)
    await untilReplaced()
  })
}

/** The host that was cut off takes nothing any more, asked on the host itself. */
function expectNoSecondPrimary(cluster: Cluster, cutOff: HostName): void {
  const { status, text } = cluster.askInside(cutOff, 'create table of_a_second_primary ()')
  expect(status, text).not.toBe(0)
}

/** Changes a price as another process would, and waits until both hosts show it. @returns how long that took, ms */
async function changePrice(
  cluster: Cluster,
  apps: readonly ShopProcess[],
  slug: string,
  grosze: number,
): Promise<number> {
  const { db, close } = connectDatabase(cluster.databaseUrl, { max: 1, onIdleError: () => undefined })
  await db.updateTable('products').set({ price_grosze: grosze }).where('slug', '=', slug).execute()
  const at = performance.now()
  await Promise.all(
    apps.map((app) =>
      expect
        .poll(async () => (await fetch(`${app.url}/api/products/${slug}`)).text(), { interval: 5 })
        .toContain(`"current_price_pln":${grosze / 100},`),
    ),
  )
  const took = performance.now() - at
  await close()
  return took
}

/** Buyers who press until their order is taken, and readers to whom every page has to be answered. */
function startLoad(url: string, attempts: readonly Attempt[], pages: readonly string[]) {
  const acknowledged: { sentAt: number; at: number }[] = []
  const begun: Attempt[] = []
  const wrong: string[] = []
  const waiting = [...attempts]
  let read = 0
  let going = true

  async function order(attempt: Attempt): Promise<void> {
    begun.push(attempt)
    for (;;) {
      const sentAt = performance.now()
      const answer = await send({ url }, attempt).catch(() => null)
      if (answer?.status === 200) {
        acknowledged.push({ sentAt, at: performance.now() })
        return
      }
      if (answer && answer.status < 500) {
        wrong.push(`order: ${answer.status} ${answer.text}`)
        return
      }
      await pause(250)
    }
  }
  async function buy(): Promise<void> {
    while (going) {
      const next = waiting.shift()
      if (!next) throw new Error('more orders were needed than were prepared')
      await Promise.all([order(next), pause(1_000)])
    }
  }
  async function readPages(): Promise<void> {
    while (going) {
      for (const path of pages) {
        const answer = await fetch(url + path).catch((error: unknown) => String(error))
        if (typeof answer === 'string') wrong.push(`${path}: ${answer}`)
        else if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`)
        if (typeof answer !== 'string') await answer.arrayBuffer()
        read += 1
      }
      await pause(50)
    }
  }
  const done = Promise.all([...Array.from({ length: BUYERS }, buy), ...Array.from({ length: READERS }, readPages)])
  return {
    acknowledged,
    wrong,
    pages: () => read,
    countSentAfter: (at: number) => acknowledged.filter(({ sentAt }) => sentAt > at).length,
    longestPauseSince(from: number): number {
      const times = [from, ...acknowledged.map(({ at }) => at).filter((at) => at > from)]
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    },
    /** Ends once every order that was begun is taken; resolves with those. */
    async stop(): Promise<Attempt[]> {
      going = false
      await done
      return begun
    },
  }
}
