import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { migrate } from '#infra/db/migrate.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import type { Shop } from '#tests/support/shop-process.ts'

const test = base.extend('shopEnv', { scope: 'file' }, { LIMIT_FACTOR: '10000' })

/** The migrations of this build, and those of the next: each table gets more columns, and there is one more table. */
async function prepareNextBuild(db: Kysely<Database>): Promise<{ folder: string; names: string[]; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-migrations-'))
  cpSync(join(PROJECT_ROOT, 'db', 'migrations'), folder, { recursive: true })
  const { rows } = await sql<{ table: string }>`select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db)
  const statements = [
    ...rows.map(
      ({ table }) => `alter table ${table} add column next_note text, add column next_count int not null default 7`,
    ),
    'create table next_orders (id bigint generated always as identity primary key, order_id uuid references orders)',
  ]
  const names = statements.map((statement, index) => {
    const name = `9${String(index).padStart(3, '0')}_next_build.sql`
    writeFileSync(join(folder, name), statement)
    return name
  })
  return { folder, names, remove: () => rmSync(folder, { recursive: true }) }
}

const post = (shop: Shop, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url, ...headers },
    body: JSON.stringify(body),
  })

test('while the next build migrates, the earlier one serves orders, accounts, pages and the panel', async ({
  shop,
  database,
  onTestFinished,
}) => {
  const next = await prepareNextBuild(database.db)
  onTestFinished(() => next.remove())
  const items = await productsOnSale(database, 2)
  const account = () => ({ email: `${randomUUID()}@example.test`, password: 'sekret1', acceptedTerms: true })
  const cookies: string[] = []
  for (let buyer = 0; buyer < 4; buyer += 1) cookies.push(cookieOf(await post(shop, '/api/guest-sign-in', account())))
  const admin = { Cookie: cookieOf(await post(shop, '/api/admin-sign-in', shop.admin)) }

  const order = async (cookie: string) => {
    const key = { Cookie: cookie, 'Idempotency-Key': randomUUID() }
    const press = async () => {
      const answer = await post(shop, '/api/create-cash-on-delivery-order', cart(items), key)
      return answer.ok ? 200 : `${answer.status} ${await answer.text()}`
    }
    let answer = await press()
    // All buy the same products; on a slow machine some are asked to press again.
    while (String(answer).includes('"busy"')) answer = await press()
    return answer
  }
  // None of the products that are bought, because their price must stay.
  const { id } = await database.db
    .selectFrom('products')
    .select('id')
    .where('active', '=', true)
    .where(
      'id',
      'not in',
      items.map((item) => item.id),
    )
    .limit(1)
    .executeTakeFirstOrThrow()
  const changePrice = async (price: number) => {
    const address = `${shop.url}/api/admin/products/${id}`
    const { version } = await (await fetch(address, { headers: admin })).json()
    const changed = await fetch(address, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Origin: shop.url, ...admin },
      body: JSON.stringify({ version, price }),
    })
    return changed.ok ? 200 : `${changed.status} ${await changed.text()}`
  }
  const READ = ['/', '/sklep?search=oud', '/produkt/layali-zahran', '/api/products', `/api/products/${id}/reviews`]
  const OWN = ['/api/me/orders', '/api/me']
  const PANEL = ['/api/admin/orders', '/api/admin/figures?unit=week', '/admin']
  /** Does everything once for each buyer at the same time, so that every connection has prepared statements. */
  const visitAll = async (price: number) => {
    const read = async (path: string, headers: Record<string, string>): Promise<[string, number]> => {
      const { status } = await fetch(shop.url + path, { headers })
      // The shop is busy with the orders; a visitor reads again.
      return status === 503 ? read(path, headers) : [path, status]
    }
    const reads = (paths: string[], headers: Record<string, string>) => paths.map((path) => read(path, headers))
    const work = [
      ...cookies.flatMap((cookie) => [order(cookie), order(cookie), ...reads(OWN, { Cookie: cookie })]),
      ...reads(READ, {}),
      ...reads(PANEL, admin),
      changePrice(price),
    ]
    const answers = await Promise.all(work)
    return answers.map((answer) => (typeof answer === 'object' ? answer.join(' ') : answer))
  }

  const before = await visitAll(51)
  expect(await visitAll(52)).toEqual(before)
  expect(new Set(before.filter((answer) => typeof answer === 'number'))).toEqual(new Set([200]))

  // Orders are in progress while the tables change.
  let migrated = false
  const orders: Promise<(number | string)[]>[] = cookies.map(async (cookie) => {
    const answers: (number | string)[] = []
    while (!migrated) answers.push(await order(cookie))
    return answers
  })
  expect(await migrate(database.url, next.folder)).toEqual(next.names)
  for (let time = 0; time < 4; time += 1) expect(await visitAll(60 + time)).toEqual(before)
  migrated = true
  const answers = (await Promise.all(orders)).flat()
  expect(answers.length).toBeGreaterThan(cookies.length)
  expect(new Set(answers)).toEqual(new Set([200]))
})
