import { type BenchContext, type BenchShop, defineBenchmark } from './benchmark.ts'

const PAGES = 200
/** Pause in which garbage of the start is collected and returned, ms. */
const REST_MS = 20_000

export default defineBenchmark({
  title: `memory of the process that npm start runs, with its sandbox inside, at rest and after ${PAGES} pages`,
  async run(context) {
    const shop = await context.startShop()
    await record(context, shop, 'memory with sandbox, at rest')
    const paths = await listPaths(shop.url)
    for (let page = 0; page < PAGES; page++) await (await fetch(shop.url + paths[page % paths.length])).text()
    await record(context, shop, `memory with sandbox, after ${PAGES} pages`)
  },
})

async function record(context: BenchContext, shop: BenchShop, name: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  context.record({ name, value: shop.residentMib(), unit: 'MiB', better: 'lower' })
}

/** Every page of the sitemap. */
async function listPaths(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  if (paths.length === 0) throw new Error('the sitemap is empty')
  return paths
}
