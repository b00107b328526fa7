import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { ask } from '#tests/support/raw-request.ts'
import { READY, type Shop, startShop } from '#tests/support/shop-process.ts'

const EMAIL = 'anna.kowalska@poczta.example'
const PASSWORD = 'Tajne-Haslo-Anny-1'

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop(database)
})
afterAll(async () => {
  if (shop.child.exitCode === null) await shop.stop()
})

/** The output after the lines for the operator. */
function readLog(): string[] {
  const [, afterReady = ''] = shop.output().split(READY)
  const [, log = ''] = afterReady.split('(do panelu; widać je tylko ten jeden raz)\n\n')
  return log.split('\n').filter((line) => line !== '')
}

const countLines = (event: string) => readLog().filter((line) => JSON.parse(line).event === event).length

function expectCleanLines(lines: string[]): void {
  for (const line of lines) {
    expect(JSON.parse(line), line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: expect.stringMatching(/^(info|warn|error)$/),
      event: expect.stringMatching(/\S/),
    })
    expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    expect(Buffer.byteLength(line)).toBeLessThan(8192)
    expect(line).not.toContain(EMAIL)
    expect(line).not.toContain(encodeURIComponent(EMAIL))
    expect(line).not.toContain(PASSWORD)
    expect(line).not.toContain(shop.admin.password)
  }
}

const ODD_PATHS = [
  '/%zz',
  '/sklep%00',
  '/a%0d%0aINJECTED%20line',
  '/api/%1b%5b31m',
  '/\u00e9',
  `/nieznana/${EMAIL}?token=${PASSWORD}`,
  `/api/nieznane?email=${encodeURIComponent(EMAIL)}`,
  `/${'a'.repeat(9000)}`,
  '/api/products/%E0%A4%A',
  '/api/products?page=1e99&search=%00',
  '/_root.data?_routes=%00',
  '//example.org//..',
]

async function askOddly(): Promise<void> {
  for (const path of ODD_PATHS) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = { Origin: 'https://evil.example', 'User-Agent': `\tagent ${EMAIL}`, 'X-Forwarded-For': EMAIL }
      await ask(shop.url, path, { method, headers }).catch(() => null)
    }
  }
  await postSignIn({ email: EMAIL, password: PASSWORD, acceptedTerms: true })
  await postSignIn({ email: `${EMAIL}\u0000`, password: `${PASSWORD}\u0000`, acceptedTerms: true })
}

function postSignIn(body: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Origin: shop.url }
    const sent = request(new URL('/api/guest-sign-in', shop.url), { method: 'POST', headers, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(body))
  })
}

test('the log: for any request, each line is a short JSON object without control characters and secrets', async () => {
  await askOddly()
  expectCleanLines(readLog())
  // Nothing of it is the shop's fault: no line is an error, and none has a stack.
  expect(readLog().filter((line) => JSON.parse(line).level === 'error' || line.includes('"stack"'))).toEqual([])
})

test('the log: a line has the request id of the answer, which clients cannot choose', async () => {
  await sql`alter table shipping_costs rename to lost_costs`.execute(database.db)
  const path = '/api/shipping-costs'
  const answers = [
    await ask(shop.url, path),
    await ask(shop.url, path, { headers: { 'X-Request-Id': 'chosen-outside', Cookie: 'a=b' } }),
  ]
  await sql`alter table lost_costs rename to shipping_costs`.execute(database.db)
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect(new Set(ids).size).toBe(2)
  await expect.poll(() => readLog().map((line) => JSON.parse(line).request)).toEqual(expect.arrayContaining(ids))
  expect(shop.output()).not.toContain('chosen-outside')
})

test('the log: lines about an unreachable database have the same format', async () => {
  await database.drop()
  await askOddly()
  await Promise.all(Array.from({ length: 5 }, () => fetch(`${shop.url}/readyz`)))
  await expect.poll(() => countLines('database away')).toBe(1)
  await Promise.all(Array.from({ length: 5 }, () => fetch(`${shop.url}/readyz`)))
  expect(countLines('database away')).toBe(1)
  expect(readLog().filter((line) => line.includes('readyz'))).toEqual([])
  expectCleanLines(readLog())
})

test('the log: lines about the stop have the same format', async () => {
  await shop.stop()
  expectCleanLines(readLog())
  expect(readLog().map((line) => JSON.parse(line).event)).toContain('Stopping (SIGTERM) ...')
})
