import { readFileSync } from 'node:fs'
import { type Agent, get } from 'node:http'
import type { BenchShop } from './benchmark.ts'

export const PAGES = ['/', '/sklep', '/produkt/layali-zahran']

/** A query this long is nothing a page links to, so it is rendered each time (infra/http/public-addresses.ts). */
const UNCACHED = `ref=${'x'.repeat(450)}`
export const uncached = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${UNCACHED}`

/** Asks for an answer that is made anew, and reads it. */
function askAnew(agent: Agent, { url }: BenchShop, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url + uncached(path), { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume().once('end', resolve)
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
    }).once('error', reject)
  })
}

/** What so many answers of an address cost the main thread, ms of processor time each. */
export async function measureMainThread(agent: Agent, shop: BenchShop, path: string, answers: number): Promise<number> {
  const before = readMainThreadMs(shop)
  for (let made = 0; made < answers; made += 1) await askAnew(agent, shop, path)
  return (readMainThreadMs(shop) - before) / answers
}

/** Processor time of the main thread alone, ms. */
function readMainThreadMs({ child }: BenchShop): number {
  const [running] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
  return Number(running) / 1e6
}
