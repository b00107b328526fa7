import { expect } from 'vitest'
import { placeOrder } from '#domain/flows/ordering/place-order.server.ts'
import { calculateShippingCost } from '#domain/kernel/order-words/shipping-method.ts'
import { listCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale, refusal, toCourier } from '#tests/support/orders.ts'

const COSTS = {
  rates: {
    prepaid_courier: 1599,
    cash_on_delivery_courier: 1999,
    prepaid_locker: 1299,
    cash_on_delivery_locker: 1699,
  },
  free_delivery_from_grosze: null,
  cod_limit_grosze: 500_000,
}

test('POST order: the call for cash on delivery takes no prepaid order', async ({ api }) => {
  const buyer = await api.customer()
  const items = await productsOnSale(api, 1)
  const prepaid = { ...toCourier, shippingMethod: 'prepaid_courier' }
  const refused = await refusal(api, buyer, cart(items, { customerData: prepaid, shippingCost: 15.99 }))
  expect(refused).toMatchObject({ status: 400, code: 'shipping_method_not_offered', fields: { shippingMethod: /./ } })
  expect((await buyer.order(cart(items))).status).toBe(200)
})

test('placeOrder: paid ahead all products are one order, which waits for its payment', async ({ api }) => {
  const buyer = await api.customer()
  const items = await productsOnSale(api, 3, 10)
  const user = await api.db.selectFrom('users').selectAll().where('email', '=', buyer.email).executeTakeFirstOrThrow()
  const shown = items.map(({ id, price }) => ({
    productId: id,
    quantity: 2,
    shownPriceGrosze: Math.round(price * 100),
  }))
  const choice = { payment: 'prepaid', delivery: 'courier' } as const
  const request = {
    ...choice,
    idempotencyKey: crypto.randomUUID(),
    items: shown.toReversed(),
    shownShippingGrosze: calculateShippingCost(COSTS, choice, null),
    recipient: {
      firstName: 'Anna',
      lastName: 'Kowalska',
      phone: '+48600100200',
      delivery: { kind: 'courier', street: 'Prosta', houseNumber: '1', city: 'Łódź', postalCode: '90-001' },
    },
    clientAddress: '127.0.0.1',
    provider: { name: 'stripe', mode: 'test' },
  } as const
  const placed = await placeOrder(api.services, user, request)
  if (!placed.ok) throw new Error(placed.failure.reason)
  const [order, ...others] = await listCustomerOrders(api.db, user.id, [placed.value.checkoutId])
  expect(others).toEqual([])
  expect(order).toMatchObject({
    id: placed.value.orderIds[0],
    status: 'pending',
    shipping_status: null,
    shipping_method: 'prepaid_courier',
    total_grosze: placed.value.totalGrosze,
    shipping_grosze: 1599,
  })
  expect(order?.items.map(({ product_id }) => product_id)).toEqual(items.map(({ id }) => id).toReversed())
  const stock = await api.db
    .selectFrom('products')
    .select('stock_quantity')
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  expect(stock).toEqual(Array(3).fill({ stock_quantity: 8 }))
  const events = await api.db
    .selectFrom('order_events')
    .select(['subject', 'to_status'])
    .where('order_id', '=', placed.value.orderIds[0] ?? '')
    .execute()
  expect(events).toEqual([
    { subject: 'order', to_status: 'pending' },
    { subject: 'payment', to_status: 'open' },
  ])
  const mails = await api.db.selectFrom('mail_outbox').select('id').where('recipient', '=', user.email).execute()
  expect(mails).toEqual([])
})
