import { randomUUID } from 'node:crypto'
import { endOverdueOrders } from '#domain/flows/ordering/end-prepared-orders.job.server.ts'
import { type Api, type ApiOptions, type Customer, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import { type CartItem, cart, errorOf, productsOnSale, storedByOrders } from '#tests/support/orders.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = { now: new Date('2026-11-24T09:05:00Z') }

const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, trustedProxy: ['127.0.0.1'] }))

let api: Api
let products: CartItem[]
let networks = 0
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
})
test.beforeEach(async () => {
  // Each test uses an hour of its own.
  clock.now = new Date(clock.now.getTime() + 3 * HOUR_MS)
  products = await productsOnSale(api, 4, 100)
  await setNetworkLimits(api.db, NETWORK_LIMITS)
  await api.db.updateTable('orders').set({ status: 'cancelled' }).execute()
})

function newAddress(): string {
  networks += 1
  return `198.51.100.${networks}`
}

function pick(index: number, quantity = 1): CartItem {
  const product = products[index]
  if (!product) throw new Error('no such product')
  return { ...product, quantity }
}

function order(buyer: Customer, item: CartItem, address: string, key: string = randomUUID()): Promise<Response> {
  return api.post('/api/create-cash-on-delivery-order', cart([item]), {
    Cookie: buyer.cookie,
    'Idempotency-Key': key,
    'X-Forwarded-For': address,
  })
}

async function orderByNew(item: CartItem, address: string): Promise<Response> {
  return order(await api.customer(), item, address)
}

async function readStock(index: number): Promise<number | null> {
  const { stock_quantity } = await api.db
    .selectFrom('products')
    .select('stock_quantity')
    .where('id', '=', pick(index).id)
    .executeTakeFirstOrThrow()
  return stock_quantity
}

const linkOf = ({ html }: { html: string }) => {
  const token = /potwierdz-zamowienie#([\w-]+)/.exec(html)?.[1]
  if (token === undefined) throw new Error('no link in the mail')
  return token
}

async function mailedToken({ email }: Customer): Promise<string> {
  await expect.poll(() => api.mailbox.messagesTo(email)).toHaveLength(1)
  const [mail] = await api.mailbox.messagesTo(email)
  if (!mail) throw new Error('no mail')
  expect(mail.subject).toBe('Potwierdź zamówienie')
  return linkOf(mail)
}

const confirm = (token: string, headers: Record<string, string> = {}) =>
  api.post('/api/confirm-order', { token }, headers)

test('POST order: new accounts of one network hold a fifth of the stock, however many order at once; others still buy', async () => {
  const address = newAddress()
  const buyers = await Promise.all(Array.from({ length: 9 }, () => api.customer()))
  const statuses = (await Promise.all(buyers.map((buyer) => order(buyer, pick(0, 4), address)))).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(await readStock(0)).toBe(80)

  expect((await orderByNew(pick(0, 4), newAddress())).status).toBe(200)
})

test('POST order: pieces held by new accounts of other networks make no buyer wait, down to the last piece', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, async () => orderByNew(pick(1, 10), newAddress())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await readStock(1)).toBe(0)
})

test('POST order: after ten parcels an hour from a network orders wait for confirmation, until the next hour', async () => {
  const address = newAddress()
  for (let n = 0; n < 10; n += 1) expect((await orderByNew(pick(n % 4), address)).status).toBe(200)
  const held = await errorOf(await orderByNew(pick(0), address))
  expect(held).toMatchObject({ status: 409, code: 'order_held', details: { totalGrosze: expect.any(Number) } })
  expect(held.message).toMatch(
    /^Zamówienie czeka na potwierdzenie\. Otwórz link, który wysłaliśmy na adres buyer-.*@example\.test, najpóźniej /,
  )
  clock.now = new Date(clock.now.getTime() + HOUR_MS)
  expect((await orderByNew(pick(0), address)).status).toBe(200)
})

test('an order that waits promises the free sample in its mail, and has it once it is confirmed', async () => {
  const [bottle, sample] = [pick(2, 5), pick(3)]
  const set = (id: string, size: object) =>
    api.db
      .updateTable('products')
      .set({ filled_by: 'producer', ...size })
      .where('id', '=', id)
      .execute()
  // The two may be sizes of other scents in the demo.
  await api.db.updateTable('products').set({ scent_id: null }).execute()
  await set(bottle.id, { kind: 'bottle' })
  await set(sample.id, { kind: 'sample', scent_id: bottle.id })
  await api.db.updateTable('gift_rule').set({ with_sample: true }).execute()
  await api.services.catalog.receiveChanges()
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const buyer = await api.customer()
  expect((await errorOf(await order(buyer, bottle, newAddress()))).code).toBe('order_held')
  expect(await readStock(3)).toBe(100)
  const token = await mailedToken(buyer)
  const [mail] = await api.mailbox.messagesTo(buyer.email)
  const label = `Próbka w prezencie: ${sample.name}`
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(label)
  expect(await (await confirm(token)).json()).toMatchObject({ samples: [label] })
  expect(await readStock(3)).toBe(99)
})

test('POST confirm-order: takes the pieces once, however often it is opened; a repeat of the order returns its present state', async () => {
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const buyer = await api.customer()
  const key = randomUUID()
  const before = await storedByOrders(api)
  const first = await errorOf(await order(buyer, pick(2, 5), newAddress(), key))
  expect(first.code).toBe('order_held')
  expect((await errorOf(await order(buyer, pick(2, 5), newAddress(), key))).details).toEqual(first.details)
  // Only the mail is stored: no order and no shipment, and no piece is taken.
  expect(await storedByOrders(api)).toEqual({ ...before, mails: Number(before.mails) + 1 })

  const token = await mailedToken(buyer)
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
  const receipts = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
  expect(receipts[0]).toMatchObject({ email: buyer.email, paymentUrl: null, orderIds: [expect.any(String)] })
  expect(await readStock(2)).toBe(95)
  const repeated = (await (await order(buyer, pick(2, 5), newAddress(), key)).json()) as { orderId: string }
  expect(receipts[0]).toMatchObject({ orderId: repeated.orderId })
})

test('an order by phone that waits for confirmation keeps its pieces, which the link takes from any browser', async () => {
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const { id } = pick(1)
  const admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const setStock = (stock_quantity: number) =>
    api.db.updateTable('products').set({ stock_quantity }).where('id', '=', id).execute()
  /** Holds all six pieces; the buyer orders five of them. */
  const orderPrepared = async () => {
    await setStock(6)
    const body = { items: [{ product_id: id, quantity: 6 }], hours: '2', email: null, code: null, place: null }
    const answer = await api.post('/api/admin/prepared-orders', body, { ...admin, 'Idempotency-Key': randomUUID() })
    const { link } = (await answer.json()) as { link: string }
    const cookie = cookieOf(await api.post('/api/prepared-order', { token: new URL(link).hash.slice(1) }))
    const buyer = await api.customer()
    const byLink = { ...buyer, cookie: `${buyer.cookie}; ${cookie}` }
    expect((await errorOf(await order(byLink, pick(1, 5), newAddress()))).code).toBe('order_held')
    expect(await readStock(1)).toBe(0)
    return mailedToken(buyer)
  }
  expect((await confirm(await orderPrepared())).status).toBe(200)
  expect(await readStock(1)).toBe(1)

  const late = await orderPrepared()
  // The order by phone ends earlier than the link of the mail.
  await api.db.updateTable('prepared_orders').set({ expires_at: clock.now }).execute()
  await endOverdueOrders(api.services)
  expect(await readStock(1)).toBe(6)
  await setStock(4)
  expect(await errorOf(await confirm(late))).toMatchObject({ code: 'out_of_stock' })
  expect(await readStock(1)).toBe(4)
})

test('POST confirm-order: proves the address only in a session of its account', async () => {
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const isProven = async ({ email }: Customer) => {
    const { email_verified } = await api.db
      .selectFrom('users')
      .select('email_verified')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return email_verified
  }
  const [elsewhere, here] = [await api.customer(), await api.customer()]
  for (const buyer of [elsewhere, here]) await order(buyer, pick(3, 5), newAddress())
  const stranger = await api.customer()
  expect((await confirm(await mailedToken(elsewhere), { Cookie: stranger.cookie })).status).toBe(200)
  expect(await isProven(elsewhere)).toBe(false)
  expect(await isProven(stranger)).toBe(false)
  expect((await confirm(await mailedToken(here), { Cookie: here.cookie })).status).toBe(200)
  expect(await isProven(here)).toBe(true)
})

test('POST confirm-order: refuses expired, sold-out and invalid links with a reason', async () => {
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const buyer = await api.customer()
  await order(buyer, pick(0, 5), newAddress())
  const token = await mailedToken(buyer)
  await api.db.updateTable('products').set({ stock_quantity: 2 }).where('id', '=', pick(0).id).execute()
  expect(await errorOf(await confirm(token))).toMatchObject({ code: 'out_of_stock' })

  clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS)
  expect(await errorOf(await confirm(token))).toMatchObject({
    status: 409,
    code: 'held_order_expired',
    message:
      'Minął czas na potwierdzenie. Zamówienie nie zostało złożone i nic nie trzeba płacić. Złóż je jeszcze raz.',
  })
  expect(await errorOf(await confirm('x'.repeat(64)))).toMatchObject({ status: 404, code: 'held_order_unknown' })
  expect(await readStock(0)).toBe(2)
})

test('POST confirm-order: a changed price is answered with both sums, and the order needs the new sum', async () => {
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const { price_grosze: old } = await api.db
    .selectFrom('products')
    .select('price_grosze')
    .where('id', '=', pick(3).id)
    .executeTakeFirstOrThrow()
  const buyer = await api.customer()
  await order(buyer, pick(3, 5), newAddress())
  const token = await mailedToken(buyer)
  const setPrice = (price_grosze: number) =>
    api.db.updateTable('products').set({ price_grosze }).where('id', '=', pick(3).id).execute()
  await setPrice(old + 500)
  const changed = await errorOf(await confirm(token))
  const shipping = 1_999
  expect(changed).toMatchObject({
    code: 'price_changed',
    details: { total: { oldGrosze: 5 * old + shipping, newGrosze: 5 * (old + 500) + shipping } },
  })
  const accept = (totalGrosze: number) => api.post('/api/confirm-order', { token, totalGrosze })
  // Any sum that differs from the present one is refused again, also that of the mail.
  for (const wrong of [5 * old + shipping, 5 * (old + 500) + shipping + 1]) {
    expect(await errorOf(await accept(wrong))).toMatchObject({ code: 'price_changed', details: changed.details })
  }
  expect(await readStock(3)).toBe(100)
  const sum = 5 * (old + 500) + shipping
  const answers = await Promise.all([accept(sum), accept(sum), accept(sum)])
  const receipts = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
  expect(receipts[0]).toMatchObject({ totalGrosze: sum, orderIds: [expect.any(String)] })
  expect(await readStock(3)).toBe(95)
  // The link opened again leads to the same order.
  expect(await (await confirm(token)).json()).toEqual(receipts[0])
  await setPrice(old)
})

test('POST confirm-order: a prepaid order leads to its payment page', async () => {
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const buyer = await api.customer()
  const { customerData, ...body } = cart([pick(1, 5)])
  const { shippingMethod: _, ...recipient } = customerData
  const price = Math.round(pick(1).price * 100)
  const held = await api.post(
    '/api/create-checkout-session',
    {
      ...body,
      items: [{ ...pick(1, 5), price }],
      email: buyer.email,
      shippingMethod: 'prepaid_courier',
      shippingCost: 15.99,
      customerData: recipient,
    },
    { Cookie: buyer.cookie, 'X-Forwarded-For': newAddress() },
  )
  expect(await errorOf(held)).toMatchObject({ code: 'order_held' })
  const confirmed = (await (await confirm(await mailedToken(buyer))).json()) as {
    paymentUrl: string
    sessionId: string
  }
  expect(confirmed.paymentUrl).toMatch(/^http/)
  expect(await (await api.get(`/api/payment-status?session_id=${confirmed.sessionId}`)).json()).toMatchObject({
    state: 'checking',
  })
  expect(await readStock(1)).toBe(95)
})
