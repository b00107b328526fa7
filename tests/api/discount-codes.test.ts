// Discount codes: the discount, on delivery and prepaid; each reason why a code does not apply; uses that are counted,
// given back and taken again; the refund of a discounted piece; guesses; the owner's panel.
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import type { Api } from '#tests/support/api.ts'
import { codeInput, openCodes } from '#tests/support/codes.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import {
  type CartItem,
  COURIER,
  cart,
  errorOf,
  orderAhead,
  PREPAID_COURIER,
  prepaidCart,
  productsOnSale,
  startedAhead,
  storedByOrders,
} from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { openReturns } from '#tests/support/returns.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let changes: Awaited<ReturnType<typeof openOrderChanges>>
let orders: typeof changes.orders
let codes: ReturnType<typeof openCodes>
let returns: ReturnType<typeof openReturns>
test.beforeAll(async ({ api: started }) => {
  api = started
  changes = await openOrderChanges(api)
  orders = changes.orders
  codes = openCodes(api, orders.admin)
  returns = openReturns(api, orders.admin)
})

const HOUR = 3_600_000
const clockIn = (hours: number) => toWallClock(new Date(Date.now() + hours * HOUR))
const groszeOf = (items: readonly CartItem[]) =>
  items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
/** The discount of ten percent. */
const tenth = (items: readonly CartItem[]) => Math.floor(groszeOf(items) / 10)
const discounted = (code: string, grosze: number, more: object = {}) => ({
  discountCode: code,
  discount: grosze / 100,
  ...more,
})
const pick = async (...quantities: number[]): Promise<CartItem[]> =>
  (await productsOnSale(api, quantities.length)).map((item, index) => ({ ...item, quantity: quantities[index] ?? 1 }))

type Placed = { orderIds: string[]; checkoutId: string; totalGrosze: number; discount: unknown }
async function placed(body: object, buyer = api.customer()): Promise<Placed> {
  const answer = await (await buyer).order(body)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Placed
}
const rowsOf = (checkoutId: string) =>
  api.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.items_grosze',
      'orders.shipping_grosze',
      'orders.total_grosze',
      'orders.discount_code',
    ])
    .select(['orders.waived_grosze', 'order_items.id as item_id', 'unit_price_grosze', 'quantity', 'discount_grosze'])
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.id')
    .orderBy('order_items.id')
    .execute()
const paymentOf = (orderId: string) =>
  api.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
async function paid(body: object, buyer = api.customer()) {
  const started = await startedAhead(api, await buyer, body)
  await orders.stripe.act(started.sessionId, { action: 'pay' })
  const payment = await paymentOf(started.orderId)
  await checkPayment(api.services, payment.id)
  return { ...started, paymentId: payment.id }
}

test('on delivery the discount is split over one order per item, and every shown sum includes it', async () => {
  const { code, id } = await codes.add()
  const items = await pick(1, 2, 3)
  const off = tenth(items)
  const total = groszeOf(items) - off + COURIER * 100
  const buyer = await api.customer()
  const { checkoutId, orderIds, totalGrosze, discount } = await placed(
    cart(items, discounted(code.toLowerCase(), off)),
    Promise.resolve(buyer),
  )
  expect({ totalGrosze, discount }).toEqual({ totalGrosze: total, discount: { code, grosze: off } })
  const rows = await rowsOf(checkoutId)
  expect(rows.map(({ discount_code }) => discount_code)).toEqual([code, code, code])
  expect(rows.reduce((sum, row) => sum + row.discount_grosze, 0)).toBe(off)
  expect(rows.reduce((sum, row) => sum + row.total_grosze, 0)).toBe(total)
  for (const row of rows) {
    expect(row.items_grosze).toBe(row.quantity * row.unit_price_grosze - row.discount_grosze)
  }
  const page = await orders.read(orderIds[0] ?? '')
  expect(page).toMatchObject({
    discount: { code, grosze: rows[0]?.discount_grosze },
    total_grosze: rows[0]?.total_grosze,
  })
  expect(page.change.due_grosze).toBe(total)
  const linked = await (await api.post('/api/order-link', { token: returns.tokenOf(checkoutId) })).json()
  expect(linked).toMatchObject({ total_grosze: total, discount: { code, grosze: off } })
  const own = (await (await api.get('/api/me/orders', { Cookie: buyer.cookie })).json()) as Pick<Placed, 'discount'>[]
  expect(own.map((order) => order.discount)).toEqual(rows.map((row) => ({ code, grosze: row.discount_grosze })))
  const contract = await api.get(`/api/me/orders/${orderIds[0]}/contract`, { Cookie: buyer.cookie })
  const pages = await readPdf(new Uint8Array(await contract.arrayBuffer()))
  const words = pages.join(' ')
  expect(words).toContain(`Kod ${code}`)
  for (const grosze of [groszeOf(items), -off, total])
    expect(words).toContain(formatGrosze(grosze).replaceAll(/\s/g, ' '))
  const file = await api.get('/api/admin/exports/orders', { Cookie: orders.admin })
  expect((await file.text()).split('\n').filter((line) => line.includes(`;${code};`))).toHaveLength(3)
  expect(await codes.find(id)).toMatchObject({
    code,
    uses: 1,
    given_grosze: off,
    state: 'valid',
  })
})

test('prepaid, the lines of the payment page add up to the charged sum', async () => {
  const { code } = await codes.add({ kind: 'sum', percent: null, sum_grosze: '20,01' })
  const items = await pick(3, 1)
  const total = groszeOf(items) - 2_001 + Math.round(PREPAID_COURIER * 100)
  const { totalGrosze, sessionId, orderId, checkoutId } = await startedAhead(
    api,
    await api.customer(),
    prepaidCart(items, discounted(code, 2_001)),
  )
  expect(totalGrosze).toBe(total)
  expect((await paymentOf(orderId)).amount_grosze).toBe(total)
  const session = (await orders.stripe.sessions()).find(({ id }) => id === sessionId)
  expect(session?.amountTotal).toBe(total)
  expect(session?.lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)).toBe(total)
  expect((await rowsOf(checkoutId)).reduce((sum, row) => sum + row.discount_grosze, 0)).toBe(2_001)
})

test('a free-delivery code makes only delivery free, and the list of codes shows its value', async () => {
  const added = await codes.add({ kind: 'free_delivery', percent: null })
  const items = await pick(1, 1)
  const { checkoutId, totalGrosze } = await placed(cart(items, { ...discounted(added.code, 0), shippingCost: 0 }))
  expect(totalGrosze).toBe(groszeOf(items))
  const rows = await rowsOf(checkoutId)
  expect(rows.map(({ shipping_grosze, discount_grosze }) => [shipping_grosze, discount_grosze])).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await codes.find(added.id)).toMatchObject({ uses: 1, given_grosze: Math.round(COURIER * 100) })
})

test('a discount leaves at least one grosz of each product’s price', async () => {
  const { code } = await codes.add({ kind: 'percent', percent: '100' })
  const items = await pick(1, 1)
  const { checkoutId } = await placed(cart(items, discounted(code, groszeOf(items) - 2)))
  expect((await rowsOf(checkoutId)).map(({ items_grosze }) => items_grosze)).toEqual([1, 1])
  // Also of the pieces that stay when others leave.
  const [three] = await pick(3)
  if (!three) throw new Error('no product')
  const { orderIds, checkoutId: another } = await placed(cart([three], discounted(code, groszeOf([three]) - 1)))
  const [orderId = ''] = orderIds
  const { change, shipping_grosze: shipping } = await orders.read(orderId)
  const pieces = { version: change.version, items: [{ product_id: three.id, quantity: 2 }], total_grosze: 1 + shipping }
  expect((await orders.change(orderId, 'pieces', pieces)).status).toBe(200)
  expect((await rowsOf(another)).map(({ items_grosze }) => items_grosze)).toEqual([1])
})

test('gifts depend on the sum before the discount, and the price history is unchanged', async () => {
  const [item] = await pick(1)
  if (!item) throw new Error('no product')
  const { code } = await codes.add({ percent: 50 })
  const before = await api.db.selectFrom('product_prices').selectAll().where('product_id', '=', item.id).execute()
  const rule = await api.db.selectFrom('gift_rule').selectAll().executeTakeFirstOrThrow()
  await api.db.updateTable('products').set({ gender: 'women' }).where('id', '=', item.id).execute()
  await api.db
    .updateTable('gift_rule')
    .set({
      active: true,
      from_grosze: groszeOf([item]),
      genders: ['women'],
      stock: null,
      until_day: null,
      preset: false,
    })
    .execute()
  const off = Math.floor(groszeOf([item]) / 2)
  const answer = await placed(cart([item], discounted(code, off)))
  expect(answer).toMatchObject({ gift: { pieces: 1 } })
  expect(await api.db.selectFrom('product_prices').selectAll().where('product_id', '=', item.id).execute()).toEqual(
    before,
  )
  const { id: _, updated_at: __, ...columns } = rule
  await api.db.updateTable('gift_rule').set(columns).execute()
})

const WAYS = {
  'on delivery': (items: readonly CartItem[], more: object) => cart(items, more),
  'paid ahead': (items: readonly CartItem[], more: object) => prepaidCart(items, more),
}
const send = async (way: keyof typeof WAYS, items: readonly CartItem[], more: object, buyer = api.customer()) =>
  way === 'on delivery'
    ? (await buyer).order(WAYS[way](items, more))
    : orderAhead(api, await buyer, WAYS[way](items, more))

test.for(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  '%s: each reason is a sentence, and nothing is stored',
  async (way) => {
    const [item] = await pick(1)
    if (!item) throw new Error('no product')
    const off = tenth([item])
    const cases: [string, object | null, RegExp][] = [
      ['code_unknown', null, /^Nie ma takiego kodu/],
      ['code_unknown', { active: false }, /^Nie ma takiego kodu/],
      ['code_not_yet', { valid_from: clockIn(2) }, /działa dopiero od/],
      ['code_expired', { valid_to: clockIn(-1) }, /minął jego termin/],
      ['code_not_for_you', { email: 'ktos.inny@example.test' }, /dla innego adresu/],
      ['code_needs_more', { least_grosze: groszeOf([item]) + 1 }, /działa od .* za produkty/],
      ['price_changed', { percent: 20 }, /^Cena się zmieniła/],
    ]
    for (const [reason, input, sentence] of cases) {
      const code = input === null ? 'NIEMATAKIEGO' : (await codes.add(input)).code
      const before = await storedByOrders(api)
      const error = await errorOf(await send(way, [item], discounted(code, off)))
      expect(error).toMatchObject({ status: 409, code: reason, message: expect.stringMatching(sentence) })
      if (reason !== 'price_changed') expect(error.fields).toHaveProperty('discountCode')
      expect(await storedByOrders(api)).toEqual(before)
    }
    const { code } = await codes.add()
    const unseen = await errorOf(await send(way, [item], { discountCode: code }))
    expect(unseen).toMatchObject({ code: 'price_changed', details: { discount: { oldGrosze: 0, newGrosze: off } } })
    // A text that cannot be a code is refused by its format.
    expect(await errorOf(await send(way, [item], { discountCode: 'x!' }))).toMatchObject({ code: 'invalid_request' })
  },
)

test.for(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  '%s: once for a person, and a personal code for its address',
  async (way) => {
    const [item] = await pick(1)
    if (!item) throw new Error('no product')
    const buyer = await api.customer()
    const once = await codes.add({ once_per_person: true, email: buyer.email.toUpperCase() })
    const more = discounted(once.code, tenth([item]))
    expect((await send(way, [item], more, Promise.resolve(buyer))).status).toBe(200)
    expect(await errorOf(await send(way, [item], more, Promise.resolve(buyer)))).toMatchObject({
      code: 'code_used_already',
    })
    const other = await codes.add({ once_per_person: true })
    const next = discounted(other.code, tenth([item]))
    expect((await send(way, [item], next)).status).toBe(200)
    expect((await send(way, [item], next)).status).toBe(200)
  },
)

test('of twenty orders for the last use of a code one gets it, and a retry under its key counts once', async () => {
  const { code, id } = await codes.add({ most_uses: 1 })
  // Each orders another product, so that no lock of a product makes them wait for each other.
  const bodies = (await productsOnSale(api, 20)).map((item) => cart([item], discounted(code, tenth([item]))))
  const buyers = await Promise.all(bodies.map(() => api.customer()))
  const keys = buyers.map(() => crypto.randomUUID())
  const answers = await Promise.all(buyers.map((buyer, index) => buyer.order(bodies[index], keys[index])))
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect((await errorOf(answer)).code).toBe('code_used_up')
  }
  const again = await buyers[winner]?.order(bodies[winner], keys[winner])
  expect(again?.status).toBe(200)
  expect(await again?.json()).toEqual(await answers[winner]?.json())
  expect(await codes.find(id)).toMatchObject({ uses: 1, state: 'used_up' })
  expect(await errorOf(await codes.check(code))).toMatchObject({ code: 'code_used_up' })
})

test('cancelling an order frees the use of its code, and restoring takes it again or says why not', async () => {
  const { code, id } = await codes.add({ most_uses: 1 })
  const items = await pick(1, 1)
  const [item] = items
  if (!item) throw new Error('no product')
  const { orderIds } = await placed(cart(items, discounted(code, tenth(items))))
  const [first = '', second = ''] = orderIds
  const cancel = async (orderId: string) => {
    const { status, version } = await orders.read(orderId)
    return orders.change(orderId, 'cancel', { seen: status, version, reason: 'pomyłka' })
  }
  expect((await cancel(first)).status).toBe(200)
  // The other order of the checkout still has it.
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  expect((await cancel(second)).status).toBe(200)
  expect(await codes.find(id)).toMatchObject({ uses: 0, state: 'valid', is_used: true, given_grosze: 0 })
  // The use is free again: the parcel of the cancelled order is sent after all.
  expect((await orders.setShipment(first, { status: 'processing' })).status).toBe(200)
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  expect((await cancel(first)).status).toBe(200)
  await placed(cart([item], discounted(code, tenth([item]))))
  expect(await errorOf(await orders.setShipment(first, { status: 'processing' }))).toMatchObject({
    code: 'order_code_gone',
    message: expect.stringContaining('Kod rabatowy tego zamówienia'),
  })
})

test('an unpaid order frees the use of its code; paying again or late takes it or is refused', async () => {
  const { code, id } = await codes.add({ most_uses: 1 })
  const items = await pick(1)
  const buyer = await api.customer()
  const more = discounted(code, tenth(items))
  const first = await startedAhead(api, buyer, prepaidCart(items, more))
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  await orders.stripe.act(first.sessionId, { action: 'expire' })
  await orders.check(first.orderId)
  expect(await codes.find(id)).toMatchObject({ uses: 0 })
  expect((await orders.pay(buyer, first.orderId)).status).toBe(200)
  expect(await codes.find(id)).toMatchObject({ uses: 1 })
  const session = await api.db
    .selectFrom('payments')
    .select('provider_session_id')
    .where('order_id', '=', first.orderId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  await orders.stripe.act(session.provider_session_id ?? '', { action: 'expire' })
  await orders.check(first.orderId)
  await placed(cart(items, more))
  expect(await errorOf(await orders.pay(buyer, first.orderId))).toMatchObject({ code: 'code_used_up' })
  expect(await orders.statusOf(first.orderId)).toBe('cancelled')
})

test('a returned discounted piece is refunded exactly what was paid for it, and all pieces the whole sum', async () => {
  const { code } = await codes.add({ percent: 33 })
  const items = await pick(3)
  const [item] = items
  if (!item) throw new Error('no product')
  const off = Math.floor(groszeOf(items) * 0.33)
  const order = await paid(prepaidCart(items, discounted(code, off)))
  await api.db.updateTable('shipments').set({ status: 'delivered' }).where('order_id', '=', order.orderId).execute()
  const given: number[] = []
  for (const quantity of [1, 1, 1]) {
    const caseId = await returns.withdrawByLink(order.checkoutId, [{ product_id: item.id, quantity }])
    const { money } = await returns.read(caseId)
    if (!money) throw new Error('a withdrawal is about money')
    given.push(money.pieces_grosze)
    const settled = await returns.act(caseId, 'settle', { owed_grosze: money.owed_grosze })
    expect(settled.status).toBe(200)
    const refunds = await api.db.selectFrom('refunds').select('id').where('payment_id', '=', order.paymentId).execute()
    for (const { id } of refunds) await makeRefund(api.services, id)
  }
  expect(given.reduce((sum, grosze) => sum + grosze, 0)).toBe(groszeOf(items) - off)
  expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(1)
  const stayed = await api.db
    .selectFrom('money_movements')
    .select(['kind', 'grosze'])
    .where('order_id', '=', order.orderId)
    .execute()
  const left = stayed.reduce((sum, { kind, grosze }) => sum + (kind === 'sold' ? grosze : -grosze), 0)
  // The whole sum was refunded, with the cost of the cheapest delivery.
  expect(left).toBe(Math.round(PREPAID_COURIER * 100) - 1_299)
})

test('pieces removed from an order reduce the discount by their share, prepaid and on delivery', async () => {
  const { code } = await codes.add({ percent: 33 })
  const items = await pick(3)
  const [item] = items
  if (!item) throw new Error('no product')
  const unit = groszeOf([{ ...item, quantity: 1 }])
  const off = Math.floor(groszeOf(items) * 0.33)
  const keptOff = Math.floor(off / 3)
  const change = async (orderId: string) => {
    const { change: seen, shipping_grosze: shipping } = await orders.read(orderId)
    const total = unit - keptOff + shipping
    return orders.change(orderId, 'pieces', {
      version: seen.version,
      items: [{ product_id: item.id, quantity: 1 }],
      total_grosze: total,
    })
  }
  const ahead = await paid(prepaidCart(items, discounted(code, off)))
  expect((await change(ahead.orderId)).status).toBe(200)
  const refund = await api.db.selectFrom('refunds').selectAll().where('payment_id', '=', ahead.paymentId).execute()
  expect(refund.map(({ amount_grosze }) => amount_grosze)).toEqual([2 * unit - (off - keptOff)])
  expect(await rowsOf(ahead.checkoutId)).toMatchObject([{ items_grosze: unit - keptOff, discount_grosze: keptOff }])

  const onDelivery = await placed(cart(items, discounted(code, off)))
  const [orderId = ''] = onDelivery.orderIds
  expect((await change(orderId)).status).toBe(200)
  expect((await orders.read(orderId)).change.due_grosze).toBe(unit - keptOff + Math.round(COURIER * 100))

  // Taken out by a withdrawal before it is sent.
  const third = await placed(cart(items, discounted(code, off)))
  const caseId = await returns.withdrawByLink(third.checkoutId, [{ product_id: item.id, quantity: 2 }])
  expect((await returns.act(caseId, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  expect(await rowsOf(third.checkoutId)).toMatchObject([
    { quantity: 1, items_grosze: unit - keptOff, discount_grosze: keptOff },
  ])
})

test('checking a code tells its terms and, for a public code, the lowest price of the 30 days before it', async () => {
  const [item] = await pick(1)
  if (!item) throw new Error('no product')
  await api.db
    .insertInto('product_prices')
    .values({
      product_id: item.id,
      price_grosze: 777,
      valid_from: new Date(Date.now() - 20 * 24 * HOUR),
      valid_to: new Date(Date.now() - 10 * 24 * HOUR),
    })
    .execute()
  const open = await codes.add({ least_grosze: '100' })
  const answer = await codes.check(` ${open.code.toLowerCase()} `, [item.id, 'no-uuid'])
  expect(await answer.json()).toEqual({
    code: open.code,
    kind: 'percent',
    value: 10,
    least_grosze: 10_000,
    lowest: [{ id: item.id, grosze: 777 }],
  })
  const own = await codes.add({ email: 'ania@example.test' })
  expect(await (await codes.check(own.code, [item.id])).json()).toMatchObject({ lowest: [] })
})

test('the owner: code texts are unique, terms of a used code cannot change, only unused ones are deleted', async () => {
  const { code, id, version } = await codes.add()
  expect(await errorOf(await codes.call('POST', '', codeInput({ code: ` ${code.toLowerCase()} ` })))).toMatchObject({
    status: 409,
    code: 'code_taken',
    fields: { code: 'Taki kod już jest.' },
  })
  const wrong = await errorOf(
    await codes.call(
      'POST',
      '',
      codeInput({ code: 'ZA', kind: 'sum', percent: null, valid_from: clockIn(2), valid_to: clockIn(1) }),
    ),
  )
  expect(Object.keys(wrong.fields ?? {})).toContain('code')
  const input = codeInput({ code })
  const [item] = await pick(1)
  if (!item) throw new Error('no product')
  await placed(cart([item], discounted(code, tenth([item]))))
  const change = (more: object) => codes.call('PATCH', `/${id}`, { ...input, version, ...more })
  expect(await errorOf(await change({ percent: 20 }))).toMatchObject({ code: 'code_value_fixed' })
  expect(await errorOf(await change({ code: 'INNYTEKST' }))).toMatchObject({ code: 'code_value_fixed' })
  const off = await change({ active: false })
  expect(await off.json()).toMatchObject({ state: 'off', active: false, is_used: true })
  expect(await errorOf(await change({ active: true }))).toMatchObject({ code: 'changed_meanwhile' })
  const seen = await codes.find(id)
  expect(await errorOf(await codes.call('DELETE', `/${id}`, { version: seen.version }))).toMatchObject({
    code: 'code_in_use',
  })
  const unused = await codes.add()
  expect((await codes.call('DELETE', `/${unused.id}`, { version: unused.version })).status).toBe(200)
  expect(await errorOf(await codes.check(unused.code))).toMatchObject({ code: 'code_unknown' })
})
