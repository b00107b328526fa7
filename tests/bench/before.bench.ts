import { Agent } from 'node:http'
import { launchBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { listApiLoads } from './api-loads.ts'
import { type BenchContext, type BenchShop, defineBenchmark, type Figure } from './benchmark.ts'
import { LIGHTHOUSE_PAGES, measurePage } from './lighthouse-page.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { LISTS, measureMainThread, neverAsked } from './rendered-pages.ts'

/** Answers before counting starts, because both shops become faster until then. */
const WARM_UPS = 1500
const RENDERINGS = 300
/** Pairs of measurements of each figure. */
const ROUNDS = Number(process.env.BENCH_PAIRS ?? 5)
/** Length of one round as a share of a load. */
const LOAD_SHARE = 0.2

/** The shops of the other checkout and of this one. */
type Shops = readonly [BenchShop, BenchShop]

export default defineBenchmark({
  title:
    'this build against one of another checkout, in turns in one run; BENCH_BEFORE is its folder, BENCH_PAIRS how many pairs (5)',
  async run(context) {
    const root = process.env.BENCH_BEFORE
    if (!root) {
      context.print('Left out: BENCH_BEFORE names no checkout.')
      return
    }
    await compareSecondStarts(context, root)
    const shops = [await context.startShop({ root }), await context.startShop()] as const
    await compareBlocking(context, shops)
    await compareMainThread(context, shops)
    for (const path of LISTS) await compareLoads(context, shops, `made anew ${path}`, () => () => neverAsked(path))
    for (const { name, begin } of listApiLoads()) await compareLoads(context, shops, name, begin)
  },
})

/** The start on a database that has everything. */
async function compareSecondStarts(context: BenchContext, root: string): Promise<void> {
  const places = await Promise.all(
    [{ root }, {}].map(async (of, index) => ({
      ...of,
      databaseUrl: await context.createDatabase(`bench_again_${index}`),
    })),
  )
  const start = async (place: (typeof places)[number]) => {
    const { child, readyMs } = await context.startShop(place)
    await context.stop(child)
    return readyMs
  }
  for (const place of places) await start(place)
  const pairs = await takeTurns(places, start)
  recordPairs(context, { name: 'second start', pairs, unit: 'ms', better: 'lower' })
}

/** How long a first visit's main thread is blocked (Lighthouse, mobile). */
async function compareBlocking(context: BenchContext, shops: Shops): Promise<void> {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    for (const path of LIGHTHOUSE_PAGES) {
      const block = async ({ url }: BenchShop) => (await measurePage(url + path, port)).get('TBT')?.value ?? Number.NaN
      const pairs = await takeTurns(shops, block)
      recordPairs(context, { name: `blocking time of ${path}`, pairs, unit: 'ms', better: 'lower' })
    }
  } finally {
    await browser.close()
  }
}

async function compareMainThread(context: BenchContext, shops: Shops): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  for (const path of LISTS) {
    for (const shop of shops) await measureMainThread(agent, shop, path, WARM_UPS)
    const pairs = await takeTurns(shops, (shop) => measureMainThread(agent, shop, path, RENDERINGS))
    recordPairs(context, { name: `main thread per ${path}`, pairs, unit: 'ms', better: 'lower' })
  }
  agent.destroy()
}

async function compareLoads(
  context: BenchContext,
  shops: Shops,
  name: string,
  begin: () => (request: number) => string,
): Promise<void> {
  const pairs = await takeTurns(shops, async (shop) => {
    const { failed, perSecond } = await load(shop.url, context.seconds * LOAD_SHARE, begin())
    if (failed > 0) throw new Error(`${name}: ${failed} answers failed`)
    return perSecond
  })
  recordPairs(context, { name, pairs, unit: '/s', better: 'higher' })
}

type Pair = [before: number, now: number]

/** Both are measured in turns, so that the machine's changes of speed meet both. */
async function takeTurns<Side>(sides: readonly Side[], measure: (side: Side) => Promise<number>): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, now] = sides
    if (before === undefined || now === undefined) throw new RangeError('two sides are compared')
    pairs.push([await measure(before), await measure(now)])
  }
  return pairs
}

/** Records the ratio of the medians, with the range of the pairs' ratios without the lowest and the highest. */
function recordPairs(
  { record }: BenchContext,
  { name, pairs, unit, better }: Pick<Figure, 'name' | 'unit' | 'better'> & { pairs: readonly Pair[] },
): void {
  const [before, now] = [median(pairs.map(([value]) => value)), median(pairs.map(([, value]) => value))]
  const ratios = pairs.map(([first, second]) => second / first).toSorted((a, b) => a - b)
  const inner = ratios.length > 4 ? ratios.slice(1, -1) : ratios
  const spread = [inner.at(0), inner.at(-1)].map((ratio = Number.NaN) => ratio.toFixed(2)).join(' to ')
  const digits = unit === '/s' || before > 100 ? 0 : 2
  const note = `${before.toFixed(digits)} -> ${now.toFixed(digits)} ${unit}; pairs ${spread}`
  record({ name: `against before: ${name}`, value: now / before, unit: 'times', better, note })
}
