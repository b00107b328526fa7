import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedDemo } from '#db/demo/seed.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { fillBusyShop, type ShopSize } from '#tests/support/busy-shop.ts'
import type { BenchContext } from './benchmark.ts'

const FOLDER = join(PROJECT_ROOT, '.bench')
const PREFIX = 'cluster-'
/** Files that determine the stored data. */
const SOURCES = [
  'db/migrations/*.sql',
  'db/demo/*.{ts,json}',
  'tests/support/busy-shop.ts',
  'tests/bench/scale-cluster.ts',
]

const SMALL: ShopSize = {
  products: 64,
  customers: 100,
  buyers: 2,
  reviewedProducts: 10,
  checkouts: 50,
  ordersEach: 2,
}
const LARGE: ShopSize = {
  products: 5_000,
  customers: 200_000,
  buyers: 50_000,
  reviewedProducts: 1_000,
  checkouts: 500_000,
  ordersEach: 2,
}

const SIZES = { small: SMALL, large: LARGE }

/** The newest shipments wait for packing, the next ones are on their way or delivered, and all others are archived. */
const HANDLE_PARCELS = [
  'set statement_timeout = 0',
  'set session_replication_role = replica',
  `update shipments set archived_at = case when place.n > 50000 then created_at + interval '9 days' end,
     status = case when place.n <= 600 then 'created' when place.n % 3 = 0 then 'shipped' else 'delivered' end
   from (select id, row_number() over (order by created_at desc) as n from shipments) as place
   where place.id = shipments.id`,
  'vacuum analyze shipments',
]

export type Size = keyof typeof SIZES

/**
 * A durable PostgreSQL with a small and a large shop, each in its own database. They are created once, without waiting
 * for the disk, and stay in `.bench/` until one of their sources changes.
 */
export async function openScaleCluster(context: BenchContext): Promise<EmbeddedPostgres> {
  const name = `${PREFIX}${hashSources()}`
  const dataDir = join(FOLDER, name)
  const complete = join(dataDir, 'complete')
  mkdirSync(FOLDER, { recursive: true })
  const stored = readdirSync(FOLDER).filter((entry) => entry.startsWith(PREFIX))
  for (const old of stored) {
    if (old !== name || !existsSync(complete)) await removeCluster(join(FOLDER, old))
  }
  if (!existsSync(complete)) {
    mkdirSync(dataDir, { mode: 0o755 })
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
    try {
      await fillAll(context, server)
    } finally {
      await server.stop()
    }
    writeFileSync(complete, '')
  }
  return startEmbeddedPostgres({ dataDir, durable: true, log: () => {} })
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: PROJECT_ROOT })).sort()) {
    hash.update(readFileSync(join(PROJECT_ROOT, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** Also removes the cluster of a killed run, whose server may still run. */
async function removeCluster(dataDir: string): Promise<void> {
  const leftover = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  await leftover.stop()
  rmSync(leftover.cluster, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

async function fillAll(context: BenchContext, server: EmbeddedPostgres): Promise<void> {
  for (const [name, size] of Object.entries(SIZES)) {
    const began = performance.now()
    await server.ensureDatabase(name)
    await migrate(server.url(name))
    const { db, pool, close } = connectDatabase(server.url(name), { max: 2, onIdleError: () => undefined })
    await seedDemo(db, { now: new Date(), pictures: null })
    await fillBusyShop(pool, size)
    const client = await pool.connect()
    for (const statement of HANDLE_PARCELS) await client.query(statement)
    client.release(true)
    await close()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    context.print(`${size.products} products and ${size.checkouts * size.ordersEach} orders made in ${seconds} s`)
  }
}
