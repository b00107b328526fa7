import { giveUpRefund } from '#domain/flows/refunds/apply-refunds.server.ts'
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import { findRefund } from '#domain/payments/refunds/refund-store.server.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf, orderedName, sizedName } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

// Ways in which pieces return to stock: an order cancelled on its page or with its shipment, or refunded in full before
// or after dispatch or completion; a parcel that comes back or arrives after all; how an order takes pieces again.
let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
})

const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const stockOf = async ({ id }: { id: string }) => {
  const products = api.db.selectFrom('products').select('stock_quantity')
  return (await products.where('id', '=', id).executeTakeFirstOrThrow()).stock_quantity
}

const wholeRefund = (order: Awaited<ReturnType<typeof orders.paidAhead>>, { outside, restock = [] }: Refunding) => ({
  ...refundOf(order.paymentId, order.totalGrosze),
  outside,
  restock,
})
type Refunding = { outside: boolean; restock?: { product_id: string; quantity: number }[] }

test('cancel: as many pieces are sold again as the owner says, and the diary names the rest', async () => {
  const onPage = await orders.onDelivery(5)
  const restockOf = ({ orderId, item }: typeof onPage, quantity: number) => [
    { order_id: orderId, product_id: item.id, quantity },
  ]
  const body = { seen: 'pending', reason: 'stłuczony', restock: restockOf(onPage, 1) }
  expect((await orders.change(onPage.orderId, 'cancel', body)).status).toBe(200)
  expect(await stockOf(onPage.item)).toBe(4)
  expect(orders.sentencesOf(await orders.read(onPage.orderId))).toContain(
    `Nie wraca do sprzedaży: 1 × ${plain(await orderedName(api, onPage.orderId))}.`,
  )
  const withShipment = await orders.onDelivery(5)
  const restock = restockOf(withShipment, 0)
  expect((await orders.setShipment(withShipment.orderId, { status: 'cancelled', restock })).status).toBe(200)
  expect(await stockOf(withShipment.item)).toBe(3)
})

test('a full refund of a completed order: the owner decides about its pieces with it, once', async () => {
  const order = await orders.paidAhead(5)
  await orders.setShipment(order.orderId, { status: 'delivered' })
  await orders.change(order.orderId, 'status', { seen: 'paid', to: 'completed' })
  const refund = wholeRefund(order, { outside: true, restock: [{ product_id: order.item.id, quantity: 2 }] })
  for (const _ of [1, 2]) expect((await orders.change(order.orderId, 'refunds', refund)).status).toBe(200)
  expect(await stockOf(order.item)).toBe(5)
  expect(await orders.statusOf(order.orderId)).toBe('completed')
})

test('a piece that a refund has put back is not put back once more by the case that it belongs to', async () => {
  const order = await orders.paidAhead(5)
  const { orderId, item } = order
  const returns = openReturns(api, orders.admin)
  await orders.setShipment(orderId, { status: 'delivered' })
  const caseId = await returns.withdrawByLink(await returns.checkoutOf(orderId), [{ product_id: item.id, quantity: 2 }])
  const refund = wholeRefund(order, { outside: true, restock: [{ product_id: item.id, quantity: 1 }] })
  expect((await orders.change(orderId, 'refunds', refund)).status).toBe(200)
  expect(await stockOf(item)).toBe(4)
  const { pieces } = await returns.read(caseId)
  const items = pieces.map(({ order_item_id, quantity }) => {
    return { order_item_id, quantity, condition: 'sealed', restock: quantity }
  })
  const arrived = await returns.act(caseId, 'arrival', { items, deduction_grosze: 0, deduction_reason: '' })
  expect([arrived.status, await stockOf(item)]).toEqual([200, 5])
})

test('money given back for a piece that came back: it is sold again as its owner says, however it was paid', async () => {
  const ahead = await orders.paidAhead(5)
  const onDelivery = await orders.onDelivery(5)
  for (const { orderId } of [ahead, onDelivery]) await orders.setShipment(orderId, { status: 'delivered' })
  await orders.change(onDelivery.orderId, 'status', { seen: 'pending', to: 'paid' })
  const returnedOf = ({ item }: { item: { id: string } }) => {
    const pieces = [{ product_id: item.id, quantity: 1 }]
    return { reason: 'wrócił', purpose: 'returned', returned: pieces, restock: pieces, amount_grosze: 100 }
  }
  const refund = { ...refundOf(ahead.paymentId, 100), ...returnedOf(ahead), outside: true }
  const before = await stockOf(ahead.item)
  expect((await orders.change(ahead.orderId, 'refunds', refund)).status).toBe(200)
  expect(await stockOf(ahead.item)).toBe((before ?? 0) + 1)
  const left = await stockOf(onDelivery.item)
  const transfer = { ...returnedOf(onDelivery), transfer_id: crypto.randomUUID(), returned_seen: 0 }
  for (const _ of [1, 2]) expect((await orders.change(onDelivery.orderId, 'transfers', transfer)).status).toBe(200)
  expect(await stockOf(onDelivery.item)).toBe((left ?? 0) + 1)
})

test.for(['paid ahead', 'on delivery'])(
  'an order completed while its parcel travels is cancelled when the parcel comes back: %s',
  async (way) => {
    const order = way === 'on delivery' ? await orders.onDelivery(5) : await orders.paidAhead(5)
    const { orderId, item } = order
    await orders.setShipment(orderId, { status: 'shipped' })
    if (way === 'on delivery') await orders.change(orderId, 'status', { seen: 'pending', to: 'paid' })
    expect((await orders.change(orderId, 'status', { seen: 'paid', to: 'completed' })).status).toBe(200)
    const restock = [{ order_id: orderId, product_id: item.id, quantity: 1 }]
    expect((await orders.setShipment(orderId, { status: 'cancelled', restock })).status).toBe(200)
    expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['cancelled', 4])
    const mails = api.db.selectFrom('mail_outbox').select('id').where('template', '=', 'order-cancelled')
    const checkout = await api.db
      .selectFrom('orders')
      .select('checkout_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(await mails.where('key', 'like', `order-cancelled:${checkout.checkout_id}:%`).execute()).toHaveLength(1)
  },
)

test('an order completed, back in the shop and then fully refunded is cancelled like a paid one', async () => {
  const order = await orders.paidAhead(5)
  await orders.setShipment(order.orderId, { status: 'shipped' })
  await orders.change(order.orderId, 'status', { seen: 'paid', to: 'completed' })
  await orders.setShipment(order.orderId, { status: 'processing' })
  expect((await orders.change(order.orderId, 'refunds', wholeRefund(order, { outside: true }))).status).toBe(200)
  expect([await orders.statusOf(order.orderId), await stockOf(order.item)]).toEqual(['cancelled', 5])
})

test.for([true, false])(
  'a full refund before dispatch returns all pieces except broken ones, outside the provider: %s',
  async (outside) => {
    const order = await orders.paidAhead(5)
    const restock = [{ product_id: order.item.id, quantity: 1 }]
    const refund = wholeRefund(order, { outside, restock })
    for (const _ of [1, 2]) expect((await orders.change(order.orderId, 'refunds', refund)).status).toBe(200)
    if (!outside) expect((await makeRefund(api.services, refund.refund_id)).ok).toBe(true)
    expect([await orders.statusOf(order.orderId), await stockOf(order.item)]).toEqual(['cancelled', 4])
    expect(orders.sentencesOf(await orders.read(order.orderId))).toContain(
      `Nie wraca do sprzedaży: 1 × ${plain(await orderedName(api, order.orderId))}.`,
    )
  },
)

test('a recalled bottle that its refund sells again is sold again once the provider has made it', async () => {
  const order = await orders.paidAhead(5)
  const { item, orderId } = order
  await api.db.insertInto('packed_batches').values({ order_id: orderId, product_id: item.id, batch: 'R1' }).execute()
  await api.db.insertInto('recalls').values({ product_id: item.id, batch: 'R1', hazard: 'x' }).execute()
  const refund = wholeRefund(order, { outside: false, restock: [{ product_id: item.id, quantity: 1 }] })
  expect((await orders.change(orderId, 'refunds', refund)).status).toBe(200)
  expect((await makeRefund(api.services, refund.refund_id)).ok).toBe(true)
  expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['cancelled', 4])
})

test('a refund that the provider refuses decides nothing about the pieces of its order', async () => {
  const order = await orders.paidAhead(5)
  const { item, orderId } = order
  const refund = wholeRefund(order, { outside: false, restock: [{ product_id: item.id, quantity: 0 }] })
  expect((await orders.change(orderId, 'refunds', refund)).status).toBe(200)
  const stored = await findRefund(api.db, refund.refund_id)
  if (!stored) throw new Error('the refund is stored')
  expect((await giveUpRefund(api.services, stored, 'refused')).ok).toBe(true)
  const { items, diary } = await orders.read(orderId)
  expect(items.map(({ restocked }) => restocked)).toEqual([0])
  expect(diary.map(({ sentence }) => sentence).join()).not.toContain('Nie wraca do sprzedaży')
  const again = wholeRefund(order, { outside: true, restock: [{ product_id: item.id, quantity: 2 }] })
  expect((await orders.change(orderId, 'refunds', { ...again, refunds_seen: 1 })).status).toBe(200)
  expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['cancelled', 5])
})

test('a partial refund before dispatch returns no pieces, whatever the call says', async () => {
  const order = await orders.paidAhead(5)
  const restock = [{ product_id: order.item.id, quantity: 1 }]
  const refund = { ...wholeRefund(order, { outside: true, restock }), amount_grosze: 100 }
  expect((await orders.change(order.orderId, 'refunds', refund)).status).toBe(200)
  expect([await orders.statusOf(order.orderId), await stockOf(order.item)]).toEqual(['paid', 3])
})

test('a parcel cancelled as lost takes no pieces again when it arrives; one cancelled in the shop does', async () => {
  for (const [before, left] of [
    ['shipped', 3],
    ['processing', 1],
  ] as const) {
    const { orderId, item } = await orders.onDelivery(5)
    await orders.setShipment(orderId, { status: before })
    const restock = [{ order_id: orderId, product_id: item.id, quantity: 0 }]
    expect((await orders.setShipment(orderId, { status: 'cancelled', restock })).status).toBe(200)
    expect(await stockOf(item)).toBe(3)
    expect((await orders.setShipment(orderId, { status: 'delivered' })).status).toBe(200)
    expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['pending', left])
    // Cancelled again, the order returns all pieces that it took.
    expect((await orders.setShipment(orderId, { status: 'cancelled' })).status).toBe(200)
    expect(await stockOf(item)).toBe(left + 2)
  }
})

test('sending a cancelled parcel shows its warnings first, and it stays cancelled until they are accepted', async () => {
  const { orderId, item } = await orders.onDelivery(5)
  const returns = openReturns(api, orders.admin)
  const checkoutId = await returns.checkoutOf(orderId)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  await orders.setShipment(orderId, { status: 'cancelled' })
  const refused = await orders.setShipment(orderId, { status: 'shipped' })
  expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'parcel_warned' })
  expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['cancelled', 5])
  expect((await orders.setShipment(orderId, { status: 'shipped', knows: [caseId] })).status).toBe(200)
  expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['pending', 3])
})

test('an order of a deleted product can be restored while pieces last; otherwise the refusal names it', async () => {
  const { orderId, item } = await orders.onDelivery(3)
  await orders.setShipment(orderId, { status: 'cancelled' })
  await api.db.updateTable('products').set({ active: false }).where('id', '=', item.id).execute()
  expect((await orders.setShipment(orderId, { status: 'shipped' })).status).toBe(200)
  expect([await orders.statusOf(orderId), await stockOf(item)]).toEqual(['pending', 1])

  const gone = await orders.onDelivery(2)
  await orders.setShipment(gone.orderId, { status: 'cancelled' })
  await api.db
    .updateTable('products')
    .set({ active: false, stock_quantity: 1 })
    .where('id', '=', gone.item.id)
    .execute()
  const refused = await errorOf(await orders.setShipment(gone.orderId, { status: 'shipped' }))
  expect(refused).toMatchObject({ status: 409, code: 'order_stock_gone' })
  expect(refused.message).toContain(`„${await sizedName(api, gone.item.id)}”, który usunięto ze sklepu`)
})
