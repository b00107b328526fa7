import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { COURIER, cart, LOCKER, productsOnSale, toCourier, toLocker } from '#tests/support/orders.ts'

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

type Receipt = { orderId: string; orderIds: string[]; checkoutId: string; total: number; totalGrosze: number }

test('POST order: makes one order per product of a cart in one checkout, with exact sums', async () => {
  const buyer = await api.customer()
  const [first, second, third] = await productsOnSale(api, 3)
  if (!first || !second || !third) throw new Error('the demo catalogue is too small')
  const items = [{ ...third, quantity: 2 }, first, { ...second, image_url: '/x.webp', notes: ['róża'] }]
  const answer = await buyer.order(cart(items, { customerData: { ...toCourier, email: buyer.email.toUpperCase() } }))
  expect(answer.status).toBe(200)
  const receipt = (await answer.json()) as Receipt
  const expected = items.reduce((sum, item) => sum + Math.round(item.price * 100) * item.quantity, 1999)
  expect(receipt).toMatchObject({ orderId: receipt.orderIds[0], total: expected / 100, totalGrosze: expected })

  const orders = (await (await api.get('/api/me/orders', { Cookie: buyer.cookie })).json()) as Order[]
  expect(orders.map((order) => order.id)).toEqual(receipt.orderIds)
  expect(orders.map((order) => order.order_items.map((item) => item.product_id))).toEqual(items.map(({ id }) => [id]))
  expect(orders.map((order) => order.shipping_grosze)).toEqual([667, 666, 666])
  expect(orders.reduce((sum, order) => sum + order.total_grosze, 0)).toBe(expected)
  for (const order of orders) {
    expect(order).toMatchObject({
      checkout_id: receipt.checkoutId,
      email: buyer.email,
      status: 'pending',
      shipping_status: 'created',
      total_amount: order.total_grosze / 100,
    })
  }
  const [product] = await api.db.selectFrom('products').selectAll().where('id', '=', third.id).execute()
  expect(product).toMatchObject({ stock_quantity: 998, out_of_stock: false })
})

type Order = {
  id: string
  shipping_grosze: number
  total_grosze: number
  order_items: { product_id: string }[]
}

test('POST order: accepts one product from the product dialog, and stores its data at the time of purchase', async () => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1, null)
  if (!product) throw new Error('no product')
  const answer = await buyer.order({
    productId: product.id,
    productData: { name: product.name, price: product.price, brand_name: 'Dowolna', quantity: 3 },
    customerData: { ...toLocker, selectedLocker: { inpost_id: 'DEMO-WAW-001', city: 'Warszawa' }, street: '' },
    shippingCost: LOCKER,
  })
  expect(answer.status).toBe(200)
  await api.db.updateTable('products').set({ name: 'Inna nazwa' }).where('id', '=', product.id).execute()

  const shipments = await (await api.get('/api/me/shipments', { Cookie: buyer.cookie })).json()
  expect(shipments).toMatchObject([
    {
      status: 'created',
      receiver_name: 'Anna Kowalska',
      receiver_phone: '+48600100200',
      receiver_email: 'odbiorca@example.test',
      parcel_locker_id: 'DEMO-WAW-001',
      label_url: null,
    },
  ])
  const orders = await (await api.get('/api/me/orders', { Cookie: buyer.cookie })).json()
  expect(orders).toMatchObject([{ order_items: [{ product_name: product.name, quantity: 3 }] }])
  const [stored] = await api.db.selectFrom('products').select('stock_quantity').where('id', '=', product.id).execute()
  expect(stored?.stock_quantity).toBeNull()
})

test('POST order: merges two lines of the same product into one order', async () => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const answer = await buyer.order(cart([product, { ...product, id: product.id.toUpperCase(), quantity: 4 }]))
  expect(((await answer.json()) as Receipt).orderIds).toHaveLength(1)
  const items = await api.db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('quantity')
    .where('orders.email', '=', buyer.email)
    .execute()
  expect(items).toEqual([{ quantity: 5 }])
})

test('POST order: marks a product as sold out with its last piece', async () => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1, 2)
  if (!product) throw new Error('no product')
  expect((await buyer.order(cart([{ ...product, quantity: 2 }]))).status).toBe(200)
  const [stored] = await api.db.selectFrom('products').selectAll().where('id', '=', product.id).execute()
  expect(stored).toMatchObject({ stock_quantity: 0, out_of_stock: true })
})

test('POST order: sends one confirmation of all orders of the checkout', async () => {
  api.startMail()
  const buyer = await api.customer()
  const items = await productsOnSale(api, 3)
  const { orderIds } = (await (await buyer.order(cart(items))).json()) as Receipt
  await expect.poll(() => readMessagesTo(buyer.email), { interval: 100 }).toHaveLength(1)
  const [mail] = await readMessagesTo(buyer.email)
  for (const id of orderIds) expect(mail?.text).toContain(id.slice(0, 8))
  for (const { name } of items) expect(mail?.text).toContain(name)
})

async function readMessagesTo(email: string): Promise<{ text: string }[]> {
  return api.mailbox.messagesTo(email)
}

test('GET /me/orders, /me/shipments: return only the customer’s own, and 401 without a session', async () => {
  const [mine, other] = [await api.customer(), await api.customer()]
  await mine.order(cart(await productsOnSale(api, 1)))
  for (const path of ['/api/me/orders', '/api/me/shipments']) {
    expect(await (await api.get(path, { Cookie: other.cookie })).json()).toEqual([])
    const answer = await api.get(path)
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: { code: 'sign_in_required', message: 'Zaloguj się, aby kontynuować.' } },
    ])
  }
})

test('POST order: without an idempotency key every call is a new order', async () => {
  const buyer = await api.customer()
  const body = cart(await productsOnSale(api, 1))
  const send = () => api.post('/api/create-cash-on-delivery-order', body, { Cookie: buyer.cookie })
  const [first, second] = [(await (await send()).json()) as Receipt, (await (await send()).json()) as Receipt]
  expect(first.orderId).not.toBe(second.orderId)
  expect(first.totalGrosze - Math.round(COURIER * 100)).toBe(Math.round((body.items[0]?.price ?? 0) * 100))
})
