import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { type CartItem, cart, prepaidCart } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { startKillableShops } from './killable-shops.ts'
import { createRandom } from './random.ts'
import { startReceivingMails } from './received-mails.ts'
import { atStrength, printFigure } from './strength.ts'

const ROUNDS = atStrength({ short: 1, full: 20 })
const CHECKOUTS = atStrength({ short: 16, full: 200 })
const SEED = Number(process.env.SEED ?? 20_261_121)
/**
 * Jobs and mails that a killed shop had begun are continued by another after half a minute. The short version does not
 * wait for them, nor for the disk, whose content a killed PostgreSQL does not lose.
 */
const WAITS = atStrength({ short: false, full: true })
const STOCK = 100_000
/** A person without an answer clicks again after this time, ms. */
const PACE_MS = 60

/** The buyer's action on the payment page, and the resulting status of the order. */
const OUTCOMES = { pay: 'paid', expire: 'cancelled', leave: 'pending' } as const
type Doing = keyof typeof OUTCOMES

type Press = { cookie: string; key: string; lines: CartItem[]; doing: Doing | 'on_delivery' }

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

test(`kill -9 of shops and PostgreSQL during ${CHECKOUTS} checkouts, ${ROUNDS} times: no order twice, nothing lost`, {
  timeout: 1_800_000,
}, async ({ sandbox, onTestFinished }) => {
  const random = createRandom(SEED)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const mails = await startReceivingMails()
  onTestFinished(() => mails.close())
  const shops = await startKillableShops(sandbox, { smtpUrl: mails.url, durable: WAITS })
  onTestFinished(() => shops.remove())
  const stripe = openStripe(sandbox)
  const { db, close } = connectDatabase(shops.databaseUrl, { max: 2, onIdleError: () => undefined })
  onTestFinished(() => close())
  const cookies: string[] = []
  for (let buyer = 0; buyer < 8; buyer += 1) cookies.push(await signIn(shops.urls[buyer % 2] ?? ''))
  await proveAddresses(db)
  const products = await stockProducts(db)

  /** Sends the order to one shop or the other until one answers. Resolves with the payment session, if there is one. */
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

  /** Performs the buyer's action on the payment page. */
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
  if (WAITS) await mails.expectAll(db)
  printFigure(
    `${presses.length} checkouts, ${killed.shops} shops and ${killed.postgres} PostgreSQL killed (seed ${SEED}): ` +
      `${statusesOf('paid')} paid, ${statusesOf('cancelled')} cancelled, ${statusesOf('pending')} waiting, ` +
      `${onDelivery.length} on delivery`,
  )
})
