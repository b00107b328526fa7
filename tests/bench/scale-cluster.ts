import { seedDemo } from '#db/demo/seed.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import type { EmbeddedPostgres } from '#infra/embedded-postgres/server.ts'
import { fillBusyShop, type ShopSize } from '#tests/support/busy-shop.ts'
import type { BenchContext } from './benchmark.ts'
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

export type Size = keyof typeof SIZES

/** A small and a large shop, each in the database of its size. */
export function openScaleCluster(context: BenchContext): Promise<EmbeddedPostgres> {
  return openStoredCluster(SIZES, (empty) => fillAll(context, empty))
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
