import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#tests/support/fixtures.ts'
import { prepareAttempts, send } from './buyers.ts'
import { startAppHosts } from './cluster-apps.ts'
import { startCluster } from './cluster-hosts.ts'
import { findMissing, removeNetwork } from './cluster-network.ts'
import { expectStoredOnce } from './persistent-buyers.ts'

const STOCK = 100

const missing = findMissing()
if (missing) console.info(`A restore to a point in time is not tried: ${missing} (deploy/many-machines/README.md).`)

test.runIf(!missing)(
  'a restore to a point in time brings back the orders until then, and the shop continues',
  async ({ sandbox, onTestFinished }) => {
    onTestFinished(() => removeNetwork())
    const cluster = await startCluster()
    onTestFinished(() => cluster.remove())
    const hosts = await startAppHosts(cluster, sandbox)
    onTestFinished(() => hosts.stop())
    const [first, second, third, ...none] = await prepareAttempts(hosts, hosts, 3, STOCK)
    if (!first || !second || !third) throw new Error(`too few orders were prepared: ${none.length}`)

    await cluster.backUp()
    // This order is placed after the backup: only the WAL brings it back.
    expect((await send(hosts, first)).status).toBe(200)
    const inside = hosts.lookInside()
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(inside.db)
    expect((await send(hosts, second)).status).toBe(200)
    await sql`delete from order_items`.execute(inside.db)
    await inside.close()

    await cluster.restoreTo(rows[0]?.now ?? '')
    await expect.poll(async () => (await send(hosts, third)).status).toBe(200)
    const look = hosts.lookInside()
    await expectStoredOnce(look, [first, third], STOCK)
    const items = await look.db.selectFrom('order_items').select('id').execute()
    expect(items).toHaveLength(first.lines.length + third.lines.length)
    await look.close()
  },
)
