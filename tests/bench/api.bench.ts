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

/** Letters that most products have, as a buyer's first. */
const LETTERS = ['a', 'n', 'o', 'e']

export default defineBenchmark({
  title: 'reads of the API',
  async run(context) {
    const shop = await context.startShop()
    for (const path of READS) {
      await recordLoad(context, shop, `GET ${path}`, () => load(shop.url + path, context.seconds))
    }
    const began = Date.now()
    await recordLoad(context, shop, 'GET /api/products, a search never asked before', () =>
      load(
        shop.url,
        context.seconds,
        (n) => `/api/products?search=${LETTERS[n % LETTERS.length]}%20${began + n}&pageSize=24`,
      ),
    )
    await recordLoad(context, shop, 'GET /api/products, a search never asked before that finds', () =>
      load(
        shop.url,
        context.seconds,
        (n) =>
          `/api/products?search=${LETTERS[n % LETTERS.length]}&pageSize=24&maxPrice=${(1000 + n / 100).toFixed(2)}`,
      ),
    )
  },
})
