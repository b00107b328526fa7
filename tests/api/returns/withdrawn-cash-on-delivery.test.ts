import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openAdminOrders } from '#tests/support/admin-orders.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { openCarrierDesk } from '#tests/support/carrier-desk.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openParcels } from '#tests/support/open-parcels.ts'
import { cart, errorOf, LOCKER, orderedName, productsOnSale, toLocker } from '#tests/support/orders.ts'
import { openReturns } from '#tests/support/returns.ts'

const clock = { now: new Date() }
const OPTIONS: ApiOptions = { clock, limitFactor: 100 }
const test = base.extend('apiOptions', { scope: 'file' }, OPTIONS)

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
let returns: ReturnType<typeof openReturns>
let desk: Awaited<ReturnType<typeof openCarrierDesk>>
let parcels: ReturnType<typeof openParcels>
test.beforeAll(async ({ api: started, sandbox }) => {
  api = started
  orders = await openAdminOrders(api)
  returns = openReturns(api, orders.admin)
  desk = await openCarrierDesk(api, sandbox, clock)
  parcels = openParcels(api, desk)
})

async function pack(parcel: AdminParcel): Promise<void> {
  const packed = await desk.shipments.send('POST', 'packing', { ids: desk.shipments.idsOf(parcel), packed: true })
  expect(packed.status).toBe(200)
  expect((await parcels.read(parcel.checkout_id)).shipments.every(({ packed_at }) => packed_at !== null)).toBe(true)
}

test('on delivery, one piece of two: order, parcel and sum due are reduced, and no account is asked for', async () => {
  const { orderId, item } = await orders.onDelivery(10)
  const checkoutId = await returns.checkoutOf(orderId)
  const price = Math.round(item.price * 100)
  const before = await parcels.read(checkoutId)
  await pack(before)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  expect(await returns.onOrderPage(checkoutId)).toMatchObject([
    { stage: 'to_settle', dispatch: 'not_sent', is_paid: false, account: null },
  ])
  expect((await parcels.read(checkoutId)).warnings).toMatchObject([{ takes_out: 'part' }])
  const { pieces } = await returns.read(caseId)
  const restock = pieces.map(({ order_item_id }) => ({ order_item_id, quantity: 0 }))
  expect((await returns.act(caseId, 'take-out', { owed_grosze: 0, restock })).status).toBe(200)
  const after = await parcels.read(checkoutId)
  expect(after.warnings).toEqual([])
  // Packed before the withdrawal, the parcel still contains the bottle.
  expect(after.shipments).toMatchObject([{ packed_at: null }])
  expect(after.due_grosze).toBe((before.due_grosze ?? 0) - price)
  expect(after.shipments[0]?.order.items[0]?.quantity).toBe(1)
  // The broken bottle is not sold again.
  expect(await parcels.readStock(item)).toBe(8)
  const amendments = await api.db.selectFrom('order_amendments').selectAll().where('order_id', '=', orderId).execute()
  expect(amendments).toMatchObject([{ difference_grosze: -price }])
  expect(await orders.statusOf(orderId)).toBe('pending')
  const changes = await api.db.selectFrom('order_changes').selectAll().where('checkout_id', '=', checkoutId).execute()
  expect(changes).toMatchObject([
    { due_grosze: after.due_grosze, lines: [{ field: 'pieces', before: '2', after: '1' }] },
  ])
  const told = api.db.selectFrom('mail_outbox').select('template').where('key', '=', `order-changed:${changes[0]?.id}`)
  expect(await told.execute()).toHaveLength(1)
  expect(await returns.read(caseId)).toMatchObject({ stage: 'settled', settled_grosze: 0 })
  // The other piece can still be withdrawn, and then nothing is left.
  const second = await returns.withdrawByLink(checkoutId, [{ product_id: item.id, quantity: 1 }])
  expect((await returns.read(second)).pieces).toMatchObject([{ quantity: 1, most: 1 }])
  expect((await parcels.read(checkoutId)).warnings).toMatchObject([{ takes_out: 'whole' }])
  expect((await returns.act(second, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  expect(await orders.statusOf(orderId)).toBe('cancelled')
  expect(await parcels.readStock(item)).toBe(9)
})

test('a label with an outdated sum is removed; a parcel with a cancelled order is not sent without a warning', async () => {
  const item = await orders.anItem(10, 2)
  await (await api.customer()).order(cart([item], { customerData: toLocker, shippingCost: LOCKER }))
  const [shrunk] = (await desk.shipments.list()).items
  if (!shrunk) throw new Error('no parcel')
  await desk.request(shrunk)
  expect((await desk.send(shrunk)).ok).toBe(true)
  const caseId = await returns.withdrawByLink(shrunk.checkout_id, [{ product_id: item.id, quantity: 1 }])
  expect((await returns.act(caseId, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  const unlabelled = await parcels.read(shrunk.checkout_id)
  expect(unlabelled).toMatchObject({ shipments: [{ tracking_number: null }], warnings: [] })

  const parcel = await desk.placeToLocker(2)
  await desk.request(parcel)
  expect((await desk.send(parcel)).ok).toBe(true)
  const [cancelled = ''] = desk.shipments.orderIdsOf(parcel)
  expect((await orders.change(cancelled, 'cancel', { seen: 'pending', reason: 'brak' })).status).toBe(200)
  const now = await parcels.read(parcel.checkout_id)
  expect(now.warnings).toMatchObject([{ kind: 'label', id: now.carrier?.id }])
  const leaving = now.shipments.filter(({ status }) => status !== 'cancelled')
  for (const refused of [
    await desk.shipments.update(leaving, { status: 'shipped' }),
    await desk.shipments.send('POST', 'packing', { ids: leaving.map(({ id }) => id), packed: true }),
  ]) {
    expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'parcel_warned' })
  }
  // A new one is made without a question, and then nothing is left to warn of.
  await desk.request(now)
  expect((await desk.send(now)).ok).toBe(true)
  expect((await parcels.read(parcel.checkout_id)).warnings).toEqual([])
})

test('on delivery, one of two orders of a parcel: it is cancelled, and the other one is still due', async () => {
  const items = await productsOnSale(api, 2, 5)
  const [item] = items
  const placed = await (await api.customer()).order(cart(items))
  const { orderIds } = (await placed.json()) as { orderIds: [string, string] }
  const checkoutId = await returns.checkoutOf(orderIds[0])
  const before = await parcels.read(checkoutId)
  await pack(before)
  const caseId = await returns.withdrawByLink(checkoutId, [{ product_id: item?.id ?? '', quantity: 1 }])
  expect((await returns.act(caseId, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  expect(await Promise.all(orderIds.map(orders.statusOf))).toEqual(['cancelled', 'pending'])
  const after = await parcels.read(checkoutId)
  expect(after.due_grosze).toBe((before.due_grosze ?? 0) - (before.shipments[0]?.order.total_grosze ?? 0))
  expect((await parcels.readPacking(checkoutId))?.shipments.filter(({ packed_at }) => packed_at !== null)).toEqual([])
  expect(await parcels.readStock({ id: item?.id ?? '' })).toBe(5)
})

test('on delivery, one whole order and a piece of another: one mail says the final sum due', async () => {
  const items = (await productsOnSale(api, 2, 5)).map((item) => ({ ...item, quantity: 2 }))
  const placed = await (await api.customer()).order(cart(items))
  const { orderIds } = (await placed.json()) as { orderIds: [string, string] }
  const checkoutId = await returns.checkoutOf(orderIds[0])
  const names = await Promise.all(orderIds.map((id) => orderedName(api, id)))
  // In either sequence.
  const wanted = items.map(({ id }, index) => ({ product_id: id, quantity: index + 1 }))
  const caseId = await returns.withdrawByLink(checkoutId, wanted)
  expect((await returns.act(caseId, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  expect((await Promise.all(orderIds.map(orders.statusOf))).toSorted()).toEqual(['cancelled', 'pending'])
  const { due_grosze } = await parcels.read(checkoutId)
  const changes = await api.db.selectFrom('order_changes').selectAll().where('checkout_id', '=', checkoutId).execute()
  expect(changes).toMatchObject([
    {
      due_grosze,
      lines: [{ what: names.find((name) => name.startsWith(`${items[0]?.name} ·`)), before: '2', after: '1' }],
    },
  ])
})
