// Discount codes: the discount of an order, on delivery and prepaid; what a check of a code tells; the owner's panel.
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { StatementForm } from '#domain/returns/statement.ts'
import type { Api } from '#tests/support/api.ts'
import { codeInput } from '#tests/support/codes.ts'
import { discounted, groszeOf, openDiscounts, tenth } from '#tests/support/discounts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { COURIER, cart, errorOf, PREPAID_COURIER, prepaidCart, startedAhead } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { clockIn, DAY } from '#tests/support/reduced-product.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let discounts: Awaited<ReturnType<typeof openDiscounts>>
test.beforeAll(async ({ api: started }) => {
  api = started
  discounts = await openDiscounts(api)
})

test('on delivery the discount is split over one order per item, and every shown sum includes it', async () => {
  const { code, id } = await discounts.codes.add()
  const items = await discounts.pick(1, 2, 3)
  const off = tenth(items)
  const total = groszeOf(items) - off + COURIER * 100
  const buyer = await api.customer()
  const { checkoutId, orderIds, totalGrosze, discount } = await discounts.placed(
    cart(items, discounted(code.toLowerCase(), off)),
    Promise.resolve(buyer),
  )
  expect({ totalGrosze, discount }).toEqual({ totalGrosze: total, discount: { code, grosze: off } })
  const rows = await discounts.rowsOf(checkoutId)
  expect(rows.map(({ discount_code }) => discount_code)).toEqual([code, code, code])
  expect(rows.reduce((sum, row) => sum + row.discount_grosze, 0)).toBe(off)
  expect(rows.reduce((sum, row) => sum + row.total_grosze, 0)).toBe(total)
  for (const row of rows) {
    expect(row.items_grosze).toBe(row.quantity * row.unit_price_grosze - row.discount_grosze)
  }
  const page = await discounts.orders.read(orderIds[0] ?? '')
  expect(page).toMatchObject({
    discount: { code, grosze: rows[0]?.discount_grosze },
    total_grosze: rows[0]?.total_grosze,
  })
  expect(page.change.due_grosze).toBe(total)
  const linked = await (await api.post('/api/order-link', { token: discounts.returns.tokenOf(checkoutId) })).json()
  expect(linked).toMatchObject({ total_grosze: total, discount: { code, grosze: off } })
  const form = await api.post('/api/order-link/statement-form', { token: discounts.returns.tokenOf(checkoutId) })
  const { items: returnable } = (await form.json()) as StatementForm
  expect(returnable.reduce((sum, item) => sum + item.paid_grosze, 0)).toBe(groszeOf(items) - off)
  const own = (await (await api.get('/api/me/orders', { Cookie: buyer.cookie })).json()) as { discount: unknown }[]
  expect(own.map((order) => order.discount)).toEqual(rows.map((row) => ({ code, grosze: row.discount_grosze })))
  const contract = await api.get(`/api/me/orders/${orderIds[0]}/contract`, { Cookie: buyer.cookie })
  const pages = await readPdf(new Uint8Array(await contract.arrayBuffer()))
  const words = pages.join(' ')
  expect(words).toContain(`Kod ${code}`)
  for (const grosze of [groszeOf(items), -off, total])
    expect(words).toContain(formatGrosze(grosze).replaceAll(/\s/g, ' '))
  const file = await api.get('/api/admin/exports/orders', { Cookie: discounts.orders.admin })
  expect((await file.text()).split('\n').filter((line) => line.includes(`;${code};`))).toHaveLength(3)
  expect(await discounts.codes.find(id)).toMatchObject({
    code,
    uses: 1,
    given_grosze: off,
    state: 'valid',
  })
})

test('prepaid, the lines of the payment page add up to the charged sum', async () => {
  const { code } = await discounts.codes.add({ kind: 'sum', percent: null, sum_grosze: '20,01' })
  const items = await discounts.pick(3, 1)
  const total = groszeOf(items) - 2_001 + Math.round(PREPAID_COURIER * 100)
  const { totalGrosze, sessionId, orderId, checkoutId } = await startedAhead(
    api,
    await api.customer(),
    prepaidCart(items, discounted(code, 2_001)),
  )
  expect(totalGrosze).toBe(total)
  expect((await discounts.paymentOf(orderId)).amount_grosze).toBe(total)
  const session = (await discounts.orders.stripe.sessions()).find(({ id }) => id === sessionId)
  expect(session?.amountTotal).toBe(total)
  expect(session?.lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)).toBe(total)
  expect((await discounts.rowsOf(checkoutId)).reduce((sum, row) => sum + row.discount_grosze, 0)).toBe(2_001)
})

test('a free-delivery code makes only delivery free, and the list of codes shows its value', async () => {
  const added = await discounts.codes.add({ kind: 'free_delivery', percent: null })
  const items = await discounts.pick(1, 1)
  const { checkoutId, totalGrosze } = await discounts.placed(
    cart(items, { ...discounted(added.code, 0), shippingCost: 0 }),
  )
  expect(totalGrosze).toBe(groszeOf(items))
  const rows = await discounts.rowsOf(checkoutId)
  expect(rows.map(({ shipping_grosze, discount_grosze }) => [shipping_grosze, discount_grosze])).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await discounts.codes.find(added.id)).toMatchObject({ uses: 1, given_grosze: Math.round(COURIER * 100) })
})

test('a discount leaves at least one grosz of each product’s price', async () => {
  const { code } = await discounts.codes.add({ kind: 'percent', percent: '100' })
  const items = await discounts.pick(1, 1)
  const { checkoutId } = await discounts.placed(cart(items, discounted(code, groszeOf(items) - 2)))
  expect((await discounts.rowsOf(checkoutId)).map(({ items_grosze }) => items_grosze)).toEqual([1, 1])
  // Also of the pieces that stay when others leave.
  const [three] = await discounts.pick(3)
  if (!three) throw new Error('no product')
  const { orderIds, checkoutId: another } = await discounts.placed(
    cart([three], discounted(code, groszeOf([three]) - 1)),
  )
  const [orderId = ''] = orderIds
  const { change, shipping_grosze: shipping } = await discounts.orders.read(orderId)
  const pieces = { version: change.version, items: [{ product_id: three.id, quantity: 2 }], total_grosze: 1 + shipping }
  expect((await discounts.orders.change(orderId, 'pieces', pieces)).status).toBe(200)
  expect((await discounts.rowsOf(another)).map(({ items_grosze }) => items_grosze)).toEqual([1])
})

test('gifts depend on the sum before the discount, and the price history is unchanged', async () => {
  const [item] = await discounts.pick(1)
  if (!item) throw new Error('no product')
  const { code } = await discounts.codes.add({ percent: 50 })
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
  const answer = await discounts.placed(cart([item], discounted(code, off)))
  expect(answer).toMatchObject({ gift: { pieces: 1 } })
  expect(await api.db.selectFrom('product_prices').selectAll().where('product_id', '=', item.id).execute()).toEqual(
    before,
  )
  const { id: _, updated_at: __, ...columns } = rule
  await api.db.updateTable('gift_rule').set(columns).execute()
})
test('checking a code tells its terms and, for a public code, the lowest price of the 30 days before it', async () => {
  const [item] = await discounts.pick(1)
  if (!item) throw new Error('no product')
  await api.db
    .insertInto('product_prices')
    .values({
      product_id: item.id,
      price_grosze: 777,
      valid_from: new Date(Date.now() - 20 * DAY),
      valid_to: new Date(Date.now() - 10 * DAY),
    })
    .execute()
  const open = await discounts.codes.add({ least_grosze: '100' })
  const answer = await discounts.codes.check(` ${open.code.toLowerCase()} `, [item.id, 'no-uuid'])
  expect(await answer.json()).toEqual({
    code: open.code,
    personal: false,
    kind: 'percent',
    value: 10,
    least_grosze: 10_000,
    lowest: [{ id: item.id, grosze: 777 }],
  })
  const own = await discounts.codes.add({ email: 'ania@example.test' })
  expect(await (await discounts.codes.check(own.code, [item.id])).json()).toMatchObject({ lowest: [] })
})

test('the owner: code texts are unique, terms of a used code cannot change, only unused ones are deleted', async () => {
  const { code, id, version } = await discounts.codes.add()
  expect(
    await errorOf(await discounts.codes.call('POST', '', codeInput({ code: ` ${code.toLowerCase()} ` }))),
  ).toMatchObject({
    status: 409,
    code: 'code_taken',
    fields: { code: 'Taki kod już jest.' },
  })
  const wrong = await errorOf(
    await discounts.codes.call(
      'POST',
      '',
      codeInput({ code: 'ZA', kind: 'sum', percent: null, valid_from: clockIn(2), valid_to: clockIn(1) }),
    ),
  )
  expect(Object.keys(wrong.fields ?? {})).toContain('code')
  const input = codeInput({ code })
  const [item] = await discounts.pick(1)
  if (!item) throw new Error('no product')
  await discounts.placed(cart([item], discounted(code, tenth([item]))))
  const change = (more: object) => discounts.codes.call('PATCH', `/${id}`, { ...input, version, ...more })
  expect(await errorOf(await change({ percent: 20 }))).toMatchObject({ code: 'code_value_fixed' })
  expect(await errorOf(await change({ code: 'INNYTEKST' }))).toMatchObject({ code: 'code_value_fixed' })
  const off = await change({ active: false })
  expect(await off.json()).toMatchObject({ state: 'off', active: false, is_used: true })
  expect(await errorOf(await change({ active: true }))).toMatchObject({ code: 'changed_meanwhile' })
  const seen = await discounts.codes.find(id)
  expect(await errorOf(await discounts.codes.call('DELETE', `/${id}`, { version: seen.version }))).toMatchObject({
    code: 'code_in_use',
  })
  const unused = await discounts.codes.add()
  expect((await discounts.codes.call('DELETE', `/${unused.id}`, { version: unused.version })).status).toBe(200)
  expect(await errorOf(await discounts.codes.check(unused.code))).toMatchObject({ code: 'code_unknown' })
})
