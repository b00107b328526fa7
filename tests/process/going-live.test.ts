import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import quotes from '#app/quotes.json'
import { readDemo } from '#db/demo/demo-data.ts'
import { toCookie } from '#tests/support/cookie.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { cart, prepaidCart } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { REAL_SHOP } from '#tests/support/real-shop.ts'
import { printedPassword, READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { askTls, startCaddy, startTlsProxy, type TlsAnswer } from '#tests/support/tls-front.ts'

// The steps of README for going live, with real processes: try on http, buy, refund, withdraw, press 'Zacznij
// naprawdę', name the seller, start on https behind a proxy, sell. Afterwards no trace of the trial is left.

const HOST = new URL(REAL_SHOP.SHOP_URL).host
const TRIED = { firstName: 'Próbomir', lastName: 'Niebywalski', city: 'Zmyślonowo', email: 'probomir@proba.example' }
const FIRST = { firstName: 'Barbara', lastName: 'Prawdziwa', city: 'Gdynia', email: 'barbara@poczta.pl' }
const OWN = { name: 'Bursztyn Bałtycki', price: 77.3, stock_quantity: 9, gender: 'unisex' }

type Ask = (method: string, path: string, options?: { json?: unknown; cookie?: string }) => Promise<TlsAnswer>

const ownFetch =
  (base: string): Ask =>
  async (method, path, { json, cookie } = {}) => {
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: base,
        ...(json !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
        ...(cookie && { Cookie: cookie }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const headers = { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() }
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
  }

const jsonOf = <Value>({ body }: TlsAnswer) => JSON.parse(body.toString()) as Value
const cookieOf = ({ headers }: TlsAnswer) => toCookie([headers['set-cookie'] ?? []].flat())

async function done(answer: Promise<TlsAnswer>): Promise<TlsAnswer> {
  const { status, body } = await answer
  expect([status, status < 300 ? '' : body.toString()]).toEqual([expect.toSatisfy((code: number) => code < 300), ''])
  return answer
}

/** Signs up at step 1 of buying. */
const becomeBuyer = async (ask: Ask, { email }: { email: string }) =>
  cookieOf(
    await done(ask('POST', '/api/guest-sign-in', { json: { email, password: 'sekret12', acceptedTerms: true } })),
  )

type Listed = { items: { id: string; name: string; current_price_pln: number }[]; total: number }
const listProducts = async (ask: Ask) => jsonOf<Listed>(await done(ask('GET', '/api/products?pageSize=200')))
const toCart = ({ items }: Listed) =>
  items.slice(0, 2).map(({ id, name, current_price_pln: price }) => ({ id, name, price, quantity: 1 }))
const signIn = async (ask: Ask, password: string) =>
  cookieOf(await done(ask('POST', '/api/admin-sign-in', { json: { email: REAL_SHOP.ADMIN_EMAIL, password } })))

const recipientOf = ({ firstName, lastName, city }: typeof TRIED) => ({
  ...{ firstName, lastName, city, phone: '600 100 200', street: 'Prosta', houseNumber: '1', postalCode: '81-001' },
})

/** Tries everything once. Returns the texts that must never appear again. */
async function tryOut(shop: ShopProcess, ask: Ask, admin: string): Promise<string[]> {
  const buyer = await becomeBuyer(ask, TRIED)
  const items = toCart(await listProducts(ask))
  const customerData = { ...recipientOf(TRIED), shippingMethod: 'cash_on_delivery_courier' }
  const json = cart(items, { customerData })
  const placed = jsonOf<{ orderIds: string[]; checkoutId: string }>(
    await done(ask('POST', '/api/create-cash-on-delivery-order', { json, cookie: buyer })),
  )
  const { shippingMethod: _, ...recipient } = customerData
  const ahead = jsonOf<{ orderId: string; sessionId: string }>(
    await done(
      ask('POST', '/api/create-checkout-session', {
        json: prepaidCart(items, { customerData: recipient }),
        cookie: buyer,
      }),
    ),
  )
  await openStripe(shop).act(ahead.sessionId, { action: 'pay' })
  type Order = { status: string; payment: { attempts: { id: string }[] } }
  const readOrder = async () =>
    jsonOf<Order>(await done(ask('GET', `/api/admin/orders/${ahead.orderId}`, { cookie: admin })))
  await eventually(async () => expect((await readOrder()).status).toBe('paid'))
  const [attempt] = (await readOrder()).payment.attempts
  const refund = {
    refund_id: randomUUID(),
    payment_id: attempt?.id,
    amount_grosze: 1234,
    reason: 'próbny zwrot części',
    refunds_seen: 0,
  }
  await done(ask('POST', `/api/admin/orders/${ahead.orderId}/refunds`, { json: refund, cookie: admin }))
  const number = placed.orderIds[0]?.slice(0, 8) ?? ''
  const withdrawal = { name: `${TRIED.firstName} ${TRIED.lastName}`, order_number: number, email: TRIED.email }
  const receipt = jsonOf<{ number: string }>(await done(ask('POST', '/api/withdrawals', { json: withdrawal })))
  const review = { product_id: items[0]?.id, rating: 5, comment: 'Próbna opinia o zapachu' }
  await done(ask('POST', '/api/reviews', { json: review, cookie: buyer }))
  const message = { name: TRIED.firstName, email: TRIED.email, message: 'Próbna wiadomość z formularza' }
  await done(ask('POST', '/api/send-contact-email', { json: message }))
  await eventually(async () => expect((await shop.mailbox.messagesTo(TRIED.email)).length).toBeGreaterThan(2))
  return [number, ahead.orderId.slice(0, 8), receipt.number]
}

/** Everything that belongs to the demo or to the trial. */
function listTraces(numbers: string[]): string[] {
  const demo = readDemo()
  const brands = demo.brands.map(({ name }) => name).filter((name) => name !== 'Perfumy Arabskie')
  const people = [TRIED.firstName, TRIED.lastName, TRIED.city, TRIED.email]
  const seller = ['Demonstracyjna', 'Przykładowa 1', '000-000-00-00', 'perfumeria.test', 'dostawca hostingu sklepu']
  const words = ['localhost', '127.0.0.1', 'Próbna opinia', 'Próbna wiadomość', 'próbny zwrot', '12,34']
  const files = ['/hero/hero', '/film/quality', '@demo.invalid']
  return [
    ...[...demo.products.map(({ name }) => name), ...brands, ...demo.producers.map(({ name }) => name)],
    ...[...people, ...seller, ...words, ...files, ...numbers, ...quotes],
  ]
}

test('going live: the shop that sells on https shows nothing of the removed trial', {
  timeout: 240_000,
}, async ({ sandbox }) => {
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
