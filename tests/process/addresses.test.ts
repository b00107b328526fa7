import fc from 'fast-check'
import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

test.beforeAll(({ shop: started }) => {
  shop = started
})

const CLIMBS = [
  '/sklep/../../etc/passwd',
  '/assets/../../server/index.js',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fserver%2findex.js',
  '/assets/..%5c..%5cserver%5cindex.js',
  '/media/products/../../../package.json',
  '/media/products/%2e%2e/%2e%2e/secrets.json',
  '/hero/../../../package.json',
  '/hero/%2e%2e%2f%2e%2e%2fpackage.json',
  '/favicon.svg%00',
  '/.env',
  '/.git/config',
  '/server.ts',
  '/build/server/index.js',
  '/assets/',
  '/media/',
]

const PATHS = [
  '/%',
  '/%E0%A4%A',
  '/%00',
  '/%0d%0aSet-Cookie:%20a=b',
  '/produkt/%',
  '/produkt/%00',
  '/produkt/%F0%9F%8C%B9',
  '/produkt/..%2f..%2fetc%2fpasswd',
  `/produkt/${'a'.repeat(5000)}`,
  '/produkt/constructor',
  '/produkt/__proto__',
  '/produkt/',
  '/produkt/.data',
  '/produkt/%.data',
  '/produkt/x/y',
  '//',
  '///sklep',
  '//evil.example/sklep',
  '/sklep;jsessionid=1',
  '/sklep.data.data',
  '/_.data.data',
  '/.data',
  '/nie-ma.data',
  '/nie-ma.php',
  '/__manifest?p=%',
  '/a'.repeat(3000),
  '/media/%',
  '/assets/%',
  '/api',
  '/api/',
  '/api//products',
  '/api/products/%',
  '/api/products/%00',
  '/api/products/..%2f..%2f',
  '/api/products/__proto__/reviews',
  `/api/products/${'9'.repeat(3000)}`,
  'http://evil.example/sklep',
]

const QUERIES = [
  '%',
  '%FF=%FF',
  '=',
  '&&&',
  '?',
  '#',
  'page=%FF',
  'page=-1',
  'page=0',
  'page=1e999',
  'page=99999999999999999999',
  'page=1&page=2',
  'page[]=2',
  'search=%00',
  'search=%ED%A0%80',
  'search=%25%5F%5C%27%22--',
  "search=');drop%20table%20products;--",
  `search=${'%C5%82'.repeat(1500)}`,
  `search=${'a+'.repeat(2000)}`,
  'brand=..%2F..%2F',
  'brand=00000000-0000-0000-0000-000000000000',
  'minPrice=NaN&maxPrice=-Infinity',
  'minPrice=99999999999999&maxPrice=0.001',
  'sort=__proto__&category=constructor&gender=toString',
  'pageSize=-1',
  'pageSize=1000000',
  'produkt=nie-ma',
  'produkt=%00',
  'index',
  '_routes=',
  '_routes=%',
  '_routes=root,nie-ma',
  'a='.repeat(4000),
]

const LISTS = [
  '/',
  '/sklep',
  '/_.data',
  '/sklep.data',
  '/produkt/ward-nahari',
  '/admin',
  '/panel-klienta',
  '/api/products',
]

/** Expects a regular answer of the shop: no server error, and no redirect to another site. */
async function expectAnswer(method: string, path: string): Promise<string> {
  const { status, headers, text } = await ask(shop.url, path, { method })
  expect(status, `${method} ${path.slice(0, 200)}`).toBeLessThan(500)
  expect(status).toBeGreaterThanOrEqual(200)
  if (headers.location !== undefined) expect(headers.location).toMatch(/^\/(?![/\\])/)
  expect(headers).not.toHaveProperty('set-cookie')
  return text
}

test.each(PATHS)('%.60s has an answer', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) await expectAnswer(method, path)
})

test.each(CLIMBS)('%s does not open a file', async (path) => {
  const first = await ask(shop.url, path)
  const answers = [first]
  if (first.status === 301) {
    // To the canonical spelling of the path, on this server.
    expect(first.headers.location).toMatch(/^\/(?![/\\])/)
    answers.push(await ask(shop.url, first.headers.location ?? ''))
  }
  expect(answers.at(-1)?.status).toBe(path.includes('%00') ? 400 : 404)
  for (const { text } of answers) {
    expect(text).not.toMatch(/"private": true|AUTH_SECRET|root:x:|createServer|\[core\]/)
  }
})

test.each(['/favicon.svg/.', '/favicon.svg/', '//favicon.svg', '/sklep/../favicon.svg'])(
  '%s redirects to the one address of the icon',
  async (path) => {
    const { status, headers, text } = await ask(shop.url, path)
    expect([status, headers.location, text]).toEqual([301, '/favicon.svg', ''])
  },
)

test.each(LISTS)('%s answers any query', async (path) => {
  for (const query of QUERIES) await expectAnswer('GET', `${path}?${query}`)
})

const WRITING_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

test('public pages refuse every method except GET and HEAD', async () => {
  for (const method of WRITING_METHODS) {
    for (const path of ['/', '/sklep', '/produkt/ward-nahari', '/sklep.data']) {
      expect((await ask(shop.url, path, { method })).status, `${method} ${path}`).toBe(405)
    }
  }
})

test('private pages refuse every method except GET and HEAD, and visitors who are not signed in', async () => {
  for (const method of WRITING_METHODS) {
    for (const path of ['/admin', '/panel-klienta']) {
      expect([302, 401, 405], `${method} ${path}`).toContain((await ask(shop.url, path, { method })).status)
    }
  }
})

test.each(['/panel-klienta', '/panel-klienta.data', '/admin'])(
  '%s refuses forms of other sites and endless ones',
  async (path) => {
    const foreign = { method: 'POST', headers: { Origin: 'https://evil.example' } }
    expect((await ask(shop.url, path, foreign)).status).toBe(400)
    const long = { method: 'POST', headers: { 'Content-Length': '99999999' } }
    expect((await ask(shop.url, path, long)).status).toBe(413)
  },
)

describe('any query', () => {
  const names = fc.oneof(
    fc.constantFrom(
      'search',
      'gender',
      'brand',
      'minPrice',
      'maxPrice',
      'sort',
      'category',
      'page',
      'pageSize',
      'produkt',
    ),
    fc.string({ maxLength: 8 }),
  )
  const values = fc.oneof(
    fc.constantFrom('women', 'arabic', 'noemira', 'price-asc', '1', '2', '40', '-1', '1e9', ''),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer().map(String),
    fc.double().map(String),
  )
  /** Encoded as a browser does, or almost raw. */
  const queries = fc.oneof(
    fc
      .array(fc.tuple(names, values), { maxLength: 6 })
      .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()),
    fc.string({ unit: fc.constantFrom(...'%&=+?/[]{}|^`~\\\'"<>;:@!$*(),.-_09azAF'), maxLength: 80 }),
  )

  test.each(['/sklep', '/', '/sklep.data'])('of %s has an answer', async (path) => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        await expectAnswer('GET', `${path}?${query}`)
      }),
      { numRuns: 60 },
    )
  })

  test('of /api/products has a list that fits', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { status, text } = await ask(shop.url, `/api/products?${query}`)
        expect(status).toBe(200)
        const list: { items: unknown[]; total: number; page: number; pageSize: number } = JSON.parse(text)
        const { items, total, page, pageSize } = list
        expect(page).toBeLessThanOrEqual(Math.max(1, Math.ceil(total / pageSize)))
        expect(items).toHaveLength(Math.min(pageSize, total - (page - 1) * pageSize))
      }),
      { numRuns: 100 },
    )
  })
})
