import { vi } from 'vitest'
import type { FailureReport } from '#domain/failures/failure.ts'
import type { FailureList } from '#domain/failures/failure-queries.server.ts'
import { log, setFailureListener } from '#domain/kernel/log.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const test = base
  .extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock(), trustedProxy: ['127.0.0.1'] }))
  .extend('demo', { scope: 'file' }, false)

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  for (const table of ['failures', 'rate_limits'] as const) await api.db.deleteFrom(table).execute()
})

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const REPORT: FailureReport = {
  error: 'TypeError: cannot order for anna@example.test, 600 100 200',
  stack: 'TypeError: cannot order\n    at pressButton (ORIGIN/assets/cart-1a2b3c4.js:1:20)',
  page: '/produkt/oud/123e4567-e89b-42d3-a456-426614174000',
  build: '1a2b3c4d',
}
const report = (body: FailureReport, from = '203.0.113.1') =>
  api.post(
    '/api/failures',
    { ...body, stack: body.stack.replace('ORIGIN', api.base) },
    { 'X-Forwarded-For': from, 'User-Agent': CHROME },
  )
const resolve = (fingerprint: string) => api.post(`/api/admin/failures/${fingerprint}/resolve`, {}, { Cookie: admin })

async function list(): Promise<FailureList> {
  await api.services.failures.flush()
  return (await (await api.get('/api/admin/failures', { Cookie: admin })).json()) as FailureList
}

test('a failure of a page is on the list without personal data', async () => {
  for (const error of [REPORT.error, 'TypeError: cannot order for ola@example.test, 700 100 200'])
    expect((await report({ ...REPORT, error })).status).toBe(200)
  const { items, total } = await list()
  expect(total).toBe(1)
  expect(items).toEqual([
    {
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      build: '1a2b3c4d',
      source: 'browser',
      name: 'TypeError',
      message: 'cannot order for [e-mail], # # #',
      frames: ['pressButton (cart-1a2b3c4.js:1:20)'],
      place: '/produkt/oud/#',
      browser: 'Chrome',
      request_id: null,
      times: 2,
      first_at: expect.any(String),
      last_at: expect.any(String),
      returned: false,
    },
  ])
  const stored = JSON.stringify(await api.db.selectFrom('failures').selectAll().execute())
  expect(stored).not.toMatch(/anna|ola@|600|700|Android|203\.0|426614174000/)
})

test('reports caused by extensions, the connection or other sites are accepted and not listed', async () => {
  const others = [
    { error: 'TypeError: Failed to fetch' },
    { error: 'AbortError: left' },
    { stack: 'at x (https://other.example/assets/x.js:1:1)' },
    { stack: 'at x (chrome-extension://abc/content.js:1:1)' },
    { stack: '' },
  ]
  for (const other of others) expect((await report({ ...REPORT, ...other })).status).toBe(200)
  expect(await list()).toEqual({ items: [], total: 0 })
})

test('a malformed report is refused, and a network may send twenty an hour', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const wrong = [
    { page: 'https://x' },
    { page: `/${'a'.repeat(1000)}` },
    { build: '<b>' },
    { url: '/' },
    { stack: 'x'.repeat(20_001) },
  ]
  for (const part of wrong)
    expect(await errorOf(await report({ ...REPORT, ...part }))).toMatchObject({ code: 'invalid_request' })
  for (let n = 0; n < 20; n += 1) expect((await report(REPORT)).status).toBe(200)
  expect(await errorOf(await report(REPORT))).toMatchObject({ code: 'too_many_attempts' })
  expect((await report(REPORT, '203.0.113.2')).status).toBe(200)
  expect((await list()).items).toEqual([expect.objectContaining({ times: 21 })])
})

test('the admin resolves a failure once; when it happens again it is back', async () => {
  await report(REPORT)
  const [failure] = (await list()).items
  const { fingerprint = '' } = failure ?? {}
  expect(await (await resolve(fingerprint)).json()).toEqual({ ok: true })
  expect(await list()).toEqual({ items: [], total: 0 })
  const noted = await api.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(noted).toMatchObject({ action: 'failure.resolved', details: { fingerprint } })

  await report({ ...REPORT, build: 'next' })
  expect((await list()).items).toEqual([
    expect.objectContaining({ fingerprint, build: 'next', times: 2, returned: true }),
  ])
  expect(await errorOf(await resolve('0'.repeat(32)))).toMatchObject({ code: 'failure_not_found' })
})

test('errors that the server logs are on the list; outages and messages without an error are not', async () => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  setFailureListener((failure) => api.services.failures.noteLogged(failure))
  const broken = Object.assign(new Error('duplicate key: (anna@example.test)'), { code: '23505' })
  log.error('POST /api/orders/123e4567-e89b-42d3-a456-426614174000/pay failed', { error: broken })
  log.error('POST /api/orders/223e4567-e89b-42d3-a456-426614174000/pay failed', { error: broken })
  log.error('mails cannot be delivered', { error: Object.assign(new Error('away'), { code: 'ECONNREFUSED' }) })
  log.error('mail given up', { mail: 'id', why: 'refused' })
  log.warn('InPost could not be asked', { error: broken })
  setFailureListener(() => {})
  const { items } = await list()
  expect(items).toEqual([
    expect.objectContaining({
      source: 'server',
      name: 'Error 23505',
      message: 'duplicate key: ([e-mail])',
      place: 'POST /api/orders/#/pay',
      times: 2,
      browser: null,
    }),
  ])
})
