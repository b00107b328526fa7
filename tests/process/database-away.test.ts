import { sql } from 'kysely'
import { visit } from '#tests/e2e/storefront.ts'
import { cookieOf, PASSWORD } from '#tests/support/api.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type DatabaseLink, openDatabaseLink } from '#tests/support/database-link.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { type Shop, startShop } from '#tests/support/shop-process.ts'

const test = base
  .extend('link', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const link = await openDatabaseLink(database.url)
    onCleanup(() => link.close())
    return link
  })
  .extend('shop', { scope: 'file' }, async ({ database, link }, { onCleanup }) => {
    const shop = await startShop({ ...database, url: link.url })
    onCleanup(async () => {
      await link.restore()
      await shop.stop()
    })
    return shop
  })
  /** Another shop, each of whose connections is slow to answer. It starts while other tests run. */
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('slowStart', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createTestDatabase({ demo: true })
    const link = await openDatabaseLink(database.url)
    link.delayConnections(3_000)
    const started = startShop({ ...database, url: link.url })
    onCleanup(async () => {
      const [shop] = await Promise.allSettled([started])
      if (shop.status === 'fulfilled') await shop.value.kill()
      await link.close()
      await database.drop()
    })
    return { link, started }
  })

test.beforeAll(({ slowStart }) => void slowStart.started.catch(() => undefined))

const SENTENCE = 'Sklep ma chwilową przerwę techniczną.'
/** The metrics ask the database once in ten seconds, so that other tests run between two looks at them. */
const READ_AGAIN = { interval: 500 }
const FIGURES = /^shop_(?:orders|pending_work|jobs_due|mails_waiting)\b/m

type Outage = { shop: Shop; link: DatabaseLink; database: TestDatabase }

const statusOf = async (shop: Shop, path: string) => (await fetch(shop.url + path)).status
const post = (shop: Shop, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
async function readMetrics(shop: Shop): Promise<string> {
  const answer = await fetch(`${shop.url}/metrics`)
  return answer.ok ? await answer.text() : `${answer.status}`
}
const guest = { email: 'anna@example.test', password: PASSWORD, acceptedTerms: true }

/** tests/torture/database-away.test.ts measures how soon the shop recovers. */
async function expectHealed(shop: Shop): Promise<void> {
  await expect.poll(() => statusOf(shop, '/readyz')).toBe(200)
}

/** Pages never requested before, so that none is cached. */
const newPage = (() => {
  let number = 1
  return () => `/sklep?search=nic${number++}`
})()

/** What every visitor and the monitoring see during an outage, and visitors after it. */
async function expectOutage(how: 'cut off' | 'silent', { shop, link, database }: Outage): Promise<void> {
  const signedIn = await post(shop, '/api/guest-sign-in', guest)
  expect(signedIn.status).toBe(200)
  const cookie = cookieOf(signedIn)
  const items = await productsOnSale(database, 1)
  if (how === 'silent') link.hang()
  else await link.cut()

  const answers = await Promise.all([
    ...['/api/products?search=oud', '/api/me', '/api/me/orders', '/api/auth/get-session'].map((path) =>
      fetch(shop.url + path, { headers: { Cookie: cookie } }),
    ),
    post(shop, '/api/create-cash-on-delivery-order', cart(items), {
      Cookie: cookie,
      'Idempotency-Key': crypto.randomUUID(),
    }),
    post(shop, '/api/guest-sign-in', { ...guest, email: 'ola@example.test' }),
    post(shop, '/api/auth/sign-in/email', { email: guest.email, password: guest.password }),
    post(shop, '/api/auth/sign-out', {}, { Cookie: cookie }),
  ])
  for (const answer of answers) {
    expect([answer.url, answer.status, answer.headers.get('retry-after')]).toEqual([answer.url, 503, '5'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      error: { code: 'database_unavailable', message: expect.stringContaining(SENTENCE) },
    })
  }

  const pages = await Promise.all(
    [newPage(), '/produkt/nie-ma-takiego', '/panel-klienta', '/admin'].map((path) =>
      fetch(shop.url + path, { headers: { Cookie: cookie } }),
    ),
  )
  for (const page of pages) {
    expect([page.url, page.status, page.headers.get('retry-after')]).toEqual([page.url, 503, '5'])
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain(SENTENCE)
    expect(html).toMatch(/<title>Chwilowa przerwa<\/title>/)
    expect(html).toMatch(/<\/html>\s*$/)
  }
  // Once the outage is known, nobody waits for a connection.
  const measureAnswer = async () => {
    const began = performance.now()
    expect((await fetch(`${shop.url}/api/me/orders`, { headers: { Cookie: cookie } })).status).toBe(503)
    return performance.now() - began
  }
  await expect.poll(measureAnswer).toBeLessThan(300)
  const data = await fetch(`${shop.url}/sklep.data?search=oud`)
  expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5'])

  expect(await statusOf(shop, '/readyz')).toBe(503)
  expect(await statusOf(shop, '/healthz')).toBe(200)
  // All but the values from the database.
  await expect.poll(() => readMetrics(shop), READ_AGAIN).toMatch(/^shop_database_up 0$/m)
  const metrics = await readMetrics(shop)
  expect(metrics).not.toMatch(FIGURES)
  expect(metrics).toMatch(/^process_resident_memory_bytes \d/m)
  await link.restore()
  await expectHealed(shop)
  expect(await statusOf(shop, newPage())).toBe(200)
  const session = await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })
  expect(await session.json()).toMatchObject({ user: { email: guest.email } })
}

test('while the database is cut off, pages, sessions and orders answer 503 with Retry-After', ({
  shop,
  link,
  database,
}) => expectOutage('cut off', { shop, link, database }))

test('losing the connection that watches the database is not an outage', async ({ shop, database }) => {
  const before = shop.output().length
  const pidOf = async () => {
    const found = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'database-watch'`.execute(database.db)
    return found.rows[0]?.pid
  }
  const pid = await pidOf()
  await sql`select pg_terminate_backend(${pid})`.execute(database.db)
  await expect.poll(async () => ![undefined, pid].includes(await pidOf())).toBe(true)
  await expectHealed(shop)
  expect(shop.output().slice(before)).not.toContain('database away')
})

// Afterwards the shop has no catalogue in memory, from which it would answer during the outage after the next test.
test('the log has one line when the database goes away, one when it is back, and no stack', async ({ shop, link }) => {
  const before = shop.output().length
  await link.cut()
  const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf(shop, newPage())))
  expect(new Set(statuses)).toEqual(new Set([503]))
  for (let asked = 0; asked < 5; asked += 1) expect(await statusOf(shop, '/readyz')).toBe(503)
  await link.restore()
  await expectHealed(shop)
  const printed = shop.output().slice(before)
  expect(printed.match(/database away/g)).toHaveLength(1)
  expect(printed.match(/database is back/g)).toHaveLength(1)
  expect(printed).not.toMatch(/^\s+at /m)
})

test('the metrics have the values from the database again after it was cut off', ({ shop }) =>
  expect.poll(() => readMetrics(shop), READ_AGAIN).toMatch(FIGURES))

test('while the database is silent, pages, sessions and orders answer 503 with Retry-After', ({
  shop,
  link,
  database,
}) => expectOutage('silent', { shop, link, database }))

test('a link that cannot be loaded says so on the page, and works on a retry', async ({ visitor, shop, link }) => {
  // The navigation is aborted, perhaps before its answer was read completely.
  visitor.expectErrors(/Failed to load resource|BodyStreamBuffer was aborted/)
  const { page } = visitor
  await visit(page, '/')
  await page.keyboard.press('Shift')
  await link.cut()
  await page.getByRole('navigation').getByRole('link', { name: 'SKLEP', exact: true }).first().click()
  await page.getByRole('alert').getByText(SENTENCE).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await link.restore()
  await expectHealed(shop)
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
})

test('a page opened during the outage is complete, and offers a link to retry', async ({ visitor, shop, link }) => {
  visitor.expectErrors(/Failed to load resource/)
  const { page } = visitor
  await link.cut()
  await page.goto(`${shop.url}${newPage()}`)
  await page.getByRole('heading', { level: 1, name: 'Chwilowa przerwa' }).waitFor()
  await page.getByText(SENTENCE).waitFor()
  await page.getByRole('contentinfo').waitFor()
  await link.restore()
  await expectHealed(shop)
  await page.getByRole('link', { name: 'Spróbuj ponownie' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sklep' }).waitFor()
})

test('a start waits for a database that is slow to answer; a stop is orderly while it is cut off', async ({
  slowStart: { link, started },
}) => {
  const shop = await started
  link.delayConnections(0)
  await expect.poll(() => statusOf(shop, '/readyz')).toBe(200)
  await link.cut()
  await expectOrderlyStop(shop)
})

test('the metrics have the values from the database again after it was silent', ({ shop }) =>
  expect.poll(() => readMetrics(shop), READ_AGAIN).toMatch(FIGURES))

// The last test of the shop that all share.
test('a stop is orderly while the database is silent', async ({ shop, link }) => {
  link.hang()
  await expectOrderlyStop(shop)
})

async function expectOrderlyStop(shop: Shop): Promise<void> {
  await expect.poll(() => statusOf(shop, '/readyz')).toBe(503)
  shop.child.kill('SIGTERM')
  expect(await shop.ended()).toBe(0)
  expect(shop.output()).not.toContain('took too long')
}
