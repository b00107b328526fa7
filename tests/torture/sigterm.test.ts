import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createDataFolder } from '#tests/support/data-folder.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, prepareAttempts } from './buyers.ts'
import { ANSWERS, atStrength, expectWithin, printFigure } from './strength.ts'

const RUNS = atStrength({ short: 1, full: 20 })
/** As many orders as an orderly stop has time for; with other tests running an order takes several times as long. */
const ORDERS = atStrength({ short: 12, full: 60 })
const VISITED_RUNS = atStrength({ short: 1, full: 10 })
/** The orders are spread over this time around the signal, ms. */
const SPREAD_MS = 300
const STOPPED_WITHIN_MS = 10_000

test('SIGTERM during orders on new connections: each is answered completely, or its connection is refused', async ({
  database,
  onTestFinished,
}) => {
  const { start, remove } = await prepareStarts(database)
  onTestFinished(remove)
  let shop = await start()
  const inside = { lookInside: () => ({ ...database, close: async () => {}, checkReady: async () => {} }) }
  const attempts = await prepareAttempts(shop, inside, RUNS * ORDERS, RUNS * ORDERS * 10)
  await proveAddresses(database.db)

  const all: (number | string)[] = []
  let longest = 0
  for (let run = 0; run < RUNS; run += 1) {
    if (run > 0) shop = await start()
    const stopped = pause((SPREAD_MS * (run + 1)) / (RUNS + 1)).then(() => measureStop(shop))
    const orders = attempts.slice(run * ORDERS, (run + 1) * ORDERS).map(async (attempt, index) => {
      await pause((SPREAD_MS * index) / ORDERS)
      return orderOnFreshConnection(shop, attempt)
    })
    const outcomes = await Promise.all(orders)
    longest = Math.max(longest, await stopped)
    // An orderly end. A stop that takes too long is ended by force with another code.
    expect(shop.child.exitCode).toBe(0)
    expect(listUnexpected(outcomes)).toEqual([])
    all.push(...outcomes)
  }
  const placed = all.filter((outcome) => outcome === 200).length
  printFigure(
    `SIGTERM amid ${ORDERS} orders on fresh connections, ${RUNS} runs: ${placed} answered, ${all.length - placed} refused, ` +
      `0 cut; the longest stop took ${Math.round(longest)} ms`,
  )
  expectWithin(longest, STOPPED_WITHIN_MS)
  const stored = await database.db.selectFrom('idempotency_keys').select('key').execute()
  expect(stored).toHaveLength(placed)
  expect(placed).toBeGreaterThan(0)
})

test('SIGTERM during visits: each visit gets a complete answer until connections are refused', async ({
  database,
  onTestFinished,
}) => {
  const { start, remove } = await prepareStarts(database)
  onTestFinished(remove)
  const visits: (number | string)[] = []
  for (let run = 0; run < VISITED_RUNS; run += 1) {
    const shop = await start()
    const visitors = Array.from({ length: 20 }, () => visitUntilRefused(shop))
    await pause(300)
    await measureStop(shop)
    visits.push(...(await Promise.all(visitors)).flat())
  }
  const answered = visits.filter((visit) => visit !== 'ECONNREFUSED').length
  printFigure(`SIGTERM amid 20 visitors, ${VISITED_RUNS} runs: ${answered} visits answered, 0 cut`)
  expect(answered).toBeGreaterThan(0)
  expect(listUnexpected(visits)).toEqual([])
})

/** Starts one shop repeatedly on one database with one secret, so that its customers stay signed in. */
async function prepareStarts(database: TestDatabase) {
  const data = createDataFolder()
  const env = {
    DATABASE_URL: database.url,
    AUTH_SECRET: randomUUID() + randomUUID(),
    DATA_DIR: data.path,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    // A few buyers at one address order repeatedly.
    LIMIT_FACTOR: '1000',
    PASSWORD_COST: 'least',
  }
  const start = async () => {
    const shop = await startShopProcess(env)
    await shop.untilPrinted(READY)
    return shop
  }
  return { start, remove: () => data.remove() }
}

/** How long the process took to end after SIGTERM, ms. */
async function measureStop(shop: ShopProcess): Promise<number> {
  const askedAt = performance.now()
  await shop.stop()
  return performance.now() - askedAt
}

function orderOnFreshConnection(shop: ShopProcess, { cookie, key, body }: Attempt): Promise<number | string> {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie, 'Idempotency-Key': key }
  return ask(shop, '/api/create-cash-on-delivery-order', { method: 'POST', headers, body })
}

/** Visits with a new connection each time, until one is refused. */
async function visitUntilRefused(shop: ShopProcess): Promise<(number | string)[]> {
  const visits: (number | string)[] = []
  while (visits.at(-1) !== 'ECONNREFUSED') visits.push(await ask(shop, '/', {}))
  return visits
}

/** The outcomes that are neither a complete answer nor a refused connection. */
function listUnexpected(outcomes: readonly (number | string)[]): (number | string)[] {
  return outcomes.filter((outcome) => outcome !== 'ECONNREFUSED' && !ANSWERS.some((status) => status === outcome))
}

/** The status of a complete answer, or why there is none. */
function ask(
  shop: ShopProcess,
  path: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<number | string> {
  return new Promise((resolve) => {
    const failed = ({ code, syscall, message }: NodeJS.ErrnoException) =>
      // The kernel resets connections that wait to be accepted when the shop stops listening: nobody heard them. A busy
      // client learns of it while connecting, sending or waiting; an end by the shop itself names no system call.
      resolve(syscall && ['ECONNRESET', 'EPIPE'].includes(code ?? '') ? 'ECONNREFUSED' : (code ?? message))
    const sent = request(`${shop.url}${path}`, { ...options, agent: false }, (response) => {
      response.on('error', failed)
      response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'))
      response.resume()
    })
    sent.on('error', failed)
    sent.end(body)
  })
}
