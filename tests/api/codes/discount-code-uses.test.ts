// Discount codes of orders that wait: held orders, late payments, and guesses of codes.
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { RATE_LIMITS } from '#domain/kernel/rate-limits/rate-limits.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import { cart, errorOf, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, trustedProxy: ['127.0.0.1'] }))

let api: Api
let codes: ReturnType<typeof openCodes>
let unpaid: ReturnType<typeof openUnpaidOrders>
let networks = 0
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  codes = openCodes(api, cookieOf(await api.post('/api/admin-sign-in', api.admin)))
  unpaid = openUnpaidOrders(api)
})
test.beforeEach(() => setNetworkLimits(api.db, NETWORK_LIMITS))

function newAddress(): string {
  networks += 1
  return `198.51.100.${networks}`
}

async function tenPercent(code: string) {
  const [item] = await productsOnSale(api, 1)
  if (!item) throw new Error('no product')
  return { item, more: { discountCode: code, discount: Math.floor(Math.round(item.price * 100) / 10) / 100 } }
}

test('a held order uses its code when it is confirmed, at the sum of its mail', async () => {
  const { code, id } = await codes.add({ most_uses: 1 })
  const { item, more } = await tenPercent(code)
  await setNetworkLimits(api.db, { network_stock_share: 1 })
  const wanted = { ...item, quantity: 200 / 20 }
  const discount = Math.floor(Math.round(item.price * 100) * wanted.quantity * 0.1) / 100
  const hold = async () => {
    const buyer = await api.customer()
    const answer = await api.post('/api/create-cash-on-delivery-order', cart([wanted], { ...more, discount }), {
      Cookie: buyer.cookie,
      'X-Forwarded-For': newAddress(),
    })
    return { buyer, ...(await errorOf(answer)) }
  }
  await api.db.updateTable('products').set({ stock_quantity: 100 }).where('id', '=', item.id).execute()
  const [first, second] = [await hold(), await hold()]
  expect([first.code, second.code]).toEqual(['order_held', 'order_held'])
  const total = Math.round(item.price * 100) * wanted.quantity - Math.round(discount * 100) + 1_999
  expect(first.details).toMatchObject({ totalGrosze: total })
  expect(await codes.find(id)).toMatchObject({ uses: 0 })
  const confirm = async (email: string) => {
    await expect.poll(() => api.mailbox.messagesTo(email)).toHaveLength(1)
    const [mail] = await api.mailbox.messagesTo(email)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Kod ${code}`)
    const token = /potwierdz-zamowienie#([\w-]+)/.exec(mail?.html ?? '')?.[1]
    return api.post('/api/confirm-order', { token })
  }
  const placed = await confirm(first.buyer.email)
  expect(await placed.json()).toMatchObject({ totalGrosze: total, discount: { code } })
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  expect(await errorOf(await confirm(second.buyer.email))).toMatchObject({ code: 'code_used_up' })
})

test('a payment after the order was cancelled pays it if the code is unused, and is refunded otherwise', async () => {
  const { code, id } = await codes.add({ most_uses: 1 })
  const { item, more } = await tenPercent(code)
  const late = async () => {
    const order = await startedAhead(api, await api.customer(), prepaidCart([item], more))
    // The shop gave up waiting; the provider did not.
    await api.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.orderId).execute()
    await api.db
      .insertInto('order_events')
      .values({
        order_id: order.orderId,
        subject: 'order',
        from_status: 'pending',
        to_status: 'cancelled',
        actor: 'system',
        actor_id: null,
        reason: 'payment expired',
      })
      .execute()
    return order
  }
  const pay = async ({ orderId, sessionId }: { orderId: string; sessionId: string }) => {
    await unpaid.stripe.act(sessionId, { action: 'pay' })
    const payment = api.db.selectFrom('payments').select('id').where('order_id', '=', orderId)
    await checkPayment(api.services, (await payment.executeTakeFirstOrThrow()).id)
  }
  const [first, second] = [await late(), await late()]
  await pay(first)
  expect(await unpaid.statusOf(first.orderId)).toBe('paid')
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  await pay(second)
  expect(await unpaid.statusOf(second.orderId)).toBe('cancelled')
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  const refunds = await api.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_grosze', 'refunds.reason'])
    .where('payments.order_id', '=', second.orderId)
    .execute()
  expect(refunds).toEqual([{ amount_grosze: second.totalGrosze, reason: 'code_used_up' }])
})

test('guesses are limited in the field and in orders; right codes and other networks are not', async () => {
  const { code } = await codes.add()
  const address = newAddress()
  const ask = (typed: string, from = address) =>
    api.post('/api/discount-code', { code: typed, product_ids: [] }, { 'X-Forwarded-For': from })
  const [, network] = RATE_LIMITS.discount_code.limits
  for (let n = 0; n < network.most; n += 1) expect((await ask(`ZGADUJE${n}`)).status).toBe(409)
  expect(await errorOf(await ask('ZGADUJE'))).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect((await ask(code, newAddress())).status).toBe(200)

  const buyer = await api.customer()
  const { item, more } = await tenPercent('NIEMATAKIEGO')
  const order = (body: object, key: string = crypto.randomUUID()) =>
    api.post('/api/create-cash-on-delivery-order', cart([item], body), {
      Cookie: buyer.cookie,
      'X-Forwarded-For': newAddress(),
      'Idempotency-Key': key,
    })
  const [account] = RATE_LIMITS.discount_code.limits
  const right = { ...more, discountCode: code }
  const key = crypto.randomUUID()
  const placed = await order(right, key)
  expect(placed.status).toBe(200)
  expect((await errorOf(await order({ ...right, discount: 0 }))).code).toBe('price_changed')
  for (let n = 0; n < account.most; n += 1) expect((await errorOf(await order(more))).code).toBe('code_unknown')
  expect((await errorOf(await order(more))).code).toBe('too_many_attempts')
  expect((await errorOf(await order(right))).code).toBe('too_many_attempts')
  // Orders without a code are still accepted, and a repeat of a placed order guesses nothing.
  expect((await order({})).status).toBe(200)
  expect(await (await order(right, key)).json()).toEqual(await placed.json())
})
