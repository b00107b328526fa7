import { createHash } from 'node:crypto'
import { toPanelCheckouts } from '#app/panel/orders/order-history.tsx'
import { toPanelParcels } from '#app/panel/orders/shipment-list.tsx'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { listCustomerOrders, listOrders } from '#domain/orders/order-queries.server.ts'
import { listCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, LOCKER, productsOnSale, toLocker } from '#tests/support/orders.ts'

type Receipt = { checkoutId: string; orderIds: string[]; totalGrosze: number }

async function orderThree(api: Api, more: object = {}) {
  const buyer = await api.customer()
  const receipt = (await (await buyer.order(cart(await productsOnSale(api, 3), more))).json()) as Receipt
  const user = await api.db.selectFrom('users').selectAll().where('email', '=', buyer.email).executeTakeFirstOrThrow()
  return { ...receipt, buyer, user }
}

test('lists: every order says how many are in its parcel and what they cost, across pages', async ({ api }) => {
  const { checkoutId, orderIds, totalGrosze } = await orderThree(api)
  const checkout = { id: checkoutId, orders: 3, total_grosze: totalGrosze }
  const pages = [await listOrders(api.db, { page: 1, pageSize: 2 }), await listOrders(api.db, { page: 2, pageSize: 2 })]
  const seen = pages.flatMap(({ items }) => items).filter(({ checkout_id }) => checkout_id === checkoutId)
  expect(seen.map(({ id }) => id)).toEqual(orderIds)
  expect(seen.map((order) => order.checkout)).toEqual([checkout, checkout, checkout])
})

test('lists: a cancelled order is still in the parcel, but no longer in its sum', async ({ api }) => {
  const { buyer, user, checkoutId, orderIds, totalGrosze } = await orderThree(api)
  const [cancelled] = await listCustomerOrders(api.db, user.id, [checkoutId])
  if (!cancelled) throw new Error('no order')
  await cancelOrder(api.services, cancelled.id, { actor: 'system', reason: null })
  const answer = await api.get('/api/me/orders', { Cookie: buyer.cookie })
  expect(await answer.json()).toMatchObject(
    orderIds.map((id) => ({
      id,
      status: id === cancelled.id ? 'cancelled' : 'pending',
      checkout: { id: checkoutId, orders: 3, total_grosze: totalGrosze - cancelled.total_grosze },
    })),
  )
})

test('panel: the accepted terms are linked only while the shop has their text', async ({ api }) => {
  const { user, checkoutId } = await orderThree(api)
  const { now, orderLinks } = api.services
  const readTerms = async () => {
    const orders = await listCustomerOrders(api.db, user.id, [checkoutId])
    const state = { now: now(), paymentOn: true, additions: new Map(), orderLinks }
    return toPanelCheckouts(orders, state).flatMap((checkout) => checkout.orders.map(({ terms }) => terms))
  }
  const accept = (terms_version: string) =>
    api.db
      .updateTable('checkouts')
      .set({ terms_version, terms_accepted_at: now() })
      .where('id', '=', checkoutId)
      .execute()
  await accept('2019-01-01')
  expect(await readTerms()).toEqual([null, null, null])
  const terms = {
    version: '2019-01-01',
    full_text: 'Regulamin',
    sha256: createHash('sha256').update('Regulamin').digest('hex'),
  }
  await api.db.insertInto('terms_versions').values(terms).execute()
  expect(await readTerms()).toEqual(['2019-01-01', '2019-01-01', '2019-01-01'])
})

test.for([
  ['courier', {}],
  ['locker', { customerData: toLocker, shippingCost: LOCKER }],
] as const)('panel: a parcel by %s has a tracking link as soon as it has a number', async ([, more], { api }) => {
  const { user, checkoutId, orderIds } = await orderThree(api, more)
  const parcels = async () => toPanelParcels(await listCustomerShipments(api.db, user.id, [checkoutId]))
  expect(await parcels()).toMatchObject([{ trackingUrl: null, trackingNumber: null, statusLabel: 'Utworzona' }])
  await api.db.updateTable('shipments').set({ tracking_number: '620001' }).where('order_id', 'in', orderIds).execute()
  expect(await parcels()).toMatchObject([
    { trackingUrl: 'https://inpost.pl/sledzenie-przesylek?number=620001', trackingNumber: '620001' },
  ])
})
