import { defineBenchmark } from './benchmark.ts'
import { load, recordLoad } from './load.ts'

const READS = [
  '/api/products?pageSize=24',
  '/api/products?search=roza',
  '/api/products/layali-zahran',
  '/api/products/layali-zahran/reviews',
  '/api/brands',
  '/api/shop-settings',
  '/api/shipping-costs',
]

export default defineBenchmark({
  title: 'reads of the API',
  async run(context) {
    const shop = await context.startShop()
    for (const path of READS) {
      await recordLoad(context, shop, `GET ${path}`, () => load(shop.url + path, context.seconds))
    }
  },
})
