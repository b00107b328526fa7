import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import type { PackingDesk } from '#domain/shipping/admin/packing-desk.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf, prepaidCart, productsOnSale, startedAhead } from '#tests/support/orders.ts'

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  shipments = await openShipments(api)
})

const readDesk = async () => (await (await shipments.get('packing')).json()) as PackingDesk
const pack = ({ shipments: parts }: PackingParcel, packed = true) =>
  shipments.send('POST', 'packing', { ids: parts.map(({ id }) => id), packed })
const numbersOf = (parcels: readonly PackingParcel[]) => parcels.map(({ checkout_id }) => checkout_id)
const eventsOf = async ({ shipments: [first] }: PackingParcel) => {
  const events = await api.db
    .selectFrom('order_events')
    .select('to_status')
    .where('order_id', '=', first?.order.id ?? '')
    .where('subject', '=', 'shipment')
    .orderBy('id')
    .execute()
  return events.map(({ to_status }) => to_status)
}

test('packing lists the parcels to pack, the longest waiting first, without unpaid ones', async () => {
  const [first, second] = [await shipments.place(2), await shipments.place()]
  await startedAhead(api, await api.customer(), prepaidCart(await productsOnSale(api, 1)))
  const desk = await readDesk()
  expect(desk).toMatchObject({ total: 2, packed_total: 0, packed: [] })
  expect(numbersOf(desk.items)).toEqual(numbersOf([first, second]))
  expect(desk.items[0]).toMatchObject({ due_grosze: first.due_grosze, shipments: [{}, {}] })
  const orders = desk.items.flatMap((parcel) => parcel.shipments.map(({ order }) => order))
  const genders = await api.db.selectFrom('products').select(['id', 'gender']).execute()
  for (const { items, gift } of orders) {
    const isForMen = genders.find(({ id }) => id === items[0]?.product_id)?.gender === 'men'
    expect(gift).toEqual(isForMen ? null : { name: 'Drobny upominek', pieces: 1 })
  }
})

test('a parcel is packed once, however often the call arrives, and can be unpacked', async () => {
  const parcel = await shipments.place(2)
  const both = await Promise.all([pack(parcel), pack(parcel)])
  const done = await Promise.all(both.map((answer) => answer.json()))
  expect(done.toSorted((a, b) => a.shipments - b.shipments)).toEqual([{ shipments: 0 }, { shipments: 2 }])
  expect(await (await pack(parcel)).json()).toEqual({ shipments: 0 })
  expect(await eventsOf(parcel)).toEqual(['created', 'packed', 'processing'])
  const desk = await readDesk()
  expect(numbersOf(desk.items)).not.toContain(parcel.checkout_id)
  expect(desk.packed).toMatchObject([
    { checkout_id: parcel.checkout_id, shipments: [{ status: 'processing' }, { status: 'processing' }] },
  ])
  expect(await (await pack(parcel, false)).json()).toEqual({ shipments: 2 })
  expect(numbersOf((await readDesk()).items)).toContain(parcel.checkout_id)
})

test('shipments that were cancelled, sent or archived since are not packed', async () => {
  for (const status of ['cancelled', 'shipped', 'archived']) {
    const parcel = await shipments.place()
    await shipments.update(parcel.shipments, { status })
    expect(numbersOf((await readDesk()).items)).not.toContain(parcel.checkout_id)
    expect(await errorOf(await pack(parcel))).toMatchObject({ status: 409, code: 'parcel_not_to_pack' })
  }
  const unknown = await shipments.send('POST', 'packing', { ids: [crypto.randomUUID()], packed: true })
  expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'shipment_not_found' })
})

test('a pending refund stops the packing of a prepaid order', async () => {
  const buyer = await api.customer()
  const { orderId } = await startedAhead(api, buyer, prepaidCart(await productsOnSale(api, 1)))
  const set = async (status: 'paid' | 'refund_pending') => {
    await api.db.updateTable('payments').set({ status }).where('order_id', '=', orderId).execute()
  }
  await set('paid')
  await api.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', orderId).execute()
  await api.db
    .insertInto('shipments')
    .values({
      order_id: orderId,
      tracking_number: null,
      receiver_name: 'Anna Kowalska',
      receiver_phone: '+48600100200',
      receiver_email: buyer.email,
      parcel_locker_id: null,
      parcel_locker_name: null,
      label_url: null,
    })
    .execute()
  const isThere = async () =>
    (await readDesk()).items.some((parcel) => parcel.shipments.some(({ order }) => order.id === orderId))
  expect(await isThere()).toBe(true)
  await set('refund_pending')
  expect(await isThere()).toBe(false)
})

test('the packing slip finds a parcel in any state, also a partly archived one', async () => {
  const parcel = await shipments.place(2)
  const find = async (id: string) => shipments.get(`parcels/${id}`)
  await shipments.act('archive', [parcel.shipments[0]?.id ?? ''])
  expect(await (await find(parcel.checkout_id)).json()).toMatchObject({ shipments: [{}, {}] })
  expect(await errorOf(await find(crypto.randomUUID()))).toMatchObject({ code: 'shipment_not_found' })
  expect(await errorOf(await find('x'))).toMatchObject({ status: 400 })
})
