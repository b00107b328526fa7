import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

// Ways by which pieces come back: an order cancelled on its page, with its shipment, refunded in whole after it was
// sent or completed; and how an order takes them again.
let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
})

const stockOf = async ({ id }: { id: string }) => {
  const products = api.db.selectFrom('products').select('stock_quantity')
  return (await products.where('id', '=', id).executeTakeFirstOrThrow()).stock_quantity
}

test('cancel: as many pieces are sold again as the owner says, on both ways, and the diary names the others', async () => {
  const onPage = await orders.onDelivery(5)
  const restockOf = ({ orderId, item }: typeof onPage, quantity: number) => [{ orderId, productId: item.id, quantity }]
  const body = { seen: 'pending', reason: 'stłuczony', restock: restockOf(onPage, 1) }
  expect((await orders.change(onPage.orderId, 'cancel', body)).status).toBe(200)
  expect(await stockOf(onPage.item)).toBe(4)
  expect(orders.sentencesOf(await orders.read(onPage.orderId))).toContain(
    `Nie wraca do sprzedaży: 1 × ${onPage.item.name}.`,
  )
  const withShipment = await orders.onDelivery(5)
  const restock = restockOf(withShipment, 0)
  expect((await orders.setShipment(withShipment.orderId, { status: 'cancelled', restock })).status).toBe(200)
  expect(await stockOf(withShipment.item)).toBe(3)
})

test('a whole refund of a completed order: its pieces are decided with it, once', async () => {
  const order = await orders.paidAhead(5)
  await orders.setShipment(order.orderId, { status: 'delivered' })
  await orders.change(order.orderId, 'status', { seen: 'paid', to: 'completed' })
  const refund = {
    refundId: crypto.randomUUID(),
    paymentId: order.paymentId,
    amountGrosze: order.totalGrosze,
    reason: 'wróciło całe',
    refundsSeen: 0,
    outside: true,
    restock: [{ productId: order.item.id, quantity: 2 }],
  }
  for (const _ of [1, 2]) expect((await orders.change(order.orderId, 'refunds', refund)).status).toBe(200)
  expect(await stockOf(order.item)).toBe(5)
  expect(await orders.statusOf(order.orderId)).toBe('completed')
})

test('an order of a deleted product is restored while its pieces last; otherwise the sentence names it', async () => {
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
  expect(refused.message).toContain(`„${gone.item.name}”, który usunięto ze sklepu`)
})
