import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import { openShipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openParcels } from '#tests/support/open-parcels.ts'

// All the money of an order goes back while its parcel is in the shop: the order is cancelled only once the provider
// has made the refund, and nobody packs or sends it until then without knowing.
let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let shipments: Awaited<ReturnType<typeof openShipments>>
let parcels: ReturnType<typeof openParcels>
test.beforeAll(async ({ api: started }) => {
  api = started
  orders = await openAdminOrders(api)
  shipments = await openShipments(api)
  parcels = openParcels(api, { shipments })
})

async function paidParcel() {
  const order = await orders.paidAhead()
  const [parcel] = (await shipments.list(`?search=${order.orderId.slice(0, 8)}`)).items
  if (!parcel) throw new Error('no parcel')
  const versions = Object.fromEntries(parcel.shipments.map(({ id, version }) => [id, version]))
  const refund = async (grosze: number) =>
    expect(await orders.codeOf(await orders.change(order.orderId, 'refunds', refundOf(order.paymentId, grosze)))).toBe(
      'ok',
    )
  return { ...order, parcel, refund, packing: { ids: shipments.idsOf(parcel), packed: true, versions } }
}

test('a desk that was opened before the refund cannot pack or send the parcel unknowingly', async () => {
  const { orderId, paymentId, totalGrosze, parcel, refund, packing } = await paidParcel()
  await refund(totalGrosze)
  expect(await orders.codeOf(await shipments.send('POST', 'packing', packing))).toBe('parcel_warned')
  const sent = await shipments.update(parcel.shipments, { status: 'shipped' })
  expect(await orders.codeOf(sent)).toBe('parcel_warned')

  const { warnings } = await parcels.read(parcel.checkout_id)
  expect(warnings).toMatchObject([{ id: orderId, kind: 'refund', order_ids: [orderId], takes_out: null }])
  expect(warnings[0]?.sentence).toBe(
    'Pieniądze za to zamówienie wróciły do kupującego albo są w drodze do niego: nie wysyłaj paczki.',
  )
  expect(await parcels.readPacking(parcel.checkout_id)).toBeUndefined()
  const desk = (await (await shipments.get('packing')).json()) as { total: number }
  expect((await countPendingWork(api.db)).shipments).toBe(desk.total)
  await orders.makeRefunds(paymentId)
  expect((await orders.read(orderId)).status).toBe('cancelled')
})

test('who knows of the refund may still send, and a refund of a part warns of nothing', async () => {
  const whole = await paidParcel()
  await whole.refund(whole.totalGrosze)
  const known = { status: 'shipped', knows: [whole.orderId] }
  expect(await orders.codeOf(await shipments.update(whole.parcel.shipments, known))).toBe('ok')
  expect((await parcels.read(whole.parcel.checkout_id)).warnings).toEqual([])

  const part = await paidParcel()
  await part.refund(100)
  expect((await parcels.read(part.parcel.checkout_id)).warnings).toEqual([])
  expect(await orders.codeOf(await shipments.send('POST', 'packing', part.packing))).toBe('ok')
})

test('the same holds for an order on delivery that was paid before, and whose money the owner transferred back', async () => {
  const { orderId } = await orders.onDelivery()
  await orders.change(orderId, 'status', { seen: 'pending', to: 'paid' })
  const { total_grosze: totalGrosze } = await orders.read(orderId)
  const [parcel] = (await shipments.list(`?search=${orderId.slice(0, 8)}`)).items
  if (!parcel) throw new Error('no parcel')
  const transfer = (amount_grosze: number, returned_seen: number) =>
    orders.change(orderId, 'transfers', {
      ...{ transfer_id: crypto.randomUUID(), reason: 'rezygnacja', amount_grosze, returned_seen },
    })
  expect(await orders.codeOf(await transfer(100, 0))).toBe('ok')
  expect((await parcels.read(parcel.checkout_id)).warnings).toEqual([])
  expect(await orders.codeOf(await transfer(totalGrosze - 100, 100))).toBe('ok')
  const sent = await shipments.update(parcel.shipments, { status: 'shipped' })
  expect(await orders.codeOf(sent)).toBe('parcel_warned')
  expect(await parcels.readPacking(parcel.checkout_id)).toBeUndefined()
})
