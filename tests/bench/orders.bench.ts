import { defineBenchmark } from './benchmark.ts'
import { Buyer, proveAddresses, uncountStock } from './buyer.ts'
import { recordLoad, repeat } from './load.ts'

const BUYERS = 32

export default defineBenchmark({
  title: `orders with payment on delivery, ${BUYERS} buyers at once`,
  async run(context) {
    const shop = await context.startShop()
    await uncountStock(shop.databaseUrl)
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => Buyer.signIn(shop.url)))
    await proveAddresses(shop.databaseUrl)
    await recordLoad(context, shop, 'orders', () =>
      repeat(BUYERS, context.seconds, async (worker) => buyers[worker]?.order()),
    )
    context.record({ name: 'memory after orders', value: shop.residentMib(), unit: 'MiB', better: 'lower' })
  },
})
