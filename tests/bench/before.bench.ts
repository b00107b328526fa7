import { Agent } from 'node:http'
import { listApiLoads } from './api-loads.ts'
import { type BenchContext, type BenchShop, defineBenchmark } from './benchmark.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { LISTS, measureMainThread, neverAsked } from './rendered-pages.ts'

/** Answers before counting starts, because both shops become faster until then. */
const WARM_UPS = 1500
const RENDERINGS = 300
const ROUNDS = 5
/** Length of one round as a share of a load. */
const LOAD_SHARE = 0.2

/** The shops of the other checkout and of this one. */
type Shops = readonly [BenchShop, BenchShop]

export default defineBenchmark({
  title: 'this build against one of another checkout, in turns in one run; BENCH_BEFORE is its folder',
  async run(context) {
    const root = process.env.BENCH_BEFORE
    if (!root) {
      context.print('Left out: BENCH_BEFORE names no checkout.')
      return
    }
    const shops = [await context.startShop({ root }), await context.startShop()] as const
    await compareMainThread(context, shops)
    for (const path of LISTS) await compareLoads(context, shops, `made anew ${path}`, () => () => neverAsked(path))
    for (const { name, begin } of listApiLoads()) await compareLoads(context, shops, name, begin)
  },
})

async function compareMainThread({ record }: BenchContext, shops: Shops): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  for (const path of LISTS) {
    for (const shop of shops) await measureMainThread(agent, shop, path, WARM_UPS)
    const [before, now] = await takeTurns(shops, (shop) => measureMainThread(agent, shop, path, RENDERINGS))
    const note = `${before.toFixed(2)} -> ${now.toFixed(2)} ms`
    record({
      name: `against before: main thread per ${path}`,
      value: now / before,
      unit: 'times',
      better: 'lower',
      note,
    })
  }
  agent.destroy()
}

async function compareLoads(
  { record, seconds }: BenchContext,
  shops: Shops,
  name: string,
  begin: () => (request: number) => string,
): Promise<void> {
  const [before, now] = await takeTurns(shops, async (shop) => {
    const { failed, perSecond } = await load(shop.url, seconds * LOAD_SHARE, begin())
    if (failed > 0) throw new Error(`${name}: ${failed} answers failed`)
    return perSecond
  })
  const note = `${before.toFixed(0)} -> ${now.toFixed(0)}/s`
  record({ name: `against before: ${name}`, value: now / before, unit: 'times', better: 'higher', note })
}

/** The medians of both shops, measured in turns. */
async function takeTurns(shops: Shops, measure: (shop: BenchShop) => Promise<number>): Promise<[number, number]> {
  const measured = shops.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, shop] of shops.entries()) measured[index]?.push(await measure(shop))
  }
  const [before = 0, now = 0] = measured.map(median)
  return [before, now]
}
