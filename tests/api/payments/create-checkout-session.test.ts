import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Api, type Customer, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  refusal,
  startedAhead,
  storedByOrders,
  toPrepaidLocker,
} from '#tests/support/orders.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

let api: Api
let stripe: ReturnType<typeof openStripe>
let products: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  stripe = openStripe(api.sandbox)
  products = await productsOnSale(api, 6)
})

function pick(index: number, quantity = 1): CartItem {
  const product = products[index]
  if (!product) throw new Error('no such product')
  return { ...product, quantity }
}

const sessionsOf = async (orderId: string) =>
  (await stripe.sessions()).filter(({ metadata }) => metadata.order_id === orderId)

async function stored(orderId: string) {
  const { db } = api
  return {
    order: await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),
    payments: await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute(),
    items: await db.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute(),
    shipments: await db.selectFrom('shipments').selectAll().where('order_id', '=', orderId).execute(),
    events: await db.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('id').execute(),
    tickets: await db.selectFrom('login_tickets').selectAll().where('order_id', '=', orderId).execute(),
  }
}

/** Sends an order paid ahead that must be refused, and checks that it stored nothing. */
async function refused(buyer: Customer, body: unknown, key?: string) {
  const before = { rows: await storedByOrders(api), sessions: (await stripe.sessions()).length }
  const error = await errorOf(await orderAhead(api, buyer, body, key))
  expect(error.status).toBeGreaterThanOrEqual(400)
  expect({ rows: await storedByOrders(api), sessions: (await stripe.sessions()).length }).toEqual(before)
  return error
}

test('POST create-checkout-session: one pending order for the whole cart holds its pieces and waits for its payment', async () => {
  const buyer = await api.customer()
  const items = [pick(2, 3), pick(0), pick(1, 2)]
  const before = await storedByOrders(api)
  const answer = await orderAhead(api, buyer, prepaidCart(items, { email: buyer.email }))
  expect(answer.status).toBe(200)
  const started = await answer.json()
  const grosze = items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  expect(started).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
    orderId: expect.any(String),
    sessionId: expect.stringMatching(/^cs_test_/),
    checkoutId: expect.any(String),
    expiresAt: expect.any(String),
    totalGrosze: grosze + 1599,
    total: (grosze + 1599) / 100,
  })
  const { order, payments, items: ordered, shipments, events } = await stored(started.orderId)
  expect(order).toMatchObject({ status: 'pending', payment: 'prepaid', email: buyer.email, shipping_grosze: 1599 })
  expect(ordered).toHaveLength(3)
  expect(shipments).toEqual([])
  expect(payments).toMatchObject([
    {
      attempt: 1,
      status: 'open',
      provider: 'stripe',
      mode: 'test',
      amount_grosze: grosze + 1599,
      provider_session_id: started.sessionId,
    },
  ])
  expect(events.map(({ subject, to_status, actor }) => [subject, to_status, actor])).toEqual([
    ['order', 'pending', 'customer'],
    ['payment', 'open', 'customer'],
  ])
  const heldFor = new Date(started.expiresAt).getTime() - Date.now()
  expect(heldFor).toBeGreaterThan(29 * 60_000)
  expect(heldFor).toBeLessThanOrEqual(30 * 60_000)

  const after = await storedByOrders(api)
  expect(after.mails).toBe(before.mails)
  const taken = Object.fromEntries(items.map(({ id, quantity }) => [id, quantity]))
  expect(after.stock).toEqual(
    before.stock.map((row) => ({
      ...row,
      stock_quantity: row.stock_quantity && row.stock_quantity - (taken[row.id] ?? 0),
    })),
  )
  const checkout = await api.db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', started.checkoutId)
    .executeTakeFirstOrThrow()
  expect(checkout).toMatchObject({ payment: 'prepaid', terms_version: api.services.profile.effectiveDate })
  expect(checkout.terms_accepted_at).toEqual(expect.any(Date))
})

test('POST create-checkout-session: the payment page shows the database’s names and prices, whatever the body says', async () => {
  const buyer = await api.customer()
  const item = pick(0, 2)
  const renamed = { ...item, name: 'Za darmo', brand_name: 'Nikt', image_url: 'https://evil.example/x.png', extra: 1 }
  const { orderId, sessionId, url, totalGrosze } = await startedAhead(
    api,
    buyer,
    prepaidCart([renamed], toPrepaidLocker),
  )
  const { order, payments } = await stored(orderId)
  expect(order).toMatchObject({
    shipping_method: 'prepaid_locker',
    parcel_locker_id: 'DEMO-WAW-001',
    shipping_grosze: 1299,
  })
  const [session, ...others] = await sessionsOf(orderId)
  expect(others).toEqual([])
  expect(session).toMatchObject({
    id: sessionId,
    livemode: false,
    status: 'open',
    customerEmail: buyer.email,
    clientReferenceId: payments[0]?.id,
    metadata: { payment_id: payments[0]?.id, order_id: orderId },
    amountTotal: totalGrosze,
    lines: [
      { name: expect.stringContaining(item.name), quantity: 2, unitAmount: Math.round(item.price * 100) },
      { name: 'Dostawa do paczkomatu', quantity: 1, unitAmount: 1299 },
    ],
    successUrl: `${api.services.profile.shopUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${api.services.profile.shopUrl}/payment-cancel?order=${orderId}`,
  })
  expect(url).toContain(sessionId)
})

test('POST create-checkout-session: gives the browser a random ticket, stored only as hashes', async () => {
  const buyer = await api.customer()
  const first = await orderAhead(api, buyer, prepaidCart([pick(0)]))
  const { orderId, sessionId } = await first.json()
  const [cookie = ''] = first.headers.getSetCookie().filter((header) => header.startsWith('shop.ticket='))
  expect(cookie).toMatch(/^shop\.ticket=[\w-]{64}\.[\w-]{36}; Max-Age=2\d{3}; Path=\/; HttpOnly; SameSite=Lax$/)
  const { tickets } = await stored(orderId)
  expect(tickets).toMatchObject([{ order_id: orderId, used_at: null }])
  const secret = cookie.slice('shop.ticket='.length, cookie.indexOf(';'))
  expect(JSON.stringify(tickets)).not.toContain(secret)
  expect(JSON.stringify(tickets)).not.toContain(sessionId)
  // A browser that pays for two orders has one cookie for both.
  const sent = cookie.slice(0, cookie.indexOf(';'))
  const second = await orderAhead(api, { ...buyer, cookie: `${buyer.cookie}; ${sent}` }, prepaidCart([pick(1)]))
  expect(second.headers.getSetCookie()[0]).toContain(sent)
  const other = await stored((await second.json()).orderId)
  expect(other.tickets[0]?.cookie_hash).toBe(tickets[0]?.cookie_hash)
})

test('POST create-checkout-session: on https the ticket is bound to the host and never sent in the clear', async ({
  newApi,
}) => {
  const Origin = 'https://sklep.example'
  const secure = await newApi({ shopUrl: Origin })
  const [product] = await productsOnSale(secure, 1)
  if (!product) throw new Error('no product')
  const credentials = { email: 'anna@example.test', password: PASSWORD, acceptedTerms: true }
  const Cookie = cookieOf(await secure.post('/api/guest-sign-in', credentials, { Origin }))
  const answer = await secure.post('/api/create-checkout-session', prepaidCart([product]), { Origin, Cookie })
  expect(answer.headers.getSetCookie().join()).toMatch(
    /^__Host-shop\.ticket=[\w-]{64}\.[\w-]{36}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('POST create-checkout-session: charges the newest delivery costs', async () => {
  const added = await sql<{ costs_id: string }>`
    with costs as (insert into shipping_costs default values returning id)
    insert into shipping_rates (costs_id, payment, delivery, grosze)
      select costs.id, payment, delivery, 1700 from costs, shipping_rates returning costs_id`.execute(api.db)
  const buyer = await api.customer()
  expect(await refused(buyer, prepaidCart([pick(0)]))).toMatchObject({ code: 'price_changed' })
  const { totalGrosze } = await startedAhead(api, buyer, prepaidCart([pick(0)], { shippingCost: 17 }))
  expect(totalGrosze).toBe(Math.round(pick(0).price * 100) + 1700)
  await api.db.deleteFrom('shipping_costs').where('id', '=', String(added.rows[0]?.costs_id)).execute()
})

test('POST create-checkout-session: one key is one order; other content under it is refused', async () => {
  const buyer = await api.customer()
  const key = randomUUID()
  const body = prepaidCart([pick(0), pick(1)])
  const first = await startedAhead(api, buyer, body, key)
  const before = await storedByOrders(api)
  expect(await startedAhead(api, buyer, body, key)).toEqual(first)
  expect(await storedByOrders(api)).toEqual(before)
  expect(await refused(buyer, prepaidCart([pick(0)]), key)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect(await refusal(api, buyer, cart([pick(0), pick(1)]), key)).toMatchObject({ code: 'idempotency_conflict' })
  expect(await sessionsOf(first.orderId)).toHaveLength(1)
})

/** How many orders of a buyer wait for their payment. */
async function countUnpaid({ email }: Customer): Promise<number> {
  const rows = await api.db.selectFrom('orders').select('id').where('email', '=', email).where('status', '=', 'pending')
  return (await rows.where('payment', '=', 'prepaid').execute()).length
}

test('POST create-checkout-session: a new account holds three unpaid orders: a fourth gives up own ones', async () => {
  const buyer = await api.customer()
  for (let n = 0; n < 3; n += 1) await startedAhead(api, buyer, prepaidCart([pick(n)]))
  expect(await countUnpaid(buyer)).toBe(3)
  await startedAhead(api, buyer, prepaidCart([pick(3)]))
  expect(await countUnpaid(buyer)).toBeLessThanOrEqual(3)
  expect((await buyer.order(cart([pick(3)]))).status).toBe(200)
})

test('POST create-checkout-session: thirty simultaneous orders of a new account leave at most three unpaid', async () => {
  const buyer = await api.customer()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => orderAhead(api, buyer, prepaidCart([pick(n % 5)]))),
  )
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const unpaid = await countUnpaid(buyer)
  expect(unpaid).toBeGreaterThan(0)
  expect(unpaid).toBeLessThanOrEqual(3)
})

test('POST create-checkout-session: unproven accounts of a network begin 120 payments in half an hour', async ({
  newApi,
}) => {
  const limited = await newApi({ clock: openWindowClock() })
  const [product] = await productsOnSale(limited, 1)
  if (!product) throw new Error('no product')
  await startedAhead(limited, await limited.customer(), prepaidCart([product]))
  await limited.db.updateTable('rate_limits').set({ hits: 120 }).where('key', 'like', '%"unproven_payment"%').execute()
  const buyer = await limited.customer()
  expect(await errorOf(await orderAhead(limited, buyer, prepaidCart([product])))).toMatchObject({
    status: 429,
    code: 'too_many_attempts',
  })
  await limited.db.updateTable('users').set({ email_verified: true }).where('email', '=', buyer.email).execute()
  await startedAhead(limited, buyer, prepaidCart([product]))
})
