import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setInterval } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { hashPassword } from '#infra/auth/password.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import type { Crowd, CrowdReport } from './sign-in-crowd.ts'
import { ANSWERS, atStrength, expectWithin, printFigure } from './strength.ts'

/** In short more than may always wait, so that a busy machine refuses some. */
const PEOPLE = atStrength({ short: 20, full: 1500 })
/** Limit for 95 % of the answers, ms. */
const PAGE_MS = 50
const ORDER_MS = 250
const PASSWORD = 'sekret1'
const BUYERS = atStrength({ short: 4, full: 10 })
const VISIT_EVERY_MS = atStrength({ short: 50, full: 20 })
const ORDER_EVERY_MS = atStrength({ short: 200, full: 100 })

test(`${PEOPLE} correct sign-ins at once do not slow pages and orders, and all succeed`, async ({
  database,
  onTestFinished,
}) => {
  const shop = await startShopProcess({
    DATABASE_URL: database.url,
    AUTH_SECRET: randomUUID() + randomUUID(),
    TRUSTED_PROXY: '127.0.0.1',
  })
  onTestFinished(async () => void (await shop.stop()))
  await shop.untilPrinted(READY)
  const people = Array.from({ length: PEOPLE }, (_, n) => `osoba-${n}@example.test`)
  await register(database, people)
  const order = await prepareOrders(shop, database)
  const paths = ['/', '/sklep', '/regulamin']
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const visit = (n: number) => readStatus(`${shop.url}${paths[n % paths.length]}`, agent)
  for (const [n] of paths.entries()) expect(await visit(n)).toBe(200)
  expect(await order(0)).toBe(200)

  const alone = AbortSignal.timeout(atStrength({ short: 250, full: 5_000 }))
  const before = await Promise.all([measure(VISIT_EVERY_MS, alone, visit), measure(ORDER_EVERY_MS, alone, order)])

  const crowd: Crowd = { url: shop.url, emails: people, password: PASSWORD }
  const worker = new Worker(new URL('./sign-in-crowd.ts', import.meta.url), { workerData: crowd })
  const stopped = new AbortController()
  const visits = measure(VISIT_EVERY_MS, stopped.signal, visit)
  const orders = measure(ORDER_EVERY_MS, stopped.signal, order)
  const [report] = (await once(worker, 'message').finally(() => stopped.abort())) as [CrowdReport]
  const [pages, ordered] = [await visits, await orders]

  const [pageMs, orderMs, refusalMs] = [pages.times, ordered.times, report.refusedAfterMs].map(percentile95)
  const [pageMsBefore, orderMsBefore] = before.map(({ times }) => percentile95(times))
  printFigure(
    `${PEOPLE} sign-ins at once, all in after ${(report.allInMs / 1000).toFixed(1)} s, refused ${report.refused} ` +
      `times: p95 of ${pages.times.length} cached pages ${pageMs} ms (before ${pageMsBefore}), of ` +
      `${ordered.times.length} orders ${orderMs} ms (before ${orderMsBefore}), of being refused ${refusalMs} ms`,
  )
  expect(report).toMatchObject({ signedIn: PEOPLE, others: [] })
  // Beside other tests 20 sign-ins may arrive so slowly that none has to wait long enough to be refused.
  expect(report.refused).toBeGreaterThanOrEqual(atStrength({ short: 0, full: 1 }))
  for (const { statuses } of [pages, ordered]) {
    expect(ANSWERS).toEqual(expect.arrayContaining(statuses))
    expect(statuses).toContain(200)
  }
  expectWithin(pageMs, PAGE_MS)
  expectWithin(orderMs, ORDER_MS)
})

/** Reads a page as it was sent, without the time to decompress it. */
async function readStatus(url: string, agent: Agent): Promise<number | undefined> {
  const [answer] = (await once(request(url, { agent, headers: { 'Accept-Encoding': 'br' } }).end(), 'response')) as [
    IncomingMessage,
  ]
  await once(answer.resume(), 'end')
  return answer.statusCode
}

/** Calls at this interval, whether or not earlier calls were answered, and measures each. */
async function measure(everyMs: number, signal: AbortSignal, ask: (n: number) => Promise<number | undefined>) {
  const times: number[] = []
  const statuses: (number | undefined)[] = []
  const asked: Promise<void>[] = []
  const timed = async (n: number) => {
    const askedAt = performance.now()
    // A failed connection counts as status 0.
    statuses.push(await ask(n).catch(() => 0))
    times.push(performance.now() - askedAt)
  }
  try {
    for await (const _ of setInterval(everyMs, null, { signal })) asked.push(timed(asked.length))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await Promise.all(asked)
  return { times, statuses }
}

function percentile95(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
}

/** Stores accounts that share one password, which is hashed once. */
async function register({ db }: TestDatabase, emails: readonly string[]): Promise<void> {
  const password = await hashPassword(PASSWORD, 'full')
  const names = { image: null, first_name: null, last_name: null }
  const users = await db
    .insertInto('users')
    .values(emails.map((email) => ({ email, ...names })))
    .returning('id')
    .execute()
  await db
    .insertInto('identities')
    .values(users.map(({ id }) => ({ user_id: id, account_id: id, provider_id: 'credential', password })))
    .execute()
}

/** Signed-in buyers with proven addresses. Each call places an order of one of them. */
async function prepareOrders(shop: ShopProcess, database: TestDatabase): Promise<(n: number) => Promise<number>> {
  const call = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const cookies: string[] = []
  for (let n = 0; n < BUYERS; n++) {
    const entered = await call('guest-sign-in', {
      email: `kupuje-${n}@example.test`,
      password: PASSWORD,
      acceptedTerms: true,
    })
    expect(entered.status).toBe(200)
    cookies.push(
      entered.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';', 1)[0])
        .join('; '),
    )
  }
  await proveAddresses(database.db)
  const [product] = await productsOnSale(database, 1, null)
  if (!product) throw new Error('nothing to order')
  return async (n) => {
    const Cookie = cookies[n % BUYERS] ?? ''
    const answer = await call('create-cash-on-delivery-order', cart([product]), { Cookie })
    await answer.arrayBuffer()
    return answer.status
  }
}
