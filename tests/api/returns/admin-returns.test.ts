import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
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

/** The cheapest delivery of the demo shop, grosze. */
const CHEAPEST = 1_299

async function deliver(orderId: string): Promise<void> {
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', orderId).execute()
}

/** A delivered order of two pieces that was paid ahead, and its withdrawal. */
async function withdrawnAhead(quantity = 2) {
  const order = await orders.paidAhead()
  await deliver(order.orderId)
  const checkoutId = await returns.checkoutOf(order.orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: order.item.id, quantity }])
  return { ...order, checkoutId, caseId }
}

const owedOf = async (caseId: string) => (await returns.read(caseId)).money?.owed_grosze ?? -1

test('prepaid, statement to refund: pieces and cheapest delivery are refunded once, stock is added once', async () => {
  const { caseId, orderId, paymentId, item, checkoutId, totalGrosze } = await withdrawnAhead()
  const price = Math.round(item.price * 100)
  const before = await returns.read(caseId)
  expect(before).toMatchObject({
    stage: 'waiting_for_goods',
    match: 'signed',
    money: { pieces_grosze: 2 * price, delivery_grosze: CHEAPEST, total_grosze: 2 * price + CHEAPEST },
  })
  expect(before.money?.owed_grosze).toBeLessThan(totalGrosze)
  expect((await orders.stockOf(item))?.stock_quantity).toBe(8)

  const arrival = {
    items: before.pieces.map(({ order_item_id: orderItemId, quantity }) => ({
      order_item_id: orderItemId,
      quantity,
      condition: 'sealed',
      restock: 1,
    })),
    deduction_grosze: 500,
    deduction_reason: 'brak pudełka',
  }
  const arrivals = await Promise.all([1, 2, 3].map(() => returns.act(caseId, 'arrival', arrival)))
  expect(arrivals.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await orders.stockOf(item))?.stock_quantity).toBe(9)
  const owed = await owedOf(caseId)
  expect(owed).toBe(2 * price + CHEAPEST - 500)

  const presses = await Promise.all([1, 2, 3, 4].map(() => returns.act(caseId, 'settle', { owed_grosze: owed })))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await orders.makeRefunds(paymentId)
  const [session] = await orders.sessionsOf(orderId)
  expect(session?.money?.refunds).toMatchObject([{ amount: owed }])
  expect(await returns.read(caseId)).toMatchObject({ stage: 'settled', settled_grosze: owed, refund: 'succeeded' })
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([
    { stage: 'settled', amount_grosze: owed, deduction_grosze: 500, account: null },
  ])
  // The order was delivered, so it stays; what is cancelled later returns the other piece only.
  expect((await orders.read(orderId)).status).toBe('paid')
  expect((await orders.setShipment(orderId, { status: 'cancelled' })).status).toBe(200)
  expect((await orders.stockOf(item))?.stock_quantity).toBe(10)
})

test.for([
  { paid: 'ahead', place: () => orders.paidAhead(), by_transfer: false },
  { paid: 'on delivery', place: () => orders.onDelivery(), by_transfer: true },
])(
  'the answer to a withdrawal by link says what goes back and how, also when repeated: paid $paid',
  async ({ place, by_transfer }) => {
    const { orderId, item } = await place()
    await deliver(orderId)
    const token = returns.tokenOf(await returns.checkoutOf(orderId))
    const withdraw = async (key: string) => {
      const statement = { token, items: [{ product_id: item.id, quantity: 1 }] }
      return (await returns.send('/api/order-link/withdraw', statement, { key })).json()
    }
    const [key, price] = [crypto.randomUUID(), Math.round(item.price * 100)]
    for (const _ of [1, 2]) expect(await withdraw(key)).toMatchObject({ refund: { grosze: price, by_transfer } })
    // With the last piece the delivery goes back.
    const last = { grosze: price + CHEAPEST, by_transfer }
    expect(await withdraw(crypto.randomUUID())).toMatchObject({ refund: last })
  },
)

test('the first of two returned pieces is refunded without delivery, the second one with it', async () => {
  const { caseId, item, checkoutId } = await withdrawnAhead(1)
  const price = Math.round(item.price * 100)
  expect(await owedOf(caseId)).toBe(price)
  const other = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  expect(await owedOf(caseId)).toBe(price)
  expect(await owedOf(other)).toBe(price + CHEAPEST)
})

test('a refund from the order’s page counts once, for the case that was closed with it', async () => {
  const { caseId, item, checkoutId, orderId, paymentId } = await withdrawnAhead(1)
  const price = Math.round(item.price * 100)
  const other = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  const refund = refundOf(paymentId, price)
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refund))).toBe('ok')
  await orders.makeRefunds(paymentId)
  expect(await owedOf(caseId)).toBe(0)
  expect((await returns.act(caseId, 'settle', { owed_grosze: 0 })).status).toBe(200)
  expect(await owedOf(other)).toBe(price + CHEAPEST)
})

test('race: a case and the order’s page at once never refund the same money twice', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { caseId, orderId, paymentId, totalGrosze } = await withdrawnAhead()
    const owed = await owedOf(caseId)
    const refund = refundOf(paymentId, owed)
    const answers = await Promise.all([
      returns.act(caseId, 'settle', { owed_grosze: owed }),
      orders.change(orderId, 'refunds', refund),
      returns.act(caseId, 'settle', { owed_grosze: owed }),
    ])
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    await orders.makeRefunds(paymentId)
    const refunds = await api.db
      .selectFrom('refunds')
      .select('amount_grosze')
      .where('payment_id', '=', paymentId)
      .execute()
    expect(refunds).toEqual([{ amount_grosze: owed }])
    expect(owed).toBeLessThan(totalGrosze)
    // If the order's page was first, the case knows that nothing is left to refund.
    const after = await returns.read(caseId)
    if (after.settled_at === null) {
      expect(after.money).toMatchObject({ returned_beside_grosze: owed, owed_grosze: 0 })
      expect((await returns.act(caseId, 'settle', { owed_grosze: 0 })).status).toBe(200)
    }
  }
})

test('the panel refunds the sum that it showed, or says that the sum changed', async () => {
  const { caseId, orderId, paymentId } = await withdrawnAhead()
  const owed = await owedOf(caseId)
  const refund = refundOf(paymentId, 700)
  expect(await orders.codeOf(await orders.change(orderId, 'refunds', refund))).toBe('ok')
  await orders.makeRefunds(paymentId)
  expect(await errorOf(await returns.act(caseId, 'settle', { owed_grosze: owed }))).toMatchObject({
    code: 'owed_changed',
  })
  expect(await owedOf(caseId)).toBe(owed - 700)
})

test('on delivery: the buyer gives an account by the signed link, and the owner records one transfer', async () => {
  const { orderId, item } = await orders.onDelivery()
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 2 }])
  // Before the delivery nothing was paid.
  expect(await owedOf(caseId)).toBe(0)
  await deliver(orderId)
  const owed = await owedOf(caseId)
  expect(owed).toBe(2 * Math.round(item.price * 100) + CHEAPEST)
  expect((await returns.act(caseId, 'sent-back')).status).toBe(200)
  expect(await errorOf(await returns.act(caseId, 'settle', { owed_grosze: owed }))).toMatchObject({
    code: 'account_number_missing',
  })
  const [shown] = await returns.onOrderPage(checkoutId)
  expect(shown).toMatchObject({ stage: 'to_settle', account: { ending: null } })
  const give = (iban: string, number = shown?.number) =>
    api.post('/api/order-link/account-number', { token: returns.tokenOf(checkoutId), number, iban })
  expect(await errorOf(await give('61 1090 1014 0000 0712 1981 2875'))).toMatchObject({
    fields: { iban: expect.stringContaining('pomyłka') },
  })
  expect(await errorOf(await give('61 1090 1014 0000 0712 1981 2874', 'Z00000000'))).toMatchObject({
    code: 'case_not_found',
  })
  expect((await give('61 1090 1014 0000 0712 1981 2874')).status).toBe(200)
  expect((await returns.onOrderPage(checkoutId))[0]?.account).toEqual({ ending: '2874' })
  // Each change of the account is mailed to the buyer, with the last four digits; the same number is no change.
  const { email } = await returns.read(caseId)
  const told = async () => {
    const mails = await api.db
      .selectFrom('mail_outbox')
      .select('data')
      .where('recipient', '=', email)
      .where('template', '=', 'case-account')
      .orderBy('created_at')
      .execute()
    return mails.map(({ data }) => data)
  }
  const first = { caseId, ending: '2874', changed: false }
  await Promise.all([1, 2, 3].map(() => give('61109010140000071219812874')))
  expect(await told()).toMatchObject([first])
  const changes = await Promise.all([1, 2, 3].map(() => give('DE89 3704 0044 0532 0130 00')))
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await told()).toMatchObject([first, { caseId, ending: '3000', changed: true }])
  await give('61 1090 1014 0000 0712 1981 2874')
  expect(await told()).toHaveLength(3)
  // More than five changes a day are refused, and not mailed. The present number is no change.
  const further: number[] = []
  for (let press = 0; press < 4; press += 1) {
    const iban = press % 2 === 0 ? 'DE89 3704 0044 0532 0130 00' : '61 1090 1014 0000 0712 1981 2874'
    further.push((await give(iban)).status)
  }
  expect(further).toEqual([200, 200, 429, 200])
  expect(await told()).toHaveLength(5)
  const presses = await Promise.all([1, 2].map(() => returns.act(caseId, 'settle', { owed_grosze: owed })))
  expect(presses.map(({ status }) => status)).toEqual([200, 200])
  expect((await returns.mailsTo(email)).filter((template) => template !== 'case-account')).toEqual([
    'case-received',
    'case-transferred',
  ])
  expect(await errorOf(await give('DE89 3704 0044 0532 0130 00'))).toMatchObject({ code: 'case_closed' })
})

test('on delivery: the owner types the account that the buyer gave, or records a refund without one', async () => {
  const cases = await Promise.all(
    [1, 2].map(async () => {
      const { orderId, item } = await orders.onDelivery()
      const checkoutId = await returns.checkoutOf(orderId)
      const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 2 }])
      await deliver(orderId)
      return { caseId, checkoutId, owed_grosze: await owedOf(caseId) }
    }),
  )
  const [told, cash] = cases
  if (!told || !cash) throw new Error('two cases were made')
  const iban = '61 1090 1014 0000 0712 1981 2874'
  const wrong = await returns.act(told.caseId, 'settle', { owed_grosze: told.owed_grosze, iban: '61 1090' })
  expect(await errorOf(wrong)).toMatchObject({ fields: { iban: expect.stringContaining('pomyłka') } })
  const settle = ({ caseId, owed_grosze }: typeof told, way: object) =>
    returns.act(caseId, 'settle', { owed_grosze, ...way })
  const presses = await Promise.all([1, 2].map(() => settle(told, { iban })))
  expect(presses.map(({ status }) => status)).toEqual([200, 200])
  expect(await returns.read(told.caseId)).toMatchObject({
    stage: 'settled',
    settled_grosze: told.owed_grosze,
    account_number: 'PL61109010140000071219812874',
  })
  // An account that the buyer gave meanwhile is not ignored.
  const [{ number } = { number: '' }] = await returns.onOrderPage(cash.checkoutId)
  const given = { token: returns.tokenOf(cash.checkoutId), number, iban }
  expect((await api.post('/api/order-link/account-number', given)).status).toBe(200)
  for (const way of [{ given_otherwise: true }, { iban: 'DE89 3704 0044 0532 0130 00' }]) {
    expect(await errorOf(await settle(cash, way))).toMatchObject({ code: 'changed_meanwhile' })
  }
  await api.db.updateTable('return_cases').set({ account_number: null }).where('id', '=', cash.caseId).execute()
  expect((await settle(cash, { given_otherwise: true })).status).toBe(200)
  expect(await returns.read(cash.caseId)).toMatchObject({ stage: 'settled', account_number: null })
})

test('an unverified statement takes no pieces until the owner assigns it to the order', async () => {
  const { orderId, item } = await orders.onDelivery()
  const checkoutId = await returns.checkoutOf(orderId)
  const body = { name: 'Ktoś Inny', order_number: orderId.slice(0, 8), email: 'obca@example.test' }
  const { number } = (await (await returns.send('/api/withdrawals', body)).json()) as { number: string }
  const caseId = await returns.match(number)
  expect(await returns.onOrderPage(checkoutId)).toEqual([])
  expect(await errorOf(await returns.act(caseId, 'settle', { owed_grosze: 0 }))).toMatchObject({
    code: 'case_unmatched',
  })
  const matches = await Promise.all([1, 2].map(() => returns.act(caseId, 'match', { order_number: body.order_number })))
  expect(matches.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await returns.read(caseId)).toMatchObject({ match: 'confirmed', pieces: [{ name: item.name, quantity: 2 }] })
  expect(await returns.onOrderPage(checkoutId)).toHaveLength(1)
})

test('closing a case needs a recent proof; open cases are counted, overdue ones are an unfulfilled duty', async () => {
  const before = (await countPendingWork(api.db)).returns
  const { caseId } = await withdrawnAhead()
  expect((await countPendingWork(api.db)).returns).toBe(before + 1)
  await returns.act(caseId, 'sent-back')
  const gaps = async () => (await findGapsOf(api.services, 'withdrawal-function')).map(({ path }) => path)
  expect(await gaps()).not.toContain(`/admin/zwroty/${caseId}`)
  await api.db
    .updateTable('return_cases')
    .set({ received_at: new Date(Date.now() - 16 * 24 * 60 * 60 * 1000) })
    .where('id', '=', caseId)
    .execute()
  expect(await gaps()).toContain(`/admin/zwroty/${caseId}`)
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect(await errorOf(await returns.act(caseId, 'settle', { owed_grosze: 0 }))).toMatchObject({
    code: 'proof_required',
  })
  await api.post('/api/admin/prove', { password: api.admin.password }, { Cookie: orders.admin })
  const refused = { decision: 'rejected', answer: 'Minął termin.' }
  expect((await returns.act(caseId, 'answer', refused)).status).toBe(200)
  expect(await returns.read(caseId)).toMatchObject({ stage: 'refused' })
  expect(await gaps()).not.toContain(`/admin/zwroty/${caseId}`)
  const list = async (state: string) => {
    const answer = await api.get(`/api/admin/returns?state=${state}&kind=withdrawal`, { Cookie: orders.admin })
    return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  expect(await list('closed')).toContain(caseId)
  expect(await list('open')).not.toContain(caseId)
})
