import { randomUUID } from 'node:crypto'
import { cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { ask } from '#tests/support/raw-request.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

test('hanging public reads do not block orders, and time out after seconds', async ({ shop }) => {
  const { db, pool } = shop.database
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(shop.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  const account = { email: 'buyer@example.test', password: 'sekret1', acceptedTerms: true }
  const cookie = cookieOf(await post('/api/guest-sign-in', account))
  const items = await productsOnSale({ db }, 2)
  const products = await db.selectFrom('products').select('id').where('active', '=', true).limit(40).execute()

  // The catalogue is in memory from the moment the shop receives change notifications.
  await eventually(async () => {
    expect((await ask(shop.url, '/api/products')).headers['cache-status']).toBe('shop; hit')
  })

  const client = await pool.connect()
  await client.query('begin; lock table product_ratings in access exclusive mode')
  try {
    let answered = 0
    const reads = products.map(async ({ id }) => {
      const { status } = await ask(shop.url, `/api/products/${id}/reviews`)
      answered += 1
      return status
    })
    await expect.poll(() => countWaitingStatements(db)).toBeGreaterThan(1)
    const order = await post('/api/create-cash-on-delivery-order', cart(items), {
      Cookie: cookie,
      'Idempotency-Key': randomUUID(),
    })
    expect(order.status).toBe(200)
    expect(answered).toBe(0)
    // Longer than the timeout of public statements, and much shorter than that of others.
    expect(new Set(await Promise.all(reads))).toEqual(new Set([503]))
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect((await ask(shop.url, `/api/products/${products[0]?.id}`)).status).toBe(200)
})
