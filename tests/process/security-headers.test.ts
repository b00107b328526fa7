import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpServer } from '#infra/http/http-server.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { exchange, readAnswer, type WireAnswer } from '#tests/support/raw-connection.ts'
import { ask } from '#tests/support/raw-request.ts'

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
/** The panel alone reads bar codes by the camera. */
const OF_THE_PANEL = { 'permissions-policy': HEADERS['permissions-policy'].replace('camera=()', 'camera=(self)') }
const HTTPS_HEADERS = { ...HEADERS, 'strict-transport-security': 'max-age=31536000' }

/** Expects each header exactly once, and none that reveals the server software. */
function expectHeaders({ status, headers, body }: WireAnswer, expected: Record<string, string>, what: string): void {
  const known = headers.filter(([name]) => name in HTTPS_HEADERS)
  expect(Object.fromEntries(known), what).toEqual(
    what.includes(' /admin') ? { ...expected, ...OF_THE_PANEL } : expected,
  )
  expect(known, what).toHaveLength(Object.keys(expected).length)
  expect(
    headers
      .map(([name]) => name)
      .filter((name) => ['server', 'x-powered-by', 'access-control-allow-origin'].includes(name)),
  ).toEqual([])
  // Exactly one policy, because a second one would also apply. A 304 keeps that of the stored answer.
  const policies = headers.filter(([name]) => name === 'content-security-policy')
  for (const [, policy] of policies) expect(policy, what).toContain("frame-ancestors 'none'")
  expect(policies.length === 1 || (status === 304 && policies.length === 0), what).toBe(true)
  expect(body, what).not.toMatch(/\bat .+[:(]\d+|node_modules|\/infra\/|HPE_/)
}

/** A short file, because the code of pages contains texts that look like an internal error. */
const asset = readdirSync(join(PROJECT_ROOT, 'build', 'client', 'assets')).find((name) =>
  /^rolldown-runtime-.*\.js$/.test(name),
)

/** Request line and headers, and the status of the answer. */
const ANSWERS: [status: number, ...lines: string[]][] = [
  [200, 'GET / HTTP/1.1'],
  [200, 'HEAD / HTTP/1.1'],
  [200, 'GET / HTTP/1.0'],
  [304, 'GET / HTTP/1.1', 'If-None-Match: ETAG-OF-HOME'],
  [200, 'GET http://elsewhere.example/sklep HTTP/1.1'],
  [200, 'GET /sklep.data HTTP/1.1'],
  [404, 'GET /nie-ma-takiej HTTP/1.1'],
  [404, 'GET /produkt/nie-ma-takiego HTTP/1.1'],
  [404, 'GET /.env HTTP/1.1'],
  [401, 'GET /admin HTTP/1.1'],
  [301, 'GET // HTTP/1.1'],
  [301, 'GET //evil.example/ HTTP/1.1'],
  [301, 'HEAD /SKLEP HTTP/1.1'],
  [301, 'GET /produkt/PRODUCT-ID HTTP/1.1'],
  [400, 'GET /%zz HTTP/1.1'],
  [400, 'GET /%ff HTTP/1.1'],
  [400, 'GET /produkt/%00 HTTP/1.1'],
  [400, 'OPTIONS * HTTP/1.1'],
  [405, 'POST / HTTP/1.1', 'Origin: https://evil.example', 'Content-Length: 0'],
  [405, 'DELETE /assets/x.js HTTP/1.1'],
  [405, 'TRACE / HTTP/1.1'],
  [405, 'TRACE /api/brands HTTP/1.1'],
  [405, 'CONNECT shop:443 HTTP/1.1'],
  [200, 'GET /api/brands HTTP/1.1'],
  [200, 'GET /api/me HTTP/1.1'],
  [404, 'GET /api/nie-ma HTTP/1.1'],
  [404, 'OPTIONS /api/brands HTTP/1.1'],
  [403, 'POST /api/guest-sign-in HTTP/1.1', 'Origin: https://evil.example', 'Content-Length: 0'],
  [400, 'POST /api/guest-sign-in HTTP/1.1', 'Content-Type: text/plain', 'Content-Length: 0'],
  [400, 'POST /api/guest-sign-in HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 0'],
  [413, 'POST /api/guest-sign-in HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 999999'],
  [200, `GET /assets/${asset} HTTP/1.1`],
  [404, 'GET /assets/nie-ma.js HTTP/1.1'],
  [404, 'GET /assets/.htaccess HTTP/1.1'],
  [206, 'GET /film/quality.mp4 HTTP/1.1', 'Range: bytes=0-1'],
  [416, 'GET /film/quality.mp4 HTTP/1.1', 'Range: bytes=99999999-'],
  [304, 'GET /film/quality.mp4 HTTP/1.1', 'If-None-Match: *'],
  [404, 'GET /media/products/nie-ma/480.webp HTTP/1.1'],
  [200, 'GET /admin-worker.js HTTP/1.1'],
  [200, 'GET /healthz HTTP/1.1'],
  [200, 'GET /readyz HTTP/1.1'],
  [417, 'GET / HTTP/1.1', 'Expect: miracles'],
  [400, 'GET / HTTP/1.1', 'Host: other'],
  [400, 'POST /api/guest-sign-in HTTP/1.1', 'Content-Length: 0', 'host: shop'],
  // Bytes that Node's parser does not accept as a request.
  [400, 'HELLO'],
  [400, 'GET / HTTP/1.1', 'Bad Header'],
  [400, 'POST /api/guest-sign-in HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
  [431, 'GET / HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`],
]

test('every kind of answer has each security header once, and reveals no internals', async ({ shop }) => {
  const etag = String((await ask(shop.url, '/')).headers.etag)
  const product = await shop.database.db.selectFrom('products').select('id').executeTakeFirstOrThrow()
  for (const [status, line = '', ...headers] of ANSWERS) {
    const sent = [line, 'Host: shop', ...headers, 'Connection: close', '', '']
      .join('\r\n')
      .replace('ETAG-OF-HOME', etag)
      .replace('PRODUCT-ID', product.id)
    const answer = readAnswer(await exchange(shop.url, sent))
    const what = [line, ...headers].join(' | ').slice(0, 100)
    expect.soft(answer.status, what).toBe(status)
    expectHeaders(answer, HEADERS, what)
  }
  const withoutHost = readAnswer(await exchange(shop.url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'))
  expect(withoutHost.status).toBe(400)
  expectHeaders(withoutHost, HEADERS, 'without a Host header')
  // None of these is a failure of the shop.
  expect(shop.output()).not.toMatch(/"level":"error"|React Router|"stack"|\n {4}at /)
})

test('a shop on https also sends HSTS, even for errors and timeouts', async ({ onTestFinished }) => {
  const fail = () => {
    throw new Error('at /srv/infra/secret.ts:12')
  }
  const server = createHttpServer({
    api: { fetch: fail },
    renderPage: fail,
    clientDir: tmpdir(),
    mediaDir: tmpdir(),
    shopUrl: 'https://shop.example',
    https: true,
    trustedProxy: [],
    connectionLimits: { headMs: 300, silentMs: 50 },
    checkReady: fail,
  })
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
  onTestFinished(() => server.close())
  for (const [status, bytes] of [
    [500, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n'],
    [500, 'GET /admin HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n'],
    [500, 'GET /api/me HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n'],
    [503, 'GET /readyz HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n'],
    [408, 'GET / HTTP/1.1\r\nHost: shop\r\n'],
    [408, ''],
  ] as const) {
    const answer = readAnswer(await exchange(url, bytes))
    expect(answer.status, bytes).toBe(status)
    expectHeaders(answer, HTTPS_HEADERS, bytes)
  }
})
