import type { OwnReview, ProductReviews } from '#domain/reviews/review-schema.ts'
import { type Api, type Customer, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { type CartItem, cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

const clock = { now: new Date('2026-11-21T12:00:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, { clock, trustedProxy: ['127.0.0.1'] })

let api: Api
let products: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  products = await productsOnSale(api, 7)
})
test.beforeEach(async () => {
  await api.db.deleteFrom('reviews').execute()
  await api.db.deleteFrom('rate_limits').execute()
})

/** Networks used so far; each customer has a different one. */
let networks = 0
type Author = Customer & { headers: Record<string, string> }

/** A customer to whom these products were delivered. */
async function buyer(delivered: readonly CartItem[], address = `203.0.113.${++networks}`): Promise<Author> {
  const customer = await api.customer()
  if (delivered.length > 0) expect((await customer.order(cart(delivered))).status).toBe(200)
  await api.db.updateTable('shipments').set({ status: 'delivered' }).execute()
  return { ...customer, headers: { Cookie: customer.cookie, 'X-Forwarded-For': address } }
}

const send = (method: string, path: string, { headers }: Pick<Author, 'headers'>, body?: unknown) =>
  api.call(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { Origin: api.base, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
  })
const add = (author: Author, product: CartItem | undefined, review: object) =>
  send('POST', '/api/reviews', author, { product_id: product?.id, ...review })
const edit = (author: Author, id: string, review: object) => send('PATCH', `/api/reviews/${id}`, author, review)
const remove = (author: Author, id: string) => send('DELETE', `/api/reviews/${id}`, author)
const written = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return (await answer.json()) as { review: OwnReview; summary: ProductReviews['summary'] }
}
const own = async (author: Author, product: CartItem | undefined) =>
  (await (await api.get(`/api/me/products/${product?.id}/review`, author.headers)).json()) as {
    review: OwnReview | null
    may_add: boolean
    may_add_pictures: boolean
  }
const published = async (product: CartItem | undefined) =>
  (await (await api.get(`/api/products/${product?.id}/reviews`)).json()) as ProductReviews
const approve = (id: string) => api.db.updateTable('reviews').set({ approved: true }).where('id', '=', id).execute()

test('a review is visible only to its author until approved, and returns to moderation after an edit', async () => {
  const author = await buyer(products.slice(0, 1))
  const [product] = products
  expect(await own(author, product)).toEqual({ review: null, may_add: true, may_add_pictures: true })
  const { review } = await written(
    await add(author, product, { rating: 5, comment: '  Piękny.\r\n\r\n\r\n\r\nTrwały! ' }),
  )
  expect(review).toMatchObject({
    rating: 5,
    comment: 'Piękny.\n\nTrwały!',
    state: 'pending',
    product: { id: product?.id },
  })
  expect(await published(product)).toEqual({
    items: [],
    summary: { average_rating: null, total_reviews: 0, confirmed_reviews: 0 },
  })
  expect(await own(author, product)).toMatchObject({
    review: { id: review.id },
    may_add: false,
  })

  await approve(review.id)
  expect(await published(product)).toMatchObject({
    items: [{ id: review.id, author: 'Anna', confirmed: true }],
    summary: { total_reviews: 1, confirmed_reviews: 1 },
  })
  // Saved unchanged, it stays public.
  expect(
    (await written(await edit(author, review.id, { rating: 5, comment: 'Piękny.\n\nTrwały!' }))).review.state,
  ).toBe('published')
  const edited = await written(await edit(author, review.id, { rating: 4, comment: '' }))
  expect(edited).toMatchObject({
    review: { rating: 4, comment: null, state: 'pending' },
    summary: { average_rating: null, total_reviews: 0, confirmed_reviews: 0 },
  })
  expect((await published(product)).items).toEqual([])

  // A rejected review that was changed waits again.
  await api.db.updateTable('reviews').set({ rejected_at: new Date() }).execute()
  expect((await own(author, product)).review?.state).toBe('rejected')
  expect((await written(await edit(author, review.id, { rating: 3, comment: null }))).review.state).toBe('pending')

  await approve(review.id)
  const removed = await remove(author, review.id)
  expect(await removed.json()).toEqual({
    ok: true,
    summary: { average_rating: null, total_reviews: 0, confirmed_reviews: 0 },
  })
  expect(await own(author, product)).toEqual({ review: null, may_add: true, may_add_pictures: true })
})

test('POST reviews: five equal calls at once make one review; a second one of the same product is refused', async () => {
  const author = await buyer(products.slice(0, 1))
  const [product] = products
  await api.db.deleteFrom('rate_limits').execute()
  const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => add(author, product, { rating, comment: null })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const [review] = await api.db.selectFrom('reviews').selectAll().execute()
  await api.db.deleteFrom('rate_limits').execute()
  // A repeat after a lost answer returns the existing review.
  const repeated = await written(await add(author, product, { rating: review?.rating, comment: '' }))
  expect(repeated.review.id).toBe(review?.id)
  expect(await errorOf(await add(author, product, { rating: 1, comment: 'Druga' }))).toMatchObject({
    status: 409,
    code: 'review_exists',
    message: 'Masz już opinię o tym produkcie. Możesz ją zmienić lub usunąć.',
  })
  expect(await api.db.selectFrom('reviews').select('id').execute()).toHaveLength(1)
})

test('POST reviews: accepts every customer and every product on sale; a delivered parcel confirms the purchase', async () => {
  const [bought, other, third] = products
  const author = await buyer([])
  await author.order(cart(bought ? [bought] : []))
  expect(await own(author, bought)).toEqual({ review: null, may_add: true, may_add_pictures: false })
  for (const product of [bought, other]) {
    await approve((await written(await add(author, product, { rating: 5 }))).review.id)
  }
  expect(await published(bought)).toMatchObject({
    items: [{ confirmed: false }],
    summary: { total_reviews: 1, confirmed_reviews: 0 },
  })
  await api.db.updateTable('shipments').set({ status: 'delivered' }).execute()
  expect(await published(bought)).toMatchObject({ items: [{ confirmed: true }], summary: { confirmed_reviews: 1 } })
  expect(await published(other)).toMatchObject({ items: [{ confirmed: false }], summary: { confirmed_reviews: 0 } })

  const setActive = (active: boolean) =>
    api.db
      .updateTable('products')
      .set({ active })
      .where('id', '=', third?.id ?? '')
      .execute()
  await setActive(false)
  expect(await own(author, third)).toEqual({ review: null, may_add: false, may_add_pictures: false })
  expect((await errorOf(await add(author, third, { rating: 5 }))).code).toBe('product_not_found')
  await setActive(true)
  const nothing = third && { ...third, id: crypto.randomUUID() }
  expect((await errorOf(await add(author, nothing, { rating: 5 }))).code).toBe('product_not_found')
  const admin = { ...author, headers: { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) } }
  expect((await errorOf(await add(admin, bought, { rating: 5 }))).code).toBe('reviewer_not_customer')
  expect((await errorOf(await add({ ...author, headers: {} }, bought, { rating: 5 }))).code).toBe('sign_in_required')
})

test('GET awaited reviews: returns the customer’s own delivered products that are not reviewed yet', async () => {
  const [first, second] = products
  if (!first || !second) throw new Error('no products')
  const author = await buyer([first, second])
  const stranger = await buyer([])
  const awaited = async ({ headers }: Author): Promise<string[]> => {
    const answer = (await (await api.get('/api/me/awaited-reviews', headers)).json()) as { id: string }[]
    return answer.map(({ id }) => id)
  }
  expect((await awaited(author)).toSorted()).toEqual([first.id, second.id].toSorted())
  expect(await awaited(stranger)).toEqual([])
  await written(await add(author, first, { rating: 4 }))
  expect(await awaited(author)).toEqual([second.id])
})

test('POST reviews: refuses invalid reviews with a sentence at the field; markup is stored as text', async () => {
  const author = await buyer(products.slice(0, 1))
  const [product] = products
  const rating = 'Musisz wybrać ocenę od 1 do 5 gwiazdek.'
  const refusals: [object, Record<string, string>][] = [
    [{}, { rating }],
    [{ rating: 0 }, { rating }],
    [{ rating: 6 }, { rating }],
    [{ rating: 4.5 }, { rating }],
    [{ rating: '5' }, { rating }],
    [{ rating: 5, comment: 'ą'.repeat(2001) }, { comment: 'Wpisz najwyżej 2000 znaków.' }],
    [{ rating: 5, comment: 'a\u202Eb' }, { comment: 'Usuń niedozwolone znaki' }],
    [{ rating: 5, comment: 'a\u0000b' }, { comment: 'Usuń niedozwolone znaki' }],
    [{ rating: 5, comment: 'Tanio na www.perfumy.example' }, { comment: 'Usuń adres strony lub e-mail z opinii.' }],
    [{ rating: 5, approved: true }, { approved: 'Nieznane pole' }],
    [{ rating: 5, user_id: crypto.randomUUID() }, { user_id: 'Nieznane pole' }],
  ]
  for (const [review, fields] of refusals) {
    expect(await errorOf(await add(author, product, review)), JSON.stringify(review)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      fields,
    })
  }
  const markup = `<script>alert(1)</script> "cytat" '& ${'👩‍🔬'.repeat(3)} 24.11.2025, 4.5 na 5 m.in. </script><img src=x onerror=alert(1)>`
  const { review } = await written(await add(author, product, { rating: 1, comment: markup }))
  expect(review.comment).toBe(markup)
  await approve(review.id)
  expect((await published(product)).items[0]?.comment).toBe(markup)
  expect((await written(await edit(author, review.id, { rating: 5, comment: 'ą'.repeat(2000) }))).review.state).toBe(
    'pending',
  )
})

test('PATCH and DELETE reviews: answer 404 for reviews of others and deleted ones', async () => {
  const [product] = products
  const [author, stranger] = [await buyer(products.slice(0, 1)), await buyer(products.slice(0, 1))]
  const { review } = await written(await add(author, product, { rating: 5, comment: 'Moja' }))
  for (const id of [review.id, crypto.randomUUID(), 'nic']) {
    expect((await errorOf(await edit(stranger, id, { rating: 1 }))).code).toBe('review_not_found')
    expect((await errorOf(await remove(stranger, id))).code).toBe('review_not_found')
  }
  expect((await own(author, product)).review).toMatchObject({ rating: 5, comment: 'Moja' })
  const twice = await Promise.all([remove(author, review.id), remove(author, review.id)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await errorOf(await edit(author, review.id, { rating: 1 }))).status).toBe(404)
})

test('approval and edit at once: only the text that the admin read is published', async () => {
  const [product] = products
  const author = await buyer(products.slice(0, 1))
  const admin = { headers: { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) } }
  for (let round = 0; round < 5; round++) {
    await api.db.deleteFrom('reviews').execute()
    await api.db.deleteFrom('rate_limits').execute()
    const { review } = await written(await add(author, product, { rating: 5, comment: 'Przeczytana' }))
    const pending = await api.get('/api/admin/reviews?state=pending', admin.headers)
    const { items } = (await pending.json()) as { items: { version: string }[] }
    await Promise.all([
      edit(author, review.id, { rating: 5, comment: 'Podmieniona' }),
      send('POST', `/api/admin/reviews/${review.id}/approve`, admin, { version: items[0]?.version }),
    ])
    expect(await published(product)).toMatchObject({ items: [], summary: { total_reviews: 0 } })
    expect((await own(author, product)).review).toMatchObject({ comment: 'Podmieniona', state: 'pending' })
  }
})

test('limits: an account adds five reviews an hour and makes ten changes, a network adds fifty', async () => {
  const author = await buyer(products)
  for (const product of products.slice(0, 5)) expect((await add(author, product, { rating: 5 })).status).toBe(200)
  const refused = await add(author, products[5], { rating: 5 })
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await errorOf(refused)).toMatchObject({
    status: 429,
    code: 'too_many_attempts',
    message: 'Zbyt wiele prób. Spróbuj ponownie za 60 min.',
  })
  const id = (await own(author, products[0])).review?.id ?? ''
  for (let edits = 0; edits < 10; edits++)
    expect((await edit(author, id, { rating: 1 + (edits % 5) })).status).toBe(200)
  expect((await errorOf(await edit(author, id, { rating: 3 }))).code).toBe('too_many_attempts')
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  expect((await add(author, products[5], { rating: 5 })).status).toBe(200)

  await api.db.deleteFrom('rate_limits').execute()
  const neighbours = await Promise.all(Array.from({ length: 11 }, () => buyer([], '198.51.100.7')))
  const tries = neighbours.flatMap((neighbour) =>
    [1, 2, 3, 4, 5].map((rating) => add(neighbour, products[0], { rating })),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(statuses.filter((status) => status === 200 || status === 409)).toHaveLength(50)
})
