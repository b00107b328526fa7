import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, test } from 'vitest'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'
import { startShopProcess } from '#tests/support/shop-process.ts'

const PROCESSES = 3

test('several processes that start at once on one empty database share it', async ({ onTestFinished }) => {
  const data = createDataFolder()
  onTestFinished(() => data.remove())
  const url = await emptyDatabase(onTestFinished)
  const env = { DATABASE_URL: url, AUTH_SECRET: randomUUID(), DATA_DIR: data.path }
  const shops = await Promise.all(Array.from({ length: PROCESSES }, () => startShopProcess(env)))
  onTestFinished(async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
  })
  await Promise.all(shops.map((shop) => shop.untilPrinted('Sklep jest gotowy.')))

  expect(shops.filter((shop) => shop.output().includes('Baza danych uaktualniona'))).toHaveLength(1)
  expect(shops.filter((shop) => shop.output().includes('Katalog pokazowy wczytany'))).toHaveLength(1)
  expect(shops.filter((shop) => shop.output().includes('Hasło'))).toHaveLength(1)
  for (const shop of shops) {
    expect(await (await fetch(`${shop.url}/api/products?pageSize=1`)).json()).toMatchObject({ total: 64 })
  }

  // Every process knows the sessions of the others.
  const [first, ...others] = shops
  const findSignedInUser = await fetch(`${first?.url}/api/guest-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.test', password: 'sekret1', acceptedTerms: true }),
  })
  const cookie = findSignedInUser.headers.getSetCookie().map((line) => line.split(';')[0])
  for (const shop of others) {
    const orders = await fetch(`${shop.url}/api/me/orders`, { headers: { Cookie: cookie.join('; ') } })
    expect(orders.status).toBe(200)
  }

  // A change of the catalogue is visible in each of them, whichever process made it.
  const pages = shops.map((shop) => `${shop.url}/produkt/layali-zahran`)
  for (const page of pages) await eventually(async () => expect(await cacheStatus(page)).toBe('shop; hit'))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await database
    .query("update products set name = 'Layali Nowa' where slug = 'layali-zahran'")
    .finally(() => database.end())
  for (const page of pages) {
    await eventually(async () => expect(await (await fetch(page)).text()).toContain('Layali Nowa'))
  }
})

async function cacheStatus(page: string): Promise<string | null> {
  const answer = await fetch(page)
  await answer.arrayBuffer()
  return answer.headers.get('Cache-Status')
}

async function emptyDatabase(onTestFinished: (work: () => Promise<void>) => void): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Client({ connectionString: inject('testDatabaseUrl').replace(/NAME$/, 'postgres') })
  await server.connect()
  await server.query(`create database ${name}`)
  onTestFinished(async () => {
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })
  return inject('testDatabaseUrl').replace(/NAME$/, name)
}
