// The price of a sample is returned as a personal code: once, when the sample was sent and paid, and only while the
// buyer keeps the sample.
import giveSampleCodes from '#domain/codes/give-sample-codes.job.server.ts'
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api, Customer } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf, orderAhead, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let codes: ReturnType<typeof openCodes>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
  codes = openCodes(api, orders.admin)
  returns = openReturns(api, orders.admin)
  await switchTo(true)
})

async function switchTo(sample_codes: boolean) {
  const Cookie = orders.admin
  const { preset: _, offered: __, ...rule } = await (await api.get('/api/admin/gift-rule', { Cookie })).json()
  return api.post('/api/admin/gift-rule', { ...rule, sample_codes }, { Cookie })
}

const work = () => giveSampleCodes.run(api.services, {}, { last: false })
let parcels = 0
function sent(orderId: string, status = 'shipped') {
  parcels += 1
  return orders.setShipment(orderId, { status, tracking_number: `6200000000000000000${10_000 + parcels}` })
}

/** Two samples in one order, paid ahead; the other products are no samples. */
async function paidSamples() {
  const order = await orders.paidAhead()
  await api.db.updateTable('products').set({ kind: 'bottle', filled_by: 'producer' }).execute()
  await api.db.updateTable('products').set({ kind: 'sample' }).where('id', '=', order.item.id).execute()
  const { email } = await api.db
    .selectFrom('orders')
    .select('email')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  return { ...order, email, paid: Math.round(order.item.price * 200), number: order.orderId.slice(0, 8).toUpperCase() }
}

const codeOf = async (email: string) => (await codes.ofSamples()).find((code) => code.email === email)
const mailsOf = async (email: string) =>
  (await api.mailbox.messagesTo(email)).filter(({ subject }) => subject.startsWith('Kod na'))

/** An order with this code and discount, of a product that is no sample. */
async function buyWith(code: string, discount: number, buyer: Customer) {
  const [, item] = await productsOnSale(api, 2)
  if (!item) throw new Error('no product')
  const quantity = Math.ceil((discount + 100) / Math.round(item.price * 100))
  return orderAhead(api, buyer, prepaidCart([{ ...item, quantity }], { discountCode: code, discount: discount / 100 }))
}

test('a checkout gets one code, mailed with its value and last day, and listed separately', async () => {
  const order = await paidSamples()
  await work()
  expect(await codeOf(order.email)).toBeUndefined()
  expect((await sent(order.orderId)).status).toBe(200)
  await Promise.all([work(), work(), work()])
  expect((await sent(order.orderId, 'delivered')).status).toBe(200)
  await work()

  const given = (await codes.ofSamples()).filter(({ email }) => email === order.email)
  expect(given).toMatchObject([
    {
      kind: 'sum',
      value: order.paid,
      least_grosze: order.paid + 100,
      most_uses: 1,
      state: 'valid',
      sample_order: order.number,
    },
  ])
  const [{ code = '', id = '', version = '' } = {}] = given
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/)
  await expect.poll(() => mailsOf(order.email)).toHaveLength(1)
  const [mail] = await mailsOf(order.email)
  const last = new Date(`${readWarsawClock(new Date()).day}T12:00:00Z`)
  last.setUTCDate(last.getUTCDate() + 30)
  const lastDay = last.toLocaleDateString('pl-PL', { dateStyle: 'long', timeZone: 'UTC' })
  const zl = (order.paid / 100).toFixed(2).replace('.', ',')
  const text = mail?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`Kod ${code}`)
  expect(text).toContain(`−${zl} zł na produkty`)
  expect(text).toContain(`do ${lastDay} włącznie`)
  expect(text).toContain('/sklep')

  const own = (await (await codes.call('GET', '')).json()) as { id: string }[]
  expect(own.map((each) => each.id)).not.toContain(id)
  expect(await errorOf(await codes.call('DELETE', `/${id}`, { version }))).toMatchObject({ code: 'code_in_use' })
  // A personal code announces no lowest price.
  expect(await (await codes.check(code, [order.item.id])).json()).toMatchObject({ code, lowest: [] })
})

test('on delivery the code is sent after the parcel arrived; without samples or switched off there is none', async () => {
  const order = await orders.onDelivery()
  await api.db.updateTable('products').set({ kind: 'bottle', filled_by: 'producer' }).execute()
  const { email } = await api.db
    .selectFrom('orders')
    .select('email')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  await sent(order.orderId, 'delivered')
  await work()
  expect(await codeOf(email)).toBeUndefined()
  await api.db.updateTable('products').set({ kind: 'sample' }).where('id', '=', order.item.id).execute()
  await sent(order.orderId)
  await work()
  expect(await codeOf(email)).toBeUndefined()
  await sent(order.orderId, 'delivered')
  expect((await switchTo(false)).status).toBe(200)
  await work()
  expect(await codeOf(email)).toBeUndefined()
  // Switched on again, it concerns what is ordered from then on.
  expect((await switchTo(true)).status).toBe(200)
  await work()
  expect(await codeOf(email)).toBeUndefined()
})

test('returning the samples ends an unused code; a used one stays with its order', async () => {
  const order = await paidSamples()
  await sent(order.orderId, 'delivered')
  await work()
  const { code = '', id = '' } = (await codeOf(order.email)) ?? {}
  const checkoutId = await returns.checkoutOf(order.orderId)
  await returns.withdrawByLink(checkoutId, [{ product_id: order.item.id, quantity: 1 }])
  expect(await errorOf(await codes.check(code))).toMatchObject({ code: 'code_unknown' })
  expect((await codes.ofSamples()).find((each) => each.id === id)).toMatchObject({ state: 'off', active: true })

  const refunded = await paidSamples()
  await sent(refunded.orderId, 'delivered')
  await work()
  const other = await codeOf(refunded.email)
  expect((await codes.check(other?.code ?? '')).status).toBe(200)
  const whole = refundOf(refunded.paymentId, refunded.totalGrosze)
  expect((await orders.change(refunded.orderId, 'refunds', whole)).status).toBe(200)
  const refund = await api.db.selectFrom('refunds').select('id').where('id', '=', whole.refund_id).executeTakeFirst()
  await makeRefund(api.services, refund?.id ?? '')
  expect(await errorOf(await codes.check(other?.code ?? ''))).toMatchObject({ code: 'code_unknown' })
})

test('only its buyer can use the code, once; a later withdrawal does not take the discount back', async () => {
  const order = await paidSamples()
  await sent(order.orderId, 'delivered')
  await work()
  const { code = '', value } = (await codeOf(order.email)) ?? {}
  const stranger = await buyWith(code, order.paid, await api.customer())
  expect(await errorOf(stranger)).toMatchObject({ code: 'code_not_for_you' })
  const buyer = await api.customer(order.email)
  const used = await buyWith(code, order.paid, buyer)
  expect(used.status).toBe(200)
  const { orderId } = await used.json()
  const session = (await orders.sessionsOf(orderId)).at(-1)
  await orders.stripe.act(session?.id ?? '', { action: 'pay', method: 'blik' })
  await orders.check(orderId)
  expect(await errorOf(await buyWith(code, order.paid, buyer))).toMatchObject({ code: 'code_used_up' })
  await returns.withdrawByLink(await returns.checkoutOf(order.orderId), [{ product_id: order.item.id, quantity: 2 }])
  expect(await codeOf(order.email)).toMatchObject({ uses: 1, given_grosze: value })
})
