import type { PackingDesk } from '#domain/shipping/admin/packing-desk.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { enterAsPacker, INVITED_PASSWORD, packerCalls } from '#tests/support/invited-people.ts'
import { errorOf } from '#tests/support/orders.ts'

// A packer sees parcels and sends them, and nothing else. Which calls answer them: access-matrix.test.ts.

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let shipments: Shipments
test.beforeAll(async ({ api: started }) => {
  api = started
  shipments = await openShipments(api)
})

test('a packer sees parcels without prices and e-mail addresses, and packs and sends them by name', async () => {
  const email = `pakuje-${crypto.randomUUID()}@example.test`
  const packer = packerCalls(api, await enterAsPacker(api, email))
  const parcel = await shipments.place()
  const text = await (await packer.get('packing')).text()
  const desk = JSON.parse(text) as PackingDesk
  const [shown] = desk.items.filter(({ checkout_id }) => checkout_id === parcel.checkout_id)
  expect(shown).toMatchObject({ due_grosze: parcel.due_grosze, shipments: [{ receiver_name: expect.any(String) }] })
  const slip = await (await packer.get(`parcels/${parcel.checkout_id}`)).text()
  for (const hidden of ['unit_price', 'total_', 'receiver_email', parcel.email]) {
    expect([text.includes(hidden), slip.includes(hidden)], hidden).toEqual([false, false])
  }

  const ids = shipments.idsOf(parcel)
  const versions = Object.fromEntries(parcel.shipments.map(({ id, version }) => [id, version]))
  expect((await packer.send('POST', 'packing', { ids, packed: true, versions })).status).toBe(200)
  const packed = (await shipments.found(parcel)).shipments.map(({ id, version }) => ({ id, version }))
  const sent = await packer.send('PATCH', 'shipments', {
    shipments: packed,
    status: 'shipped',
    tracking_number: '6200',
  })
  expect(await sent.json()).toEqual({ shipments: 1 })
  const log = await api.db
    .selectFrom('audit_events')
    .innerJoin('users', 'users.id', 'audit_events.user_id')
    .select(['action', 'email'])
    .where('subject_id', '=', ids[0] ?? '')
    .execute()
  expect(log.map(({ action }) => action)).toContain('shipment.packed')
  expect(new Set(log.map((entry) => entry.email))).toEqual(new Set([email]))
})

test('a packer sends only parcels that wait in the shop, and sets no other status', async () => {
  const packer = packerCalls(api, await enterAsPacker(api))
  const set = async (parcel: Parameters<typeof shipments.found>[0], change: object) => {
    const now = (await shipments.found(parcel)).shipments.map(({ id, version }) => ({ id, version }))
    return packer.send('PATCH', 'shipments', { shipments: now, ...change })
  }
  const waiting = await shipments.place()
  for (const status of ['created', 'processing', 'delivered', 'cancelled', 'archived']) {
    expect(await errorOf(await set(waiting, { status }))).toMatchObject({ status: 403, code: 'owner_only' })
  }
  const cancelled = await shipments.place()
  await shipments.update(cancelled.shipments, { status: 'cancelled' })
  expect((await errorOf(await set(cancelled, { status: 'shipped' }))).code).toBe('owner_only')
  expect((await set(waiting, { status: 'shipped' })).status).toBe(200)
  expect((await errorOf(await set(waiting, { status: 'shipped', tracking_number: '77' }))).code).toBe('owner_only')
  const { shipments: after } = await shipments.found(waiting)
  expect(after).toMatchObject([{ status: 'shipped', tracking_number: null }])
})

test('a packer cannot invite, prove to be an owner, or read a run that is not of parcels', async () => {
  const packer = packerCalls(api, await enterAsPacker(api))
  const run = await api.db
    .insertInto('runs')
    .values({ kind: 'product-sync', mode: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await shipments.get(`runs/${run.id}`)).status).toBe(200)
  const answers = [
    await packer.get(`runs/${run.id}`),
    await packer.get('people'),
    await packer.send('POST', 'people', { email: 'nowa@example.test' }),
    await packer.send('POST', 'prove', { password: INVITED_PASSWORD }),
    await packer.get('orders'),
    await packer.get('search?q=anna'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
})
