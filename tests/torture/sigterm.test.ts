import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ShopProcess } from '#tests/support/shop-process.ts'
import { type Attempt, prepareAttempts } from './buyers.ts'
import { prepareDurableShop } from './durable-shop.ts'
import { atStrength, printFigure } from './strength.ts'

const RUNS = atStrength({ short: 2, full: 20 })
const ORDERS = 60
/** The orders are spread over so long around the signal, ms. */
const SPREAD_MS = 300
/** Far below the time after which the process is ended by force, ms. */
const SWIFT_MS = 8_000

test('SIGTERM amid orders on fresh connections: each is answered whole, or its connection is refused before anything is sent', {
  timeout: 600_000,
}, async ({ onTestFinished }) => {
  const durable = await prepareDurableShop()
  onTestFinished(() => durable.remove())
  const totals = { answered: 0, refused: 0 }
  let longest = 0
  for (let run = 0; run < RUNS; run += 1) {
    const shop = await durable.start()
    const attempts = await prepareAttempts(shop, durable, ORDERS)
    const signalAt = (SPREAD_MS * (run + 1)) / (RUNS + 1)
    const stopped = pause(signalAt).then(async () => {
      const askedAt = performance.now()
      await shop.stop()
      return performance.now() - askedAt
    })
    const outcomes = await Promise.all(
      attempts.map(async (attempt, index) => {
        await pause((SPREAD_MS * index) / ORDERS)
        return orderOnFreshConnection(shop, attempt)
      }),
    )
    longest = Math.max(longest, await stopped)
    expect(shop.child.exitCode).toBe(0)
    const answered = outcomes.filter((outcome) => typeof outcome === 'number').length
    const refused = outcomes.filter((outcome) => outcome === 'ECONNREFUSED').length
    expect(outcomes.filter((outcome) => typeof outcome !== 'number' && outcome !== 'ECONNREFUSED')).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 200).length, 'orders placed').toBeGreaterThan(0)
    totals.answered += answered
    totals.refused += refused
  }
  printFigure(
    `SIGTERM amid ${ORDERS} orders on fresh connections, ${RUNS} runs: ${totals.answered} answered, ` +
      `${totals.refused} refused, 0 cut; the longest stop took ${Math.round(longest)} ms`,
  )
  expect(longest).toBeLessThan(SWIFT_MS)
})

test('SIGTERM amid visitors who come again and again: each visit is answered whole until their connections are refused', {
  timeout: 120_000,
}, async ({ onTestFinished }) => {
  const durable = await prepareDurableShop()
  onTestFinished(() => durable.remove())
  const shop = await durable.start()
  let ended = false
  const visitors = Array.from({ length: 20 }, () => visitUntilRefused(shop, () => ended))
  await pause(500)
  const stopped = shop.stop().finally(() => {
    ended = true
  })
  const visits = (await Promise.all(visitors)).flat()
  expect(await stopped).toBe(0)
  printFigure(`SIGTERM amid 20 visitors: ${visits.filter((visit) => visit === 200).length} pages answered, 0 cut`)
  expect(new Set(visits)).toEqual(new Set([200, 'ECONNREFUSED']))
})

/** The status of an answer that came whole, or why none came. */
function orderOnFreshConnection(shop: ShopProcess, { cookie, key, body }: Attempt): Promise<number | string> {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie, 'Idempotency-Key': key }
  return ask(shop, '/api/create-cash-on-delivery-order', { method: 'POST', headers, body })
}

/** A fresh connection for each page. */
async function visitUntilRefused(shop: ShopProcess, hasEnded: () => boolean): Promise<(number | string)[]> {
  const visits: (number | string)[] = []
  while (visits.at(-1) !== 'ECONNREFUSED' && !hasEnded()) visits.push(await ask(shop, '/', {}))
  if (visits.at(-1) !== 'ECONNREFUSED') visits.push(await ask(shop, '/', {}))
  return visits
}

function ask(
  shop: ShopProcess,
  path: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<number | string> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const sent = request(`${shop.url}${path}`, { ...options, agent: false }, (response) => {
      response.on('error', failed)
      response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'))
      response.resume()
    })
    sent.on('error', failed)
    sent.end(body)
  })
}
