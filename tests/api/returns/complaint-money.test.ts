import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import type { Demand } from '#domain/returns/return-case.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
})

/** A delivered order of two pieces that was paid ahead, and a complaint about some of them. */
async function complainedAhead(demand: Demand, quantity = 1) {
  const order = await orders.paidAhead()
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', order.orderId).execute()
  const checkoutId = await returns.checkoutOf(order.orderId)
  const caseId = await returns.complainByLink(checkoutId, demand, [{ product_id: order.item.id, quantity }])
  return { ...order, checkoutId, caseId, price: Math.round(order.item.price * 100) }
}

const accept = (caseId: string, amountGrosze?: number) =>
  returns.act(caseId, 'answer', {
    decision: 'accepted',
    answer: 'Przepraszamy.',
    ...(amountGrosze && { amount_grosze: amountGrosze }),
  })
const settle = (caseId: string, owedGrosze: number) => returns.act(caseId, 'settle', { owed_grosze: owedGrosze })
const moneyOf = async (caseId: string) => (await returns.read(caseId)).money

async function listRefunds(paymentId: string) {
  const refunds = await api.db
    .selectFrom('refunds')
    .select(['id', 'amount_grosze', 'reason'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute()
  for (const { id } of refunds) expect(await makeRefund(api.services, id)).toMatchObject({ ok: true })
  return refunds
}

test('a price reduction: the owner types it, at most the value of the pieces, and it is refunded once', async () => {
  const { caseId, checkoutId, paymentId, orderId, price } = await complainedAhead('lower_price')
  expect(await returns.read(caseId)).toMatchObject({ stage: 'to_answer', money: { owed_grosze: price } })
  expect(await errorOf(await settle(caseId, price))).toMatchObject({ code: 'case_unanswered' })
  expect(await errorOf(await accept(caseId))).toMatchObject({ code: 'reduction_missing' })
  expect(await errorOf(await accept(caseId, price + 1))).toMatchObject({ code: 'refund_too_large' })
  const answers = await Promise.all([accept(caseId, 700), accept(caseId, 900)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { money, email, number } = await returns.read(caseId)
  const granted = money?.owed_grosze ?? 0
  expect([700, 900]).toContain(granted)
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([
    { stage: 'to_settle', decision: 'accepted', amount_grosze: granted, account: null },
  ])
  expect(await errorOf(await returns.act(caseId, 'sent-back'))).toMatchObject({ code: 'case_closed' })
  const presses = await Promise.all([1, 2, 3].map(() => settle(caseId, granted)))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await listRefunds(paymentId)).toMatchObject([{ amount_grosze: granted, reason: `reklamacja ${number}` }])
  const [session] = await orders.sessionsOf(orderId)
  expect(session?.money?.refunds).toMatchObject([{ amount: granted }])
  expect(await returns.read(caseId)).toMatchObject({ stage: 'settled', settled_grosze: granted, refund: 'succeeded' })
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([{ stage: 'settled', amount_grosze: granted }])
  expect(await returns.mailsTo(email)).toEqual(['case-received', 'case-answered'])
})

test('the whole purchase: returned pieces are refunded without delivery, and added to stock once', async () => {
  const { caseId, item, checkoutId, paymentId, price } = await complainedAhead('withdrawal', 2)
  expect((await accept(caseId)).status).toBe(200)
  const found = await returns.read(caseId)
  expect(found).toMatchObject({
    stage: 'waiting_for_goods',
    money: { pieces_grosze: 2 * price, delivery_grosze: 0, owed_grosze: 2 * price },
  })
  const items = found.pieces.map(({ order_item_id: orderItemId }) => ({
    order_item_id: orderItemId,
    quantity: 2,
    condition: 'damaged',
    restock: 1,
  }))
  const less = { items, deduction_grosze: 100, deduction_reason: 'ślady używania' }
  expect(await errorOf(await returns.act(caseId, 'arrival', less))).toMatchObject({ code: 'deduction_of_complaint' })
  const arrivals = await Promise.all([1, 2].map(() => returns.act(caseId, 'arrival', { items })))
  expect(arrivals.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await orders.stockOf(item))?.stock_quantity).toBe(9)
  expect((await settle(caseId, 2 * price)).status).toBe(200)
  expect(await listRefunds(paymentId)).toMatchObject([{ amount_grosze: 2 * price }])
  const { email } = await returns.read(caseId)
  expect(await returns.mailsTo(email)).toEqual(['case-received', 'case-answered', 'case-arrived'])
  // The complaint takes the pieces: a withdrawal of the same order finds none.
  const late = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 2 }])
  expect((await returns.read(late)).pieces).toMatchObject([{ quantity: 0 }])
})

test('a returned piece whose price was lowered is refunded at the lower price', async () => {
  const { caseId, item, checkoutId, price } = await complainedAhead('lower_price', 2)
  expect((await accept(caseId, 500)).status).toBe(200)
  expect((await settle(caseId, 500)).status).toBe(200)
  const first = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  const second = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  expect((await moneyOf(first))?.pieces_grosze).toBe(price)
  expect((await moneyOf(second))?.pieces_grosze).toBe(price - 500)
})

test('a withdrawn piece leaves nothing that a complaint could refund', async () => {
  const { caseId, item, checkoutId } = await complainedAhead('lower_price', 2)
  await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 2 }])
  expect(await errorOf(await accept(caseId, 1))).toMatchObject({ code: 'refund_too_large' })
  expect((await accept(caseId)).status).toBe(200)
  const whole = await returns.complainByLink(checkoutId, 'withdrawal', [{ product_id: item.id, quantity: 1 }])
  expect((await accept(whole)).status).toBe(200)
  expect((await returns.read(whole)).pieces).toMatchObject([{ quantity: 0 }])
  for (const id of [caseId, whole]) {
    expect(await moneyOf(id)).toMatchObject({ owed_grosze: 0 })
    expect((await settle(id, 0)).status).toBe(200)
  }
})

test('a refund from the order’s page since a complaint does not raise the value of its pieces', async () => {
  const withdrawn = await complainedAhead('lower_price', 2)
  await returns.withdrawByLink(withdrawn.checkoutId, [{ product_id: withdrawn.item.id, quantity: 2 }])
  const pay = (orderId: string, body: object) => orders.change(orderId, 'refunds', body)
  expect((await pay(withdrawn.orderId, refundOf(withdrawn.paymentId, 900))).status).toBe(200)
  expect(await errorOf(await accept(withdrawn.caseId, 1))).toMatchObject({ code: 'refund_too_large' })
  expect((await accept(withdrawn.caseId)).status).toBe(200)

  const { caseId, orderId, paymentId, price } = await complainedAhead('lower_price')
  expect((await pay(orderId, refundOf(paymentId, price + 1))).status).toBe(200)
  expect(await errorOf(await accept(caseId, price + 1))).toMatchObject({ code: 'refund_too_large' })
  expect((await accept(caseId, price)).status).toBe(200)
})

test('a refund on the order’s page for a withdrawal is not used up by a smaller complaint closed first', async () => {
  const { caseId, item, checkoutId, orderId, paymentId, price } = await complainedAhead('lower_price')
  const other = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  await accept(caseId, 700)
  const refund = refundOf(paymentId, price)
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refund))).toBe('ok')
  expect(await moneyOf(caseId)).toMatchObject({ returned_beside_grosze: 700, owed_grosze: 0 })
  expect((await settle(caseId, 0)).status).toBe(200)
  expect(await moneyOf(other)).toMatchObject({ returned_beside_grosze: price - 700, owed_grosze: 700 })
})

test('race: complaint, withdrawal and order’s page at once never refund the same money twice', async () => {
  for (const demand of ['lower_price', 'withdrawal'] as const) {
    const { caseId, item, checkoutId, orderId, paymentId, price, totalGrosze } = await complainedAhead(demand)
    const other = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
    expect((await accept(caseId, demand === 'lower_price' ? 700 : undefined)).status).toBe(200)
    const owed = (await moneyOf(caseId))?.owed_grosze ?? 0
    const withdrawn = (await moneyOf(other))?.owed_grosze ?? 0
    expect([owed, withdrawn]).toEqual([demand === 'lower_price' ? 700 : price, price])
    const refund = refundOf(paymentId, owed)
    const answers = await Promise.all([
      settle(caseId, owed),
      orders.change(orderId, 'refunds', refund),
      settle(other, withdrawn),
      settle(caseId, owed),
    ])
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    // Afterwards both cases are closed with the sums that they then show as owed.
    for (const id of [caseId, other]) {
      await listRefunds(paymentId)
      const money = await moneyOf(id)
      if ((await returns.read(id)).settled_at === null)
        expect((await settle(id, money?.owed_grosze ?? 0)).status).toBe(200)
    }
    const given = (await listRefunds(paymentId)).reduce((sum, { amount_grosze }) => sum + amount_grosze, 0)
    expect(given).toBe(owed + withdrawn)
    expect(given).toBeLessThan(totalGrosze)
  }
})

test('on delivery: the money of an accepted complaint goes to the account given by the order’s link', async () => {
  const { orderId, item } = await orders.onDelivery()
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', orderId).execute()
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.complainByLink(checkoutId, 'lower_price', [{ product_id: item.id, quantity: 1 }])
  const { number, email } = await returns.read(caseId)
  const give = () =>
    api.post('/api/order-link/account-number', {
      token: returns.tokenOf(checkoutId),
      number,
      iban: '61 1090 1014 0000 0712 1981 2874',
    })
  expect(await errorOf(await give())).toMatchObject({ code: 'case_unanswered' })
  expect((await accept(caseId, 300)).status).toBe(200)
  expect(await errorOf(await settle(caseId, 300))).toMatchObject({ code: 'account_number_missing' })
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([{ stage: 'to_settle', account: { ending: null } }])
  expect((await give()).status).toBe(200)
  const presses = await Promise.all([1, 2].map(() => settle(caseId, 300)))
  expect(presses.map(({ status }) => status)).toEqual([200, 200])
  expect(await returns.mailsTo(email)).toEqual(['case-received', 'case-answered', 'case-account', 'case-transferred'])
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([{ stage: 'settled', amount_grosze: 300, account: null }])
})

test('an accepted complaint waits in the panel until its refund; one about a repair does not wait', async () => {
  const listed = async (state: string) => {
    const answer = await api.get(`/api/admin/returns?state=${state}&kind=complaint`, { Cookie: orders.admin })
    return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  const { caseId, checkoutId, item } = await complainedAhead('lower_price')
  const repair = await returns.complainByLink(checkoutId, 'repair', [{ product_id: item.id, quantity: 1 }])
  await accept(caseId, 100)
  await accept(repair)
  expect(await listed('open')).toContain(caseId)
  expect(await listed('closed')).toContain(repair)
  await settle(caseId, 100)
  expect(await listed('closed')).toContain(caseId)
})

test('a complaint without an order cannot refund money until it is assigned to one', async () => {
  const body = { name: 'Ktoś Inny', order_number: '10000001', email: 'reklamuje@example.test', reason: 'Pęknięty.' }
  const answer = await returns.send('/api/complaints', { ...body, demand: 'withdrawal' })
  const caseId = await returns.match(((await answer.json()) as { number: string }).number)
  expect(await errorOf(await accept(caseId))).toMatchObject({ code: 'case_unmatched' })
})
