import type { BuyerList } from '#domain/buyers/buyer-queries.server.ts'
import purge from '#domain/retention/purge.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, prepaidCart, productsOnSale, storedByOrders } from '#tests/support/orders.ts'

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const list = async (search = '', page = 1): Promise<BuyerList> =>
  (await (
    await api.get(`/api/admin/buyers?${new URLSearchParams({ search, page: String(page) })}`, { Cookie })
  ).json()) as BuyerList

async function one(email: string) {
  const { items } = await list(email)
  const [buyer] = items
  if (items.length !== 1 || buyer === undefined) throw new Error(`${items.length} buyers with ${email}`)
  return buyer
}

const change = (buyer: { email: string; version: string | null }, noted: object) =>
  api.call('/api/admin/buyers', {
    method: 'PATCH',
    headers: { Cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ note: '', cash_on_delivery: true, email: buyer.email, version: buyer.version, ...noted }),
  })

test('buyers: list orders, kept value and newest name, found by name, phone and number, the latest first', async () => {
  const [first, second] = [await api.customer(), await api.customer()]
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  for (const buyer of [first, second, first]) expect((await buyer.order(cart([product]))).status).toBe(200)
  await api.db.updateTable('orders').set({ last_name: 'Żółkiewska' }).where('email', '=', first.email).execute()
  expect((await list()).items.slice(0, 2).map(({ email }) => email)).toEqual([first.email, second.email])
  const [total] = await api.db.selectFrom('orders').select('total_grosze').where('email', '=', second.email).execute()
  const each = Number(total?.total_grosze)
  expect(await one(first.email)).toMatchObject({ orders: 2, kept_grosze: 2 * each, name: 'Anna Żółkiewska', note: '' })
  expect((await list('zolkiew')).items.map(({ email }) => email)).toEqual([first.email])
  expect((await list('nikt-taki')).items).toEqual([])
  expect((await list(first.email, 99)).page).toBe(1)

  const parcel = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('email', '=', second.email)
    .executeTakeFirstOrThrow()
  const sizes = { locker_template: 'small', length_mm: 1, width_mm: 1, height_mm: 1, weight_grams: 1 } as const
  await api.db
    .insertInto('carrier_shipments')
    .values({ ...parcel, ...sizes, reference: crypto.randomUUID(), carrier_status: 'returned_to_sender' })
    .execute()
  expect((await one(second.email)).returned_parcels).toBe(1)
})

test('a note is stored; a window that saves without having read it is refused', async () => {
  const buyer = await api.customer()
  await buyer.order(cart(await productsOnSale(api, 1)))
  const seen = await one(buyer.email)
  const answers = await Promise.all([change(seen, { note: 'Prosi o telefon' }), change(seen, { note: 'Inna' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const noted = await one(buyer.email)
  expect((await change(noted, { note: 'Prosi o dzwonek' })).status).toBe(200)
  expect(await errorOf(await change(noted, { note: 'Za późno' }))).toMatchObject({ code: 'changed_meanwhile' })
  expect((await one(buyer.email)).note).toBe('Prosi o dzwonek')
  expect((await change(noted, { note: 'x'.repeat(1001) })).status).toBe(400)
})

test('a buyer barred from cash on delivery can prepay, and a refused order stores nothing; guests too', async () => {
  const buyer = await api.customer()
  const items = await productsOnSale(api, 1)
  await buyer.order(cart(items))
  expect((await change(await one(buyer.email), { cash_on_delivery: false })).status).toBe(200)
  const before = await storedByOrders(api)
  const refused = await errorOf(await buyer.order(cart(items)))
  expect(refused).toMatchObject({ code: 'cod_not_for_you' })
  expect(refused.message).toContain('Wybierz płatność online')
  expect(await storedByOrders(api)).toEqual(before)
  const headers = { Cookie: buyer.cookie, 'Idempotency-Key': crypto.randomUUID() }
  expect((await api.post('/api/create-checkout-session', prepaidCart(items), headers)).status).toBe(200)

  const other = await api.customer()
  expect((await other.order(cart(items))).status).toBe(200)
  expect((await change(await one(buyer.email), { cash_on_delivery: true })).status).toBe(200)
  expect((await buyer.order(cart(items))).status).toBe(200)
})

test('notes are deleted with the last order of an address', async () => {
  const buyer = await api.customer()
  await buyer.order(cart(await productsOnSale(api, 1)))
  await change(await one(buyer.email), { note: 'Stała klientka' })
  await purge.run(api.services, {}, { last: false })
  expect((await one(buyer.email)).note).toBe('Stała klientka')
  await api.db.updateTable('users').set({ email_verified: true }).where('email', '=', buyer.email).execute()
  const copy = await api.get('/api/me/export', { Cookie: buyer.cookie })
  expect(await copy.text()).toContain('Stała klientka')
  await api.db.updateTable('orders').set({ email: 'x@deleted.invalid' }).where('email', '=', buyer.email).execute()
  await purge.run(api.services, {}, { last: false })
  expect(await api.db.selectFrom('buyers').selectAll().where('email', '=', buyer.email).execute()).toEqual([])
})
