import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieOf, PASSWORD } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { type PaidAhead, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { openStripe } from '#tests/support/stripe.ts'

/** The sandbox is the test's own, so that the provider outlives the shop. */
test('kill -9 between order and payment page: the same key goes on with the one order and its one session', async ({
  database,
  sandbox,
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-shop-'))
  const settings = {
    // The provider compares what is asked for under a key, and the shop's address is part of it.
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    AUTH_SECRET: randomUUID() + randomUUID(),
    STRIPE_API_URL: sandbox.stripe.url ?? '',
    STRIPE_SECRET_KEY_TEST: sandbox.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET_TEST: sandbox.stripe.webhookSecret,
  }
  const shops: ShopProcess[] = []
  onTestFinished(async () => {
    await shops.at(-1)?.stop()
    rmSync(dataDir, { recursive: true })
  })
  const start = async () => {
    const shop = await startShopProcess(settings)
    shops.push(shop)
    await shop.untilPrinted(READY)
    return shop
  }
  const post = (shop: ShopProcess, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(shop.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    })

  const [product] = await productsOnSale(database, 1, 5)
  if (!product) throw new Error('no product')
  const stripe = openStripe(sandbox)
  const faults = openMailbox(sandbox)
  const first = await start()
  const credentials = { email: 'anna@example.test', password: PASSWORD, acceptedTerms: true }
  const headers = {
    Cookie: cookieOf(await post(first, '/api/guest-sign-in', credentials)),
    'Idempotency-Key': randomUUID(),
  }
  const press = (shop: ShopProcess) => post(shop, '/api/create-checkout-session', prepaidCart([product]), headers)

  // The session was never begun; then it was, and its answer never came.
  const payments = () => database.db.selectFrom('payments').selectAll().execute()
  await faults.planFault({ service: 'stripe', mode: 'hang', times: 1 })
  const lost = press(first).catch(() => 'cut')
  await eventually(async () => expect(await payments()).toHaveLength(1))
  await first.kill()
  expect(await lost).toBe('cut')
  expect(await stripe.sessions()).toEqual([])

  await faults.planFault({ service: 'stripe', mode: 'hang_after', times: 1 })
  const second = await start()
  const lostAgain = press(second).catch(() => 'cut')
  await eventually(async () => expect(await stripe.sessions()).toHaveLength(1))
  await second.kill()
  expect(await lostAgain).toBe('cut')
  expect(await payments()).toMatchObject([{ provider_session_id: null, status: 'open' }])

  const third = await start()
  const answer = await press(third)
  expect(answer.status).toBe(200)
  const started = (await answer.json()) as PaidAhead
  expect(await stripe.sessions()).toMatchObject([{ id: started.sessionId, metadata: { order_id: started.orderId } }])
  expect(await payments()).toMatchObject([{ order_id: started.orderId, provider_session_id: started.sessionId }])
  const left = await database.db.selectFrom('products').select('stock_quantity').where('id', '=', product.id).execute()
  expect(left).toEqual([{ stock_quantity: 4 }])
}, 60_000)
