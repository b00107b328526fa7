import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswerCache } from '#infra/http/answer-cache.ts'
import { findPublicAddress } from '#infra/http/public-addresses.ts'
import { ask } from '#tests/support/raw-request.ts'

type Answers = Record<string, { status?: number; wait?: Promise<void> }>

/** A cache of invented answers, behind a real socket, that receives notifications. */
async function serve(answers: Answers) {
  const made: string[] = []
  const cache = new AnswerCache({
    async make({ key }) {
      made.push(key)
      const { status = 200, wait } = answers[key] ?? {}
      await wait
      return new Response(`${key} ${made.length}`, { status })
    },
  })
  cache.setListening(true)
  const server = createServer(async (request, response) => {
    const address = findPublicAddress(request.url ?? '/')
    if (address === undefined || cache.answerAtOnce(address, request, response)) return
    const other = await cache.answer(address, request, response)
    if (other) response.writeHead(other.status).end(await other.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    cache,
    answers,
    made,
    async get(path: string) {
      const { status, headers } = await ask(url, path)
      return `${status} ${headers['cache-status']}`
    },
    [Symbol.dispose]: () => void server.close(),
  }
}

const HIT = '200 shop; hit'
const MISS = '200 shop; fwd=miss'
const STALE = '200 shop; hit; detail=stale'

/** Fakes the clock of the cache only; sockets keep theirs. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Longer than the time in which notifications are gathered. */
const untilTakenEffect = () => vi.advanceTimersByTimeAsync(300)

test('a change invalidates every answer once', async () => {
  using shop = await serve({})
  const pages = ['/', '/sklep', '/produkt/a', '/api/products?search=oud']
  const look = async () => {
    const answers: string[] = []
    for (const page of pages) answers.push(await shop.get(page))
    return answers
  }
  expect(await look()).toEqual([MISS, MISS, MISS, MISS])
  expect(await look()).toEqual([HIT, HIT, HIT, HIT])
  await untilTakenEffect()
  shop.cache.change()
  expect(await look()).toEqual([MISS, MISS, MISS, MISS])
  await untilTakenEffect()
  expect(await look()).toEqual([HIT, HIT, HIT, HIT])
})

test('gathered changes take effect at once when a caller waits for them', async () => {
  using shop = await serve({})
  shop.cache.change()
  await shop.get('/')
  shop.cache.change()
  expect(await shop.get('/')).toBe(HIT)
  shop.cache.takeChanges()
  expect(await shop.get('/')).toBe(MISS)
  shop.cache.takeChanges()
  expect(await shop.get('/')).toBe(HIT)
})

test('an answer begun before a change is never stored after it, and later callers do not wait for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  using shop = await serve({ '/': { wait: promise } })
  await untilTakenEffect()
  const early = shop.get('/')
  await expect.poll(() => shop.made.length).toBe(1)
  shop.cache.change()
  shop.answers['/'] = {}
  expect(await shop.get('/')).toBe(MISS)
  expect(shop.made).toHaveLength(2)
  resolve()
  expect(await early).toBe(MISS)
  expect(await shop.get('/')).toBe(HIT)
  expect((await shop.get('/')) && shop.made).toHaveLength(2)
})

test('if changes come faster than an answer is made, the last complete one is served during an outage', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  using shop = await serve({ '/': { wait: promise } })
  await untilTakenEffect()
  const overtaken = shop.get('/')
  await expect.poll(() => shop.made.length).toBe(1)
  shop.cache.change()
  resolve()
  expect(await overtaken).toBe(MISS)
  shop.answers['/'] = { status: 503 }
  expect(await shop.get('/')).toBe(STALE)
})

test('an answer begun before a change is served only until the gathered change takes effect', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  using shop = await serve({ '/': { wait: promise } })
  // The first notification takes effect at once. The following ones are gathered for some time.
  shop.cache.change()
  const early = shop.get('/')
  await expect.poll(() => shop.made.length).toBe(1)
  shop.cache.change()
  resolve()
  expect(await early).toBe(MISS)
  await untilTakenEffect()
  expect(await shop.get('/')).toBe(MISS)
})

test('however many changes there are, an answer is made four times a second at most', async () => {
  using shop = await serve({ '/': {} })
  await shop.get('/')
  for (let visits = 0; visits < 100; visits += 1) {
    shop.cache.change()
    await shop.get('/')
    await vi.advanceTimersByTimeAsync(20)
  }
  // Besides the first answer, in two seconds.
  expect(shop.made.length).toBeLessThanOrEqual(8 + 1)
  expect(shop.made.length).toBeGreaterThanOrEqual(8)
})

test('an old answer is served for a minute while the database is unavailable, and then the outage is reported', async () => {
  using shop = await serve({})
  expect([await shop.get('/'), await shop.get('/')]).toEqual([MISS, HIT])
  shop.answers['/'] = { status: 503 }
  shop.cache.setListening(false)
  expect([await shop.get('/'), await shop.get('/')]).toEqual([STALE, STALE])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await shop.get('/')).toBe(STALE)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await shop.get('/')).toBe('503 undefined')
  shop.answers['/'] = {}
  expect([await shop.get('/'), await shop.get('/')]).toEqual([MISS, MISS])
  shop.cache.setListening(true)
  expect([await shop.get('/'), await shop.get('/')]).toEqual([MISS, HIT])
})

test('a failure other than an outage is reported, and not hidden by an old answer', async () => {
  using shop = await serve({})
  for (const status of [404, 500, 301]) {
    shop.answers['/'] = {}
    await shop.get('/')
    shop.cache.setListening(true)
    shop.answers['/'] = { status }
    expect(await shop.get('/')).toBe(`${status} undefined`)
  }
})
