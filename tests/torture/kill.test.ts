import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cart, toCourier } from '#tests/api/orders-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { lettersTo } from '#tests/support/sandbox-mailbox.ts'
import { prepareShop } from './killable-shop.ts'

const ORDERS = 100
const STOCK = 500
/** Killed once so many orders are acknowledged and the others are under way. */
const ACKNOWLEDGED = 25

type Receipt = { checkoutId: string; orderIds: string[] }
type Attempt = { cookie: string; key: string; body: string; lines: { id: string; quantity: number }[] }

let database: TestDatabase
let shop: Awaited<ReturnType<typeof prepareShop>>
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await prepareShop(database.url)
  await shop.start()
}, 90_000)
afterAll(async () => {
  await shop.stop()
  await database.drop()
})

test('kill -9 amid 100 orders loses none that was acknowledged and makes none twice', async () => {
  const emails = Array.from({ length: 10 }, () => `torture-${randomUUID()}@example.test`)
  const cookies = await Promise.all(emails.map(signIn))
  const products = await stockedProducts()
  const attempts = Array.from({ length: ORDERS }, (_, index): Attempt => {
    const lines = products
      .slice(index % 4, (index % 4) + 1 + (index % 3))
      .map((item) => ({ ...item, quantity: 1 + (index % 2) }))
    return {
      cookie: cookies[index % cookies.length] ?? '',
      key: randomUUID(),
      body: JSON.stringify(cart(lines, { customerData: toCourier })),
      lines,
    }
  })

  const acknowledged = new Map<string, string>()
  let killed: Promise<void> | undefined
  await Promise.all(
    attempts.map(async (attempt) => {
      const answer = await send(attempt).catch(() => null)
      if (answer?.status !== 200) return
      acknowledged.set(attempt.key, answer.text)
      if (acknowledged.size >= ACKNOWLEDGED) killed ??= shop.kill()
    }),
  )
  await killed
  expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED)
  expect(acknowledged.size).toBeLessThan(ORDERS)

  await shop.start()
  const kept = await database.db.selectFrom('checkouts').select('id').execute()
  const ids = [...acknowledged.values()].map((text) => (JSON.parse(text) as Receipt).checkoutId)
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))

  // Every buyer presses the button again, as their browser does: known orders answer as before, the others are made.
  for (const attempt of attempts) {
    let text = ''
    await expect
      .poll(
        async () => {
          const answer = await send(attempt)
          text = answer.text
          return answer.status
        },
        { timeout: 30_000 },
      )
      .toBe(200)
    const before = acknowledged.get(attempt.key)
    if (before !== undefined) expect(text).toBe(before)
  }
  await everythingAddsUp(attempts, products)
  await everyLetterArrives(emails)
}, 180_000)

async function everythingAddsUp(attempts: readonly Attempt[], products: readonly { id: string }[]) {
  const { db } = database
  const checkouts = await db.selectFrom('checkouts').select(['id', 'idempotency_key']).execute()
  expect(checkouts.map((row) => row.idempotency_key).toSorted()).toEqual(attempts.map(({ key }) => key).toSorted())
  const lines = attempts.flatMap((attempt) => attempt.lines)
  const orders = await db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(lines.length)
  expect(await db.selectFrom('shipments').select('id').execute()).toHaveLength(lines.length)
  for (const { id } of products) {
    const sold = lines.filter((line) => line.id === id).reduce((sum, line) => sum + line.quantity, 0)
    const row = await db.selectFrom('products').select('stock_quantity').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.stock_quantity).toBe(STOCK - sold)
  }
}

/** One letter per checkout; one sent just before the fall may come again, under the same Message-ID. */
async function everyLetterArrives(emails: readonly string[]) {
  const waiting = () => database.db.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).execute()
  await expect.poll(waiting, { timeout: 120_000, interval: 250 }).toEqual([])
  const letters = await Promise.all(emails.map((email) => lettersTo(shop.mailbox, email)))
  expect(new Set(letters.flat().map((letter) => letter.messageId)).size).toBe(ORDERS)
}

async function stockedProducts() {
  const rows = await database.db
    .updateTable('products')
    .set({ stock_quantity: STOCK, out_of_stock: false })
    .where('active', '=', true)
    .returning(['id', 'name', 'price_grosze'])
    .execute()
  return rows.slice(0, 6).map(({ id, name, price_grosze }) => ({ id, name, price: price_grosze / 100, quantity: 1 }))
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${shop.url}/api/guest-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'sekret1', acceptedTerms: true }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function send({ cookie, key, body }: Attempt): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${shop.url}/api/create-cash-on-delivery-order`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, 'Idempotency-Key': key },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}
