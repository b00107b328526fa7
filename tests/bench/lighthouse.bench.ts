import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { launchBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { defineBenchmark, type Figure } from './benchmark.ts'
import { LIGHTHOUSE_PAGES, measurePage } from './lighthouse-page.ts'
import { median } from './median.ts'

/** Number of runs, of which the median counts. */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3)

export default defineBenchmark({
  title: `Lighthouse, mobile (slow 4G, processor four times slower), median of ${RUNS}`,
  async run(context) {
    const shop = await context.startShop()
    const port = await freePort()
    const browser = await launchBrowser([`--remote-debugging-port=${port}`])
    try {
      for (const path of LIGHTHOUSE_PAGES) {
        const runs: Map<string, Figure>[] = []
        for (let run = 0; run < RUNS; run += 1) runs.push(await measurePage(shop.url + path, port))
        for (const [name, figure] of runs[0] ?? []) {
          const values = runs.map((each) => each.get(name)?.value ?? Number.NaN)
          context.record({ ...figure, name: `${path}: ${name}`, value: median(values) })
        }
      }
      const busy = availableParallelism()
      for (let processor = 0; processor < busy; processor += 1) context.adopt(fork('tests/bench/busy-loop.ts'))
      const blocked: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        blocked.push((await measurePage(`${shop.url}/`, port)).get('TBT')?.value ?? Number.NaN)
      }
      const note = `${busy} processes that do nothing but count`
      const value = median(blocked)
      context.record({ name: '/: TBT on a busy machine', value, unit: 'ms', better: 'lower', note })
    } finally {
      await browser.close()
    }
  },
})
