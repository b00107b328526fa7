import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { orderAhead, type PaidAhead, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { openStripe } from '#tests/support/stripe.ts'

test('a shop without keys gets payments and webhooks from the sandbox, also after kill -9', async ({
  database,
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-payments-'))
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    AUTH_SECRET: randomUUID() + randomUUID(),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  }
  let shop = await startShopProcess(env)
  onTestFinished(async () => {
    await shop.stop()
    rmSync(dataDir, { recursive: true })
  })
  await shop.untilPrinted(READY)

  const email = `anna-${randomUUID()}@example.test`
  const signIn = await post(shop, '/api/guest-sign-in', { email, password: 'sekret1', acceptedTerms: true })
  const cookie = cookieOf(signIn)
  const buyer = { email, cookie, order: () => Promise.reject(new Error('not used here')) }
  const items = await productsOnSale(database, 2)
  const buy = async (): Promise<PaidAhead> => {
    const api = {
      post: (path: string, body: unknown, headers?: Record<string, string>) => post(shop, path, body, headers),
    }
    const answer = await orderAhead(api, buyer, prepaidCart(items, { email }))
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const paid = async ({ sessionId }: PaidAhead) => {
    const answer = await fetch(`${shop.url}/api/payment-status?session_id=${sessionId}`)
    expect(await answer.json()).toMatchObject({ state: 'paid' })
  }
  const mailsReceived = async () => (await shop.mailbox.messagesTo(email)).length

  const first = await buy()
  expect(first.url).toBe(`http://127.0.0.1:${env.SANDBOX_PORT}/pay/${first.sessionId}`)
  expect(await (await fetch(first.url)).text()).toContain('Wybierz, jak zapłacić')
  await openStripe(shop).act(first.sessionId, { action: 'pay', method: 'blik' })
  await eventually(() => paid(first))
  await eventually(async () => expect(await mailsReceived()).toBe(1))

  // Begun before the power failure, paid after it.
  const second = await buy()
  await shop.kill()
  shop = await startShopProcess(env)
  await shop.untilPrinted(READY)
  await openStripe(shop).act(second.sessionId, { action: 'pay', method: 'card' })
  await eventually(() => paid(second))
  await eventually(async () => expect(await mailsReceived()).toBe(2))
  expect(shop.output()).not.toMatch(/sk_test_|whsec_/)
})

function post(shop: ShopProcess, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
