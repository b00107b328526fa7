import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { connectDatabase } from '#infra/db/connect.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { cookieOf } from '#tests/support/api.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type CartItem, cart, productsOnSale } from '#tests/support/orders.ts'
import { ask } from '#tests/support/raw-request.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { NODE_ENVIRONMENT } from '../../scripts/node-settings.mjs'

const NEXT = '9999_next_build.sql'

const test = base
  /** The next build, next to this one: a folder of its own, with a migration that only adds. */
  // biome-ignore lint/correctness/noEmptyPattern: a fixture's first parameter has to be a pattern
  .extend('nextBuild', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'perfumeria-next-build-'))
    onCleanup(() => rmSync(folder, { recursive: true }))
    for (const part of ['build', 'db', 'scripts', 'package.json']) {
      cpSync(join(PROJECT_ROOT, part), join(folder, part), { recursive: true })
    }
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'db', 'migrations', NEXT),
      `alter table orders add column next_note text, add column next_count int not null default 7;
       create table next_notes (order_id uuid primary key references orders (id), note text not null);`,
    )
    return folder
  })

const post = (shop: ShopProcess, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url, ...headers },
    body: JSON.stringify(body),
  })

async function signIn(shop: ShopProcess): Promise<string> {
  const buyer = { email: `${randomUUID()}@example.test`, password: 'sekret1', acceptedTerms: true }
  return cookieOf(await post(shop, '/api/guest-sign-in', buyer))
}

async function order(shop: ShopProcess, cookie: string, items: readonly CartItem[]): Promise<void> {
  const key = { Cookie: cookie, 'Idempotency-Key': randomUUID() }
  const answer = await post(shop, '/api/create-cash-on-delivery-order', cart(items), key)
  expect(answer.status, await answer.text()).toBe(200)
}

const listProducts = async (shop: ShopProcess) =>
  [...(await (await fetch(`${shop.url}/sklep`)).text()).matchAll(/href="\/produkt\/[^"]+"/g)].map(([link]) => link)

test('one machine: its backup fills another; it upgrades, goes back with every order, upgrades again, and goes back by the backup', async ({
  nextBuild,
  onTestFinished,
}) => {
  const [data, elsewhere] = [createDataFolder(), createDataFolder()]
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-backups-'))
  onTestFinished(async () => {
    await data.remove()
    await elsewhere.remove()
    rmSync(folder, { recursive: true })
  })
  const to = join(folder, 'backups')
  const keyFile = join(folder, 'key.txt')
  writeFileSync(keyFile, `# kept on paper as well\n${await generateX25519Identity()}\n`)
  const port = String(await freePort())
  const settings = { DATA_DIR: data.path, BACKUP_TO: to, BACKUP_KEY_FILE: keyFile, PASSWORD_COST: 'least' }
  const start = async (root: string, more: Record<string, string> = {}) => {
    const shop = await startShopProcess(
      { ...settings, PORT: port, SHOP_URL: `http://127.0.0.1:${port}`, ...more },
      root,
    )
    onTestFinished(async () => void (await shop.stop()))
    return shop
  }
  const startReady = async (root: string, more?: Record<string, string>) => {
    const shop = await start(root, more)
    await shop.untilPrinted(READY)
    expect((await ask(shop.url, '/readyz')).status).toBe(200)
    return shop
  }
  /** Runs one of the commands as npm does, and returns what it said. */
  const run = async (script: string, args: string[] = [], { code = 0, dataDir = data.path } = {}) => {
    const env = { PATH: process.env.PATH, ...NODE_ENVIRONMENT, ...settings, DATA_DIR: dataDir }
    const child = spawn(process.execPath, [join('scripts', script), ...args], { cwd: PROJECT_ROOT, env })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
    expect(await ended, said).toBe(code)
    return said
  }
  const countOrders = async () => {
    const { db, close } = connectDatabase(findRunningDatabase(data.path) ?? '', {
      max: 1,
      onIdleError: () => undefined,
    })
    const { rows } = await sql<{ count: number }>`select count(distinct checkout_id)::int as count from orders`.execute(
      db,
    )
    await close()
    return rows[0]?.count
  }

  const before = await startReady(PROJECT_ROOT)
  const { db, close } = connectDatabase(findRunningDatabase(data.path) ?? '', { max: 1, onIdleError: () => undefined })
  const items = await productsOnSale({ db }, 1)
  await close()
  const cookie = await signIn(before)
  await order(before, cookie, items)
  const products = await listProducts(before)
  expect(await run('backup.ts')).toMatch(/perfumeria-.*\.tar\.zst\.age: wiersze \d+, \d+\.\d MiB, zaszyfrowana/)
  expect(readdirSync(to)).toHaveLength(1)

  /** The backup makes another machine the same shop. */
  const fillEmptyMachine = async () => {
    const dataDir = elsewhere.path
    expect(await run('restore.ts', ['newest'], { dataDir })).toMatch(/Odtworzono sklep z .*: produkty \d+/)
    const PORT = String(await freePort())
    const there = await startReady(PROJECT_ROOT, { DATA_DIR: dataDir, PORT, SHOP_URL: `http://127.0.0.1:${PORT}` })
    expect(await listProducts(there)).toEqual(products)
    expect(await there.stop()).toBe(0)
  }
  // The refused command waits some seconds for the running shop to stop.
  const [refusal] = await Promise.all([run('restore.ts', ['newest', '--replace'], { code: 1 }), fillEmptyMachine()])
  expect(refusal).toContain('działa już inny sklep')
  expect(await before.stop()).toBe(0)

  const next = await startReady(nextBuild)
  expect(next.output()).toContain(`Baza danych uaktualniona: ${NEXT}`)
  await order(next, cookie, items)
  expect(await next.stop()).toBe(0)

  const refused = await start(PROJECT_ROOT)
  expect(await refused.ended()).toBe(1)
  expect(refused.output()).toContain(`(zna ${NEXT})`)
  const back = await startReady(PROJECT_ROOT, { ALLOW_NEWER_DATABASE: 'yes' })
  await order(back, cookie, items)
  expect(await countOrders()).toBe(3)
  expect(back.output()).toContain('A newer build of the shop migrated this database')
  expect(back.output()).not.toMatch(/"level":"error"/)
  expect(await back.stop()).toBe(0)

  const again = await startReady(nextBuild)
  expect(again.output()).not.toContain('Baza danych uaktualniona')
  expect(await countOrders()).toBe(3)
  expect(await again.stop()).toBe(0)

  expect(await run('restore.ts', ['newest'], { code: 1 })).toContain('Jeśli tak ma być, dodaj --replace.')
  await run('restore.ts', ['newest', '--replace'])
  const restored = await startReady(PROJECT_ROOT)
  expect(await countOrders()).toBe(1)
  await order(restored, cookie, items)
  expect(await restored.stop()).toBe(0)
})

test('several processes: this build runs with the next one, and takes orders after that one has stopped', async ({
  database,
  shop: before,
  nextBuild,
  onTestFinished,
}) => {
  const items = await productsOnSale(database, 1)
  const cookie = await signIn(before)
  const data = createDataFolder()
  onTestFinished(() => data.remove())
  const port = String(await freePort())
  const env = { PORT: port, SHOP_URL: `http://127.0.0.1:${port}`, DATA_DIR: data.path, DATABASE_URL: database.url }
  const next = await startShopProcess({ ...env, AUTH_SECRET: randomUUID() }, nextBuild)
  onTestFinished(async () => void (await next.stop()))
  await next.untilPrinted(`Baza danych uaktualniona: ${NEXT}`)
  await order(before, cookie, items)
  await next.untilPrinted(READY)
  expect((await ask(next.url, '/readyz')).status).toBe(200)
  await order(next, await signIn(next), items)
  expect(await next.stop()).toBe(0)
  await order(before, cookie, items)
  expect((await ask(before.url, '/readyz')).status).toBe(200)
  expect(before.output()).not.toMatch(/"level":"error"/)
})
