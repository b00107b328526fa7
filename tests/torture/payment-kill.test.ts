import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { groszeToZl } from '#domain/money.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/server.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { type CartItem, cart, prepaidCart } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { createRandom } from './random.ts'
import { atStrength, printFigure } from './strength.ts'

const ROUNDS = atStrength({ short: 1, full: 20 })
const CHECKOUTS = atStrength({ short: 16, full: 200 })
const SEED = Number(process.env.SEED ?? 20_261_121)
/**
 * Jobs and mails that a killed shop had begun are taken over by another after half a minute: the short version waits for none,
 * and neither for the disk, which a killed PostgreSQL does not lose.
 */
const WAITS = atStrength({ short: false, full: true })
const STOCK = 100_000
/** A person who got no answer presses again after this time, ms. */
const PACE_MS = 60

/** What the buyer does on the payment page, and what becomes of the order by it. */
const OUTCOMES = { pay: 'paid', expire: 'cancelled', leave: 'pending' } as const
type Doing = keyof typeof OUTCOMES

type Press = { cookie: string; key: string; lines: CartItem[]; doing: Doing | 'on_delivery' }

/** Two shops on one PostgreSQL, all of which can be killed; the outside world is in this process and lives on. */
async function startShops(sandbox: Sandbox) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-killed-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, durable: WAITS, log: () => undefined })
  await server.ensureDatabase('shop')
  const settings = {
    DATABASE_URL: server.url('shop'),
    AUTH_SECRET: randomUUID() + randomUUID(),
    LIMIT_FACTOR: '10000',
    SMTP_URL: sandbox.smtpUrl,
    INPOST_API_URL: sandbox.inpostUrl,
    STRIPE_API_URL: sandbox.stripe.url,
    STRIPE_SECRET_KEY_TEST: sandbox.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET_TEST: sandbox.stripe.webhookSecret,
  }
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const folders = ports.map(() => createDataFolder())
  const shops: ShopProcess[] = []
  const start = async (index: number) => {
    // Both are the same shop to the world.
    const env = {
      ...settings,
      SHOP_URL: urls[0] ?? '',
      PORT: String(ports[index]),
      DATA_DIR: folders[index]?.path ?? '',
    }
    shops[index] = await startShopProcess(env)
    await shops[index].untilPrinted(READY)
  }
  await Promise.all([start(0), start(1)])
  for (const url of urls) sandbox.addWebhookEndpoint(`${url}/api/stripe-webhook`)
  return {
    urls,
    databaseUrl: server.url('shop'),
    async killShop(index: number) {
      await shops[index]?.kill()
      // PostgreSQL may be away at this moment, which ends a start.
      await eventually(() => start(index), 60_000)
    },
    async killPostgres() {
      const postmaster = findPostmaster(server.cluster)
      if (!postmaster) throw new Error('there is no PostgreSQL to kill')
      process.kill(postmaster.pid, 'SIGKILL')
      await eventually(async () => expect(findPostmaster(server.cluster)?.pid).not.toBe(postmaster.pid))
      // What it left behind may still write into the cluster for a moment, and then it does not start.
      await eventually(() => server.startAgain(), 60_000)
    },
    async remove() {
      for (const url of urls) sandbox.removeWebhookEndpoint(`${url}/api/stripe-webhook`)
      for (const shop of shops) await shop.stop()
      for (const folder of folders) await folder.remove()
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/guest-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.test`, password: 'sekret1', acceptedTerms: true }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function stockProducts(db: Kysely<Database>): Promise<CartItem[]> {
  const rows = await db
    .updateTable('products')
    .set({ stock_quantity: STOCK, out_of_stock: false })
    .where('active', '=', true)
    .returning(['id', 'name', 'price_grosze'])
    .execute()
  return rows
    .slice(0, 6)
    .map(({ id, name, price_grosze }) => ({ id, name, price: groszeToZl(price_grosze), quantity: 1 }))
}

const answerSchema = z.object({ orderId: z.string(), sessionId: z.string().optional() })

test(`kill -9 of shops and of PostgreSQL amid ${CHECKOUTS} checkouts, ${ROUNDS} times: every order once, no piece, payment or mail lost`, {
  timeout: 1_800_000,
}, async ({ sandbox, onTestFinished }) => {
  const random = createRandom(SEED)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const shops = await startShops(sandbox)
  onTestFinished(() => shops.remove())
  const stripe = openStripe(sandbox)
  const { db, close } = connectDatabase(shops.databaseUrl, { max: 2, onIdleError: () => undefined })
  onTestFinished(() => close())
  const cookies: string[] = []
  for (let buyer = 0; buyer < 8; buyer += 1) cookies.push(await signIn(shops.urls[buyer % 2] ?? ''))
  await proveAddresses(db)
  const products = await stockProducts(db)

  /** Presses the button at one shop or the other until one answers; resolves with the payment session, if there is one. */
  async function order({ cookie, key, lines, doing }: Press): Promise<string | undefined> {
    const [path, body] =
      doing === 'on_delivery'
        ? ['create-cash-on-delivery-order', cart(lines)]
        : ['create-checkout-session', prepaidCart(lines)]
    for (;;) {
      const answer = await fetch(`${pick(shops.urls)}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie, 'Idempotency-Key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null)
      if (answer?.status === 200) return answerSchema.parse(JSON.parse(answer.text)).sessionId
      if (answer && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`)
      await pause(PACE_MS)
    }
  }

  /** Does on the payment page what the buyer does. */
  async function pay({ doing }: Press, sessionId: string | undefined): Promise<void> {
    if (sessionId === undefined) return
    if (doing === 'pay') await stripe.act(sessionId, { action: 'pay', method: 'blik' })
    if (doing === 'expire') await stripe.act(sessionId, { action: 'expire' })
  }

  const presses: Press[] = []
  const killed = { shops: 0, postgres: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const own: Press[] = Array.from({ length: CHECKOUTS }, (_, index) => ({
      cookie: pick(cookies),
      key: randomUUID(),
      lines: products
        .slice(index % 4, (index % 4) + 1 + (index % 3))
        .map((item) => ({ ...item, quantity: 1 + (index % 2) })),
      doing: index % 2 === 0 ? 'on_delivery' : pick(['pay', 'pay', 'pay', 'expire', 'leave'] as const),
    }))
    presses.push(...own)
    let bought = 0
    const deaths: Promise<void>[] = []
    const payLater: (() => Promise<void>)[] = []
    const planned = [
      { at: Math.floor(random() * CHECKOUTS * 0.8), run: () => shops.killShop(round % 2) },
      ...(round % 2 === 0 ? [{ at: Math.floor(random() * CHECKOUTS * 0.8), run: () => shops.killPostgres() }] : []),
    ]
    killed.shops += 1
    killed.postgres += planned.length - 1
    await Promise.all(
      own.map(async (press) => {
        const sessionId = await order(press)
        if (WAITS) await pay(press, sessionId)
        else payLater.push(() => pay(press, sessionId))
        for (const { at, run } of planned) if (at === bought) deaths.push(run())
        bought += 1
      }),
    )
    await Promise.all(deaths)
    await Promise.all(payLater.map((later) => later()))
  }

  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  expect(keys.map(({ key }) => key).sort()).toEqual(presses.map(({ key }) => key).sort())
  const ahead = presses.filter(({ doing }) => doing !== 'on_delivery')
  const onDelivery = presses.filter(({ doing }) => doing === 'on_delivery')
  const expectedStatuses = ahead.map(({ doing }) => OUTCOMES[doing as Doing]).sort()
  await eventually(async () => {
    const orders = await db.selectFrom('orders').select('status').where('payment', '=', 'prepaid').execute()
    expect(orders.map(({ status }) => status).sort()).toEqual(expectedStatuses)
  }, 180_000)

  const orders = await db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select(['orders.id', 'orders.payment', 'orders.status', 'shipments.id as shipment', 'checkout_id'])
    .execute()
  const cashOrders = orders.filter(({ payment }) => payment === 'cash_on_delivery')
  expect(cashOrders).toHaveLength(onDelivery.flatMap(({ lines }) => lines).length)
  for (const { payment, status, shipment } of orders) {
    expect(shipment !== null).toBe(payment === 'cash_on_delivery' || status === 'paid')
  }
  const sessions = await stripe.sessions()
  const prepaid = orders.filter(({ payment }) => payment === 'prepaid')
  expect(sessions.map(({ metadata }) => metadata.order_id).sort()).toEqual(prepaid.map(({ id }) => id).sort())

  const rows = await db.selectFrom('products').select(['id', 'stock_quantity']).where('active', '=', true).execute()
  const sold = presses.filter(({ doing }) => doing !== 'expire').flatMap(({ lines }) => lines)
  const soldOf = (id: string) => sold.reduce((sum, line) => sum + (line.id === id ? line.quantity : 0), 0)
  expect(rows.map(({ id, stock_quantity }) => [id, STOCK - (stock_quantity ?? 0)])).toEqual(
    rows.map(({ id }) => [id, soldOf(id)]),
  )

  const outbox = await db.selectFrom('mail_outbox').select(['id', 'template']).execute()
  const count = (template: string) => outbox.filter((mail) => mail.template === template).length
  const statusesOf = (status: string) => prepaid.filter((order) => order.status === status).length
  expect({
    confirmations: count('order-confirmation'),
    received: count('payment-received'),
    notReceived: count('payment-not-received'),
  }).toEqual({ confirmations: onDelivery.length, received: statusesOf('paid'), notReceived: statusesOf('cancelled') })
  if (WAITS) await expectDelivered(sandbox, db)
  printFigure(
    `${presses.length} checkouts, ${killed.shops} shops and ${killed.postgres} PostgreSQL killed (seed ${SEED}): ` +
      `${statusesOf('paid')} paid, ${statusesOf('cancelled')} cancelled, ${statusesOf('pending')} waiting, ${onDelivery.length} on delivery`,
  )
})

/** Every mail has come; one that was on its way when its shop was killed may have come twice, under the same id. */
async function expectDelivered(sandbox: Sandbox, db: Kysely<Database>): Promise<void> {
  await eventually(async () => {
    const waiting = await db.selectFrom('mail_outbox').select('key').where('sent_at', 'is', null).execute()
    expect(waiting).toEqual([])
  }, 120_000)
  const messages = await openMailbox(sandbox).allMessages()
  const copies = Map.groupBy(messages, ({ messageId }) => messageId.slice(1, messageId.indexOf('@')))
  for (const { id } of await db.selectFrom('mail_outbox').select('id').execute()) {
    const received = copies.get(id)?.length ?? 0
    expect(received, `copies of ${id}`).toBeGreaterThan(0)
    expect(received, `copies of ${id}`).toBeLessThanOrEqual(2)
  }
}
