import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

test.beforeAll(async ({ shop: started }) => {
  shop = started
  // Answers are cached from the moment the shop receives change notifications.
  await eventually(async () => expect(await statusOf('/api/brands')).toBe('shop; hit'))
})

const get = (path: string, headers: Record<string, string> = {}) => ask(shop.url, path, { headers })
const statusOf = async (path: string) => (await get(path)).headers['cache-status']

/** Asks until the second answer comes from memory: a change of the shop's data in between clears it. */
const askTwice = (path: string) =>
  eventually(async () => {
    const first = await get(path)
    const again = await get(path)
    expect(again.headers['cache-status']).toBe('shop; hit')
    return { first, again }
  })

const CALLS = [
  '/api/products',
  '/api/products?pageSize=24&gender=women',
  '/api/products?search=oud',
  '/api/products/layali-zahran',
  '/api/products/layali-zahran/reviews',
  '/api/brands',
  '/api/shop-settings',
  '/api/shipping-costs',
]

test.each(CALLS)(
  'GET %s: answers repeated calls from memory, and with 304 to clients that have the answer',
  async (path) => {
    const { first, again } = await askTwice(path)
    expect(first.status).toBe(200)
    expect(again.body.equals(first.body)).toBe(true)
    expect(again.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      'content-length': String(first.body.length),
    })
    const etag = String(first.headers.etag)
    const known = await get(path, { 'If-None-Match': `"older", ${etag}` })
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag])
    expect((await get(path, { 'If-None-Match': '"older"' })).status).toBe(200)
  },
)

test.each(CALLS)('GET %s: returns the same in every encoding, and the same headers by HEAD', async (path) => {
  const plain = await get(path)
  const br = await get(path, { 'Accept-Encoding': 'gzip, deflate, br' })
  const gzip = await get(path, { 'Accept-Encoding': 'gzip' })
  if (plain.body.length >= 1024) {
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
  } else {
    expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  }
  const head = await ask(shop.url, path, { method: 'HEAD' })
  expect(head.body).toHaveLength(0)
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary']) {
    expect(head.headers[name]).toBe(plain.headers[name])
  }
})

test.each(CALLS)('GET %s: is the same for everybody', async (path) => {
  const guest = await get(path)
  const visitor = {
    Cookie: 'shop.session_token=someone.signature',
    Origin: 'https://evil.example',
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Host': 'evil.example',
    Authorization: 'Bearer someone',
  }
  const somebody = await get(path, visitor)
  expect(somebody.body.equals(guest.body)).toBe(true)
  expect(Object.keys(somebody.headers).filter((name) => /^(access-control|set-cookie)/.test(name))).toEqual([])
})

test('GET /api/products: unknown parameters and other spellings use the same cache entry', async () => {
  await get('/api/products?search=oud&minPrice=20')
  const madeUp = Array.from({ length: 40 }, (_, index) => `x${index}=1`).join('&')
  for (const query of [
    `${madeUp}&minPrice=20.00&search=OUD`,
    'search=+oud&minPrice=20,0&gender=x',
    'minPrice=20&search=oud&page=1',
  ]) {
    expect(await statusOf(`/api/products?${query}`), query).toBe('shop; hit')
  }
})

test('a page beyond the end is the last page, and evicts only searches', async () => {
  for (const path of ['/api/products?pageSize=10', '/sklep?gender=women', '/sklep.data?gender=women', '/?x=1']) {
    const beyond = await get(`${path}&page=99999`)
    for (const page of [99_998, 5_000, 77]) {
      expect((await get(`${path}&page=${page}`)).body.equals(beyond.body)).toBe(true)
      expect(await statusOf(`${path}&page=${page}`)).toBe('shop; hit')
    }
  }
  const last = JSON.parse((await get('/api/products?pageSize=10&page=99999')).text)
  expect(last).toMatchObject({ page: 7, total: 64 })
})

test.each(['/api/products/nie-ma', '/api/products/nie-ma/reviews', '/produkt/nie-ma', '/sklep?produkt=ward-nahari'])(
  'GET %s: caches only answers with status 200',
  async (path) => {
    for (const _ of [1, 2]) {
      const answer = await get(path)
      expect(answer.status).not.toBe(200)
      expect(answer.headers).not.toHaveProperty('cache-status')
      expect(answer.headers).not.toHaveProperty('etag')
    }
  },
)

test('a new product is found at an address that was missing a moment ago', async () => {
  const { db } = shop.database
  const product = db.updateTable('products').where('slug', '=', 'ward-nahari')
  await product.set({ active: false }).execute()
  await eventually(async () => expect((await get('/api/products/ward-nahari')).status).toBe(404))
  await product.set({ active: true }).execute()
  await eventually(async () => expect((await get('/api/products/ward-nahari')).status).toBe(200))
})

test('searches evict only other searches', async () => {
  const useful = ['/', '/sklep', '/produkt/layali-zahran', '/api/products', '/api/brands']
  // The notification of an earlier change may still arrive and invalidate them again.
  await eventually(async () => {
    for (const path of useful) expect(await statusOf(path), path).toBe('shop; hit')
    for (const path of useful) expect(await statusOf(path), path).toBe('shop; hit')
  })
  await get('/api/products?search=pierwsze')
  for (let asked = 0; asked < 2200; asked += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, next) => get(`/api/products?search=nic${asked + next}`)))
  }
  expect(await statusOf('/api/products?search=nic2199')).toBe('shop; hit')
  expect(await statusOf('/api/products?search=pierwsze')).toBe('shop; fwd=miss')
  for (let page = 1000; page < 3200; page += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, next) => get(`/api/products?page=${page + next}`)))
  }
  for (const path of useful) expect(await statusOf(path), path).toBe('shop; hit')
})
