import type { ModerationPage } from '#domain/reviews/moderation-queries.server.ts'
import type { OwnProductReview, ProductReviews, WrittenReview } from '#domain/reviews/review-schema.ts'
import { type Api, type Customer, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { trustedProxy: ['127.0.0.1'] })

let api: Api
let admin: string
let product: CartItem
let pictures: string[]
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const [first] = await productsOnSale(api, 1)
  if (!first) throw new Error('no product is on sale')
  product = first
})
test.beforeEach(async () => {
  for (const table of ['reviews', 'rate_limits'] as const) await api.db.deleteFrom(table).execute()
  pictures = await Promise.all([1, 2, 3, 4].map(upload))
})

async function upload(blue: number): Promise<string> {
  const { default: sharp } = await import('sharp')
  const background = { r: 200, g: 120, b: blue }
  const picture = await sharp({ create: { width: 64, height: 80, channels: 3, background } })
    .png()
    .toBuffer()
  const headers = { 'Content-Type': 'image/png', Origin: api.base }
  const answer = await api.call('/api/complaint-pictures', { method: 'POST', body: new Uint8Array(picture), headers })
  return ((await answer.json()) as { image_key: string }).image_key
}

/** A customer to whom the product was delivered, if so. */
async function customer(isDelivered = true): Promise<Customer> {
  const author = await api.customer()
  if (isDelivered) expect((await author.order(cart([product]))).status).toBe(200)
  await api.db.updateTable('shipments').set({ status: 'delivered' }).execute()
  return author
}

function send(method: string, path: string, body: object, cookie: string) {
  const headers = { Origin: api.base, Cookie: cookie, 'Content-Type': 'application/json' }
  return api.call(path, { method, headers, body: JSON.stringify(body) })
}
const add = (author: Customer, more: object) =>
  send('POST', '/api/reviews', { product_id: product.id, rating: 5, comment: 'Piękny', ...more }, author.cookie)
const written = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return ((await answer.json()) as WrittenReview).review
}
const own = async ({ cookie }: Customer) =>
  (await (await api.get(`/api/me/products/${product.id}/review`, { Cookie: cookie })).json()) as OwnProductReview
const shown = async () =>
  ((await (await api.get(`/api/products/${product.id}/reviews`)).json()) as ProductReviews).items
const readPending = async () =>
  ((await (await api.get('/api/admin/reviews', { Cookie: admin })).json()) as ModerationPage).items
async function approve() {
  for (const { id, version } of await readPending())
    expect((await send('POST', `/api/admin/reviews/${id}/approve`, { version }, admin)).status).toBe(200)
}
const unused = async () => {
  const rows = await api.db.selectFrom('unused_pictures').select('image_key').execute()
  return rows.map(({ image_key }) => image_key)
}

test('pictures of a buyer are public with the approved review, wait again when they change, and go with it', async () => {
  const author = await customer()
  expect(await own(author)).toMatchObject({ review: null, may_add_pictures: true })
  const two = pictures.slice(0, 2)
  const review = await written(await add(author, { pictures: [...two, two[0]] }))
  expect(review).toMatchObject({ state: 'pending', pictures: two, confirmed: true })
  // A repeat after a lost answer.
  expect((await written(await add(author, { pictures: two }))).id).toBe(review.id)
  expect(await shown()).toEqual([])
  expect(await readPending()).toMatchObject([{ id: review.id, pictures: two }])
  expect(await unused()).not.toContain(two[0])
  await approve()
  expect(await shown()).toMatchObject([{ id: review.id, pictures: two }])
  const copy = (await (await api.get('/api/me/export', { Cookie: author.cookie })).json()) as { reviews: object[] }
  expect(copy.reviews).toMatchObject([{ pictures: two }])

  const edit = (more: object) =>
    send('PATCH', `/api/reviews/${review.id}`, { rating: 5, comment: 'Piękny', ...more }, author.cookie)
  // An earlier build sends none.
  expect(await written(await edit({}))).toMatchObject({ state: 'published', pictures: two })
  expect(await written(await edit({ pictures: two }))).toMatchObject({ state: 'published' })
  const changed = [two[1], pictures[2]]
  expect(await written(await edit({ pictures: changed }))).toMatchObject({ state: 'pending', pictures: changed })
  expect(await shown()).toEqual([])
  expect(await unused()).toContain(two[0])
  await approve()
  expect(await shown()).toMatchObject([{ pictures: changed }])

  expect((await send('POST', '/api/me/delete-account', { password: PASSWORD }, author.cookie)).status).toBe(200)
  expect(await shown()).toEqual([])
  expect(await unused()).toEqual(expect.arrayContaining(changed))
})

test('only who received the product adds pictures, three at most, and only stored ones', async () => {
  const guest = await customer(false)
  expect(await own(guest)).toMatchObject({ may_add: true, may_add_pictures: false })
  expect(await errorOf(await add(guest, { pictures: pictures.slice(0, 1) }))).toMatchObject({
    status: 409,
    code: 'review_pictures_not_bought',
  })
  expect(await own(guest)).toMatchObject({ review: null })
  const plain = await written(await add(guest, { pictures: [] }))
  const edit = { rating: 4, comment: null, pictures: pictures.slice(0, 1) }
  expect(await errorOf(await send('PATCH', `/api/reviews/${plain.id}`, edit, guest.cookie))).toMatchObject({
    code: 'review_pictures_not_bought',
  })
  expect((await own(guest)).review).toMatchObject({ rating: 5, comment: 'Piękny', pictures: [] })

  const author = await customer()
  expect(await errorOf(await add(author, { pictures }))).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await errorOf(await add(author, { pictures: ['0'.repeat(32)] }))).toMatchObject({
    code: 'sent_picture_unavailable',
    fields: { pictures: expect.stringContaining('dodaj je ponownie') },
  })
  expect(await own(author)).toMatchObject({ review: null })
})
