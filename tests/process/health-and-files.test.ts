import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

test.beforeAll(({ shop: started }) => {
  shop = started
})

const get = (path: string, headers: Record<string, string> = {}) => ask(shop.url, path, { headers })

test('password managers are redirected to the page that changes the password', async () => {
  const { status, headers } = await get('/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, '/panel-klienta#konto'])
  expect((await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).toBe(
    404,
  )
})

describe('files', () => {
  test('with hashed names can be cached permanently, are compressed, and equal the built files', async () => {
    const { text } = await get('/')
    const addresses = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|woff2)/g))]
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) {
      const answer = await get(address, { 'Accept-Encoding': 'br' })
      expect(answer.status, address).toBe(200)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const built = readFileSync(join(PROJECT_ROOT, 'build', 'client', address))
      const bytes = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(answer.body) : answer.body
      expect(bytes.equals(built)).toBe(true)
      if (/\.js$/.test(address) && built.length > 2000) expect(answer.headers['content-encoding']).toBe('br')
    }
  })

  test.each([
    ['js', 'text/javascript; charset=utf-8'],
    ['woff2', 'font/woff2'],
  ])('of kind %s carry their content type', async (kind, type) => {
    const name = readdirSync(join(PROJECT_ROOT, 'build', 'client', 'assets')).find((file) => file.endsWith(`.${kind}`))
    expect((await get(`/assets/${name}`)).headers['content-type']).toBe(type)
  })

  test.each([
    ['/favicon.ico', 'image/x-icon'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/apple-touch-icon-precomposed.png', 'image/png'],
  ])('%s is served although no page links to it', async (path, type) => {
    const { status, headers } = await get(path)
    expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, type])
  })

  test('that do not exist are a plain 404 that is not cached', async () => {
    for (const path of ['/assets/nie-ma-12345678.js', '/media/products/nie-ma/480.webp']) {
      const { status, headers } = await get(path)
      expect(status).toBe(404)
      expect(headers['content-type']).toMatch(/^text\/plain/)
      expect(headers['cache-control']).toBe('no-cache')
    }
  })

  test('are the same from disk and memory, whole and in part', async () => {
    const { text } = await get('/')
    const path = /\/assets\/[\w.-]+\.woff2/.exec(text)?.[0] ?? ''
    const built = readFileSync(join(PROJECT_ROOT, 'build', 'client', path))
    const [first, second] = [await get(path), await get(path)]
    expect(first.body.equals(built)).toBe(true)
    expect(second.body.equals(built)).toBe(true)
    const { date: _, 'x-request-id': __, ...headers } = first.headers
    expect(second.headers).toMatchObject(headers)
    const part = await get(path, { Range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-19/${built.length}`)
    expect(part.body.equals(built.subarray(10, 20))).toBe(true)
    expect((await get(path, { 'If-None-Match': first.headers.etag ?? '' })).status).toBe(304)
    expect((await get(path, { Range: `bytes=${built.length}-` })).status).toBe(416)
  })

  test('compressed files are sent only to clients that accept them', async () => {
    const { text } = await get('/')
    const path = /\/assets\/framework[\w.-]+\.js/.exec(text)?.[0] ?? ''
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      for (const _ of [1, 2])
        expect((await get(path, { 'Accept-Encoding': accepted })).headers['content-encoding'], accepted).toBe(encoding)
    }
  })

  test('without hashed names are revalidated after a day', async () => {
    for (const path of ['/favicon.svg', '/hero/hero-2000.webp', '/hero/og.jpg']) {
      const { status, headers } = await get(path)
      expect(status, path).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=86400')
    }
  })
})

describe('health', () => {
  test('without the database the process lives but is not ready, and pages fail; with it everything works again', async () => {
    expect((await get('/healthz')).text).toBe('{"status":"ok"}')
    expect((await get('/readyz')).text).toBe('{"status":"ready"}')
    expect((await get('/sklep')).status).toBe(200)

    await setConnectable(false)
    await eventually(async () => expect((await get('/readyz')).status).toBe(503))
    expect((await get('/readyz')).text).toBe('{"status":"not_ready"}')
    expect((await get('/readyz')).headers['cache-control']).toBe('no-store')
    expect((await get('/healthz')).status).toBe(200)
    // Cached pages may be outdated by now, so they are not served either.
    await eventually(async () => expect((await get('/sklep')).status).toBe(500))
    const failed = await get('/sklep')
    expect(failed.text).toContain('Unexpected Application Error!')
    // The page's own script checks whether an element `isConnected`.
    expect(failed.text.replaceAll('.isConnected', '')).not.toMatch(/connect|database|postgres|at .+\.js:\d+/i)
    expect(failed.headers['cache-control']).toBe('no-cache')
    expect((await get('/api/products')).status).toBe(500)

    await setConnectable(true)
    await eventually(async () => expect((await get('/readyz')).status).toBe(200))
    await eventually(async () => expect((await get('/sklep')).status).toBe(200))
  })
})

/** Makes the shop's database unreachable, as when its server stops, or reachable again. */
async function setConnectable(connectable: boolean): Promise<void> {
  const name = new URL(shop.database.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: inject('testDatabaseUrl').replace(/NAME$/, 'postgres') })
  await client.connect()
  await client.query(`alter database ${name} with allow_connections ${connectable}`)
  if (!connectable)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await client.end()
}
