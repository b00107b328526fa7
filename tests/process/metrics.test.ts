import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { describe } from 'vitest'
import { z } from 'zod'
import { admitReaders } from '#infra/monitoring/metrics-endpoint.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { ask } from '#tests/support/raw-request.ts'
import { type Shop, startShop } from '#tests/support/shop-process.ts'

/** The database is asked once in ten seconds. */
const READ_AGAIN = { interval: 500 }

const test = base.extend('shop', { scope: 'file' }, async ({ database }, { onCleanup }) => {
  const backup = {
    kind: 'backup',
    file: 'a.backup',
    bytes: 4096,
    started_at: new Date('2026-01-02T03:04:05Z'),
  } as const
  await database.db.insertInto('backups').values(backup).execute()
  const shop = await startShop(database)
  onCleanup(async () => void (await shop.stop()))
  return shop
})

const SAMPLE = /^([a-z_][a-z0-9_]*)(\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\})? (Nan|[+-]?Inf|-?[\d.]+(?:e[+-]?\d+)?)$/

/** Values by name and labels as they are written, read by the rules of the text format. */
async function scrape(shop: Shop): Promise<Map<string, number>> {
  const { status, headers, text } = await ask(shop.url, '/metrics')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const values = new Map<string, number>()
  const described = new Set<string>()
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, comment, name = ''] = /^# (HELP|TYPE) (\w+) \S/.exec(line) ?? []
    if (comment === 'TYPE') {
      expect(described, `${name} is described twice`).not.toContain(name)
      described.add(name)
    }
    if (comment !== undefined) continue
    const [, sample = '', labels = '', value] = SAMPLE.exec(line) ?? []
    expect(sample, `not a sample: ${line}`).not.toBe('')
    expect(described, line).toContain(described.has(sample) ? sample : sample.replace(/_(?:bucket|sum|count)$/, ''))
    expect(values, `twice: ${line}`).not.toContain(sample + labels)
    values.set(sample + labels, Number(value))
  }
  return values
}

const requests = (route: string, status = '2xx', method = 'GET') =>
  `shop_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
const cached = (result: string) => `shop_cached_answers_total{result="${result}"}`

async function order(shop: Shop): Promise<void> {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(shop.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const account = { email: 'buyer@example.test', password: 'sekret1', acceptedTerms: true }
  const cookie = cookieOf(await post('/api/guest-sign-in', account))
  const body = cart(await productsOnSale(shop.database, 1))
  const ordered = await post('/api/create-cash-on-delivery-order', body, {
    Cookie: cookie,
    'Idempotency-Key': randomUUID(),
  })
  expect(ordered.status).toBe(200)
}

test('orders, pages and refusals are counted by route, whatever addresses are requested', async ({ shop }) => {
  const before = await scrape(shop)
  expect([...before.keys()].filter((key) => key.startsWith('shop_http'))).toEqual([])
  expect(before.get('shop_orders{status="pending"}')).toBe(0)
  await order(shop)
  for (const path of [
    '/sklep',
    '/sklep?page=2',
    '/produkt/layali-zahran',
    '/produkt/layali-zahran.data',
    '/api/brands',
  ])
    await ask(shop.url, path)
  const unknown = ['/nie/ma', `/${randomUUID()}`, `/${randomUUID()}?email=anna@example.test`]
  for (const path of [...unknown, `/api/${randomUUID()}`, '/api/me/orders', '/admin/zamowienia'])
    await ask(shop.url, path)
  await ask(shop.url, '/sklep')

  const after = await scrape(shop)
  expect(after.get(requests('/api/create-cash-on-delivery-order', '2xx', 'POST'))).toBe(1)
  expect(after.get(requests('/sklep'))).toBe(3)
  expect(after.get(requests('/produkt/:slug'))).toBe(2)
  expect(after.get(requests('/api/brands'))).toBe(1)
  expect(after.get(requests('other', '4xx'))).toBe(3)
  expect(after.get(requests('/api/*', '4xx'))).toBe(1)
  expect(after.get(requests('/api/me/orders', '4xx'))).toBe(1)
  expect(after.get(cached('hit'))).toBeGreaterThan(before.get(cached('hit')) ?? 0)
  expect(after.get(cached('miss'))).toBeGreaterThan(before.get(cached('miss')) ?? 0)
  expect([...after.keys()].join('\n')).not.toMatch(/example\.test|layali|zamowienia|nie\/ma/)
  expect(after.get('shop_database_connections{pool="shop"}')).toBeGreaterThan(0)
  expect(after.get('shop_disk_bytes{room="free"}')).toBeGreaterThan(0)
  await expect.poll(async () => (await scrape(shop)).get('shop_orders{status="pending"}'), READ_AGAIN).toBe(1)
})

describe('the files of deploy/monitoring', () => {
  const read = (file: string) => readFileSync(join(PROJECT_ROOT, 'deploy', 'monitoring', file), 'utf8')
  const named = (text: string) => new Set(text.match(/\b(?:shop|nodejs|process)_[a-z0-9_]+/g))

  test('name only metrics of /metrics, and all of the shop’s', async ({ shop }) => {
    const given = new Set([...(await scrape(shop)).keys()].map((key) => key.replace(/\{.*/, '')))
    const alerts = named(read('perfumeria-alerts.yml'))
    const dashboard = named(read('grafana-dashboard.json'))
    expect([...alerts, ...dashboard].filter((name) => !given.has(name))).toEqual([])
    expect([...given].filter((name) => name.startsWith('shop_') && !dashboard.has(name))).toEqual([])
  })

  test('contain a dashboard whose panels do not overlap and have a description', () => {
    const gridPos = z.strictObject({ x: z.int().min(0), y: z.int().min(0), w: z.int().max(24), h: z.int() })
    const target = z.object({ refId: z.string(), expr: z.string().min(5), legendFormat: z.string() })
    const shown = z.object({ type: z.enum(['timeseries', 'stat']), targets: z.array(target).min(1) })
    const row = z.object({ type: z.literal('row'), panels: z.array(z.never()) })
    const panel = z.intersection(z.object({ id: z.int(), title: z.string().min(3), gridPos }), z.union([shown, row]))
    const { panels } = z
      .object({ uid: z.string(), title: z.string(), schemaVersion: z.int(), panels: z.array(panel) })
      .parse(JSON.parse(read('grafana-dashboard.json')))
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

test('requests that came through a proxy get 404', async ({ shop }) => {
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
    const { status, text } = await ask(shop.url, '/metrics', { headers: { [name]: '127.0.0.1' } })
    expect([name, status]).toEqual([name, 404])
    expect(text).not.toContain('shop_')
  }
  expect((await ask(shop.url, '/metrics', { method: 'POST' })).status).not.toBe(200)
})

test('with a token everybody who sends it may read the metrics; without one only this machine', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
    return Object.assign(new IncomingMessage(socket), { headers })
  }
  const isOpen = admitReaders(null, { https: false })
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) expect(isOpen(from(address))).toBe(true)
  for (const address of ['10.0.0.5', '203.0.113.7', '::ffff:10.0.0.5', '2001:db8::1'])
    expect(isOpen(from(address))).toBe(false)
  const token = 'a-long-token-of-the-monitoring'
  expect(admitReaders(null, { https: true })(from('127.0.0.1'))).toBe(false)
  const isAdmitted = admitReaders(token, { https: true })
  expect(isAdmitted(from('203.0.113.7', { authorization: `Bearer ${token}`, 'x-forwarded-for': '1.2.3.4' }))).toBe(true)
  for (const authorization of [undefined, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token])
    expect(isAdmitted(from('127.0.0.1', authorization === undefined ? {} : { authorization }))).toBe(false)
})
