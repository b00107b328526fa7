import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  shipments = await openShipments(api)
})

test('archiving hides whole parcels, keeps their status, and can be undone', async () => {
  const parcel = await shipments.place(2)
  await shipments.update(parcel.shipments, { status: 'delivered' })
  const before = (await shipments.list('?view=archived')).total
  const answer = await shipments.act('archive', shipments.idsOf(parcel).slice(1))
  expect([answer.status, await answer.json()]).toEqual([200, { parcels: 1 }])
  expect((await shipments.list()).items.map(({ checkout_id }) => checkout_id)).not.toContain(parcel.checkout_id)
  const archived = await shipments.found(parcel)
  expect(archived.shipments).toMatchObject([
    { status: 'delivered', archived_at: expect.any(String) },
    { status: 'delivered', archived_at: expect.any(String) },
  ])
  expect(await (await shipments.get('shipments/archive-count')).json()).toEqual({ total: before + 1 })
  expect(await errorOf(await shipments.act('archive', shipments.idsOf(parcel)))).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(await (await shipments.act('restore', shipments.idsOf(parcel))).json()).toEqual({ parcels: 1 })
  expect((await shipments.found(parcel)).shipments[0]).toMatchObject({ status: 'delivered', archived_at: null })
  // As the dialog does: archived by choosing the status, restored by choosing any other.
  await shipments.update((await shipments.found(parcel)).shipments, { status: 'archived' })
  expect((await shipments.found(parcel)).shipments[0]?.archived_at).not.toBeNull()
  await shipments.update((await shipments.found(parcel)).shipments.slice(0, 1), { status: 'shipped' })
  expect((await shipments.found(parcel)).shipments).toMatchObject([
    { status: 'shipped', archived_at: null },
    { status: 'delivered', archived_at: null },
  ])
  expect((await shipments.eventsOf(shipments.orderIdsOf(parcel)[1] ?? '')).slice(1)).toEqual([
    'shipment delivered>archived admin',
    'shipment delivered>restored admin',
    'shipment delivered>archived admin',
    'shipment delivered>restored admin',
  ])
})

test('of several parcels, one that changed since the page was read is left out, and its order is named', async () => {
  const [seen, changed] = [await shipments.place(1), await shipments.place(1)]
  const versions = Object.fromEntries(
    [seen, changed].flatMap((parcel) => parcel.shipments.map(({ id, version }) => [id, version])),
  )
  await shipments.update(changed.shipments, { status: 'processing' })
  const ids = [...shipments.idsOf(seen), ...shipments.idsOf(changed)]
  const [orderId = ''] = shipments.orderIdsOf(changed)
  const answer = await shipments.send('POST', 'shipments/archive', { ids, versions })
  expect(await answer.json()).toEqual({ parcels: 1, left_out: [orderId.slice(0, 8)] })
  expect((await shipments.found(changed)).shipments[0]?.archived_at).toBeNull()
})

test('only archived parcels can be deleted; the order and the customer’s panel keep their data', async () => {
  const parcel = await shipments.place(2)
  await shipments.update(parcel.shipments, { status: 'shipped', tracking_number: 'RR300' })
  const refused = await errorOf(await shipments.act('delete', shipments.idsOf(parcel)))
  expect(refused).toMatchObject({ status: 409, code: 'shipment_not_archived' })
  await shipments.act('archive', shipments.idsOf(parcel))
  const answer = await shipments.act('delete', shipments.idsOf(parcel).slice(0, 1))
  expect([answer.status, await answer.json()]).toEqual([200, { parcels: 1 }])
  expect(await shipments.find(parcel)).toBeUndefined()
  for (const action of ['delete', 'restore', 'archive'] as const) {
    expect(await errorOf(await shipments.act(action, shipments.idsOf(parcel)))).toMatchObject({
      code: 'changed_meanwhile',
    })
  }
  expect((await shipments.update(parcel.shipments, { status: 'created' })).status).toBe(404)
  const cookie = await api.customer(parcel.email)
  const own = (await (await api.get('/api/me/orders', { Cookie: cookie.cookie })).json()) as {
    shipping_status: string
  }[]
  expect(own.map(({ shipping_status }) => shipping_status)).toEqual(['shipped', 'shipped'])
  const sent = (await (await api.get('/api/me/shipments', { Cookie: cookie.cookie })).json()) as object[]
  expect(sent).toMatchObject([{ tracking_number: 'RR300' }, { tracking_number: 'RR300' }])
  expect((await shipments.auditOf(shipments.idsOf(parcel)[0] ?? '')).at(-1)).toBe('shipment.deleted')
})

test('when two tabs delete, or delete and restore, the same parcel at once, exactly one succeeds', async () => {
  for (const rival of ['restore', 'delete'] as const) {
    const parcel = await shipments.place(2)
    await shipments.act('archive', shipments.idsOf(parcel))
    const answers = await Promise.all([
      shipments.act('delete', shipments.idsOf(parcel)),
      shipments.act(rival, shipments.idsOf(parcel)),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const now = await shipments.find(parcel)
    if (now) expect(now.shipments.every(({ archived_at }) => archived_at === null)).toBe(true)
    else expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('the archive has ten parcels a page, and an address beyond the end shows the last page', async ({ newApi }) => {
  const other = await newApi()
  const own = await openShipments(other)
  for (let n = 0; n < 11; n++) {
    const parcel = await own.place(n === 0 ? 2 : 1)
    const days = new Date(Date.UTC(2026, 0, 1 + n, 12))
    await other.db
      .updateTable('shipments')
      .set({ created_at: days })
      .where('id', 'in', shipments.idsOf(parcel))
      .execute()
    await own.act('archive', shipments.idsOf(parcel))
  }
  const first = await own.list('?view=archived')
  expect(first).toMatchObject({ total: 11, page: 1, pages: 2, pageSize: 10 })
  expect(first.items).toHaveLength(10)
  expect(first.items[0]?.created_at).toBe('2026-01-11T12:00:00.000Z')
  const last = await own.list('?view=archived&page=9')
  expect(last).toMatchObject({ page: 2 })
  expect(last.items.map((parcel) => parcel.shipments.length)).toEqual([2])
  await own.act('delete', shipments.idsOf(last.items[0] as AdminParcel))
  expect(await own.list('?view=archived&page=2')).toMatchObject({ total: 10, page: 1, pages: 1 })
})
