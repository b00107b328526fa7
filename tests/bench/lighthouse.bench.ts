import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import lighthouse from 'lighthouse'
import { launchBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { defineBenchmark, type Figure } from './benchmark.ts'

const PAGES = ['/', '/sklep', '/produkt/layali-zahran']
/** Number of runs, of which the median counts. */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3)

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
  'agentic-browsing': 'use by agents',
}
const AUDITS: Record<string, Pick<Figure, 'name' | 'unit'>> = {
  'largest-contentful-paint': { name: 'LCP', unit: 'ms' },
  'first-contentful-paint': { name: 'FCP', unit: 'ms' },
  'total-blocking-time': { name: 'TBT', unit: 'ms' },
  'speed-index': { name: 'speed index', unit: 'ms' },
  'cumulative-layout-shift': { name: 'CLS', unit: '' },
}

export default defineBenchmark({
  title: `Lighthouse, mobile (slow 4G, processor four times slower), median of ${RUNS}`,
  async run(context) {
    const shop = await context.startShop()
    const port = await freePort()
    const browser = await launchBrowser([`--remote-debugging-port=${port}`])
    try {
      for (const path of PAGES) {
        const runs: Map<string, Figure>[] = []
        for (let run = 0; run < RUNS; run += 1) runs.push(await measure(shop.url + path, port))
        for (const [name, figure] of runs[0] ?? []) {
          const values = runs.map((each) => each.get(name)?.value ?? Number.NaN)
          context.record({ ...figure, name: `${path}: ${name}`, value: findMedian(values) })
        }
      }
      const busy = availableParallelism()
      for (let processor = 0; processor < busy; processor += 1) context.adopt(fork('tests/bench/busy-loop.ts'))
      const blocked: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        blocked.push((await measure(`${shop.url}/`, port)).get('TBT')?.value ?? Number.NaN)
      }
      const note = `${busy} processes that do nothing but count`
      const value = findMedian(blocked)
      context.record({ name: '/: TBT on a busy machine', value, unit: 'ms', better: 'lower', note })
    } finally {
      await browser.close()
    }
  },
})

async function measure(url: string, port: number): Promise<Map<string, Figure>> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(CATEGORIES) })
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { categories, audits } = result.lhr
  const figures = new Map<string, Figure>()
  for (const [id, name] of Object.entries(CATEGORIES)) {
    figures.set(name, { name, value: Math.round((categories[id]?.score ?? 0) * 100), unit: 'score', better: 'higher' })
  }
  for (const [id, { name, unit }] of Object.entries(AUDITS)) {
    figures.set(name, { name, value: audits[id]?.numericValue ?? Number.NaN, unit, better: 'lower' })
  }
  return figures
}

function findMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
