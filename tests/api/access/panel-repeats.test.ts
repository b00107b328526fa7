import sharp from 'sharp'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

// Every call of the panel that adds something may arrive twice: a second press, two at once, a lost answer. Products
// and files of products have their own tests; terms and devices are distinguished by content; refunds carry an id.

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const send = (path: string, body: object, key?: string) =>
  api.post(path, body, { Cookie: admin, ...(key && { 'Idempotency-Key': key }) })

/** Sends it three times at once and once more; the answers. */
async function repeat(path: string, body: object): Promise<unknown[]> {
  const key = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => send(path, body, key)))
  answers.push(await send(path, body, key))
  for (const answer of answers) expect(answer.status).toBe(200)
  expect((await send(path, { ...body, ...changed(body) }, key)).status).toBe(409)
  return Promise.all(answers.map((answer) => answer.json()))
}
const changed = (body: object) =>
  'note' in body ? { note: 'inna' } : 'name' in body ? { name: 'Inna nazwa' } : { title: 'Inny' }

const PRODUCER = {
  name: 'Pracownia Powtórzona',
  address: 'ul. Długa 3, 31-146 Kraków, Polska',
  contact: 'kontakt@roza.example',
  is_in_eu: true,
  responsible_name: null,
  responsible_address: null,
  responsible_contact: null,
}
const countNamed = async (table: 'producers' | 'brands', name: string) =>
  (await api.db.selectFrom(table).select('id').where('name', '=', name).execute()).length

test('a producer is added once, also when each press has its own key', async () => {
  const [first, ...others] = await repeat('/api/admin/producers', PRODUCER)
  for (const other of others) expect(other).toEqual(first)
  const apart = await Promise.all([1, 2].map(() => send('/api/admin/producers', PRODUCER)))
  for (const answer of apart) expect(await answer.json()).toEqual(first)
  expect(await countNamed('producers', PRODUCER.name)).toBe(1)
  // A producer of the same name at another address is another one.
  expect((await send('/api/admin/producers', { ...PRODUCER, address: 'ul. Krótka 1, Łódź, Polska' })).status).toBe(200)
  expect(await countNamed('producers', PRODUCER.name)).toBe(2)
})

test('a brand is added once, and a retry is not refused because of a taken name', async () => {
  const brand = { name: 'Marka Powtórzona', description: '', producer_id: null }
  const [first, ...others] = await repeat('/api/admin/brands', brand)
  for (const other of others) expect(other).toEqual(first)
  expect(await errorOf(await send('/api/admin/brands', brand))).toMatchObject({ code: 'brand_name_taken' })
  expect(await countNamed('brands', brand.name)).toBe(1)
})

test('a note is written once; the same text on another day is another note', async () => {
  const buyer = await api.customer()
  const placed = await buyer.order(cart(await productsOnSale(api, 1)))
  const { orderIds } = (await placed.json()) as { orderIds: [string] }
  const path = `/api/admin/orders/${orderIds[0]}/notes`
  await repeat(path, { note: 'Dzwoniono, nie odbiera' })
  const notes = () => api.db.selectFrom('order_notes').select('note').where('order_id', '=', orderIds[0]).execute()
  expect(await notes()).toHaveLength(1)
  expect((await send(path, { note: 'Dzwoniono, nie odbiera' }, crypto.randomUUID())).status).toBe(200)
  expect(await notes()).toHaveLength(2)
})

test('a film is added once', async () => {
  await api.db.deleteFrom('landing_films').execute()
  const picture = sharp({ create: { width: 40, height: 50, channels: 3, background: '#9C7430' } })
  const uploaded = await api.call('/api/admin/pictures', {
    method: 'POST',
    body: await picture.png().toBuffer(),
    headers: { 'Content-Type': 'image/png', Origin: api.base, Cookie: admin },
  })
  const { image_key } = (await uploaded.json()) as { image_key: string }
  const film = { title: 'Powtórzony film', image_key, link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }
  const [first, ...others] = await repeat('/api/admin/films', film)
  for (const other of others) expect(other).toEqual(first)
  expect(await api.db.selectFrom('landing_films').select('id').where('title', '=', film.title).execute()).toHaveLength(
    1,
  )
})
