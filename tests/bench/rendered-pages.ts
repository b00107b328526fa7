import { readFileSync } from 'node:fs'
import { type Agent, get } from 'node:http'
import type { BenchShop } from './benchmark.ts'

/** A page and a call that are rendered again for every price parameter. */
export const LISTS = ['/sklep', '/api/products?pageSize=24']

let asked = 0
/** An address that was never requested. It shows the whole list, since no perfume is so expensive. */
export function neverAsked(path: string): string {
  asked += 1
  return `${path}${path.includes('?') ? '&' : '?'}maxPrice=${(100_000 + asked) / 100}`
}

/** Requests a freshly rendered answer and reads it. */
function askAnew(agent: Agent, { url }: BenchShop, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url + neverAsked(path), { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume().once('end', resolve)
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
    }).once('error', reject)
  })
}

/** Cost of rendering an address on the main thread, averaged over these answers, ms of processor time. */
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
