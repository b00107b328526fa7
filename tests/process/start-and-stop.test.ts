import { execFileSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

// The tests share one data folder: each begins where the previous one ended.
const data = createDataFolder()
const READY = 'Sklep jest gotowy.'
let shop: ShopProcess
let admin: { email: string; password: string }

async function start(env: Record<string, string> = {}): Promise<ShopProcess> {
  const started = await startShopProcess({ DATA_DIR: data.path, PASSWORD_COST: 'least', ...env })
  await started.untilPrinted(READY)
  return started
}

function signIn({ email, password }: { email: string; password: string }): Promise<Response> {
  return fetch(`${shop.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url },
    body: JSON.stringify({ email, password }),
  })
}

async function expectWhole(): Promise<void> {
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${shop.url}/api/products?pageSize=1`)).json()).toMatchObject({ total: 64 })
  expect((await signIn(admin)).status).toBe(200)
}

beforeAll(async () => {
  shop = await start()
})

afterAll(async () => {
  await shop.stop()
  await data.remove()
})

test('the first start prints the admin’s password, which signs in to the account', async () => {
  const [, email = '', password = ''] = /E-mail\s+(\S+)\s+Hasło\s+(\S+)/.exec(shop.output()) ?? []
  expect(password.length).toBeGreaterThanOrEqual(16)
  admin = { email, password }
  await expectWhole()
})

test('a start makes a data folder private; PostgreSQL still works in it, also as another user', () => {
  const modeOf = (folder: string) => statSync(folder).mode & 0o777
  expect(modeOf(data.path)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  for (const folder of ['media', 'sandbox']) expect(modeOf(join(data.path, folder)), folder).toBe(0o700)
  expect(existsSync(join(data.cluster, 'PG_VERSION'))).toBe(true)
})

test('a second shop on the same data folder is refused in one sentence, and the first one keeps running', async () => {
  const second = await startShopProcess({ DATA_DIR: data.path })
  expect(await second.ended()).toBe(1)
  expect(second.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^Na folderze danych .* działa już inny sklep: .*DATA_DIR\.$/),
  ])
  await expectWhole()
})

test('PostgreSQL runs outside the shop’s process group, so Ctrl-C in a terminal does not reach it', () => {
  const groupOf = (pid = 0) => execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  expect(groupOf(findPostmaster(data.cluster)?.pid)).not.toBe(groupOf(shop.child.pid))
})

test('SIGTERM ends the process with code 0 and leaves no PostgreSQL', async () => {
  expect(await shop.stop()).toBe(0)
  expect(findPostmaster(data.cluster)).toBeNull()
  expect(existsSync(join(data.cluster, 'postmaster.pid'))).toBe(false)
})

test('the second start prints no password', async () => {
  shop = await start()
  expect(shop.output()).not.toContain('Hasło')
  await expectWhole()
})

test('a start with RESET_ADMIN_PASSWORD replaces a lost password, and ends the old one and its sessions', async () => {
  const old = admin
  const session = (await signIn(old)).headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  await shop.stop()
  shop = await start({ RESET_ADMIN_PASSWORD: 'yes' })
  const [, password = ''] = /Hasło\s+(\S+)/.exec(shop.output()) ?? []
  admin = { email: old.email, password }
  await expectWhole()
  expect((await signIn(old)).status).toBe(401)
  const me = await fetch(`${shop.url}/api/me`, { headers: { Cookie: session.join('; ') } })
  expect(await me.json()).toMatchObject({ user: null })
})

test('after kill -9 the next start adopts the PostgreSQL that was left behind', async () => {
  const before = findPostmaster(data.cluster)
  await shop.kill()
  expect(findPostmaster(data.cluster)).toEqual(before)
  shop = await start()
  expect(findPostmaster(data.cluster)).toEqual(before)
  await expectWhole()
})

test('after kill -9 of the shop and of PostgreSQL the next start recovers', async () => {
  const postmaster = findPostmaster(data.cluster)
  await shop.kill()
  process.kill(postmaster?.pid ?? 0, 'SIGKILL')
  shop = await start()
  await expectWhole()
})

test('when PostgreSQL dies while the shop runs, it is restarted, once each time', async () => {
  for (const times of [1, 2]) {
    const postmaster = findPostmaster(data.cluster)
    process.kill(postmaster?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => shop.output().split('PostgreSQL is running again')).toHaveLength(times + 1)
    expect(shop.output().split('PostgreSQL went away')).toHaveLength(times + 1)
    // The first call may still fail because the server was starting.
    await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status).toBe(200)
    await expectWhole()
  }
})

test('a start waits while the earlier shop is still stopping', async () => {
  const before = shop
  before.child.kill('SIGTERM')
  shop = await start()
  expect(await before.ended()).toBe(0)
  await expectWhole()
})

test('a postmaster.pid whose number now belongs to another program does not stop the start', async () => {
  await shop.stop()
  writeFileSync(
    join(data.cluster, 'postmaster.pid'),
    `${process.pid}\n${data.cluster}\n1\n5432\n\n127.0.0.1\n\nready   \n`,
  )
  shop = await start()
  await expectWhole()
})
