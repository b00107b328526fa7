import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { type BenchShop, defineBenchmark } from './benchmark.ts'
import { load, recordLoad } from './load.ts'

const ADDRESSES = ['/', '/sklep', '/produkt/layali-zahran', '/api/products?pageSize=24']
const WARM_UPS = 150
const RENDERINGS = 400
const ROUNDS = 3

/** A query this long is nothing a page links to, so it is rendered each time (infra/http/public-addresses.ts). */
const UNCACHED = `ref=${'x'.repeat(450)}`
const uncached = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${UNCACHED}`

/** Processor time of the main thread alone, ms. */
function mainThreadMs({ child }: BenchShop): number {
  const [running] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
  return Number(running) / 1e6
}

export default defineBenchmark({
  title: 'what making an answer costs the main thread, and how many are made a second',
  async run(context) {
    const shop = await context.startShop()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string) =>
      new Promise<void>((resolve, reject) => {
        get(shop.url + uncached(path), { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
          answer.resume().once('end', resolve)
          if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
        }).once('error', reject)
      })
    for (const path of ADDRESSES) {
      for (let warm = 0; warm < WARM_UPS; warm += 1) await ask(path)
    }
    for (const path of ADDRESSES) {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = mainThreadMs(shop)
        for (let made = 0; made < RENDERINGS; made += 1) await ask(path)
        rounds.push((mainThreadMs(shop) - before) / RENDERINGS)
      }
      const median = rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
      context.record({ name: `main thread per ${path}`, value: median, unit: 'ms', better: 'lower' })
    }
    agent.destroy()
    for (const path of ADDRESSES) {
      await recordLoad(context, shop, `made anew ${path}`, () => load(shop.url + uncached(path), context.seconds))
    }
  },
})
