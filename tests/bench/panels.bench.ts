import { brotliDecompressSync } from 'node:zlib'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import { ask } from '#tests/support/raw-request.ts'
import { signUpRegularBuyer } from '#tests/support/regular-buyer.ts'
import { startAdminShop } from './admin-shop.ts'
import { type BenchContext, type BenchShop, defineBenchmark } from './benchmark.ts'

const REQUESTS = 300
/** Requests until frequent code is compiled. */
const WARM_UP = 100

export default defineBenchmark({
  title: 'panels of a customer with twenty orders of three perfumes and of the admin, as documents',
  async run(context) {
    const databaseUrl = await context.createDatabase('panels')
    await migrate(databaseUrl)
    const { shop, cookie } = await startAdminShop(context, databaseUrl)
    const { db, close } = connectDatabase(databaseUrl, { max: 1, onIdleError: () => undefined })
    const buyer = await signUpRegularBuyer(shop.url, db)
    await close()
    await measure(context, shop, { path: '/panel-klienta', cookie: buyer })
    await measure(context, shop, { path: '/admin', cookie })
  },
})

/** Processor time of the shop for one document, and its size. */
async function measure(
  { record }: BenchContext,
  shop: BenchShop,
  { path, cookie }: { path: string; cookie: string },
): Promise<void> {
  const read = () => ask(shop.url, path, { headers: { Cookie: cookie, 'Accept-Encoding': 'br' } })
  for (let request = 0; request < WARM_UP; request++) await read()
  const before = shop.cpuMs()
  for (let request = 0; request < REQUESTS; request++) await read()
  const value = (shop.cpuMs() - before) / REQUESTS
  const { body } = await read()
  const kilobytes = { unit: 'KB', better: 'lower' } as const
  record({ name: `${path}: CPU per request`, value, unit: 'ms', better: 'lower' })
  record({ ...kilobytes, name: `${path}: HTML`, value: brotliDecompressSync(body).length / 1000 })
  record({ ...kilobytes, name: `${path}: HTML as sent`, value: body.length / 1000 })
}
