import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { cookieOf, PASSWORD } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import type { ShopProcess } from '#tests/support/shop-process.ts'
import { atStrength, printFigure } from './strength.ts'

const REQUESTS = atStrength({ short: 2_500, full: 200_000 })
const VISITORS = 16
const SAMPLES = 40
/** Limits in MiB. A short run reaches no steady state and only finds leaks that grow with every request. */
const MOST = atStrength({ short: 360, full: 260 })
const MOST_GROWTH = atStrength({ short: 40, full: 10 })

test('memory stays small and flat under mixed requests', { timeout: 3_600_000 }, async ({ shop, database }) => {
  const signedIn = await fetch(`${shop.url}/api/guest-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.test', password: PASSWORD, acceptedTerms: true }),
  })
  const cookie = cookieOf(signedIn)
  const products = await database.db.selectFrom('products').select('slug').where('active', '=', true).execute()
  const slugs = products.map(({ slug }) => slug)
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS })
  const wrong: string[] = []
  const residents: number[] = []
  let sent = 0

  async function visit(): Promise<void> {
    while (sent < REQUESTS) {
      const number = sent++
      if (number % Math.ceil(REQUESTS / SAMPLES) === 0) residents.push(readResidentMib(shop))
      const { path, headers } = nextRequest(number, slugs, cookie)
      const status = await ask(shop, agent, path, headers)
      if (status !== 200) wrong.push(`${path}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visit))
  agent.destroy()
  residents.push(readResidentMib(shop))

  expect(wrong).toEqual([])
  const half = residents.slice(residents.length / 2)
  const [before, after] = [half.slice(0, half.length / 2), half.slice(half.length / 2)].map(average)
  const growth = (after ?? Number.NaN) - (before ?? Number.NaN)
  const most = Math.max(...residents)
  printFigure(
    `${REQUESTS} mixed requests: ${residents[0]?.toFixed(0)} MiB before, ${residents.at(-1)?.toFixed(0)} after, ` +
      `${most.toFixed(0)} at most, ${growth.toFixed(1)} MiB of growth in the last half`,
  )
  expect(residents.at(-1)).toBeLessThan(MOST)
  expect(growth).toBeLessThan(MOST_GROWTH)
})

/**
 * A visitor's next request: mostly repeated addresses, some new ones, with and without a session, compressed or not.
 */
function nextRequest(number: number, slugs: readonly string[], cookie: string) {
  const slug = slugs[number % slugs.length] ?? ''
  const paths = [
    '/',
    '/sklep',
    `/produkt/${slug}`,
    `/produkt/${slug}.data`,
    `/sklep?search=${randomUUID().slice(0, 6)}`,
    `/sklep.data?minPrice=${number % 997}`,
    `/api/products?search=${randomUUID().slice(0, 4)}`,
    `/api/products/${slug}`,
    '/api/brands',
    '/api/me',
    '/panel-klienta',
    '/favicon.svg',
  ]
  const encoding = ['br', 'gzip', 'identity'][number % 3] ?? 'br'
  return { path: paths[number % paths.length] ?? '/', headers: { 'Accept-Encoding': encoding, Cookie: cookie } }
}

function ask(shop: ShopProcess, agent: Agent, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(shop.url + path, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** The resident memory of a process as ps reports it, MiB. */
function readResidentMib({ child }: ShopProcess): number {
  const { stdout, status } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })
  if (status !== 0) throw new Error('ps knows nothing of the shop')
  return Number(stdout) / 1024
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
