import type { ModeratedReview, ModerationPage } from '#domain/reviews/moderation-queries.server.ts'
import type { OwnReview, ProductReviews } from '#domain/reviews/review-schema.ts'
import { type Api, type Customer, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: string
let product: { id: string; slug: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  product = await api.db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
})
test.beforeEach(async () => {
  for (const table of ['reviews', 'mail_outbox', 'rate_limits', 'audit_events'] as const)
    await api.db.deleteFrom(table).execute()
})

async function send(method: string, path: string, body: unknown, cookie = admin) {
  const headers = { Origin: api.base, Cookie: cookie, 'Content-Type': 'application/json' }
  const answer = await api.call(path, { method, headers, body: JSON.stringify(body) })
  const content = (await answer.json()) as { error?: { code: string; fields?: Record<string, string> } }
  return { status: answer.status, code: content.error?.code ?? 'done', fields: content.error?.fields }
}
const answer = (review: ModeratedReview, text: string, more: object = {}) =>
  send('POST', `/api/admin/reviews/${review.id}/answer`, { version: review.version, answer: text, ...more })
const removeAnswer = ({ id, version }: ModeratedReview) =>
  send('DELETE', `/api/admin/reviews/${id}/answer`, { version })
const DONE = { status: 200, code: 'done' }
const CHANGED = { status: 409, code: 'changed_meanwhile' }

const list = async (state: string) => {
  const page = await api.get(`/api/admin/reviews?state=${state}`, { Cookie: admin })
  return ((await page.json()) as ModerationPage).items
}
const read = async (id: string, state = 'published') => {
  const found = (await list(state)).find((review) => review.id === id)
  if (!found) throw new Error(`no ${state} review ${id}`)
  return found
}
const shown = async () =>
  ((await (await api.get(`/api/products/${product.id}/reviews`)).json()) as ProductReviews).items
const mails = () => api.db.selectFrom('mail_outbox').select(['template', 'recipient', 'data']).execute()
const answerMails = async () => (await mails()).filter(({ template }) => template === 'review-answered')

/** A review by a customer with an account, published unless said otherwise. */
async function write(comment = 'Na mojej skórze trwa krótko.', approved = true) {
  const author = await api.customer()
  const { id: user_id } = await api.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', author.email)
    .executeTakeFirstOrThrow()
  const { id } = await api.db
    .insertInto('reviews')
    .values({ product_id: product.id, user_id, rating: 3, comment, approved })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { author, id }
}
const own = async ({ cookie }: Customer) =>
  ((await (await api.get('/api/me/reviews', { Cookie: cookie })).json()) as OwnReview[])[0]

test('an answer stands under its review, for everyone and for its author, who gets one mail', async () => {
  const { author, id } = await write()
  expect(await answer(await read(id), '  Dziękujemy!\r\n\r\n\r\nSpróbuj na ubraniu. ')).toMatchObject(DONE)
  const text = 'Dziękujemy!\n\nSpróbuj na ubraniu.'
  const stated = { answer: { text, answered_at: expect.stringMatching(/^20\d\d-/) } }
  expect(await shown()).toMatchObject([{ id, ...stated }])
  expect(await own(author)).toMatchObject({ id, ...stated })
  expect(await read(id)).toMatchObject(stated)
  expect(await (await api.get('/api/me/export', { Cookie: author.cookie })).json()).toMatchObject({
    reviews: [{ answer: text }],
  })

  const before = (await shown())[0]?.answer
  expect(await answer(await read(id), 'Dziękujemy! Najdłużej trwa na ubraniu.')).toMatchObject(DONE)
  expect((await shown())[0]?.answer).toEqual({ ...before, text: 'Dziękujemy! Najdłużej trwa na ubraniu.' })
  expect(await answerMails()).toMatchObject([{ recipient: author.email, data: { reviewId: id } }])

  await api.db.updateTable('mail_outbox').set({ sent_at: new Date() }).execute()
  expect(await removeAnswer(await read(id))).toMatchObject(DONE)
  expect(await shown()).toMatchObject([{ id, answer: null }])
  expect(await answer(await read(id), 'Jednak odpowiadamy.')).toMatchObject(DONE)
  // Also when the outbox no longer has the first one.
  await api.db.deleteFrom('mail_outbox').execute()
  expect(await removeAnswer(await read(id))).toMatchObject(DONE)
  expect(await answer(await read(id), 'Jeszcze raz.')).toMatchObject(DONE)
  expect(await answerMails()).toEqual([])
  const events = await api.db.selectFrom('audit_events').select('action').orderBy('id').execute()
  expect(events.map(({ action }) => action).filter((action) => action.startsWith('review.answer'))).toEqual([
    'review.answered',
    'review.answer_changed',
    'review.answer_removed',
    'review.answered',
    'review.answer_removed',
    'review.answered',
  ])
})

test('an answer that is removed before its mail was sent takes the mail along; the next one is mailed', async () => {
  const { author, id } = await write()
  await answer(await read(id), 'Dziękujemy!')
  expect(await answerMails()).toHaveLength(1)
  expect(await removeAnswer(await read(id))).toMatchObject(DONE)
  expect(await answer(await read(id), 'Dziękujemy bardzo!')).toMatchObject(DONE)
  expect(await answerMails()).toMatchObject([{ recipient: author.email }])
})

test('a press whose answer was lost is repeated without a second mail or entry', async () => {
  const { id } = await write()
  const seen = await read(id)
  expect(await Promise.all([answer(seen, 'Dziękujemy!'), answer(seen, 'Dziękujemy!')])).toMatchObject([DONE, DONE])
  expect(await answerMails()).toHaveLength(1)
  expect(
    await api.db.selectFrom('audit_events').select('id').where('action', '=', 'review.answered').execute(),
  ).toHaveLength(1)
})

test('of two windows the second one is told, and loses nothing of the first', async () => {
  const { id } = await write()
  const seen = await read(id)
  expect(await answer(seen, 'Pierwsza odpowiedź')).toMatchObject(DONE)
  expect(await answer(seen, 'Druga odpowiedź')).toMatchObject(CHANGED)
  const answered = await read(id)
  expect(await answer(answered, 'Poprawiona odpowiedź')).toMatchObject(DONE)
  expect(await removeAnswer(answered)).toMatchObject(CHANGED)
  expect(await shown()).toMatchObject([{ answer: { text: 'Poprawiona odpowiedź' } }])
  const last = await read(id)
  expect(await removeAnswer(last)).toMatchObject(DONE)
  expect(await removeAnswer(last)).toMatchObject({ status: 404, code: 'review_answer_not_found' })
})

test('an answer has the limits of a comment, and its markup stays text', async () => {
  const { id } = await write()
  const refused = async (text: string) => (await answer(await read(id), text)).fields?.answer
  expect(await refused(' \n ')).toBe('Wpisz odpowiedź.')
  expect(await refused('x'.repeat(2001))).toBe('Wpisz najwyżej 2000 znaków.')
  expect(await refused('Napisz na sklep@example.pl')).toContain('Usuń adres')
  expect(await refused('Złe \u0000 znaki')).toBeTruthy()
  const script = '<script>alert(1)</script> & „cytat”'
  expect(await answer(await read(id), script)).toMatchObject(DONE)
  expect((await shown())[0]?.answer?.text).toBe(script)
  expect(await answer(await read(id), '🌹'.repeat(2000))).toMatchObject(DONE)
})

test('an answer that names a trademark is published only after the warning', async () => {
  const { id } = await write()
  expect(await answer(await read(id), 'To nie jest Chanel.')).toMatchObject({ status: 409, code: 'trademarks_found' })
  expect((await shown())[0]?.answer).toBeNull()
  expect(await answerMails()).toEqual([])
  expect(await answer(await read(id), 'To nie jest Chanel.', { trademarks_accepted: true })).toMatchObject(DONE)
  const accepted = api.db
    .selectFrom('audit_events')
    .select('details')
    .where('action', '=', 'review.trademarks_accepted')
  expect(await accepted.execute()).toEqual([{ details: { trademarks: ['Chanel'] } }])
})

test('only a published review is answered; one that its author changed hides its answer until it is approved', async () => {
  const waiting = await write('Czeka', false)
  const pending = await read(waiting.id, 'pending')
  expect(await answer(pending, 'Dziękujemy!')).toMatchObject({ status: 409, code: 'review_not_published' })

  const { author, id } = await write('Słaby')
  const seen = await read(id)
  const edited = { rating: 1, comment: 'Bardzo słaby' }
  expect(await send('PATCH', `/api/reviews/${id}`, edited, author.cookie)).toMatchObject(DONE)
  expect(await answer(seen, 'Dziękujemy!')).toMatchObject({ status: 409, code: 'review_not_published' })
  const approve = async () => {
    const { version } = await read(id, 'pending')
    return send('POST', `/api/admin/reviews/${id}/approve`, { version })
  }
  expect(await approve()).toMatchObject(DONE)
  // Published again, with a text that this window has not read.
  expect(await answer(seen, 'Dziękujemy!')).toMatchObject(CHANGED)
  expect(await answer(await read(id), 'Przykro nam.')).toMatchObject(DONE)

  expect(await send('PATCH', `/api/reviews/${id}`, { rating: 5, comment: null }, author.cookie)).toMatchObject(DONE)
  expect(await shown()).toEqual([])
  expect(await own(author)).toMatchObject({ state: 'pending', answer: null })
  // Read with the changed review, and made to fit it before both are shown again.
  expect(await answer(await read(id, 'pending'), 'Cieszymy się!')).toMatchObject(DONE)
  expect(await approve()).toMatchObject(DONE)
  expect(await shown()).toMatchObject([{ id, rating: 5, answer: { text: 'Cieszymy się!' } }])
})

test('a review that its author deleted meanwhile is gone with its answer and its unsent mail', async () => {
  const { author, id } = await write()
  const seen = await read(id)
  await answer(seen, 'Dziękujemy!')
  expect(await send('DELETE', `/api/reviews/${id}`, undefined, author.cookie)).toMatchObject(DONE)
  expect(await answer(seen, 'Jeszcze coś')).toMatchObject({ status: 404, code: 'review_not_found' })
  expect(await removeAnswer(seen)).toMatchObject({ status: 404, code: 'review_not_found' })
  expect(await answerMails()).toEqual([])
  expect(await send('POST', '/api/admin/reviews/nic/answer', { version: '1', answer: 'x' })).toMatchObject({
    status: 404,
    code: 'review_not_found',
  })
})

test('an account that is deleted meanwhile takes review, answer and unsent mail along', async () => {
  const { author, id } = await write()
  const seen = await read(id)
  await answer(seen, 'Dziękujemy!')
  expect(await send('POST', '/api/me/delete-account', { password: PASSWORD }, author.cookie)).toMatchObject(DONE)
  expect(await answerMails()).toEqual([])
  expect(await shown()).toEqual([])
  expect(await answer(seen, 'Jeszcze coś')).toMatchObject({ status: 404, code: 'review_not_found' })
})

test('an author whose address cannot exist, as those of the demo, gets no mail', async () => {
  const { author, id } = await write()
  const email = `${id}@deleted.invalid`
  await api.db.updateTable('users').set({ email }).where('email', '=', author.email).execute()
  expect(await answer(await read(id), 'Dziękujemy!')).toMatchObject(DONE)
  expect(await answerMails()).toEqual([])
})

test('the mail has both texts, and leads to the reviews of the product', async () => {
  const { author, id } = await write()
  await answer(await read(id), 'Dziękujemy!\n\nSpróbuj na ubraniu.')
  api.startMail()
  await eventually(async () => {
    const mail = (await api.mailbox.messagesTo(author.email)).find(({ subject }) => subject.startsWith('Odpowiedź'))
    expect(mail?.subject).toMatch(/^Odpowiedź na Twoją opinię: Layali Zahran/)
    for (const part of ['Dziękujemy!', 'Na mojej skórze trwa krótko.', '3 gwiazdki', `/produkt/${product.slug}#opinie`])
      expect(mail?.text).toContain(part)
  })
})
