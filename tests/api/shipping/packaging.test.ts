// What the packaging of a year's parcels weighs, for the yearly report.
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { storeCheckout, TO_LOCKER } from '#tests/support/stored-checkout.ts'

let api: Api
let headers: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

/** A parcel of two orders that was sent at this moment, and delivered a day later. */
async function sendParcel(moment: string) {
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const items = [{ name: 'Oud', brand: 'Dom', quantity: 1, priceGrosze: 10_000 }]
  await storeCheckout(
    api.db,
    ids.map((id) => ({ id, items, shippingGrosze: 0 })),
    TO_LOCKER,
  )
  const receiver = { receiver_name: 'Anna', receiver_phone: '600100200', receiver_email: 'a@example.test' }
  const delivered = new Date(Date.parse(moment) + 86_400_000)
  for (const [index, order_id] of ids.entries()) {
    await api.db
      .insertInto('shipments')
      .values({ order_id, heads_parcel: index === 0, status: 'delivered', tracking_number: null, ...receiver })
      .execute()
    const event = { order_id, subject: 'shipment', actor: 'admin' } as const
    await api.db
      .insertInto('order_events')
      .values([
        { ...event, from_status: 'created', to_status: 'shipped', created_at: new Date(moment) },
        { ...event, from_status: 'shipped', to_status: 'delivered', created_at: delivered },
      ])
      .execute()
  }
}

const read = async (year: number) => (await api.get(`/api/admin/packaging?year=${year}`, headers)).json()

test('a parcel counts once, in the year in which it was first sent', async () => {
  await sendParcel('2024-12-31T22:59:00Z')
  await sendParcel('2024-12-31T23:30:00Z')
  await sendParcel('2025-06-01T10:00:00Z')
  expect(await read(2024)).toEqual({ parcels: 1, paper_grams: null, plastic_grams: null })
  expect(await read(2025)).toMatchObject({ parcels: 2 })
  expect(await read(2026)).toMatchObject({ parcels: 0 })
  const answer = await api.get('/api/admin/shop-profile', headers)
  const { version } = await answer.json()
  const values = { version, parcel_paper_grams: '180', parcel_plastic_grams: '12' }
  expect((await api.post('/api/admin/shop-profile', values, headers)).status).toBe(200)
  expect(await read(2025)).toEqual({ parcels: 2, paper_grams: 360, plastic_grams: 24 })
})
