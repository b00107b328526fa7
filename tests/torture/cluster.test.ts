import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { connectDatabase } from '#infra/db/connect.ts'
import { eventually, test } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { prepareAttempts } from './buyers.ts'
import { type AppHosts, startAppHosts } from './cluster-apps.ts'
import { type Cluster, startCluster } from './cluster-hosts.ts'
import { BUYERS, measureNewPages, startLoad } from './cluster-load.ts'
import { addressOf, findMissing, type HostName, NAMES, removeNetwork } from './cluster-network.ts'
import { expectStoredOnce } from './persistent-buyers.ts'
import { atStrength, expectWithin, printFigure } from './strength.ts'

const STOCK = 1_000_000
const ORDERS = atStrength({ short: 6_000, full: 40_000 })
const FAILOVERS = atStrength({ short: 3, full: 20 })
const PRICE_CHANGES = atStrength({ short: 3, full: 20 })

const BACK_WITHIN_MS = 30_000
/** For 2 s of this time Patroni keeps the unchosen standby waiting, and every commit waits for that standby. */
const SWITCHED_WITHIN_MS = 5_000
const PRICE_SEEN_WITHIN_MS = 300

const missing = findMissing()
if (missing) console.info(`The cluster is not tried: ${missing} (deploy/many-machines/README.md).`)

test.runIf(!missing)(
  'three database hosts and two of the shop: losing, cutting off or replacing one costs no order and no page',
  { timeout: 3_600_000 },
  async ({ sandbox, onTestFinished }) => {
    onTestFinished(() => removeNetwork())
    const cluster = await startCluster()
    onTestFinished(() => cluster.remove())
    const hosts = await startAppHosts(cluster, sandbox)
    onTestFinished(() => hosts.stop())
    const attempts = await prepareAttempts(hosts, hosts, ORDERS, STOCK)
    const inside = hosts.lookInside()
    await proveAddresses(inside.db)
    // An order at an old price is refused, so the price that changes is of a product that nobody orders.
    const ordered = new Set(attempts.flatMap(({ lines }) => lines.map(({ id }) => id)))
    const { slug } = await inside.db
      .selectFrom('products')
      .select('slug')
      .where('active', '=', true)
      .where('id', 'not in', [...ordered])
      .executeTakeFirstOrThrow()
    const bytesBefore = await countBytes(cluster)
    await inside.close()
    const urls = hosts.processes.map(({ url }) => url)
    const [one, two] = [await measureNewPages(urls.slice(0, 1), 4), await measureNewPages(urls, 4)]
    printFigure(`pages made anew a second: ${one.toFixed(0)} by one host, ${two.toFixed(0)} by two on the same cores`)

    // A host cannot show a page that it has not rendered yet while the database is unavailable.
    const pages = ['/', '/sklep', `/produkt/${slug}`]
    for (const url of urls) await readAll(url, pages)
    const startAgain = async (index: number) => {
      await hosts.start(index)
      await readAll(urls[index] ?? '', pages)
    }
    const load = startLoad(hosts.url, attempts, pages)
    const endure = async (name: string, act: () => Promise<unknown>, repair?: () => unknown): Promise<number> => {
      const from = load.acknowledged.length
      await eventually(async () => expect(load.acknowledged.length).toBeGreaterThan(from + BUYERS))
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

    const seen: number[] = []
    for (let index = 0; index < PRICE_CHANGES; index += 1) {
      seen.push(await changePrice(hosts, cluster, slug, 10_000 + index))
      // At the speed of a typist; changes within a quarter of a second are shown together.
      await pause(1_000)
    }
    printFigure(`a price is seen at both hosts within ${Math.max(...seen).toFixed(0)} ms`)
    expectWithin(Math.max(...seen), PRICE_SEEN_WITHIN_MS)

    const away: number[] = []
    for (let index = 0; index < FAILOVERS; index += 1) {
      away.push(await loseThePrimary(cluster, WAYS_TO_LOSE[index % WAYS_TO_LOSE.length] ?? 'host killed', endure))
    }
    expectWithin(Math.max(...away), BACK_WITHIN_MS)

    await endure(
      'a host of the shop killed',
      async () => hosts.processes[0]?.kill(),
      () => startAgain(0),
    )
    const leader = await findEtcdLeader()
    await endure(
      "etcd's leader killed",
      () => cluster.killEtcd(leader),
      () => cluster.startEtcd(leader),
    )
    const switched = await endure('switched over by hand', async () => switchOver(await cluster.findPrimary()))
    expectWithin(switched, SWITCHED_WITHIN_MS)
    await endure('both hosts of the shop restarted, one after the other', async () => {
      for (const index of [0, 1]) {
        await hosts.processes[index]?.stop()
        await startAgain(index)
      }
    })
    const full = await cluster.findPrimary()
    await endure(
      'the disk of the primary full',
      async () => {
        cluster.diskOf(full).fill(0)
        // It refuses writes that need space; when its WAL needs a new file it stops, and another host takes over.
        await eventually(async () => {
          cluster.askInside(full, 'select pg_switch_wal()')
          expect(await cluster.findPrimary()).not.toBe(full)
        }, 60_000)
      },
      () => {
        cluster.diskOf(full).empty()
      },
    )

    const orders = await load.stop()
    printFigure(`${orders.length} orders, none lost or doubled; ${load.pages()} public pages, none failed`)
    const grown = (await countBytes(cluster)) - bytesBefore
    printFigure(`an order takes ${Math.round(grown / orders.length).toLocaleString('en')} bytes`)
    const look = hosts.lookInside()
    await expectStoredOnce(look, orders, STOCK)
    await look.close()
  },
)

async function readAll(url: string, pages: readonly string[]): Promise<void> {
  for (const page of pages) expect((await fetch(url + page)).status).toBe(200)
}

/** The size of all tables of the shop with their indexes. */
async function countBytes(cluster: Cluster): Promise<number> {
  const { db, close } = connectDatabase(cluster.databaseUrl, { max: 1, onIdleError: () => undefined })
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::int8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  await close()
  return rows[0]?.bytes ?? 0
}

type Endure = (name: string, act: () => Promise<unknown>, repair?: () => unknown) => Promise<number>

const WAYS_TO_LOSE = ['host killed', 'network cut', 'PostgreSQL killed'] as const

/** @returns how long no order was accepted, ms */
async function loseThePrimary(cluster: Cluster, how: (typeof WAYS_TO_LOSE)[number], endure: Endure): Promise<number> {
  const lost = await cluster.findPrimary()
  const name = `the primary lost, ${how}`
  const untilReplaced = () => eventually(async () => expect(await cluster.findPrimary()).not.toBe(lost))
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

/** The isolated host no longer accepts writes, asked on the host itself. */
function expectNoSecondPrimary(cluster: Cluster, cutOff: HostName): void {
  const { status, text } = cluster.askInside(cutOff, 'create table of_a_second_primary ()')
  expect(status, text).not.toBe(0)
}

/** Without a failure. */
async function switchOver(from: HostName): Promise<void> {
  const body = JSON.stringify({ leader: from })
  const answer = await fetch(`http://${addressOf(from)}:8008/switchover`, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
}

async function findEtcdLeader(): Promise<HostName> {
  for (const name of NAMES) {
    const init = { method: 'POST', body: '{}' }
    const answer = await fetch(`http://${addressOf(name)}:2379/v3/maintenance/status`, init)
    const { leader, header } = (await answer.json()) as { leader: string; header: { member_id: string } }
    if (leader === header.member_id) return name
  }
  throw new Error('etcd has no leader')
}

/** Changes a price as another process would, and waits until both hosts show it. @returns how long that took, ms */
async function changePrice(hosts: AppHosts, cluster: Cluster, slug: string, grosze: number): Promise<number> {
  const { db, close } = connectDatabase(cluster.databaseUrl, { max: 1, onIdleError: () => undefined })
  await db.updateTable('products').set({ price_grosze: grosze }).where('slug', '=', slug).execute()
  const at = performance.now()
  await Promise.all(
    hosts.processes.map((app) =>
      expect
        .poll(async () => (await fetch(`${app.url}/api/products/${slug}`)).text(), { interval: 5 })
        .toContain(`"current_price_pln":${grosze / 100},`),
    ),
  )
  const took = performance.now() - at
  await close()
  return took
}
