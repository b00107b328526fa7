import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { cart } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { REAL_SHOP } from '#tests/support/real-shop.ts'
import { printedPassword, READY, startShopProcess } from '#tests/support/shop-process.ts'
import { askTls, startCaddy, startTlsProxy } from '#tests/support/tls-front.ts'
import {
  type Ask,
  becomeBuyer,
  done,
  jsonOf,
  listProducts,
  listTraces,
  ownFetch,
  recipientOf,
  signIn,
  toCart,
  tryOut,
} from '#tests/support/trial.ts'

// The steps of README for going live, with real processes: try on http, buy, refund, withdraw, press 'Zacznij
// naprawdę', name the seller, start on https behind a proxy, sell. Afterwards no trace of the trial is left.

const HOST = new URL(REAL_SHOP.SHOP_URL).host
const FIRST = { firstName: 'Barbara', lastName: 'Prawdziwa', city: 'Gdynia', email: 'barbara@poczta.pl' }
const OWN = { name: 'Bursztyn Bałtycki', price: 77.3, stock_quantity: 9, gender: 'unisex' }

test('going live: the shop that sells on https shows nothing of the removed trial', async ({ sandbox }) => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-live-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  const common = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ADMIN_EMAIL: REAL_SHOP.ADMIN_EMAIL,
    AUTH_SECRET: randomUUID() + randomUUID(),
  }

  // Try on http.
  const trial = await startShopProcess(common)
  onTestFinished(() => trial.kill())
  await trial.untilPrinted(READY)
  const tried = ownFetch(trial.url)
  const password = printedPassword(trial.output())
  const admin = await signIn(tried, password)
  const { items: brands } = jsonOf<{ items: { id: string; is_original: boolean }[] }>(
    await done(tried('GET', '/api/admin/brands', { cookie: admin })),
  )
  const own = { ...OWN, brand_id: brands.find((brand) => brand.is_original)?.id ?? brands[0]?.id }
  await done(tried('POST', '/api/admin/products', { json: own, cookie: admin }))
  const numbers = await tryOut(trial, tried, admin)

  // 'Zacznij naprawdę'.
  const word = (typed: string) =>
    tried('POST', '/api/admin/start-clean', { json: { word: typed, removes_demo: true }, cookie: admin })
  expect((await word('TAK')).status).toBe(400)
  const { removed } = jsonOf<{ removed: Record<string, number> }>(await done(word('ZACZYNAM')))
  expect(removed).toMatchObject({ cases: 1, messages: 1, demo_products: 79 })
  expect((await tried('GET', '/api/admin/start-clean', { cookie: admin })).status).toBe(200)
  expect((await listProducts(tried)).items.map(({ name }) => name)).toEqual([OWN.name])
  expect(await trial.stop()).toBe(0)

  // The seller, keys of live mode, https behind a proxy. The outside world answers in this process.
  const mailbox = openMailbox(sandbox)
  const inpost = new URL(sandbox.inpostUrl)
  const lockers = await startTlsProxy('localhost', inpost.origin)
  onTestFinished(() => lockers.close())
  const port = trial.url.split(':').at(-1) ?? ''
  const { SHIPX_TOKEN: _token, SHIPX_ORGANIZATION_ID: _organization, ...settings } = REAL_SHOP
  const live = await startShopProcess({
    ...common,
    ...settings,
    PORT: port,
    SMTP_URL: sandbox.smtpUrl,
    INPOST_API_URL: `https://localhost:${lockers.port}${inpost.pathname}`,
    NODE_EXTRA_CA_CERTS: lockers.caFile,
    TRUSTED_PROXY: '127.0.0.1',
    ALLOW_ROOT: 'yes',
  })
  onTestFinished(() => live.kill())
  await live.untilPrinted(READY)
  const front = await startCaddy(HOST, live.url)
  onTestFinished(() => front.close())
  const sold: Ask = (method, path, { json, cookie } = {}) =>
    askTls(front, HOST, path, {
      method,
      headers: {
        Origin: REAL_SHOP.SHOP_URL,
        ...(json !== undefined && { 'Idempotency-Key': randomUUID() }),
        ...(cookie && { Cookie: cookie }),
      },
      ...(json !== undefined && { json }),
    })

  // Live keys in test mode: no buyer is offered prepayment, and the set-up says so.
  const costs = jsonOf<{ offered: { method: string }[] }>(await done(sold('GET', '/api/shipping-costs')))
  expect(costs.offered.map(({ method }) => method)).toEqual(['cash_on_delivery_locker', 'cash_on_delivery_courier'])

  // The first real order.
  const buyer = await becomeBuyer(sold, FIRST)
  const customerData = { ...recipientOf(FIRST), shippingMethod: 'cash_on_delivery_courier' }
  const order = cart(toCart(await listProducts(sold)), { customerData })
  await done(sold('POST', '/api/create-cash-on-delivery-order', { json: order, cookie: buyer }))
  await eventually(async () => expect((await mailbox.messagesTo(FIRST.email)).length).toBeGreaterThan(0))
  const owner = await signIn(sold, password)
  expect(
    (await sold('POST', '/api/admin/start-clean', { json: { word: 'ZACZYNAM', removes_demo: true }, cookie: owner }))
      .status,
  ).toBe(409)

  // Everything that the shop shows, writes, sends and counts.
  const texts = new Map<string, string>()
  const look = async (path: string, cookie?: string) => {
    const answer = await sold('GET', path, cookie ? { cookie } : {})
    const { status, body, headers } = answer
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 400)])
    const isPdf = String(headers['content-type']).includes('pdf')
    texts.set(path, isPdf ? (await readPdf(body)).join(' ') : body.toString())
    return texts.get(path) ?? ''
  }
  const sitemap = await look('/sitemap.xml')
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(loc))
  expect(addresses.every(({ host }) => host === HOST)).toBe(true)
  for (const { pathname, search } of addresses) await look(pathname + search.replaceAll('&amp;', '&'))
  const further = [
    '/robots.txt',
    '/gwarancja-prawna',
    '/dostepnosc',
    '/odstapienie',
    '/reklamacja',
    '/admin.webmanifest',
  ]
  const api = ['/api/products', '/api/brands', '/api/shop-settings', '/api/shipping-costs', '/api/openapi.json']
  for (const path of [...further, ...api]) await look(path)
  for (const path of ['/api/me/orders', '/api/me/shipments', '/api/me/reviews']) await look(path, buyer)
  const lists = [
    'overview',
    'orders',
    'returns',
    'shipments',
    'packing',
    'figures',
    'audit',
    'mails',
    'reviews',
    'setup',
  ]
  const more = ['brands', 'products', 'producers', 'terms', 'order-waves', 'films', 'label-settings', 'start-clean']
  const csv = ['exports/orders', 'exports/takings', 'exports/duties', 'products/export']
  for (const path of [...lists, ...more, ...csv]) {
    const answer = await sold('GET', `/api/admin/${path}`, { cookie: owner })
    if (answer.status < 400) texts.set(`/api/admin/${path}`, answer.body.toString())
  }
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['/api/admin/orders', '/api/admin/exports/orders']))
  const pages = [
    '',
    '/zamowienia',
    '/przesylki',
    '/pakowanie',
    '/liczby',
    '/zwroty',
    '/dziennik',
    '/regulamin',
    '/zgodnosc',
  ]
  for (const page of pages) await look(`/admin${page}`, owner)
  for (const mail of await mailbox.allMessages()) {
    texts.set(`mail ${mail.subject}`, [mail.from, mail.subject, mail.text, mail.html].join('\n'))
    for (const [index, name] of mail.attachments.entries()) {
      const bytes = await mailbox.attachmentOf(mail, index)
      texts.set(
        `${name} of ${mail.subject}`,
        name.endsWith('.pdf') ? (await readPdf(bytes)).join(' ') : bytes.toString(),
      )
    }
  }
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(checkouts) - 'client_network')::text as row from checkouts union all select to_jsonb(orders)::text from orders
    union all select to_jsonb(users)::text from users union all select to_jsonb(terms_versions)::text from terms_versions
    union all select to_jsonb(mail_outbox)::text from mail_outbox union all select data::text from pgboss.job`.execute(
    database.db,
  )
  texts.set('the database', rows.map(({ row }) => row).join('\n'))
  const { rows: pictures } = await sql`select image_key from used_pictures`.execute(database.db)
  expect(pictures).toEqual([])

  const traces = listTraces(numbers)
  const found = [...texts].flatMap(([where, text]) =>
    traces.filter((trace) => text.includes(trace)).map((trace) => `${where}: ${trace}`),
  )
  expect(found).toEqual([])
  expect(texts.get('/regulamin')).toContain(REAL_SHOP.SELLER_NAME)
  expect(texts.get('/regulamin')).toContain(HOST)
  expect([...texts.keys()].filter((name) => name.startsWith('umowa') || name.includes('.pdf'))).not.toEqual([])
  const { items } = jsonOf<{ items: { email: string }[] }>(await sold('GET', '/api/admin/orders', { cookie: owner }))
  expect(new Set(items.map(({ email }) => email))).toEqual(new Set([FIRST.email]))
})
