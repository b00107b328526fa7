import { listApiLoads } from './api-loads.ts'
import { defineBenchmark } from './benchmark.ts'
import { load, recordLoad } from './load.ts'

export default defineBenchmark({
  title: 'reads of the API',
  async run(context) {
    const shop = await context.startShop()
    for (const { name, begin } of listApiLoads()) {
      await recordLoad(context, shop, name, () => load(shop.url, context.seconds, begin()))
    }
  },
})
