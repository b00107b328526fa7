import { Agent } from 'node:http'
import { defineBenchmark } from './benchmark.ts'
import { load, recordLoad } from './load.ts'
import { median } from './median.ts'
import { LISTS, measureMainThread, neverAsked } from './rendered-pages.ts'

const WARM_UPS = 150
const RENDERINGS = 400
const ROUNDS = 3

export default defineBenchmark({
  title: 'what making an answer costs the main thread, and how many are made a second',
  async run(context) {
    const shop = await context.startShop()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const path of LISTS) await measureMainThread(agent, shop, path, WARM_UPS)
    for (const path of LISTS) {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push(await measureMainThread(agent, shop, path, RENDERINGS))
      }
      context.record({ name: `main thread per ${path}`, value: median(rounds), unit: 'ms', better: 'lower' })
    }
    agent.destroy()
    for (const path of LISTS) {
      await recordLoad(context, shop, `made anew ${path}`, () =>
        load(shop.url, context.seconds, () => neverAsked(path)),
      )
    }
  },
})
