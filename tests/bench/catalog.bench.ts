import pg from 'pg'
import { type BenchContext, type BenchShop, defineBenchmark } from './benchmark.ts'
import { load } from './load.ts'
import { median } from './median.ts'

const SIZES = [200, 5000] as const
const ROUNDS = 5
/** Length of one round as a share of a load. */
const LOAD_SHARE = 0.2

/** Known words, prefixes and misspelt words. Each gets a number that makes the request unique. */
const SEARCHES = {
  'that finds': (number: number) => `search=oud&maxPrice=${number}`,
  'of a letter': (number: number) => `search=a&maxPrice=${number}`,
  misspelt: (number: number) => `search=zafrn&maxPrice=${number}`,
  'that finds nothing': (number: number) => `search=a%20${number}`,
}

export default defineBenchmark({
  title: 'searches never asked before with 5,000 products against 200, in turns in one run',
  async run(context) {
    const shops = [await startFilled(context, SIZES[0]), await startFilled(context, SIZES[1])] as const
    // Prices in an address have at most seven digits before the point.
    let asked = 1_000_000
    for (const [name, query] of Object.entries(SEARCHES)) {
      const perSecond: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        for (const at of [0, 1] as const) {
          const next = () => `/api/products?${query(asked++)}&pageSize=24`
          const { failed, ...measured } = await load(shops[at].url, context.seconds * LOAD_SHARE, next)
          if (failed > 0) throw new Error(`${name}: ${failed} answers failed`)
          perSecond[at].push(measured.perSecond)
        }
      }
      const [few, many] = [median(perSecond[0]), median(perSecond[1])]
      const note = `${few.toFixed(0)} -> ${many.toFixed(0)}/s`
      context.record({
        name: `a search ${name}: 5,000 against 200`,
        value: few / many,
        unit: 'times',
        better: 'lower',
        note,
      })
    }
  },
})

async function startFilled(context: BenchContext, size: number): Promise<BenchShop> {
  const shop = await context.startShop({ env: { PRODUCT_LIMIT: '5000' } })
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  // Names combined from two demo names, so that word frequencies match a shop of this size.
  await client.query(
    `with demo as (select *, row_number() over (order by slug) - 1 as n from products)
     insert into products (slug, name, brand_id, gender, price_grosze, notes, volume_ml, concentration)
     select demo.slug || '-' || copy, left(demo.name || ' ' || second.name, 90) || ' ' || copy, demo.brand_id, demo.gender,
       1 + (demo.price_grosze + copy * 37) % 99999, demo.notes, demo.volume_ml, demo.concentration
     from generate_series(1, 80) as copy cross join demo join demo second on second.n = (demo.n + copy) % 64
     limit $1`,
    [size - 64],
  )
  await client.end()
  return shop
}
