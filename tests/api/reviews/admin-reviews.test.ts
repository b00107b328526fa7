import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import type { ModerationPage } from '#domain/reviews/moderation-queries.server.ts'
import type { ProductReviews } from '#domain/reviews/review-schema.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: string
let products: { id: string; slug: string }[]
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  products = await api.db.selectFrom('products').select(['id', 'slug']).orderBy('name').execute()
})
test.beforeEach(async () => {
  await api.db.deleteFrom('reviews').execute()
})

const headers = () => ({ Origin: api.base, Cookie: admin, 'Content-Type': 'application/json' })
const read = async (query: string) =>
  (await (await api.call(`/api/admin/reviews?${query}`, { headers: headers() })).json()) as ModerationPage
const decide = async (id: string, verb: 'approve' | 'reject', version: string) => {
  const answer = await api.call(`/api/admin/reviews/${id}/${verb}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ version }),
  })
  return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code ?? 'done']
}

/** Stores one review per rating, each by another customer, the first one newest. Returns their ids. */
async function write(ratings: readonly number[], columns: { approved?: boolean; first_name?: string } = {}) {
  const ids: string[] = []
  for (const [index, rating] of ratings.entries()) {
    const { id: user_id } = await api.db
      .insertInto('users')
      .values({
        email: `${crypto.randomUUID()}@example.test`,
        first_name: columns.first_name ?? 'Łucja',
        last_name: 'Ćwik',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await api.db
      .insertInto('reviews')
      .values({
        product_id: products[index % products.length]?.id ?? '',
        user_id,
        rating,
        comment: `Opinia ${index}`,
        approved: columns.approved ?? false,
        created_at: new Date(Date.UTC(2026, 10, 21, 12) - index * 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

const publicSummary = async () => {
  const answer = await api.call(`/api/products/${products[0]?.slug}/reviews`)
  return ((await answer.json()) as { summary: object }).summary
}

test('GET reviews: five waiting or ten public ones a page, by date or by stars, with all counts', async () => {
  await write([3, 5, 1, 4, 2, 5])
  await write([5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5], { approved: true })
  const first = await read('state=pending')
  expect(first.items.map(({ comment }) => comment)).toEqual([0, 1, 2, 3, 4].map((index) => `Opinia ${index}`))
  expect(first).toMatchObject({ total: 6, page: 1, pageSize: 5, counts: { pending: 6, published: 11, rejected: 0 } })
  expect(first.items[0]).toMatchObject({
    author: { first_name: 'Łucja', last_name: 'Ćwik', email_verified: false },
    state: 'pending',
    confirmed: false,
  })
  expect((await read('state=pending&sort=stars')).items.map(({ rating }) => rating)).toEqual([5, 5, 4, 3, 2])
  expect(await read('state=pending&page=99')).toMatchObject({ page: 2, items: [{ comment: 'Opinia 5' }] })
  const published = await read('state=published&sort=stars&page=2')
  expect(published).toMatchObject({ total: 11, pageSize: 10, page: 2, items: [{ rating: 1 }] })
})

test('approve publishes the review with its stars at once; reject removes it from the waiting ones', async () => {
  const [wanted, unwanted] = await write([4, 1])
  const { items } = await read('state=pending')
  const versionOf = (id: string | undefined) => items.find((item) => item.id === id)?.version ?? ''
  expect(await decide(wanted ?? '', 'approve', versionOf(wanted))).toEqual([200, 'done'])
  expect(await publicSummary()).toEqual({ average_rating: 4, total_reviews: 1, confirmed_reviews: 0 })
  expect(await decide(unwanted ?? '', 'reject', versionOf(unwanted))).toEqual([200, 'done'])
  expect((await read('state=pending')).counts).toEqual({ pending: 0, published: 1, rejected: 1 })
  const [rejected] = (await read('state=rejected')).items
  expect(rejected).toMatchObject({ id: unwanted, state: 'rejected' })
  expect(await decide(unwanted ?? '', 'approve', rejected?.version ?? '')).toEqual([200, 'done'])
  expect((await read('state=pending')).counts).toEqual({ pending: 0, published: 2, rejected: 0 })
  const audit = await api.db.selectFrom('audit_events').select(['action', 'subject_id']).orderBy('id').execute()
  expect(audit.filter(({ action }) => action.startsWith('review.'))).toEqual([
    { action: 'review.approved', subject_id: wanted },
    { action: 'review.rejected', subject_id: unwanted },
    { action: 'review.approved', subject_id: unwanted },
  ])
})

test('approve: a text that its author has changed meanwhile is not published', async () => {
  const [id = ''] = await write([5])
  const [seen] = (await read('state=pending')).items
  await api.db.updateTable('reviews').set({ comment: 'Coś zupełnie innego' }).where('id', '=', id).execute()
  expect(await decide(id, 'approve', seen?.version ?? '')).toEqual([409, 'changed_meanwhile'])
  expect((await read('state=pending')).counts).toMatchObject({ pending: 1, published: 0 })
})

test('a published review keeps the name it was approved with, until it is approved again', async () => {
  const [id = ''] = await write([5])
  const approve = async () => decide(id, 'approve', (await read('state=pending')).items[0]?.version ?? '')
  const names = async () => {
    const answer = await api.call(`/api/products/${products[0]?.slug}/reviews`)
    return ((await answer.json()) as ProductReviews).items.map(({ author }) => author)
  }
  expect(await approve()).toEqual([200, 'done'])
  await api.db.updateTable('users').set({ first_name: 'Wyprzedaż' }).where('first_name', '=', 'Łucja').execute()
  expect(await names()).toEqual(['Łucja'])
  await api.db.updateTable('reviews').set({ comment: 'Inaczej', approved: false }).where('id', '=', id).execute()
  expect(await approve()).toEqual([200, 'done'])
  expect(await names()).toEqual(['Wyprzedaż'])
})

test('failed calls are named in the log', async () => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const [id = ''] = await write([5])
  const version = (await read('state=pending')).items[0]?.version ?? ''
  await api.db.schema.alterTable('audit_events').renameTo('audit_events_away').execute()
  await decide(id, 'approve', version)
  await decide(id, 'reject', version)
  await api.call(`/api/admin/reviews/${id}`, { method: 'DELETE', headers: headers() })
  await api.db.schema.alterTable('audit_events_away').renameTo('audit_events').execute()
  const logged = JSON.stringify(error.mock.calls.map(([event, fields]) => [event, String(fields?.error)]))
  for (const what of ['approve', 'reject', 'delete']) expect(logged).toContain(`Failed to ${what} review`)
  error.mockRestore()
})

test('approve: of two windows at once one decides', async () => {
  const [id = ''] = await write([5])
  const version = (await read('state=pending')).items[0]?.version ?? ''
  const answers = await Promise.all([decide(id, 'approve', version), decide(id, 'reject', version)])
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409])
})

test('delete: removes a review in any state with its stars; a second call answers 404', async () => {
  const [id = ''] = await write([2], { approved: true })
  const remove = () => api.call(`/api/admin/reviews/${id}`, { method: 'DELETE', headers: headers() })
  expect((await remove()).status).toBe(200)
  expect(await publicSummary()).toEqual({ average_rating: null, total_reviews: 0, confirmed_reviews: 0 })
  const again = await remove()
  expect([again.status, ((await again.json()) as { error: { code: string } }).error.code]).toEqual([
    404,
    'review_not_found',
  ])
  expect(await decide('nic', 'reject', '1')).toEqual([404, 'review_not_found'])
})
