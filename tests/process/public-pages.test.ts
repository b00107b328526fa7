import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { PUBLIC_PATHS } from '#tests/support/public-paths.ts'
import { ask, type RawAnswer } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

test.beforeAll(({ shop: started }) => {
  shop = started
})

const PUBLIC = [
  ...PUBLIC_PATHS,
  '/?page=2',
  '/sklep?search=%C5%9Bnieg&gender=unisex&sort=price-asc',
  '/sklep?search=nic-takiego',
  '/produkt/layali-zahran',
  '/produkt/luban-sarmad',
]
const OTHERS = ['/admin', '/nie-ma-takiej', '/produkt/nie-ma-takiego']
const DATA = ['/_.data', '/_.data?page=2', '/sklep.data?gender=men', '/produkt/layali-zahran.data', '/regulamin.data']

const get = (path: string, headers: Record<string, string> = {}) => ask(shop.url, path, { headers })

/** The parts of a content security policy, by directive. */
function policyOf(answer: RawAnswer): Map<string, string[]> {
  const policy = String(answer.headers['content-security-policy'])
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
}

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

describe('the policy', () => {
  test.each([...PUBLIC, ...OTHERS])(
    'of %s lets run exactly its own scripts, and show its style sheet, which stands in public pages',
    async (path) => {
      const answer = await get(path)
      const policy = policyOf(answer)
      expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
      expect(policy.get('default-src')).toEqual(["'self'"])
      expect(policy.get('object-src')).toEqual(["'none'"])
      expect(policy.get('base-uri')).toEqual(["'none'"])
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect(policy.get('form-action')).toEqual(["'self'"])

      const inline = [...answer.text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
        ([, attributes = '']) => !/\ssrc="|"application\/(?:ld\+)?json"/.test(attributes),
      )
      const hashes = inline.map(([, , code = '']) => hashOf(code))
      expect(hashes.length).toBeGreaterThan(0)
      expect(policy.get('script-src')?.toSorted()).toEqual(["'self'", ...new Set(hashes)].toSorted())
      const styles = [...answer.text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet = '']) => hashOf(sheet))
      expect(styles).toHaveLength(path === '/admin' ? 0 : 1)
      expect(policy.get('style-src')).toEqual(["'self'", ...styles])
      // Nothing that the policy would refuse: no styles or handlers in attributes, no scripts of other sites.
      expect(answer.text).not.toMatch(/<[^>]+\s(?:style|on[a-z]+)=/)
      expect(answer.text).not.toMatch(/<style\s|<(?:script|link)[^>]+(?:src|href)="(?:https?:)?\/\/(?!127\.0\.0\.1)/)
    },
  )
})

test.each([
  ...PUBLIC,
  ...OTHERS,
  ...DATA,
  '/api/brands',
  '/api/nie-ma',
  '/healthz',
  '/favicon.svg',
  '/assets/nie-ma.js',
])('%s carries the security headers and does not name what serves it', async (path) => {
  const { headers } = await get(path)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  // The panel alone reads bar codes.
  expect(headers['permissions-policy']).toContain(path === '/admin' ? 'camera=(self)' : 'camera=()')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('server')
})

describe.each([...PUBLIC, ...DATA])('%s', (path) => {
  test('is the same bytes in every encoding, and by HEAD the same headers', async () => {
    const plain = await get(path)
    const [br, gzip, none, head] = await Promise.all([
      get(path, { 'Accept-Encoding': 'gzip, deflate, br' }),
      get(path, { 'Accept-Encoding': 'gzip' }),
      get(path, { 'Accept-Encoding': 'identity' }),
      ask(shop.url, path, { method: 'HEAD' }),
    ])
    expect([plain, br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
      undefined,
    ])
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    expect(none.body.equals(plain.body)).toBe(true)
    expect(head.body).toHaveLength(0)
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy', 'vary']) {
      expect(head.headers[name]).toBe(plain.headers[name])
    }
    expect(plain.headers['content-length']).toBe(String(plain.body.length))
    expect(plain.headers.vary).toBe('Accept-Encoding')
    expect(plain.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
  })

  test('answers 304 to clients that have it', async () => {
    const { headers } = await get(path)
    const etag = String(headers.etag)
    const again = await get(path, { 'If-None-Match': `"older", W/${etag}`, 'Accept-Encoding': 'br' })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect(again.headers.etag).toBe(etag)
    expect((await get(path, { 'If-None-Match': '"older"' })).status).toBe(200)
  })

  test('is the same for everybody, and sets no cookie', async () => {
    const [guest, customer] = await Promise.all([
      get(path),
      get(path, {
        Cookie: 'shop.session_token=someone.signature; theme=dark; cart=1',
        Authorization: 'Bearer someone',
        'Accept-Language': 'en',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'evil.example',
        'User-Agent': 'Googlebot/2.1',
      }),
    ])
    expect(customer.body.equals(guest.body)).toBe(true)
    expect(customer.headers.etag).toBe(guest.headers.etag)
    for (const { headers } of [guest, customer]) expect(headers).not.toHaveProperty('set-cookie')
  })
})

test('a forged host or proxy header never appears in a page', async () => {
  for (const path of ['/', '/sklep', '/produkt/layali-zahran', '/nie-ma-takiej', '/admin']) {
    const { text } = await get(path, { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' })
    expect(text.includes('evil.example'), path).toBe(false)
  }
})

test.each(['/panel-klienta', '/panel-klienta.data', '/admin', '/admin.data'])('%s is not cached', async (path) => {
  const { headers } = await get(path)
  expect(headers['cache-control']).toBe('private, no-store')
  expect(headers).not.toHaveProperty('etag')
})

test.each(['/nie-ma-takiej', '/produkt/nie-ma-takiego', '/sklep/dalej'])('%s is a 404 with noindex', async (path) => {
  const { status, headers, text } = await get(path)
  expect(status).toBe(404)
  expect(headers['cache-control']).toBe('no-cache')
  expect(text).toContain('<meta name="robots" content="noindex"/>')
})

test('every unknown address is answered with the same cached bytes', async () => {
  const { text } = await get('/nie-ma-takiej')
  for (const path of ['/wp-login.php', '/sklep/dalej?x=1', '/%C5%BC%C3%B3%C5%82w']) {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-status']).toBe('shop; hit')
    expect(answer.text).toBe(text)
  }
})
