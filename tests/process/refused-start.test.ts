import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import quotes from '#app/quotes.json'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import { cookieOf } from '#tests/support/api.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { REAL_SHOP } from '#tests/support/real-shop.ts'
import { ADMIN_EMAIL, printedPassword, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

const data = createDataFolder()
let taken: Server
let takenPort: string
/** The shop of the first complete start. */
let demo: ShopProcess | undefined

beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  takenPort = String(typeof address === 'object' && address ? address.port : 0)
})

afterAll(async () => {
  taken.close()
  await demo?.stop()
  await data.remove()
})

async function refusal(env: Record<string, string>): Promise<string> {
  const shop = await startShopProcess({ DATA_DIR: data.path, ...env })
  expect(await shop.ended()).toBe(1)
  return shop.output().trim().split('\n').at(-1) ?? ''
}

test.for(['PORT', 'SANDBOX_PORT'])('a start on a taken port names the port, and %s', async (variable) => {
  const sentence = await refusal({ [variable]: takenPort })
  expect(sentence).toMatch(new RegExp(`^Port ${takenPort} zajmuje .* ustaw w ${variable} wolny port\\.$`))
  expect(findPostmaster(data.cluster)).toBeNull()
})

test('a start with a wrong setting names it and changes nothing', async () => {
  expect(await refusal({ PORT: 'abc' })).toBe('PORT musi być numerem portu od 1 do 65535.')
})

test('a start on https names every unsafe setting and changes nothing', async () => {
  const shop = await startShopProcess({ DATA_DIR: data.path, SHOP_URL: 'https://sklep.pl', LIMIT_FACTOR: '2' })
  expect(await shop.ended()).toBe(1)
  const names = shop
    .output()
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0])
  expect(names).toEqual(expect.arrayContaining(['SMTP_URL', 'INPOST_API_URL', 'LIMIT_FACTOR', 'TRUSTED_PROXY']))
  expect(names).toEqual(expect.arrayContaining(['ADMIN_EMAIL', 'MAIL_FROM']))
})

test('a start without its database names it', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/shop', AUTH_SECRET: 'x'.repeat(32) }
  expect(await refusal(env)).toMatch(/^DATABASE_URL nie prowadzi do działającej bazy \(.*ECONNREFUSED.*\)\.$/)
})

test('Ctrl-C in the middle of the first start leaves no PostgreSQL, and the next start works', async () => {
  const interrupted = await startShopProcess({ DATA_DIR: data.path })
  await interrupted.untilPrinted('Baza danych uaktualniona')
  interrupted.child.kill('SIGINT')
  expect(await interrupted.ended()).toBe(0)
  expect(findPostmaster(data.cluster)).toBeNull()
  demo = await startShopProcess({ DATA_DIR: data.path })
  await demo.untilPrinted('Sklep jest gotowy.')
  expect(demo.output()).toContain('Katalog pokazowy wczytany')
})

/** Enters the seller as the owner does, signed in at a first start. */
async function enterInPanel(shop: ShopProcess, values: object): Promise<void> {
  const post = (path: string, body: object, Cookie = '') =>
    fetch(`${shop.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(shop.url).origin, Cookie },
      body: JSON.stringify(body),
    })
  const Cookie = cookieOf(await post('admin-sign-in', { email: ADMIN_EMAIL, password: printedPassword(shop.output()) }))
  const stored = await fetch(`${shop.url}/api/admin/shop-profile`, { headers: { Cookie } })
  const { version } = (await stored.json()) as { version: string }
  expect((await post('admin/shop-profile', { ...values, version }, Cookie)).status).toBe(200)
}

/** Its services are never called here. */
const ON_HTTPS = {
  ...REAL_SHOP,
  TRUSTED_PROXY: 'none',
  ALLOW_ROOT: 'yes',
  SMTP_URL: 'smtp://127.0.0.1:1',
  INPOST_API_URL: 'https://127.0.0.1:1',
}

test('a demo that moves to https is refused while its seller is invented; afterwards it shows nothing invented', async () => {
  const findInvented = async ({ url }: { url: string }) => {
    const home = await (await fetch(url)).text()
    return [...quotes, 'Co oznacza „+GRATIS”?'].filter((text) => home.includes(text))
  }
  if (!demo) throw new Error('the test before starts the demo')
  expect(await findInvented(demo)).toEqual(expect.arrayContaining([quotes[0], 'Co oznacza „+GRATIS”?']))
  await enterInPanel(demo, { seller_name: 'Wpisana w Panelu' })
  expect(await demo.stop()).toBe(0)

  // The detail that is entered in the panel is not named.
  const unset = { ...ON_HTTPS, SELLER_NAME: '', RETURN_ADDRESS: '' }
  expect(await refusal(unset)).toBe('RETURN_ADDRESS pod adresem https musi należeć do prawdziwego sprzedawcy.')

  const shop = await startShopProcess({ DATA_DIR: data.path, ...ON_HTTPS, SELLER_NAME: '' })
  await shop.untilPrinted('Sklep jest gotowy.')
  expect(await findInvented(shop)).toEqual([])
  expect(await (await fetch(shop.url)).text()).toContain('Wpisana w Panelu')
  // Problems that do not stop a start are reported once.
  const [told] = shop.output().match(/^.*Duties of the law are not fulfilled.*$/m) ?? []
  const { duties } = JSON.parse(told ?? '{}') as { duties: string[] }
  expect(duties).toContain('demo-goods')
  for (const grave of ['seller', 'invented-quotes', 'gift-without-rule']) expect(duties).not.toContain(grave)
  expect(await shop.stop()).toBe(0)
})
