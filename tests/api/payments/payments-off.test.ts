import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { cart, errorOf, prepaidCart, productsOnSale } from '#tests/support/orders.ts'

// Keys of one mode while the other mode is switched on, either way round. Tested: the offered payment methods, an order
// chosen before, the set-up. Keys of the wrong mode are refused at the start (tests/process/env.test.ts).

const offeredBy = async (api: Api) =>
  ((await (await api.get('/api/shipping-costs')).json()) as { offered: { method: string }[] }).offered.map(
    ({ method }) => method,
  )

test.for(['test', 'live'] as const)(
  'without keys of %s mode no buyer is offered prepayment',
  async (mode, { newApi }) => {
    const { provider } = createMemoryProvider()
    const api = await newApi({
      payments: { test: mode === 'test' ? null : provider, live: mode === 'live' ? null : provider },
    })
    await api.db
      .insertInto('payment_settings')
      .values({ mode })
      .onConflict((row) => row.column('id').doUpdateSet({ mode }))
      .execute()
    expect(await offeredBy(api)).toEqual(['cash_on_delivery_locker', 'cash_on_delivery_courier'])
    const items = await productsOnSale(api, 1)
    const buyer = await api.customer()
    const refused = await api.post('/api/create-checkout-session', prepaidCart(items), { Cookie: buyer.cookie })
    expect(await errorOf(refused)).toMatchObject({
      status: 400,
      code: 'shipping_method_not_offered',
      fields: { shippingMethod: expect.any(String) },
    })
    expect((await buyer.order(cart(items))).status).toBe(200)
    const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
    const { steps } = (await (await api.get('/api/admin/setup', { Cookie })).json()) as {
      steps: { key: string; done: boolean }[]
    }
    expect(steps.find(({ key }) => key === 'payment-mode')?.done).toBe(false)
  },
)

test('paying again without keys is refused with a sentence, in the panel and by the mailed link', async ({
  newApi,
}) => {
  const { provider } = createMemoryProvider()
  const api = await newApi({ payments: { test: provider, live: null } })
  const buyer = await api.customer()
  const started = await api.post('/api/create-checkout-session', prepaidCart(await productsOnSale(api, 1)), {
    Cookie: buyer.cookie,
  })
  const { orderId, checkoutId } = (await started.json()) as { orderId: string; checkoutId: string }
  const token = new URL(api.services.orderLinks.create(checkoutId)).hash.slice(1)
  const answers = async () => [
    await errorOf(await api.post(`/api/orders/${orderId}/pay`, {}, { Cookie: buyer.cookie })),
    await errorOf(await api.post('/api/order-link/pay', { token })),
  ]
  const message = expect.stringContaining('Płatność online jest teraz wyłączona')
  const refusals = Array.from({ length: 2 }, () =>
    expect.objectContaining({ status: 409, code: 'payments_off', message }),
  )
  await api.db.updateTable('payments').set({ mode: 'live' }).where('order_id', '=', orderId).execute()
  expect(await answers(), 'an open payment of that mode').toEqual(refusals)
  await api.db.updateTable('payments').set({ status: 'expired' }).where('order_id', '=', orderId).execute()
  await api.db
    .insertInto('payment_settings')
    .values({ mode: 'live' })
    .onConflict((row) => row.column('id').doUpdateSet({ mode: 'live' }))
    .execute()
  expect(await answers(), 'a new payment').toEqual(refusals)
  // So neither the panel nor the link's page shows the button.
  const own = (await (await api.get('/api/me/orders', { Cookie: buyer.cookie })).json()) as { payable: boolean }[]
  expect(own.map(({ payable }) => payable)).toEqual([false])
  const linked = (await (await api.post('/api/order-link', { token })).json()) as { payment: object }
  expect(linked.payment).toMatchObject({ state: 'not_paid', payable: false, paused: true })
})
