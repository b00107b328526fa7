import { randomUUID } from 'node:crypto'
import { cookieOf, PASSWORD } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openKillableShop } from '#tests/support/killable-shop.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { type PaidAhead, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { openStripe } from '#tests/support/stripe.ts'

test('kill -9 between order and payment page: a retry with the key continues the order and its session', async ({
  database,
  sandbox,
  onTestFinished,
}) => {
  const shop = await openKillableShop({ database, sandbox, onTestFinished })
  const [product] = await productsOnSale(database, 1, 5)
  if (!product) throw new Error('no product')
  const stripe = openStripe(sandbox)
  const faults = openMailbox(sandbox)
  const first = await shop.start()
  const credentials = { email: 'anna@example.test', password: PASSWORD, acceptedTerms: true }
  const headers = {
    Cookie: cookieOf(await shop.post('/api/guest-sign-in', credentials)),
    'Idempotency-Key': randomUUID(),
  }
  const press = () => shop.post('/api/create-checkout-session', prepaidCart([product]), headers)

  // In the first case the session was never begun, in the second its answer never arrived.
  const payments = () => database.db.selectFrom('payments').selectAll().execute()
  await faults.planFault({ service: 'stripe', mode: 'hang', times: 1 })
  const lost = press().catch(() => 'cut')
  await eventually(async () => expect(await payments()).toHaveLength(1))
  await first.kill()
  expect(await lost).toBe('cut')
  expect(await stripe.sessions()).toEqual([])

  await faults.planFault({ service: 'stripe', mode: 'hang_after', times: 1 })
  const second = await shop.start()
  const lostAgain = press().catch(() => 'cut')
  await eventually(async () => expect(await stripe.sessions()).toHaveLength(1))
  await second.kill()
  expect(await lostAgain).toBe('cut')
  expect(await payments()).toMatchObject([{ provider_session_id: null, status: 'open' }])

  await shop.start()
  const answer = await press()
  expect(answer.status).toBe(200)
  const started = (await answer.json()) as PaidAhead
  expect(await stripe.sessions()).toMatchObject([{ id: started.sessionId, metadata: { order_id: started.orderId } }])
  expect(await payments()).toMatchObject([{ order_id: started.orderId, provider_session_id: started.sessionId }])
  const left = await database.db.selectFrom('products').select('stock_quantity').where('id', '=', product.id).execute()
  expect(left).toEqual([{ stock_quantity: 4 }])
})
