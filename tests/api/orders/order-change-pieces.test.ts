// The owner changes the pieces of an order that is not packed, on delivery and prepaid: sums, stock, money and mails
// stay consistent, and impossible changes are refused.
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { cart, errorOf, LOCKER, prepaidCart, startedAhead, toLocker } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let changes: Awaited<ReturnType<typeof openOrderChanges>>
let orders: typeof changes.orders
test.beforeAll(async ({ api: started }) => {
  api = started
  changes = await openOrderChanges(api)
  orders = changes.orders
})

test('pieces on delivery: fewer, more, or another product change the sum due, stock and checkout', async () => {
  const [one, other] = await changes.products(2, 10)
  if (!one || !other) throw new Error('too few products')
  const placed = await changes.toLockerOnDelivery([{ ...one, quantity: 2 }])
  const [id] = placed.orderIds
  const first = await orders.read(id)
  const price = Math.round(one.price * 100)
  expect((await changes.setPieces(id, [{ ...one, quantity: 1 }])).status).toBe(200)
  expect(await orders.read(id)).toMatchObject({
    total_grosze: first.total_grosze - price,
    shipping_grosze: first.shipping_grosze,
  })
  // The price has risen: further pieces keep the order's price, another product has its present price.
  await api.db
    .updateTable('products')
    .set({ price_grosze: price + 500 })
    .where('id', '=', one.id)
    .execute()
  expect(
    (
      await changes.setPieces(id, [
        { ...one, quantity: 3 },
        { ...other, quantity: 1 },
      ])
    ).status,
  ).toBe(200)
  const changed = await orders.read(id)
  expect(changed.total_grosze).toBe(first.total_grosze + price + Math.round(other.price * 100))
  expect(await Promise.all([one, other].map(changes.stockOf))).toEqual([7, 9])
  expect((await changes.setPieces(id, [{ ...other, quantity: 1 }])).status).toBe(200)
  expect(await Promise.all([one, other].map(changes.stockOf))).toEqual([10, 9])
  const last = await orders.read(id)
  const amendments = await changes.amendmentsOf(id)
  expect(amendments.reduce((sum, difference) => sum + difference, 0)).toBe(last.total_grosze - first.total_grosze)
  expect(amendments).toHaveLength(3)
  const checkout = await api.db
    .selectFrom('checkouts')
    .select(['items_grosze', 'total_grosze'])
    .where('id', '=', placed.checkoutId)
    .executeTakeFirstOrThrow()
  expect(checkout).toEqual({ items_grosze: last.items_grosze, total_grosze: last.total_grosze })
  expect((await changes.linked(placed)).total_grosze).toBe(last.total_grosze)
  const sentences = orders.sentencesOf(last)
  expect(sentences).toContainEqual(
    expect.stringMatching(/^Zmieniono liczbę sztuk „.*” z 2 na 1\. Zamówienie kosztuje o .* mniej\.$/),
  )
  expect(sentences).toContainEqual(expect.stringMatching(/^Usunięto 3 × „.*”\. .*Zamówienie kosztuje o .* mniej\.$/))
  // The original pieces of the order are still shown.
  expect(sentences).toContain(
    `Złożono zamówienie na ${groszeToZl(first.total_grosze).toFixed(2).replace('.', ',')} zł.`,
  )
  expect(await changes.mailsTo('order-changed', placed.buyer.email)).toHaveLength(3)
  await api.db.updateTable('products').set({ price_grosze: price }).where('id', '=', one.id).execute()
})

test('pieces prepaid: a lower sum is refunded at once', async () => {
  const { orderId, item, totalGrosze } = await orders.paidAhead()
  const price = Math.round(item.price * 100)
  expect((await changes.setPieces(orderId, [{ ...item, quantity: 1 }])).status).toBe(200)
  const order = await orders.read(orderId)
  expect(order).toMatchObject({
    total_grosze: totalGrosze - price,
    status: 'paid',
    payment: { attempts: [{ status: 'paid', refunds: [{ amount_grosze: price }] }] },
  })
  expect(await changes.amendmentsOf(orderId)).toEqual([-price])
  const { checkout_id: checkoutId } = order
  // Now the paid sum equals the order's cost.
  expect(await changes.linked({ checkoutId })).toMatchObject({ total_grosze: totalGrosze - price, refunded_grosze: 0 })
})

test('pieces: unpaid orders, outdated totals and removing the last piece are refused; of two changes one wins', async () => {
  const [item] = await changes.products(1, 3)
  if (!item) throw new Error('no product')
  const open = await startedAhead(api, await api.customer(), prepaidCart([item]))
  expect((await orders.read(open.orderId)).change.pieces_refusal).toMatch(/czeka na płatność/)
  expect(await orders.codeOf(await changes.setPieces(open.orderId, [{ ...item, quantity: 2 }]))).toBe(
    'order_money_fixed',
  )
  const placed = await changes.toLockerOnDelivery([item])
  const rival = await changes.toLockerOnDelivery([item])
  const [id] = placed.orderIds
  expect(await orders.codeOf(await changes.setPieces(id, [{ ...item, quantity: 2 }], { total_grosze: 1 }))).toBe(
    'out_of_stock',
  )
  await api.db
    .updateTable('products')
    .set({ stock_quantity: 1, out_of_stock: false })
    .where('id', '=', item.id)
    .execute()
  expect(await orders.codeOf(await changes.setPieces(id, [{ ...item, quantity: 2 }], { total_grosze: 1 }))).toBe(
    'changed_meanwhile',
  )
  const codes = await orders.codesOf(
    await Promise.all([id, rival.orderIds[0]].map((each) => changes.setPieces(each, [{ ...item, quantity: 2 }]))),
  )
  expect(codes).toEqual(['ok', 'out_of_stock'])
  expect(await changes.stockOf(item)).toBe(0)
  const { change } = await orders.read(id)
  const twice = { version: change.version, items: [{ product_id: item.id, quantity: 1 }] }
  const { items, shipping_grosze: shippingGrosze } = await orders.read(id)
  const totalGrosze = (items[0]?.unit_price_grosze ?? 0) + shippingGrosze
  const both = await orders.codesOf(
    await Promise.all([1, 2].map(() => orders.change(id, 'pieces', { ...twice, total_grosze: totalGrosze }))),
  )
  expect(both).toContain('ok')
  expect(await orders.read(id)).toMatchObject({ total_grosze: totalGrosze })
})

test('above the limit of cash on delivery nothing can be ordered or added; prepaid it can', async () => {
  const [item] = await changes.products(1, 1000)
  if (!item) throw new Error('no product')
  await api.db.updateTable('products').set({ price_grosze: 99_999 }).where('id', '=', item.id).execute()
  const dear = { ...item, price: 999.99 }
  const buyer = await api.customer()
  const refused = await buyer.order(cart([{ ...dear, quantity: 9 }], { customerData: toLocker, shippingCost: LOCKER }))
  expect(await errorOf(refused)).toMatchObject({
    status: 409,
    code: 'cod_limit_exceeded',
    message: expect.stringMatching(/^Przy odbiorze można zapłacić najwyżej 5.000,00.zł, .* Wybierz płatność online\.$/),
    fields: { shippingMethod: expect.any(String) },
  })
  await startedAhead(api, buyer, prepaidCart([{ ...dear, quantity: 9 }]))
  const placed = await changes.toLockerOnDelivery([{ ...dear, quantity: 4 }])
  const older = await changes.setPieces(placed.orderIds[0], [{ ...dear, quantity: 3 }], { version: 'older' })
  expect(await orders.codeOf(older)).toBe('changed_meanwhile')
  const more = await errorOf(await changes.setPieces(placed.orderIds[0], [{ ...dear, quantity: 5 }]))
  expect(more).toMatchObject({
    code: 'parcel_over_cod_limit',
    message: expect.stringMatching(/Po zmianie byłoby 5.016,94/),
  })
  await api.db.updateTable('shipping_costs').set({ cod_limit_grosze: 600_000 }).execute()
  expect((await changes.setPieces(placed.orderIds[0], [{ ...dear, quantity: 5 }])).status).toBe(200)
  await api.db.updateTable('shipping_costs').set({ cod_limit_grosze: 500_000 }).execute()
})

test('pieces: after any sequence of changes, sums, stock and refunds are consistent', async () => {
  const shelf = await changes.products(4, 12)
  const start = Object.fromEntries(
    await Promise.all(shelf.map(async (item) => [item.id, await changes.stockOf(item)] as const)),
  )
  const [first] = shelf
  if (!first) throw new Error('no product')
  const placed = await changes.toLockerOnDelivery([{ ...first, quantity: 2 }])
  const [id] = placed.orderIds
  const atFirst = (await orders.read(id)).total_grosze
  // A small generator with a fixed seed: the same changes each time.
  let seed = 7
  const draw = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let step = 0; step < 15; step++) {
    const wanted = shelf.flatMap((item) => (draw(2) === 0 ? [{ ...item, quantity: 1 + draw(8) }] : []))
    if (wanted.length === 0) continue
    await changes.setPieces(id, wanted)
    const {
      items,
      items_grosze: itemsGrosze,
      shipping_grosze: shippingGrosze,
      total_grosze: totalGrosze,
    } = await orders.read(id)
    expect(
      items.reduce((sum, { quantity, unit_price_grosze: unitPriceGrosze }) => sum + quantity * unitPriceGrosze, 0),
    ).toBe(itemsGrosze)
    expect(totalGrosze).toBe(itemsGrosze + shippingGrosze)
    for (const item of shelf) {
      const held = items.find(({ product_id }) => product_id === item.id)?.quantity ?? 0
      expect((await changes.stockOf(item)) ?? Number.NaN).toBe((start[item.id] ?? Number.NaN) - held)
    }
    expect((await changes.amendmentsOf(id)).reduce((sum, difference) => sum + difference, 0)).toBe(
      totalGrosze - atFirst,
    )
  }
})
